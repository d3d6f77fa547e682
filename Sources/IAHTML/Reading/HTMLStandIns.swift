internal import IAFormats
internal import IAHiddenData
internal import IASyntax
internal import IAText

extension StandIns {
  /// The replacements for characters and attachments that a page cannot contain.
  static let html = StandIns(
    units: { unit, _ in
      if unit == 0x0D { return [0x2028] }
      return unit != 0x0A && !TextEncoder.isAllowed(UInt32(unit)) ? [0xFFFD] : []
    },
    replacesNoncharacterPairs: true, label: { Array(TextEncoder.shown($0).utf16) },
    pairs: .firstWithWholeSecond,
    shownTags: NoteLabels.shownTags,
    shows: { $0.isShown(as: $1, $2) })
}

extension Attachment {
  /// Returns whether the element `seen` in a page is one that the writer writes for this
  /// attachment.
  fileprivate func isShown(as seen: StandIns.Seen, _ store: AttachmentStore) -> Bool {
    let picture = digests.first { digest in
      store[digest].flatMap { BodyWriter.pictureType(of: $0) } != nil
    }
    guard picture == seen.picture else { return false }
    let found = seen.attachment
    if let textBacking {
      return Self.compared(textBacking) == Self.compared(found.textBacking ?? found.altText ?? "")
    }
    guard found.textBacking == nil else { return false }
    let caption = Self.compared(seen.caption ?? "")
    if kind == .image, let picture {
      // The page must not contain content or text that the attachment does not have.
      guard content == .blob(picture) || content == found.content else { return false }
      return caption.isEmpty
        && Self.compared(altText ?? name ?? "") == Self.compared(found.altText ?? "")
    }
    return caption == Self.compared(self.caption) && hasTarget(of: seen)
  }

  /// The text that the writer writes beside a picture or in place of it.
  private var caption: String {
    guard let location else { return label }
    let latitude = CSSText.number(location.latitude, in: -90...90, decimals: 8) ?? "?"
    let longitude = CSSText.number(location.longitude, in: -360...360, decimals: 8) ?? "?"
    return (location.placename ?? "") + latitude + "," + longitude
  }

  /// Returns whether the link of the element has the target that the writer writes.
  private func hasTarget(of seen: StandIns.Seen) -> Bool {
    guard let shown = seen.target else {
      // Links cannot be nested, and a location has no link.
      guard case .url(let url) = content, SafeURL.isHarmless(url) else { return true }
      return seen.isInLink || location != nil
    }
    switch content {
    case .none: return false
    case .url(let url): return url.utf8.elementsEqual(shown.utf8)
    case .blob(let digest):
      let file = MediaFileName.name(digest: digest, mediaType: nil)
      return shown.hasPrefix(file)
    }
  }

  /// Returns the scalars of a text without those that a page may change: white space, control
  /// characters, noncharacters.
  private static func compared(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter {
      $0.value > 0x20 && $0 != "\u{FFFD}" && $0 != "\u{2028}" && TextEncoder.isAllowed($0.value)
    }
  }
}
