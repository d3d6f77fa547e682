internal import IAConvert
internal import IAFormats

/// The default measures and font of a drawing, which depend on the document's format.
///
/// They apply if neither an option nor the document states a value.
struct FormatDefaults {
  /// The size of pages.
  let paper: DrawingOptions.PageSize
  /// The margins of pages in points.
  let margin: Double
  /// The font family of text; `nil` for the default family of the layout.
  let fontFamily: String?
  /// The distance in points between the default tab stops after the last tab stop of a paragraph; `nil` for the default
  /// distance of the layout.
  let tabInterval: Double?
  /// Whether the format describes printed pages: paragraphs have only the spacing that the document
  /// states, and lines, list items and quotes are placed as in LibreOffice.
  let isPrinted: Bool

  /// Creates the defaults for documents that were read from a format.
  ///
  /// The defaults of RTF are US Letter and Times New Roman. Its specification has side margins of 1.25 inches, which no
  /// program uses; they are one inch here, as in LibreOffice.
  init(_ format: FormatID?) {
    if format?.rawValue == "rtf" || format?.rawValue == "rtfd" {
      (paper, margin, fontFamily, tabInterval) = (
        DrawingOptions.PageSize(width: 612, height: 792), 72, "Times New Roman", 36
      )
      isPrinted = true
    } else {
      // Two centimetres.
      (paper, margin, fontFamily, tabInterval) = (.a4, 57, nil, nil)
      isPrinted = false
    }
  }
}
