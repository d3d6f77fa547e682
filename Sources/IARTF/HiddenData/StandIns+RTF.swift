internal import IAEquations
internal import IAFormats
internal import IAHiddenData
internal import IAText

extension StandIns {
  /// The text that RTF shows instead of content that it cannot represent.
  static let rtf = StandIns(
    units: { unit, _ in unit != 0x0A && !RTFTextEncoder.isPreserved(unit) ? [0xFFFD] : [] },
    label: { RTFMark.visible($0) }, showsTasks: true,
    shownTags: Set(
      [FormField.tagName, Equation.tagName] + InlineAttributes.changeTagNames), showsLineEnds: true,
    shows: { attachment, seen, store in
      // The stand-in of an object was compared while the file was read.
      if attachment == seen.attachment { return true }
      guard case .blob(let digest) = attachment.content,
        case .blob(digest) = seen.attachment.content
      else { return false }
      // A picture has no name; an attachment with a name is a file of RTFD, which can be of any
      // kind.
      guard attachment.kind == seen.attachment.kind || seen.attachment.name != nil else {
        return false
      }
      return isShownWithoutText(seen.attachment, store)
        || attachment.standIn == seen.attachment.standIn
    })

  /// Returns whether RTF shows an attachment as a picture or as a file beside the document.
  private static func isShownWithoutText(_ seen: Attachment, _ store: AttachmentStore) -> Bool {
    guard case .blob(let digest) = seen.content else { return false }
    if seen.kind == .image, let bytes = store[digest],
      RTFBodyWriter.pictureWord(seen, bytes) != nil
    {
      return true
    }
    return seen.name != nil && seen.altText == nil && seen.textBacking == nil
  }
}
