public import IABytes
internal import IAEquations
public import IAFormats

extension FormatDescriptor {
  /// GitHub Flavored Markdown with footnotes and YAML front matter.
  public static let markdown = FormatDescriptor(
    id: FormatID("markdown"), title: "Markdown", suffixes: ["md", "markdown", "mkd"],
    mediaTypes: ["text/markdown"])
}

extension InputError.Code {
  /// Blocks nest deeper than allowed.
  public static let markdownDepth = InputError.Code(rawValue: "markdown.depth")
  /// The input is built so that parsing it would take far more than linear time.
  public static let markdownWork = InputError.Code(rawValue: "markdown.work")
  /// The parser found more nodes than allowed.
  public static let markdownEntries = InputError.Code(rawValue: "markdown.entries")
  /// The parser could not get memory.
  public static let markdownMemory = InputError.Code(rawValue: "markdown.memory")
}

/// The names of tags and metadata for features that only Markdown has.
enum MarkdownTag {
  /// Raw HTML that readers before version 2 of the format stored as text.
  static let html = "markdown.html"
  /// The whole info string of a code block, if it contains more than the name of a language.
  static let info = "markdown.info"
  /// The label of an alert; the value is its kind in small letters.
  static let alert = "markdown.alert"
  /// The TeX of an equation; the value is `inline` or `display`.
  static let math = Equation.tagName
  /// The title of a picture.
  static let title = "markdown.title"
  /// A reference to a footnote; the value is its label.
  static let footnote = "footnote"
  /// The prefix of the names of front matter entries in the document's metadata.
  static let frontMatter = "yaml."
  /// The prefix of custom metadata for TOML entries that simple YAML cannot represent.
  static let toml = "toml."
  /// An empty comment, which separates structures that would otherwise be joined.
  static let separator = "<!-- -->"
  /// The start of the comment with the hidden data.
  static let hiddenData = "<!-- ia:1"
}
