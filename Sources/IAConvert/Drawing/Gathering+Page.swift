public import IAFiles
public import IAFormats
internal import IAHTML

extension Gathering {
  /// Writes the documents as the messages of one HTML page.
  ///
  /// - Parameters:
  ///   - sink: The destination of the page.
  ///   - theme: The colours; `nil` for those that the browser's preferences select.
  ///   - options: The scheme and the other display options.
  /// - Throws: Errors of the sink; `UnicodeError` if ICU fails.
  public func writePage(
    to sink: inout some DocumentSink, theme: DrawingOptions.Theme?, options: WriteOptions
  ) throws -> ConversionReport {
    let colors: HTMLThreadWriter.Theme =
      switch theme {
      case .light: .light
      case .dark: .dark
      case nil: .automatic
      }
    return try HTMLThreadWriter(theme: colors).write(
      MessageThread(documents.map(\.document)), to: &sink, options: options)
  }
}
