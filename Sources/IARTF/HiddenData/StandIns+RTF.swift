internal import IAFormats
internal import IAHiddenData
internal import IAText

extension StandIns {
  /// The text that RTF shows in place of content that it cannot represent.
  static let rtf = StandIns(
    units: { unit, _ in unit != 0x0A && !RTFTextEncoder.isPreserved(unit) ? [0xFFFD] : [] },
    label: { RTFMark.visible($0) }, showsTasks: true,
    shownTags: Set(InlineAttributes.changeTagNames), showsLineEnds: true,
    shows: { attachment, seen, _ in
      // The stand-in of an object was compared while the file was read.
      if attachment == seen.attachment { return true }
      guard case .blob(let digest) = attachment.content,
        case .blob(digest) = seen.attachment.content
      else { return false }
      // A picture has no name; an attachment with a name is a file of RTFD, which can be of any
      // kind.
      return attachment.kind == seen.attachment.kind || seen.attachment.name != nil
    })
}
