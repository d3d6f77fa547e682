internal import IAFiles
internal import IAFormats
internal import IASyntax
internal import IAText

/// Writes the attachments of a document.
///
/// A picture is written with its address: of a file beside the document, or with the data itself. For other
/// attachments, the text that represents them is written.
struct PictureWriter {
  private(set) var pictures: [Int: PictureText] = [:]
  /// The bytes of the pictures that a reader of the output finds.
  private(set) var found = AttachmentStore()
  private var addresses: [SHA256Digest: Address] = [:]

  /// The address of a picture, and whether it is the name of a file beside the document.
  private struct Address {
    var text: String
    var isSideFile: Bool
  }

  /// Writes the files of the attachments of a string.
  mutating func write(
    _ string: IAString, _ store: AttachmentStore, to sink: inout some DocumentSink
  ) throws {
    for placed in string.attachments {
      let attachment = placed.attachment
      guard let address = try address(of: attachment, store, &sink) else {
        pictures[placed.utf16Offset] = PictureText(
          text: Self.text(for: attachment), isMarkdown: false)
        continue
      }
      let title = string.attributes(at: placed.utf16Offset)[tag: MarkdownTag.title]
      let alt = Self.alternative(of: attachment)
      var markdown = Array("![".utf8)
      let units = Array(alt.utf16)
      TextEscaper.write(
        units, 0..<units.count,
        at: .init(isInTable: true, isInLink: true, isAlternative: true), to: &markdown)
      let tail = LinkText.tail(address.text, title: title, isInTable: true)
      let readAlt = LinkText.readable(alt)
      var seen = seen(attachment, store, at: address)
      seen?.altText = readAlt.isEmpty ? nil : readAlt
      pictures[placed.utf16Offset] = PictureText(
        text: String(decoding: markdown, as: UTF8.self) + tail, isMarkdown: true, seen: seen,
        readText: readAlt)
    }
  }

  /// Returns the address of a picture; `nil` if it has none or the reader would refuse it.
  private mutating func address(
    of attachment: Attachment, _ store: AttachmentStore, _ sink: inout some DocumentSink
  ) throws -> Address? {
    switch attachment.content {
    case .none: return nil
    case .url(let url):
      return LinkPolicy.allowsPicture(url) ? Address(text: url, isSideFile: false) : nil
    case .blob(let digest):
      guard let bytes = store[digest] else { return nil }
      let type = MediaType.sniffed(from: bytes)
      if let known = addresses[digest] { return known }
      let name = MediaFileName.name(
        digest: digest, mediaType: type ?? attachment.mediaType, attachmentName: attachment.name)
      if let written = try sink.writeSideFile(named: name, bytes),
        LinkPolicy.isSideFileName(written)
      {
        addresses[digest] = Address(text: written, isSideFile: true)
        return addresses[digest]
      }
      guard let type = LinkPolicy.pictureType(of: bytes) else { return nil }
      return Address(text: DataURI.address(of: bytes, type: type), isSideFile: false)
    }
  }

  /// Returns the attachment that a reader of the output finds, without its alternative text; `nil` if the reader
  /// refuses the picture.
  private mutating func seen(
    _ attachment: Attachment, _ store: AttachmentStore, at address: Address
  ) -> Attachment? {
    guard case .blob(let digest) = attachment.content, let bytes = store[digest] else {
      return Attachment(.image, content: .url(address.text), state: .missing)
    }
    return FoundPicture.attachment(
      holding: bytes, name: address.isSideFile ? address.text : nil, limits: ReadOptions().limits,
      in: &found)
  }

  /// Returns the alternative text of an attachment.
  ///
  /// It is the text that represents the attachment, so that hidden data cannot state a different one.
  static func alternative(of attachment: Attachment) -> String {
    if let backing = attachment.textBacking, !backing.isEmpty { return oneLine(backing) }
    guard attachment.kind != .image || attachment.location != nil else {
      return attachment.altText ?? ""
    }
    return text(for: attachment)
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

/// The text that is written for an attachment.
struct PictureText {
  var text: String
  /// Whether the text is Markdown; otherwise it is plain text that represents the attachment.
  var isMarkdown: Bool
  /// The attachment that a reader of the output finds, or `nil` if it finds text.
  var seen: Attachment?
  /// The text that a reader of the output finds instead of a picture that it refuses.
  var readText = ""
}
