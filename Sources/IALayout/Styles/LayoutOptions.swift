public import IAText

/// The parameters of a layout other than its text.
public struct LayoutOptions: Hashable, Sendable {
  /// The scheme that shows intensities; `nil` to show only the attributes.
  public var scheme: RenderScheme?
  /// The segment over which intensities are averaged before they are shown.
  public var smoothing = Smoothing.character
  /// The intensity of the whole message if the text is a part of one, for smoothing over messages;
  /// `nil` for the mean of the text.
  package var messageIntensity: UInt8?
  /// The font families for text that has none, in order of preference.
  public var fontFamilies = ["sans-serif"]
  /// The font families for program text that has none.
  public var codeFamilies = ["monospace"]
  /// The font size of text that has none, in points.
  public var fontSize = DisplayOptions.defaultFontSize
  /// The factor by which all sizes are multiplied, for the user's choice of text size.
  public var textScale = 1.0
  /// The colour of text that has none.
  public var textColor = Color.black
  /// The colour of links that have none.
  public var linkColor = Color(0x0B57D0)
  /// Whether links without an underline have one.
  package var underlinesLinks = true
  /// The colour behind program text.
  public var codeBackground = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x20)
  /// The colour of quote bars and thematic breaks.
  public var ruleColor = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x80)
  /// The colour of table borders.
  public var borderColor = Color(0xA0A0A0)
  /// The size to which attachments without a display size are reduced; `nil` if pictures have the
  /// size of their pixels at 96 per inch, as on pages.
  public var thumbnail: Thumbnail? = .medium
  /// The distance between tab stops after the last one of a paragraph, in points.
  public var tabInterval = 28.0
  /// The space below the text of each line at the default scale, in points: 0…4096, for drawings
  /// under lines.
  public var spaceBelowLines = 0.0
  /// The rules of placement that documents leave to programs.
  package var placement = Placement.standard
  /// The distances in points of tables from the leading margin in the placement of LibreOffice, by
  /// the id of the table's block.
  package var tableIndents: [Int: Double] = [:]
  /// The ids of the blocks of table rows that pages do not divide; in the placement of LibreOffice,
  /// other rows are divided between their lines.
  package var keptRows: Set<Int> = []
  /// The space in points between two consecutive tables.
  package var tableSpacing = 0.0
  /// The appearance of lists, quotes and code in the standard placement.
  package var blockAppearance = BlockAppearance.standard
  /// The spaces of single blocks that differ from those of `blockAppearance`.
  package var blockSpaces = BlockSpaces()
  /// Whether text boxes and pictures with a placement are laid out outside the flow: boxes have
  /// their own width, and pictures take no space in their line.
  package var placesObjects = false
  /// Whether equations are drawn as formulas.
  ///
  /// Carets and line ends inside their TeX are then only between the figures of a formula.
  public var drawsEquations = false
  /// The language of text that has none, as a BCP 47 tag; empty for no language.
  public var language = ""

  /// Creates options without a scheme.
  public init() {}

  /// Rules of placement that documents leave to programs: for text in lines with a stated height,
  /// list items and quotes.
  package enum Placement: Hashable, Sendable {
    /// Text is at the bottom of its line, and markers of items are beside their text.
    case standard
    /// As in LibreOffice.
    ///
    /// - Lines: the height that a factor adds is below the text. The baseline of a line with an
    ///   exact height is at four fifths of the height. Other height is added or removed above the
    ///   text. The font of a terminator has an effect only in a line without text. Heights of lines
    ///   are rounded to twips, and factors to percents.
    /// - Lists and quotes: items and quotes are indented by 36 points, and markers of items start
    ///   18 points before their text.
    /// - Tables: the text of the first column is at the leading margin. Borders are half a point
    ///   wide, and outside the text of cells at the sides and above it.
    /// - Justified lines that end at a line separator are as wide as the others. No line ends after
    ///   a slash inside a word. Pictures without a size have 96 pixels per inch.
    case office
  }

  /// The spaces of single blocks in points, by the id of the block.
  package struct BlockSpaces: Hashable, Sendable {
    /// The indents of lists, items and quotes.
    package var indents: [Int: PageSpacing.Indents] = [:]
    /// The spaces above tables that follow a table.
    package var tables: [Int: Double] = [:]
    /// The boxes in lines: the value of the tag `LayoutManager.boxTag` is the index of one.
    package var inlineBoxes: [InlineBox] = []
    /// The appearance of header cells and code.
    fileprivate var markdown = MarkdownAppearance()

    /// Creates spaces without blocks.
    package init() {}
  }

  /// The appearance of header cells and code.
  package struct MarkdownAppearance: Hashable, Sendable {
    fileprivate var centersHeaders = false
    fileprivate var codeFactor = 1.0
    fileprivate var codePadding = 0.0
    fileprivate var inlineCodeBackground: Color?
  }

  /// Whether pictures fill their boxes, as on pages of RTF, HTML and Markdown.
  package var stretchesPictures: Bool {
    placement == .office || blockAppearance == .page || centersHeaders
  }

  /// Whether the cells of header rows whose column states no alignment are centred.
  package var centersHeaders: Bool {
    get { blockSpaces.markdown.centersHeaders }
    set { blockSpaces.markdown.centersHeaders = newValue }
  }

  /// The size of program text without a size, as a multiple of the size of other text.
  package var codeFactor: Double {
    get { blockSpaces.markdown.codeFactor }
    set { blockSpaces.markdown.codeFactor = newValue }
  }

  /// The space in points between the text of a code block and the upper and lower edges of its
  /// background.
  package var codePadding: Double {
    get { blockSpaces.markdown.codePadding }
    set { blockSpaces.markdown.codePadding = newValue }
  }

  /// The colour behind program text inside lines; `nil` for no colour.
  package var inlineCodeBackground: Color? {
    get { blockSpaces.markdown.inlineCodeBackground }
    set { blockSpaces.markdown.inlineCodeBackground = newValue }
  }

  /// An appearance of lists, quotes, code and shading.
  package enum BlockAppearance: Hashable, Sendable {
    /// Quotes have a bar, and code has a background.
    case standard
    /// As in browsers: quotes have an indent at both sides and no bar, code has no background, and
    /// the shading of a paragraph includes its border spacing even without a border.
    case page

    /// The font families of generic families in browsers.
    package static let pageFamilies = ["serif": "Times New Roman", "sans-serif": "Arial"]

    /// Returns a list of families in which those of browsers replace generic families.
    func families(_ list: String) -> String {
      guard self == .page else { return list }
      return list.split(separator: ",").map { name in
        let name = String(name.drop { $0 == " " })
        return Self.pageFamilies[name] ?? name
      }.joined(separator: ", ")
    }

    /// The indent of a list in points.
    var listIndent: Double { self == .page ? 30 : ParagraphStyle.listIndent }
    /// The indents of a quote.
    var quoteIndents: PageSpacing.Indents {
      self == .page
        ? .init(start: 30, end: 30) : .init(start: ParagraphStyle.quoteIndent, end: 0)
    }
  }

  /// The sizes to which attachments without a display size are reduced.
  public enum Thumbnail: Int, Hashable, Sendable, CaseIterable {
    case tiny = 32
    case small = 64
    case medium = 160

    /// The side in points of the square into which an attachment is fitted.
    public var side: Double { Double(rawValue) }
  }
}
