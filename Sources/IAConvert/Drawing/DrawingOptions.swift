/// How documents are drawn: what `iaconv render` asks besides what any conversion does.
public struct DrawingOptions: Hashable, Sendable {
  /// The ground and the colours on it.
  public enum Theme: String, Hashable, Sendable, CaseIterable {
    /// Dark text on white.
    case light
    /// Light text on near black; colours that would not be legible there are lightened.
    case dark
  }

  /// A width and a height in points, 1/72 inch.
  public struct PageSize: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// ISO 216 A4, rounded to points.
    public static let a4 = PageSize(width: 595, height: 842)
  }

  /// The room around the text in points.
  public struct Margins: Hashable, Sendable {
    /// Above.
    public var top: Double
    /// On the right.
    public var right: Double
    /// Below.
    public var bottom: Double
    /// On the left.
    public var left: Double

    /// Makes margins.
    public init(top: Double, right: Double, bottom: Double, left: Double) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }

    /// Makes equal margins.
    public init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }
  }

  /// Rules that say which ranges of text look how while they are shown (Specs/highlighting.md).
  public enum Highlighting: Hashable, Sendable {
    /// The six rules of a well-known tutorial.
    case tutorial
    /// What Markdown's signs represent.
    case markdown
    /// The rules of a JSON file.
    case file(path: String)

    /// Reads a choice: `tutorial`, `markdown`, or a path that ends in `.json` or has a slash; `nil`
    /// for anything else.
    public init?(argument: String) {
      switch argument.lowercased() {
      case "tutorial": self = .tutorial
      case "markdown": self = .markdown
      default:
        guard argument.contains("/") || argument.hasSuffix(".json") else { return nil }
        self = .file(path: argument)
      }
    }
  }

  /// The width of the picture in points, margins included; `nil` for the format's own.
  public var width: Double?
  /// How many pixels a point is, for pictures made of pixels: 1…3.
  public var scale = 2.0
  /// The size of a page; `nil` for A4 in PDF, and for one page as high as the text in pictures.
  public var pageSize: PageSize?
  /// The room around the text; `nil` for the format's own.
  public var margins: Margins?
  /// The theme; `nil` for the one that the profile names.
  public var theme: Theme?
  /// The UTF-16 units that are shown selected.
  public var selection: Range<Int>?
  /// The UTF-16 unit that a caret is shown before; their number for the end.
  public var caret: Int?
  /// The UTF-16 units that are shown as found.
  public var found: [Range<Int>] = []
  /// The UTF-16 units that are shown as misspelt.
  public var misspelt: [Range<Int>] = []
  /// The rules that text is highlighted by; `nil` for none.
  public var highlighting: Highlighting?
  /// The folder of fonts that text is set in, and no others; `nil` for those of the system.
  public var fontsFolder: String?
  /// Pictures a second in animations: 1…60.
  public var framesPerSecond = 20
  /// The largest picture that is made or decoded, in pixels.
  public var maximumPixels = 64_000_000

  /// Whether something of the text is pointed at, as makes sense of one text alone.
  public var hasMarks: Bool {
    selection != nil || caret != nil || !found.isEmpty || !misspelt.isEmpty
  }

  /// Creates the default options.
  public init() {}
}
