package import IABytes
package import IAText

/// The dictionary in which the source system exchanges its strings.
package enum LegacySchema {
  package static let text = "text"
  package static let intensities = "intensities"
  package static let baseAttributes = "iaBaseAttributes"
  package static let links = "linkRVPs"
  package static let urlLinks = "nsurlRVPs"
  package static let options = "options"
  package static let attachments = "attachments"
  /// Objects of the source system itself, by their offset; never part of JSON.
  package static let objects = "iaTextAttachments"
  package static let renderScheme = "renderScheme"
  /// Spelt like this in the source system; both spellings are read.
  package static let smoothing = "preferedSmoothing"
  package static let smoothingCorrected = "preferredSmoothing"
  package static let animates = "animates"
  /// Not in the source system, which forgets how a string is animated.
  package static let animation = "animationOptions"

  /// Keys that tell the dictionary from other objects.
  package static let keys = [text, intensities, baseAttributes, links, urlLinks]
  /// The schemes that the source system knows.
  package static let schemes = ["HueGYRScheme", "WeightScheme", "FontSizeScheme", "AlphaScheme"]
  /// What the source system calls a kind of attachment it does not know.
  package static let unknownKind = "unknown"

  /// A size and four flags in one number.
  package struct BaseAttributes: Hashable {
    package static let bold = 0x100
    package static let italic = 0x200
    package static let underline = 0x400
    package static let strikethrough = 0x800

    /// The size in points in the low byte, and the flags.
    package var rawValue: Int

    /// The nearest number to some attributes.
    package init(_ attributes: InlineAttributes) {
      let size = attributes.fontSize ?? DisplayOptions.defaultFontSize
      rawValue = size.isNaN ? 20 : Int(min(max(size.rounded(), 1), 255))
      if attributes.bold { rawValue |= Self.bold }
      if attributes.italic { rawValue |= Self.italic }
      if attributes.underline != nil { rawValue |= Self.underline }
      if attributes.strikethrough != nil { rawValue |= Self.strikethrough }
    }

    /// A number with a size of 1 or more and no other flags; nil for any other.
    package init?(rawValue: Int) {
      guard (1...0xFFF).contains(rawValue), rawValue & 0xFF > 0 else { return nil }
      self.rawValue = rawValue
    }

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
  /// A member is missing; tolerated, it counts as empty.
  package static let legacyMissing = Self(rawValue: "legacy-json.missing")
  /// There are more or fewer intensities than units; tolerated, they are cut or 0 is added.
  package static let legacyLength = Self(rawValue: "legacy-json.length")
  /// An intensity is no integer of 0…100; tolerated, it becomes the nearest.
  package static let legacyIntensity = Self(rawValue: "legacy-json.intensity")
  /// A range is empty, or does not start where the one before it ended, or the ranges do not end
  /// where the text does; tolerated, the lengths count and the starts do not.
  package static let legacyRange = Self(rawValue: "legacy-json.range")
  /// A value of base attributes has no size or unknown flags; tolerated, those are dropped.
  package static let legacyBaseAttributes = Self(rawValue: "legacy-json.base-attributes")
  /// A link does not lie in the text or overlaps another; tolerated, the first one counts.
  package static let legacyLink = Self(rawValue: "legacy-json.link")
  /// An option has an unknown value; tolerated, it is left open.
  package static let legacyOption = Self(rawValue: "legacy-json.option")
  /// An attachment is at no U+FFFC or makes no sense; tolerated, it is dropped.
  package static let legacyAttachment = Self(rawValue: "legacy-json.attachment")
}
