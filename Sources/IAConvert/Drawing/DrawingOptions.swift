internal import IAFiles

/// Options of `iaconv render` beyond those of other conversions.
public struct DrawingOptions: Hashable, Sendable {
  /// The background and the colours on it.
  public enum Theme: String, Hashable, Sendable, CaseIterable {
    /// Dark text on white.
    case light
    /// Light text on a nearly black background; colours that are not legible on it are lightened.
    case dark
  }

  /// A width and a height in points, 1/72 inch.
  public struct PageSize: Hashable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// ISO 216 A4, rounded to points.
    public static let a4 = PageSize(width: 595, height: 842)
  }

  /// The margins around the text in points.
  public struct Margins: Hashable, Sendable {
    /// The top margin.
    public var top: Double
    /// The right margin.
    public var right: Double
    /// The bottom margin.
    public var bottom: Double
    /// The left margin.
    public var left: Double

    /// Creates margins.
    public init(top: Double, right: Double, bottom: Double, left: Double) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }

    /// Creates equal margins.
    public init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }
  }

  /// The rules that determine the appearance of ranges of text during display
  /// (Specs/highlighting.md).
  public enum Highlighting: Hashable, Sendable {
    /// The six rules of a well-known tutorial.
    case tutorial
    /// The rules for the characters of Markdown's syntax.
    case markdown
    /// The rules in a JSON file.
    case file(path: String)

    /// Creates a choice from an argument.
    ///
    /// The argument is `tutorial`, `markdown`, or a path that contains a slash or ends in `.json`. The result is `nil`
    /// for any other argument.
    public init?(argument: String) {
      switch argument.lowercased() {
      case "tutorial": self = .tutorial
      case "markdown": self = .markdown
      default:
        guard FilePaths.hasSlash(argument) || argument.hasSuffix(".json") else { return nil }
        self = .file(path: argument)
      }
    }
  }

  /// The default sizes and spacing of a drawing.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A text to read: 11 points, 12 for HTML, and page numbers.
    case article
    /// A letter: as an article, with wider margins and no number on its first page.
    case letter
    /// Messages: 20 points, without page numbers.
    case message
    /// As in the source system: 20 points, without space between blocks and without page numbers.
    case kit
  }

  /// The parts of a document that are embedded in a drawing.
  public enum Embedding: String, Hashable, Sendable, CaseIterable {
    /// The text that the drawing shows, without hidden text, tracked changes, comments and metadata. Comments are then
    /// also not drawn.
    case shown
    /// The whole document.
    case all
  }

  /// The default fonts, for text that states none.
  public struct Fonts: Hashable, Sendable {
    /// The folder of the only fonts to use; `nil` for the fonts of the system.
    public var folder: String?
    /// The font family for text that states none; `nil` for the default of the document, or else of its format.
    public var family: String?
    /// The font family for code that states none; `nil` for a monospaced family.
    public var monospacedFamily: String?
    /// The font size in points for text that states none; `nil` for the default of the document, or else of the style.
    public var size: Double?
    /// Whether HTML pages contain subsets of the fonts.
    public var areEmbedded = false

    /// Creates the default fonts.
    public init() {}
  }

  /// The width of the picture in points, including margins; `nil` for the default of the format.
  public var width: Double?
  /// The number of pixels per point in raster pictures: 1…3.
  public var scale = 2.0
  /// The size of a page.
  ///
  /// If it is `nil`, a PDF has the size that the document states, or else the default of its format (US Letter for RTF,
  /// otherwise A4), and a picture is as high as its text.
  public var pageSize: PageSize?
  /// Whether pages are in landscape orientation, so that the longer side is the width.
  public var isLandscape = false
  /// The style, which determines default sizes and spacing; `nil` for `article` if the input is HTML, RTF, Markdown or
  /// plain text, and for `message` otherwise.
  public var style: Style?
  /// Whether page numbers are drawn; `nil` for the default of the style, or for no numbers if the input is RTF and
  /// `style` is `nil`, because such documents contain their own.
  public var numbersPages: Bool?
  /// Whether a PDF starts with a table of contents.
  public var hasContents = false
  /// Whether the legend of the scheme is drawn below the text.
  public var showsLegend = false
  /// Whether a graph under each line shows the intensities of its text.
  public var showsIntensityBars = false
  /// The margins around the text; `nil` for those that the document states in a PDF, or else for the default of the
  /// format.
  public var margins: Margins?
  /// The theme; `nil` for the theme that the profile names.
  public var theme: Theme?
  /// The UTF-16 range that is drawn as selected.
  public var selection: Range<Int>?
  /// The UTF-16 offset of a caret; the length of the text for a caret at the end.
  public var caret: Int?
  /// The UTF-16 ranges that are drawn as matches of a search.
  public var found: [Range<Int>] = []
  /// The UTF-16 ranges that are drawn as misspelt.
  public var misspelt: [Range<Int>] = []
  /// The highlighting rules; `nil` for no highlighting.
  public var highlighting: Highlighting?
  /// The fonts.
  public var fonts = Fonts()
  /// The parts of the document to embed in a PDF, PNG or SVG; `nil` to embed nothing.
  public var embedding: Embedding?
  /// The number of frames per second in animations: 1…60.
  public var framesPerSecond = 20
  /// The maximum number of pixels of a picture that is drawn or decoded.
  public var maximumPixels = 64_000_000

  /// Whether a selection, a caret or a marked range is set, which requires a single text.
  public var hasMarks: Bool {
    selection != nil || caret != nil || !found.isEmpty || !misspelt.isEmpty
  }

  /// Creates the default options.
  public init() {}
}
