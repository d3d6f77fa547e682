public import IAFormats
public import IAText

extension StickerPack.Sticker {
  /// Returns the attachment for the sticker, and inserts its picture into a store.
  ///
  /// Media type and size are determined from the bytes. The state is `missing` if there are no
  /// bytes, and `failed` if they are not a picture; the attachment is a sticker with its token text
  /// in all cases.
  ///
  /// - Parameter store: Receives the bytes of the picture.
  public func attachment(storingIn store: inout AttachmentStore) -> Attachment {
    var made = Attachment.sticker(name)
    made.name = imageName.isEmpty ? nil : imageName
    guard let image else { return made }
    let size = MediaType.pixelSize(of: image)
    made.content = .blob(store.insert(image))
    made.mediaType = MediaType.sniffed(from: image)
    made.state = made.mediaType?.hasPrefix("image/") == true ? .ready : .failed
    made.pixelWidth = size?.width
    made.pixelHeight = size?.height
    return made
  }
}
