internal import IAFormats

/// Reads one source for conversions to several formats.
///
/// The conversions share the result, with one exception: an HTML page is read a second time for PDF, because style
/// sheets for print apply only to PDF (decision 0202).
struct SharedReading {
  private let source: any DocumentSource
  private let onProgress: ((Conversion.Phase) -> Void)?
  private var screen: Conversion.Input?
  private var print: Conversion.Input?

  /// Creates a value without a reading.
  init(_ source: any DocumentSource, onProgress: ((Conversion.Phase) -> Void)? = nil) {
    self.source = source
    self.onProgress = onProgress
  }

  /// Returns the document for a conversion; the conversions differ only in the format.
  ///
  /// - Throws: The errors of `Conversion.read(_:onProgress:)`.
  mutating func input(for conversion: Conversion) throws -> Conversion.Input {
    if let known = conversion.readsForPrint ? print : screen { return known }
    // Only HTML depends on the medium.
    if let known = print ?? screen, known.format.id != .html { return known }
    let input = try conversion.read(source, onProgress: onProgress)
    if conversion.readsForPrint { print = input } else { screen = input }
    return input
  }
}
