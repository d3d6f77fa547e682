internal import IAFormats
internal import IAHiddenData
internal import IAText

/// The features of attributes that a reader of Markdown does not find.
struct MissingFeatures {
  /// A note for the report, without its place.
  struct Note {
    var effect: ConversionNote.Effect
    var feature: DocumentFeature
    var detail = ""
  }

  /// The attributes that hidden data may restore.
  private(set) var lacking: InlineAttributes
  private(set) var notes: [Note] = []

  /// Creates the difference between attributes and those that a reader finds.
  ///
  /// - Parameter effect: The effect on missing features: hidden or dropped.
  init(
    of attributes: InlineAttributes, found: InlineAttributes, effect: ConversionNote.Effect
  ) {
    lacking = MarkdownAttributes.lacking(attributes, found: found)
    limit(found, effect)
    var extra = MarkdownAttributes.lacking(found, found: attributes)
    // A reader finds an underline, but in another style.
    let hasUnderline = lacking.underline != nil && found.underline != nil
    if hasUnderline { extra.underline = nil }
    if !extra.isPlain {
      // Hidden data can add attributes, but not remove them.
      for feature in MarkdownAttributes.features(extra) {
        notes.append(Note(effect: .approximated, feature: feature, detail: "more than there was"))
      }
    }
    guard !lacking.isPlain else { return }
    for feature in MarkdownAttributes.features(lacking) {
      let isSimilar = hasUnderline && effect == .dropped && feature == .underline
      notes.append(Note(effect: isSimilar ? .approximated : effect, feature: feature))
    }
  }

  /// The tags that hidden data never sets.
  private static let shownTags: Set<String> = [
    MarkdownTag.html, MarkdownTag.alert, MarkdownTag.math, FormField.tagName,
  ]

  /// Removes attributes that hidden data must not set on text that Markdown shows, and records them as lost
  /// (Specs/hidden-data.md, section 4).
  private mutating func limit(_ found: InlineAttributes, _ effect: ConversionNote.Effect) {
    guard effect == .hidden, !lacking.isPlain else { return }
    let allowed = found.overridden(by: lacking).limited(
      by: found, shownTags: Self.shownTags
    ).undistorted(found)
    var kept = lacking
    var lost = InlineAttributes()
    if lacking.hidden, !allowed.hidden {
      kept.hidden = false
      lost.hidden = true
    }
    if let link = lacking.link, allowed.link != link {
      kept.link = nil
      if LinkPolicy.allows(link.url) {
        lost.link = link
      } else {
        notes.append(
          Note(
            effect: .neutralised, feature: .link, detail: LinkSchemes.scheme(of: link.url) ?? ""))
      }
    }
    Self.refuse(&kept.fontSize, &lost.fontSize, unless: allowed.fontSize)
    Self.refuse(&kept.foreground, &lost.foreground, unless: allowed.foreground)
    Self.refuse(&kept.background, &lost.background, unless: allowed.background)
    Self.refuse(&kept.horizontalScale, &lost.horizontalScale, unless: allowed.horizontalScale)
    Self.refuse(&kept.direction, &lost.direction, unless: allowed.direction)
    Self.refuse(&kept.letterSpacing, &lost.letterSpacing, unless: allowed.letterSpacing)
    Self.refuse(&kept.baselineOffset, &lost.baselineOffset, unless: allowed.baselineOffset)
    Self.refuse(&kept.fontFamily, &lost.fontFamily, unless: allowed.fontFamily)
    kept.tags.removeAll { Self.shownTags.contains($0.name) }
    lost.tags = lacking.tags.filter { Self.shownTags.contains($0.name) }
    for feature in MarkdownAttributes.features(lost) {
      notes.append(Note(effect: .dropped, feature: feature))
    }
    lacking = kept
  }

  /// Moves a value from the kept to the lost attributes unless it is the allowed one.
  private static func refuse<Value: Equatable>(
    _ kept: inout Value?, _ lost: inout Value?, unless allowed: Value?
  ) {
    guard let value = kept, value != allowed else { return }
    lost = value
    kept = nil
  }
}
