extension FormatID {
  /// The suite's own format, `.ia`, which stores a document completely.
  public static let ia = FormatID("ia")
  /// JSON in the suite's own schema or, in the profile `legacy`, the dictionary of the source system.
  public static let json = FormatID("json")
  /// Property lists and keyed archives of the source system; only read.
  public static let iakit = FormatID("iakit")
  /// HTML pages.
  public static let html = FormatID("html")
  /// Rich Text Format.
  public static let rtf = FormatID("rtf")
  /// Rich Text Format with attachments, a folder or that folder zipped.
  public static let rtfd = FormatID("rtfd")
  /// GitHub Flavored Markdown.
  public static let markdown = FormatID("markdown")
  /// Plain text with sticker tokens.
  public static let text = FormatID("text")
  /// Text with the escape sequences of a terminal; only written.
  public static let ansi = FormatID("ansi")
  /// A PNG picture; only written, by `IARenderFormats`.
  public static let png = FormatID("png")
  /// An animated PNG picture; only written, by `IARenderFormats`.
  public static let apng = FormatID("apng")
  /// An SVG picture; only written, by `IARenderFormats`.
  public static let svg = FormatID("svg")
  /// PDF; only written, by `IARenderFormats`.
  public static let pdf = FormatID("pdf")
}
