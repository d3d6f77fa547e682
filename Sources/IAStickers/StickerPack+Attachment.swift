public import IAFormats
public import IAText

extension StickerPack.Sticker {
  /// The attachment that stands for the sticker, its picture kept in a store.
  ///
  /// Type and size come from the bytes. Without bytes the attachment is `missing`, with bytes that
  /// are no picture `failed`; it is a sticker with its text backing all the same.
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
