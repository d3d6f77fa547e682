public import IAFiles
public import IAFormats
internal import IALegacy
internal import IASyntax
public import IAText

/// Writes documents as JSON: completely in the suite's own schema, or as the dictionary of the source system.
///
/// The profiles are `document` (the default), `compact` and `legacy`; the schemas are described in
/// `Specs/json.md`.
public struct JSONDocumentWriter: DocumentWriter {
  /// The format that is written.
  public var descriptor: FormatDescriptor { JSONFormat.descriptor }

  /// Creates a writer.
  public init() {}

  /// Writes a document; the report is empty except for the profile `legacy`.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, and errors of the sink.
  /// - Complexity: O(*n*).
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    var report = ConversionReport()
    switch try descriptor.profile(named: options.profile) {
    case JSONFormat.legacy: try sink.write(LegacySchema.write(document, &report))
    case JSONFormat.compact: try sink.write(DocumentSchema.write(document, style: .compact))
    default: try sink.write(DocumentSchema.write(document, style: .pretty))
    }
    return report
  }
}
