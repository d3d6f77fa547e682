internal import IALayout
public import IAText

/// The way in which the intensities of a document are shown, and whether that is animated.
public struct Looks: Hashable, Sendable {
  /// The scheme; `nil` shows the text with its attributes alone.
  public var scheme: RenderScheme?
  /// The unit over which intensities are averaged.
  public var smoothing: Smoothing
  /// The parameters of the fading layers; `nil` if nothing moves.
  public var animation: AnimationParameters?
  /// The family of text that names none; `nil` for one without serifs.
  public var fontFamily: String?
  /// The family of program text that names none; `nil` for a monospaced one.
  public var monospacedFamily: String?
  /// The size of text that has none, in points; `nil` for that of layouts.
  public var fontSize: Double?
  /// The distance between tab stops after the last one of a paragraph, in points; `nil` for that of
  /// layouts.
  public var tabInterval: Double?
  /// Whether text in lines with a stated height, list items and quotes are placed as in LibreOffice.
  public var placesTextAsOffice = false
  /// The distances in points of tables from the leading margin, by the id of the table's block.
  package var tableIndents: [Int: Double] = [:]
  /// The ids of the blocks of table rows that pages do not divide, with `placesTextAsOffice`.
  package var keptRows: Set<Int> = []
  /// The space in points between two tables that follow each other.
  package var tableSpacing = 0.0
  /// The spaces of a page of HTML, which is shown as in browsers; `nil` for the standard appearance.
  package var pageSpacing: PageSpacing?
  /// The boxes around text in lines, by the value of the tag of the text.
  package var inlineBoxes: [InlineBox] = []
  /// Whether header cells and code look as in programs that show Markdown: header cells whose column states no
  /// alignment are centred, code is smaller than other text and has a ground in lines, too.
  package var isMarkdown = false
  /// Whether pictures that have no display size have the size of their pixels at 96 per inch.
  package var showsNaturalPictures = false
  /// Whether links that state no underline have one.
  package var underlinesLinks = true
  /// The intensity of the whole message if a text is a part of one; `nil` for the mean of the text.
  package var messageIntensity: UInt8?
  /// Whether a graph under each line shows the intensities of its text.
  public var showsIntensityBars = false
  /// Whether text boxes and pictures with a place of their own are there, not in the text.
  var placesObjects = false
  /// Whether equations are drawn as such, not as their TeX.
  public var drawsEquations = true
  /// The factor of all sizes of text, for the user's choice of text size.
  public var textScale = 1.0

  /// Creates looks.
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

  /// The space in points above and below a code block of Markdown in its ground.
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
