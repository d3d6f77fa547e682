internal import IAText

/// The text that a reader finds in a paragraph, where it differs from the one that was written.
struct ShownText {
  /// The attributes that a reader finds in a range of the string.
  struct Found {
    var utf16Range: Range<Int>
    var attributes: InlineAttributes
  }

  /// The units without the final U+000A; `nil` if they are those of the string.
  var units: [UInt16]?
  /// The ranges in which a reader finds attributes other than those of the form of the text, in
  /// order; empty if the units differ.
  var ranges: [Found] = []

  /// Whether a reader finds the pictures among the attachments.
  var hasPictures = true

  /// Whether a reader finds the text and the attributes that were written.
  var isExact: Bool { units == nil && ranges.isEmpty && hasPictures }

  /// Returns the unit that a reader finds for a unit of text.
  static func shown(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x0A, 0x0D, 0x2029: 0x2028
    case 0: 0xFFFD
    default: unit
    }
  }

  /// Returns units without any that ends a paragraph.
  static func oneParagraph(_ units: [UInt16]) -> [UInt16] { units.map(shown) }

  /// Replaces units that end a paragraph.
  static func makeOneParagraph(_ units: inout [UInt16]) {
    var units = units.mutableSpan
    for index in units.indices {
      let unit = units[index]
      if unit <= 0x0D || unit == 0x2029 { units[index] = shown(unit) }
    }
  }

  /// Returns the units that a reader finds for units of a code block.
  static func inCode(_ units: [UInt16]) -> [UInt16] {
    String(decoding: units, as: UTF16.self).utf16.map { $0 == 0x0D ? 0x20 : shown($0) }
  }
}
