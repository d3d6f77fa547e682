internal import IAText

/// The text that a reader finds in a paragraph, as far as it differs from the written text.
struct ShownText {
  /// The attributes that a reader finds in a range of the string.
  struct Found {
    var utf16Range: Range<Int>
    var attributes: InlineAttributes
  }

  /// The units without the final U+000A; `nil` if they equal those of the string.
  var units: [UInt16]?
  /// The ranges in which a reader finds other attributes than those of the form of the text, in order; empty if the
  /// units differ.
  var ranges: [Found] = []

  /// Whether a reader finds the pictures among the attachments.
  var hasPictures = true

  /// Whether a reader finds the text and the attributes that were written.
  var isExact: Bool { units == nil && ranges.isEmpty && hasPictures }

  /// Returns the unit that a reader finds for a unit of the document.
  static func shown(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x0A, 0x0D, 0x2029: 0x2028
    case 0: 0xFFFD
    default: unit
    }
  }

  /// Returns units in which characters that end a paragraph are replaced.
  static func oneParagraph(_ units: [UInt16]) -> [UInt16] { units.map(shown) }

  /// Replaces the units that end a paragraph.
  static func makeOneParagraph(_ units: inout [UInt16]) {
    var units = units.mutableSpan
    for index in units.indices {
      let unit = units[index]
      if unit <= 0x0D || unit == 0x2029 { units[index] = shown(unit) }
    }
  }

  /// Returns the units that a reader finds for units in a code block.
  static func inCode(_ units: [UInt16]) -> [UInt16] {
    String(decoding: units, as: UTF16.self).utf16.map { $0 == 0x0D ? 0x20 : shown($0) }
  }
}
