internal import IALayout
public import IAText

/// The appearance of a document: how its intensities are shown, whether they are animated, and the defaults of its
/// text.
public struct Looks: Hashable, Sendable {
  /// The scheme; `nil` shows the text with its attributes alone.
  public var scheme: RenderScheme?
  /// The unit over which intensities are averaged.
  public var smoothing: Smoothing
  /// The parameters of the fading layers; `nil` if nothing moves.
  public var animation: AnimationParameters?
  /// The font family of text that names none; `nil` for a sans-serif family.
  public var fontFamily: String?
  /// The font family of program text that names none; `nil` for a monospaced family.
  public var monospacedFamily: String?
  /// The font size in points of text that states none; `nil` for the default of layouts.
  public var fontSize: Double?
  /// The distance in points between tab stops after the last one of a paragraph; `nil` for the default of layouts.
  public var tabInterval: Double?
  /// Whether text in lines of a stated height, list items and quotes are positioned as in LibreOffice.
  public var placesTextAsOffice = false
  /// The distances in points of tables from the leading margin, by the id of the table's block.
  package var tableIndents: [Int: Double] = [:]
  /// The block ids of table rows that pages do not divide; used if `placesTextAsOffice` is true.
  package var keptRows: Set<Int> = []
  /// The space in points between two consecutive tables.
  package var tableSpacing = 0.0
  /// The spaces of a page of HTML, which is shown as in browsers; `nil` for the standard appearance.
  package var pageSpacing: PageSpacing?
  /// The boxes around text in lines; the tag of such a text has the index of its box as its value.
  package var inlineBoxes: [InlineBox] = []
  /// Whether header cells and code are shown as by Markdown programs: header cells are centred if their column states
  /// no alignment, and code has a smaller font and a background, also within lines.
  package var isMarkdown = false
  /// Whether pictures without a display size are shown at 96 pixels per inch.
  package var showsNaturalPictures = false
  /// Whether links that do not state an underline are underlined.
  package var underlinesLinks = true
  /// The intensity of the whole message if the text is a part of one; `nil` to use the mean of the text.
  package var messageIntensity: UInt8?
  /// Whether a graph under each line shows the intensities of its text.
  public var showsIntensityBars = false
  /// Whether text boxes and pictures with a position are drawn there instead of in the text.
  var placesObjects = false
  /// Whether equations are drawn as formulas instead of as their TeX.
  public var drawsEquations = true
  /// A factor for all font sizes, for the user's choice of text size.
  public var textScale = 1.0

  /// Creates an appearance.
  public init(
    scheme: RenderScheme? = nil, smoothing: Smoothing = .character,
    animation: AnimationParameters? = nil, fontFamily: String? = nil,
    monospacedFamily: String? = nil, fontSize: Double? = nil
  ) {
    self.scheme = scheme
    self.smoothing = smoothing
    self.animation = animation
    self.fontFamily = fontFamily
    self.monospacedFamily = monospacedFamily
    self.fontSize = fontSize
  }

  /// The space in points between the text of a Markdown code block and the upper and lower edge of its background.
  package static let codePadding = 5.0

  /// Returns the options of a layout in the colours of a theme.
  func layoutOptions(_ theme: Theme) -> LayoutOptions {
    var options = LayoutOptions()
    options.scheme = theme.isDark ? scheme?.onDarkBackground() : scheme
    options.smoothing = smoothing
    options.messageIntensity = messageIntensity
    if let fontFamily { options.fontFamilies.insert(fontFamily, at: 0) }
    if let monospacedFamily { options.codeFamilies.insert(monospacedFamily, at: 0) }
    if let fontSize, fontSize.isFinite, fontSize > 0 { options.fontSize = fontSize }
    if let tabInterval, tabInterval.isFinite, tabInterval > 0 { options.tabInterval = tabInterval }
    if textScale.isFinite, textScale > 0 { options.textScale = textScale }
    if placesTextAsOffice { options.placement = .office }
    options.drawsEquations = drawsEquations
    options.placesObjects = placesObjects
    options.tableIndents = tableIndents
    options.keptRows = keptRows
    options.tableSpacing = tableSpacing
    options.underlinesLinks = underlinesLinks
    if showsNaturalPictures { options.thumbnail = nil }
    options.blockSpaces.inlineBoxes = inlineBoxes
    if isMarkdown {
      options.centersHeaders = true
      options.codeFactor = 0.85
      options.codePadding = Self.codePadding
      options.inlineCodeBackground = options.codeBackground
    }
    if let pageSpacing, !placesTextAsOffice {
      options.blockAppearance = .page
      options.blockSpaces.indents = pageSpacing.indents
      options.blockSpaces.tables = pageSpacing.tables
    }
    if showsIntensityBars { options.spaceBelowLines = IntensityBars.space * options.fontSize }
    options.textColor = theme.text
    options.linkColor = theme.link
    options.ruleColor = theme.rule
    options.borderColor = placesTextAsOffice ? theme.text : theme.rule
    return options
  }
}
