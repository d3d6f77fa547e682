package import IABytes
package import IAText

/// The keys and value types of the dictionary with which the source system exchanges strings.
package enum LegacySchema {
  package static let text = "text"
  package static let intensities = "intensities"
  package static let baseAttributes = "iaBaseAttributes"
  package static let links = "linkRVPs"
  package static let urlLinks = "nsurlRVPs"
  package static let options = "options"
  package static let attachments = "attachments"
  /// Archived objects of the source system by offset.
  ///
  /// Only property lists contain them, not JSON.
  package static let objects = "iaTextAttachments"
  package static let renderScheme = "renderScheme"
  /// The spelling of the source system.
  ///
  /// Readers accept both spellings.
  package static let smoothing = "preferedSmoothing"
  package static let smoothingCorrected = "preferredSmoothing"
  package static let animates = "animates"
  /// A member of this project only; the source system does not store animation parameters.
  package static let animation = "animationOptions"

  /// The keys that distinguish the dictionary from other objects.
  package static let keys = [text, intensities, baseAttributes, links, urlLinks]
  /// The names of the schemes that the source system has.
  package static let schemes = ["HueGYRScheme", "WeightScheme", "FontSizeScheme", "AlphaScheme"]
  /// The name that the source system gives to an unknown kind of attachment.
  package static let unknownKind = "unknown"

  /// A font size and four flags in one number.
  package struct BaseAttributes: Hashable {
    package static let bold = 0x100
    package static let italic = 0x200
    package static let underline = 0x400
    package static let strikethrough = 0x800

    /// The size in points in the low byte, and the flags.
    package var rawValue: Int

    /// Creates the value that is nearest to some attributes.
    package init(_ attributes: InlineAttributes) {
      let size = attributes.fontSize ?? DisplayOptions.defaultFontSize
      rawValue = size.isNaN ? 20 : Int(min(max(size.rounded(), 1), 255))
      if attributes.bold { rawValue |= Self.bold }
      if attributes.italic { rawValue |= Self.italic }
      if attributes.underline != nil { rawValue |= Self.underline }
      if attributes.strikethrough != nil { rawValue |= Self.strikethrough }
    }

    /// Creates a value from a number; returns `nil` unless the size is at least 1 and no other
    /// flags are set.
    package init?(rawValue: Int) {
      guard (1...0xFFF).contains(rawValue), rawValue & 0xFF > 0 else { return nil }
      self.rawValue = rawValue
    }

    /// The attributes that the value represents.
    package var attributes: InlineAttributes {
      var attributes = InlineAttributes()
      attributes.fontSize = Double(rawValue & 0xFF)
      attributes.bold = rawValue & Self.bold != 0
      attributes.italic = rawValue & Self.italic != 0
      if rawValue & Self.underline != 0 { attributes.underline = .init() }
      if rawValue & Self.strikethrough != 0 { attributes.strikethrough = .single }
      return attributes
    }
  }
}

extension LegacySchema {
  /// The codes of tolerated faults whose value is dropped; that of another fault is repaired.
  package static let droppedCodes: Set<InputError.Code> = [
    .legacyAttachment, .legacyLink, .legacyOption,
  ]
}

extension InputError.Code {
  /// A member is missing; if tolerated, it counts as empty.
  package static let legacyMissing = Self(rawValue: "legacy-json.missing")
  /// The numbers of intensities and units differ; if tolerated, intensities are truncated, or 0 is
  /// added.
  package static let legacyLength = Self(rawValue: "legacy-json.length")
  /// An intensity is not an integer in 0…100; if tolerated, it becomes the nearest one.
  package static let legacyIntensity = Self(rawValue: "legacy-json.intensity")
  /// A range is empty or does not start at the end of the one before, or the ranges do not end at
  /// the end of the text; if tolerated, the lengths are used and the starts are ignored.
  package static let legacyRange = Self(rawValue: "legacy-json.range")
  /// A value of base attributes has no size, or unknown flags; if tolerated, the default size is
  /// used and the flags are dropped.
  package static let legacyBaseAttributes = Self(rawValue: "legacy-json.base-attributes")
  /// A link is outside the text or overlaps another; if tolerated, the first one applies.
  package static let legacyLink = Self(rawValue: "legacy-json.link")
  /// An option has an unknown value; if tolerated, it is not set.
  package static let legacyOption = Self(rawValue: "legacy-json.option")
  /// An attachment is not at a U+FFFC, or its value is invalid; if tolerated, it is dropped or
  /// corrected.
  package static let legacyAttachment = Self(rawValue: "legacy-json.attachment")
}
