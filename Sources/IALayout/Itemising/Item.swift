import IAFonts
import IAUnicode

/// A piece of a paragraph that is placed on one line, unless it is wider than the line.
///
/// Usually an item is a word with the spaces after it. Glyphs are not stored: drawing finds the
/// word again in the shaper's cache.
struct Item {
  /// The kinds of items.
  enum Kind: UInt8 {
    /// Text, possibly empty, and the U+0020 units after it.
    case word
    /// Spaces that were shaped with adjacent words.
    case space
    case tab
    /// U+FFFC with a record, or the TeX of an equation; `ParagraphItems.boxes` has its size.
    case attachment
    /// A terminator or a line separator.
    case lineEnd
    /// Text that is not displayed.
    case hidden
    /// The space, without units, between the text in a box and the text before it.
    case startEdge
    /// The space, without units, between the text in a box and the text after it.
    case endEdge

    /// Whether it is an edge of a box.
    var isEdge: Bool { self == .startEdge || self == .endEdge }
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A line may end after the item.
    static let breakAfter = Flags(rawValue: 1)
    /// A line must end after the item.
    static let mandatory = Flags(rawValue: 2)
    /// The item was shaped together with the previous item.
    static let continuesUnit = Flags(rawValue: 4)
    /// Shaping the text before and after the item's start separately may give other glyphs.
    static let isUnsafeStart = Flags(rawValue: 8)
    /// The item ends with a soft hyphen, which is displayed if a line ends after it.
    static let endsInSoftHyphen = Flags(rawValue: 16)
    /// The text joins the text before it, which has another style.
    static let joinsBefore = Flags(rawValue: 32)
    /// The text joins the text after it, which has another style.
    static let joinsAfter = Flags(rawValue: 64)
    /// The line may end after the item only if the equation or box that the item is a part of is
    /// wider than the line.
    static let dividesObject = Flags(rawValue: 128)
  }

  /// The first unit, counted from the start of the paragraph.
  var start: UInt32
  /// The number of units without the spaces after them.
  var count: UInt16
  /// The number of U+0020 units after them.
  var spaces: UInt16 = 0
  /// The width without the spaces after it, in font units of the run.
  var advance: Int32
  /// The index of the run that the item belongs to.
  var run: UInt32
  var kind = Kind.word
  var flags: Flags = []

  /// Whether the item is invisible and does not end the line.
  var isBlank: Bool {
    switch kind {
    case .word: count == 0
    case .space, .hidden: true
    case .tab, .attachment, .lineEnd, .startEdge, .endEdge: false
    }
  }

  /// The end of the units without the spaces.
  var textEnd: Int { Int(start) + Int(count) }
  /// The end of the units with the spaces.
  var end: Int { Int(start) + Int(count) + Int(spaces) }
}

/// A range of a paragraph in one font, size, script and direction.
struct ItemRun {
  /// The index of the style in the style table.
  var style: UInt32
  /// The font: that of the style, or a fallback font.
  var font: FontID
  var script: Script
  /// The embedding level; an odd level means right to left.
  var level: UInt8
  /// The number of points per font unit.
  var scale: Double
  /// The width of a space in points, including letter spacing.
  var space: Double
  /// The extent above the baseline of the line in points, including the line gap.
  var ascent: Double
  /// The extent below the baseline of the line in points.
  var descent: Double

  /// Whether the run is right to left.
  var isRightToLeft: Bool { level & 1 == 1 }
}

/// The start of a paint in a paragraph.
struct PaintRun {
  /// The first unit, counted from the start of the paragraph.
  var start: UInt32
  /// The index of the paint in the style table.
  var paint: UInt32
}
