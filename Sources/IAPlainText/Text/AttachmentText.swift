internal import IAFormats
internal import IAStickers
internal import IASyntax
internal import IAText

/// The plain text of one attachment.
struct AttachmentText {
  /// The offset of the attachment.
  var utf16Offset: Int
  /// The units that replace it.
  var units: [UInt16]
  /// Whether the units are a token to be read as a sticker, not literal text.
  var isToken: Bool

  /// Returns the texts for all attachments of a document in order.
  ///
  /// A sticker becomes its token. It is reported as approximated if a reader with the same packs would not create an
  /// equal attachment, because the name is unknown or the picture differs. Any other attachment becomes its alternative
  /// text, or nothing.
  static func all(
    in document: IADocument, index: StickerIndex, report: inout ConversionReport
  ) -> [AttachmentText] {
    var store = AttachmentStore()
    var made: [Int: Attachment] = [:]
    return document.string.attachments.map { placed in
      let attachment = placed.attachment
      let place = placed.utf16Offset..<placed.utf16Offset + 1
      guard let backing = attachment.textBacking else {
        let alt = attachment.altText.map(singleLine) ?? ""
        report.add(
          alt.isEmpty ? .dropped : .approximated, .attachment, attachment.kind.rawValue,
          utf16Range: place)
        return AttachmentText(
          utf16Offset: placed.utf16Offset, units: Array(alt.utf16), isToken: false)
      }
      let number = index.sticker(backedBy: backing)
      if let number {
        let known = made[number] ?? index.stickers[number].attachment(storingIn: &store)
        made[number] = known
        if known != attachment {
          report.add(.approximated, .sticker, backing, utf16Range: place)
        }
      } else {
        report.add(.approximated, .sticker, backing, utf16Range: place)
      }
      return AttachmentText(
        utf16Offset: placed.utf16Offset,
        units: Array((number == nil ? singleLine(backing) : backing).utf16),
        isToken: number != nil)
    }
  }

  /// Returns a text in which line ends are replaced by spaces, so that it does not divide a paragraph.
  static func singleLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x0A...0x0D, 0x85, 0x2028, 0x2029: " "
          default: scalar
          }
        }))
  }
}
