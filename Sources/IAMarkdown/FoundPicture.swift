internal import IABytes
internal import IAFormats
internal import IASVG
internal import IAText

/// Creates the attachments that a reader finds for pictures.
enum FoundPicture {
  /// Returns the attachment for the bytes of a picture, which are added to a store; `nil` if the
  /// picture has more pixels than allowed.
  ///
  /// - Parameter name: The address of the file beside the document, or `nil` for bytes inside it.
  static func attachment(
    holding bytes: [UInt8], name: String?, limits: Limits, in store: inout AttachmentStore
  ) -> Attachment? {
    guard excessiveSize(of: bytes, limits: limits) == nil else { return nil }
    var document = IADocument(attachments: store)
    var attachment = document.attachment(
      holding: bytes, as: .image, name: name.map(LinkPolicy.lastComponent))
    if attachment.mediaType == nil, let picture = SVGPicture(bytes) {
      attachment.mediaType = SVGPicture.mediaType
      (attachment.pixelWidth, attachment.pixelHeight) = picture.pixelSize
    }
    if case .blob(let digest) = attachment.content, let name = attachment.name,
      MediaFileName.isGiven(name, to: digest)
    {
      attachment.name = nil
    }
    store = document.attachments
    return attachment
  }

  /// Returns the size of a picture that has more pixels than allowed; `nil` for any other.
  static func excessiveSize(
    of bytes: [UInt8], limits: Limits
  ) -> (width: Int, height: Int)? {
    guard let size = MediaType.pixelSize(of: bytes) else { return nil }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return overflow || pixels > limits.pixels ? (size.width, size.height) : nil
  }
}
