internal import IAHiddenData
internal import IAText

extension Attachment {
  /// Whether the alternative text, which Markdown shows, differs from the place name, which other formats show.
  ///
  /// Hidden data does not restore such an attachment on a picture.
  var hidesPlaceName: Bool {
    guard let name = location?.placename, let altText else { return false }
    return !name.isEmpty && !name.utf8.elementsEqual(altText.utf8)
  }
}

extension StandIns {
  /// The units, attachments and labels that Markdown shows instead of content that it cannot represent.
  static let markdown = StandIns(
    units: { unit, isInCell in
      switch unit {
      case 0: [0xFFFD]
      // In code a line break is a space.
      case 0x0D: [0x2028, 0x20]
      case 0x2029: [0x2028]
      case 0x0A where isInCell: [0x2028]
      default: []
      }
    },
    emptyText: [0xA0], label: { Array(FootnoteLabels.valid($0).utf16) },
    pairs: .replaced,
    shownTags: [
      MarkdownTag.html, MarkdownTag.alert, MarkdownTag.math, FormField.tagName, "deletion",
    ],
    showsLineEnds: true, lineEndsAreComplete: true, showsSomeMarks: true,
    shows: { attachment, seen, _ in
      attachment.content == seen.attachment.content && !attachment.hidesPlaceName
        && LinkText.readable(PictureWriter.alternative(of: attachment))
          == seen.attachment.altText ?? ""
    },
    text: { attachment, store in
      switch attachment.content {
      case .url(let url) where LinkPolicy.allowsPicture(url): return nil
      case .blob(let digest):
        if store[digest].flatMap({ LinkPolicy.pictureType(of: $0) }) != nil { return nil }
      default: break
      }
      return MarkdownPage.oneParagraph(PictureWriter.text(for: attachment)).map {
        $0 == 0 ? 0xFFFD : $0
      }
    })
}
