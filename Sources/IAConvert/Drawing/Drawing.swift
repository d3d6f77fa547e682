public import IAFormats
public import IAText

/// What draws documents.
///
/// The module with the drawing libraries conforms; `iaconv` is linked without it, for loading those
/// libraries would cost more than most conversions (Documentation/Decisions/0019).
public protocol Drawing: Sendable {
  /// The drawn formats with their writers, which load fonts when they write and not before.
  func entries(_ options: DrawingOptions) -> [FormatRegistry.Entry]

  /// Draws several documents as one.
  ///
  /// - Throws: Errors of the sink, `Failure`, `FormatError`.
  func write(
    _ gathering: Gathering, as format: FormatID, to sink: inout some DocumentSink,
    options: DrawingOptions, looks: WriteOptions
  ) throws -> ConversionReport
}

/// Several documents that are drawn as one.
public struct Gathering: Sendable {
  /// How they are put together.
  public enum Arrangement: String, Hashable, Sendable, CaseIterable {
    /// Small pages with their names, in rows.
    case contactSheet
    /// Bubbles one below the other: what one person wrote on the right, what others did on the left.
    case thread
  }

  /// How they are put together.
  public var arrangement: Arrangement
  /// The documents in their order, with the names they are shown under.
  public var documents: [(name: String, document: IADocument)]

  /// Gathers documents.
  public init(
    _ arrangement: Arrangement, _ documents: [(name: String, document: IADocument)]
  ) {
    self.arrangement = arrangement
    self.documents = documents
  }
}
