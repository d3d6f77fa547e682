public import IAText

/// What a layout needs to know besides the text.
public struct LayoutOptions: Hashable, Sendable {
  /// How intensities are shown; nil shows the text as its attributes alone say.
  public var scheme: RenderScheme?
  /// The unit over which intensities are averaged before they are shown.
  public var smoothing = Smoothing.character
  /// The families of text that names none, in order of preference.
  public var fontFamilies = ["sans-serif"]
  /// The families of program text that names none.
  public var codeFamilies = ["monospace"]
  /// The size of text that has none, in points.
  public var fontSize = DisplayOptions.defaultFontSize
  /// What all sizes are multiplied by: the user's choice of text size.
  public var textScale = 1.0
  /// The colour of text that has none.
  public var textColor = Color.black
  /// The colour of links that have none.
  public var linkColor = Color(0x0B57D0)
  /// The colour behind program text.
  public var codeBackground = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x20)
  /// The colour of bars beside quotes and of breaks between topics.
  public var ruleColor = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x80)
  /// The colour of a table's borders.
  public var borderColor = Color(0xA0A0A0)
  /// How large attachments are shown that do not say it.
  public var thumbnail = Thumbnail.medium
  /// The distance between tab stops where a paragraph has none left, in points.
  public var tabInterval = 28.0
  /// The language of text that names none, as a BCP 47 tag; empty for none.
  public var language = ""

  /// Makes the options of text without a scheme.
  public init() {}

  /// The boxes for attachments that the source system knows.
  public enum Thumbnail: Int, Hashable, Sendable, CaseIterable {
    case tiny = 32
    case small = 64
    case medium = 160

    /// The side of the square that an attachment is fitted into, in points.
    public var side: Double { Double(rawValue) }
  }
}
