public import IAFiles
public import IAFormats
public import IAText

/// Writes a document as RTFD: RTF with its attachments as separate files in one folder.
///
/// The sink receives the text as its document, `TXT.rtf`, and the attachments as side files. If the
/// sink does not accept side files, attachments are written in the text as in RTF.
public struct RTFDWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// RTFD with its two profiles.
  public let descriptor = FormatDescriptor.rtfd

  /// Writes a document and returns a report of what RTFD cannot represent.
  ///
  /// - Throws: An error of the sink, or of an unknown profile.
  /// - Complexity: O(*n*), with about 12 bytes of memory for each unit in addition to the document.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    let profile = try descriptor.profile(named: options.profile)
    return try RTFDocumentWriter.write(
      document, isCocoa: profile == "cocoa", isFolder: true, options, to: &sink)
  }
}

extension FormatDescriptor {
  /// RTFD: RTF in a folder.
  static let rtfd = FormatDescriptor(
    id: FormatID("rtfd"),
    title: "Rich Text Format with attachments, a folder or that folder zipped",
    suffixes: ["rtfd"], mediaTypes: ["application/x-rtfd"], profiles: [.cocoa, .word],
    isTextual: false, folderDocument: "TXT.rtf")
}
