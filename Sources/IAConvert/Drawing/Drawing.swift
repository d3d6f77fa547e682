public import IAFiles
public import IAFormats
public import IAText

/// A drawing engine for documents.
///
/// A type in the module with the drawing libraries conforms to this protocol. `iaconv` is linked without that module,
/// because loading the libraries would take longer than most conversions (Documentation/Decisions/0019).
public protocol Drawing: Sendable {
  /// Returns the drawn formats with their writers, and HTML if the options embed fonts; the writers load fonts only
  /// when they write.
  func entries(_ options: DrawingOptions) -> [FormatRegistry.Entry]

  /// Draws several documents as one.
  ///
  /// - Throws: Errors of the sink, `Failure`, `FormatError`.
  func write(
    _ gathering: Gathering, as format: FormatID, to sink: inout some DocumentSink,
    options: DrawingOptions, looks: WriteOptions
  ) throws -> ConversionReport

  /// Returns the families of the fonts with their faces, one family for each line.
  ///
  /// - Throws: `Failure` if there are no fonts.
  func fontList(_ fonts: DrawingOptions.Fonts) throws(Failure) -> String

  /// Returns a hash of all fonts and the versions of the libraries, on which drawings depend in addition to documents
  /// and options.
  ///
  /// - Throws: `Failure` if there are no fonts or a font cannot be read.
  func fontDigest(_ fonts: DrawingOptions.Fonts) throws(Failure) -> String
}

/// Several documents that are drawn as one.
public struct Gathering: Sendable {
  /// The arrangement of the documents.
  public enum Arrangement: String, Hashable, Sendable, CaseIterable {
    /// Small pages with their names, in rows.
    case contactSheet
    /// Bubbles one below the other: those of one person on the right, those of others on the left.
    case thread
  }

  /// The arrangement of the documents.
  public var arrangement: Arrangement
  /// The documents in order, with the names to display.
  public var documents: [(name: String, document: IADocument)]

  /// Creates a gathering of documents.
  public init(
    _ arrangement: Arrangement, _ documents: [(name: String, document: IADocument)]
  ) {
    self.arrangement = arrangement
    self.documents = documents
  }
}
