internal import IAConvert
internal import IAFormats

/// The parts of a drawing that neither an option nor the document states, by the document's format.
struct FormatDefaults {
  /// The size of pages.
  let paper: DrawingOptions.PageSize
  /// The margins of pages in points.
  let margin: Double
  /// The family of text; `nil` for that of layouts.
  let fontFamily: String?
  /// The distance in points between tab stops after the last one of a paragraph; `nil` for that of
  /// layouts.
  let tabInterval: Double?
  /// Whether the format describes printed pages: paragraphs have only the spacing that the document
  /// states, and lines, list items and quotes are placed as in LibreOffice.
  let isPrinted: Bool

  /// Creates the defaults for documents that were read from a format.
  ///
  /// RTF has defaults of its own: its margins of 1.25 inches at the sides are those of no program;
  /// they are one inch here, as in LibreOffice.
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
