internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAFormats
internal import IAText

/// The descriptor that the reader and the writer of `ia` share.
enum IAFileFormat {
  static let descriptor = FormatDescriptor(
    id: FormatID("ia"), title: "Intensity document", suffixes: ["ia"],
    mediaTypes: ["application/vnd.intensity.ia"], isTextual: false)
}

/// Reads `.ia` files, which store every document completely.
struct IAFileReader: DocumentReader {
  var descriptor: FormatDescriptor { IAFileFormat.descriptor }

  func confidence(inPrefix prefix: [UInt8]) -> Int {
    DocumentDecoder.hasMagic(prefix) ? 100 : 0
  }

  func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    return ReadResult(try DocumentDecoder.decode(bytes, limits: options.limits).document)
  }
}

/// Writes `.ia` files.
struct IAFileWriter: DocumentWriter {
  var descriptor: FormatDescriptor { IAFileFormat.descriptor }

  func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    _ = try descriptor.profile(named: options.profile)
    var encoder = DocumentEncoder()
    try encoder.encode(document) { bytes in try sink.write(bytes) }
    return ConversionReport()
  }
}
