import IAFonts
import IAUnicode

/// A piece of a paragraph that a line takes whole, as long as it is not wider than the line.
///
/// A word with the spaces after it, mostly. Glyphs are not kept: a word is found again in the
/// shaper's cache when it is drawn.
struct Item {
  /// What the piece is.
  enum Kind: UInt8 {
    /// Text, perhaps none, and U+0020 after it.
    case word
    /// Spaces that were shaped with the words beside them.
    case space
    case tab
    /// U+FFFC with a record; `ParagraphItems.boxes` has its size.
    case attachment
    /// A terminator or a line separator.
    case lineEnd
    /// Text that is not shown.
    case hidden
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A line may end after the item.
    static let breakAfter = Flags(rawValue: 1)
    /// A line must end after the item.
    static let mandatory = Flags(rawValue: 2)
    /// The item was shaped together with the one before it.
    static let continuesUnit = Flags(rawValue: 4)
    /// Shaping both sides of the item's start apart may give other glyphs.
    static let isUnsafeStart = Flags(rawValue: 8)
    /// The item ends with a soft hyphen, shown where a line ends after it.
    static let endsInSoftHyphen = Flags(rawValue: 16)
  }

  /// The first unit, from the start of the paragraph.
  var start: UInt32
  /// The units without the spaces after them.
  var count: UInt16
  /// The U+0020 units after them.
  var spaces: UInt16 = 0
  /// The width without the spaces after them, in units of the run.
  var advance: Int32
  /// The run it belongs to.
  var run: UInt32
  var kind = Kind.word
  var flags: Flags = []

  /// The end of what is shown.
  var textEnd: Int { Int(start) + Int(count) }
  /// The end with the spaces.
  var end: Int { Int(start) + Int(count) + Int(spaces) }
}

/// A stretch of a paragraph in one font, size, script and direction.
struct ItemRun {
  /// The first unit, from the start of the paragraph.
  var start: UInt32
  /// The style, by its number in the style table.
  var style: UInt32
  /// The font, the style's own or one in its place.
  var font: FontID
  var script: Script
  /// The embedding level; odd goes from right to left.
  var level: UInt8
  /// Points for each unit of the font.
  var scale: Double
  /// The width of a space in points, letter spacing counted in.
  var space: Double
  /// From the baseline of the line up, in points.
  var ascent: Double
  /// From the baseline of the line down, the gap between lines counted in, in points.
  var descent: Double

  /// Whether the run goes from right to left.
  var isRightToLeft: Bool { level & 1 == 1 }
}

/// Where a paint begins to hold.
struct PaintRun {
  /// The first unit, from the start of the paragraph.
  var start: UInt32
  /// The paint, by its number in the style table.
  var paint: UInt32
}
