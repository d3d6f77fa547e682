internal import IAFiles
internal import IAFormats
internal import IASyntax
internal import IAText

/// Writes the attachments of a document: pictures by address, beside the document or inside it,
/// anything else by the text that represents it.
struct PictureWriter {
  private(set) var pictures: [Int: PictureText] = [:]
  /// The files put beside the document, to read it back.
  private(set) var sideFiles: [String: [UInt8]] = [:]
  private(set) var report = ConversionReport()
  private var names: [String: String] = [:]

  /// Writes the files of the attachments of a string.
  mutating func write(
    _ string: IAString, _ store: AttachmentStore, to sink: inout some DocumentSink
  ) throws {
    for placed in string.attachments {
      let attachment = placed.attachment
      let title = string.attributes(at: placed.utf16Offset)[tag: MarkdownTag.title]
      if let address = try address(of: attachment, store, &sink) {
        let alt = TextEscaper.escape(
          Array((attachment.altText ?? "").unicodeScalars),
          at: .init(isInTable: true, isInLink: true))
        let tail = LinkText.tail(address, title: title, isInTable: true)
        pictures[placed.utf16Offset] = PictureText(text: "![" + alt + tail, isMarkdown: true)
      } else {
        report.add(
          .approximated, "attachment", "text for a \(attachment.kind.rawValue)",
          utf16Range: placed.utf16Offset..<placed.utf16Offset + 1)
        pictures[placed.utf16Offset] = PictureText(
          text: Self.text(for: attachment), isMarkdown: false)
      }
    }
  }

  /// Returns the address of a picture, or `nil` if there is none or the reader would refuse it.
  private mutating func address(
    of attachment: Attachment, _ store: AttachmentStore, _ sink: inout some DocumentSink
  ) throws -> String? {
    switch attachment.content {
    case .none: return nil
    case .url(let url): return LinkPolicy.allowsPicture(url) ? url : nil
    case .blob(let digest):
      guard let bytes = store[digest] else { return nil }
      let type = MediaType.sniffed(from: bytes)
      if let known = names["\(digest)"] { return known }
      let name = MediaFileName.name(
        digest: digest, mediaType: type ?? attachment.mediaType, attachmentName: attachment.name)
      if let written = try sink.writeSideFile(named: name, bytes),
        LinkPolicy.isSideFileName(written)
      {
        sideFiles[written] = bytes
        names["\(digest)"] = written
        return written
      }
      guard let type, LinkPolicy.pictureTypes.contains(type) else { return nil }
      return DataURI.address(of: bytes, type: type)
    }
  }

  /// Returns the text that represents an attachment that Markdown cannot show.
  static func text(for attachment: Attachment) -> String {
    if let backing = attachment.textBacking, !backing.isEmpty { return oneLine(backing) }
    if let alt = attachment.altText, !alt.isEmpty { return oneLine(alt) }
    if let place = attachment.location?.placename, !place.isEmpty { return oneLine(place) }
    return "[\(attachment.name.map(oneLine) ?? attachment.kind.rawValue)]"
  }

  private static func oneLine(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      out.append(scalar.value == 0x0A || scalar.value == 0x0D ? " " : scalar)
    }
    return String(out)
  }
}
