internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IASVG
internal import IAText

/// The pictures of a Markdown document, from data in their addresses and from files beside it.
struct MarkdownPictures {
  private let source: any DocumentSource
  private let limits: Limits
  /// The attachments so far.
  private(set) var attachments = AttachmentStore()
  /// Whether a picture was found in a file beside the document.
  private(set) var hasSideFiles = false

  init(source: any DocumentSource, limits: Limits) {
    self.source = source
    self.limits = limits
  }

  /// Returns the attachment for a picture; `nil` if its address is refused, which is reported.
  ///
  /// - Throws: Errors of the source.
  mutating func attachment(
    for url: String, at offset: Int, _ report: inout ConversionReport
  ) throws -> Attachment? {
    if DataURI.isDataURI(url) {
      guard let bytes = DataURI.bytes(of: url),
        LinkPolicy.pictureType(of: bytes) != nil || SVGPicture(bytes) != nil
      else {
        report.add(
          .neutralised, .image, "data that is no PNG, JPEG, GIF, WebP or SVG",
          byteOffset: offset)
        return nil
      }
      return picture(bytes, name: nil, offset, &report)
    }
    guard LinkPolicy.allowsPicture(url) else {
      report.add(.neutralised, .image, url, byteOffset: offset)
      return nil
    }
    if LinkPolicy.isSideFileName(url), let file = try source.sideFile(at: url, limits: limits) {
      hasSideFiles = true
      return picture(file.bytes, name: file.name, offset, &report)
    }
    var attachment = Attachment(.image, content: .url(url), state: .missing)
    attachment.name = nil
    return attachment
  }

  /// Returns an attachment that holds the bytes; `nil` if the picture is too large.
  private mutating func picture(
    _ bytes: [UInt8], name: String?, _ offset: Int, _ report: inout ConversionReport
  ) -> Attachment? {
    if let size = FoundPicture.excessiveSize(of: bytes, limits: limits) {
      report.add(
        .neutralised, .image, "\(size.width) by \(size.height) pixels", byteOffset: offset)
      return nil
    }
    return FoundPicture.attachment(holding: bytes, name: name, limits: limits, in: &attachments)
  }
}
