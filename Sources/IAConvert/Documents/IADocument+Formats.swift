internal import IAFiles
public import IAFormats
public import IAText

extension IADocument {
  /// Creates a document from bytes.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - format: Its format; `nil` to detect it from the content.
  ///   - options: Limits, sticker packs and other settings of the reader.
  /// - Throws: `InputError` for bad input, `FormatError` for an unknown or undetectable format,
  ///   `UnknownProfile`.
  /// - Complexity: O(*n*).
  public init(
    _ bytes: [UInt8], as format: FormatID? = nil, options: ReadOptions = ReadOptions()
  ) throws {
    self = try DocumentReading(format: format, options: options).input(bytes).markedDocument
  }

  /// Creates a document from bytes and adds the losses to a report.
  ///
  /// - Throws: The errors of `init(_:as:options:)`.
  public init(
    _ bytes: [UInt8], as format: FormatID? = nil, options: ReadOptions = ReadOptions(),
    report: inout ConversionReport
  ) throws {
    let input = try DocumentReading(format: format, options: options).input(bytes)
    report.add(input.report)
    self = input.markedDocument
  }

  /// Creates a document from a file, or from a folder for formats such as RTFD.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: Its format; `nil` to detect it from the name and the content.
  ///   - options: Limits, sticker packs and other settings of the reader.
  /// - Throws: `FileError` with the path, and the errors of `init(_:as:options:)`.
  public init(
    contentsOf path: String, as format: FormatID? = nil, options: ReadOptions = ReadOptions()
  ) throws {
    self = try DocumentReading(format: format, options: options).input(path: path).markedDocument
  }

  /// Returns the document in a format.
  ///
  /// As in a `Conversion`, the report lists all losses: if the writer cannot determine them, the bytes are read back
  /// and compared with the document.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - options: The profile, display options and other settings of the writer.
  ///   - registry: The formats to choose from; `standard` has no writers for pictures and PDF.
  /// - Throws: `FormatError` for a format that cannot be written, `UnknownProfile`; `InputError` if the output would
  ///   exceed both 16 MB and 200 times the size of the document.
  /// - Complexity: O(*n*).
  public func data(
    as format: FormatID, options: WriteOptions = WriteOptions(),
    registry: FormatRegistry = .standard
  ) throws -> DocumentData {
    try Conversion(to: format, registry, options).data { conversion, sink in
      try conversion.write(self, to: &sink)
    }
  }

  /// Writes the document to a file, or to a folder for formats such as RTFD.
  ///
  /// The file gets its name only when it is complete; an existing file is replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format to write; `nil` to choose it by the suffix of the path.
  ///   - options: The profile, display options and other settings of the writer.
  ///   - registry: The formats to choose from; `standard` has no writers for pictures and PDF.
  /// - Returns: The losses of the conversion.
  /// - Throws: `FileError` with the path, `FormatError`, `UnknownProfile`.
  @discardableResult
  public func write(
    to path: String, as format: FormatID? = nil, options: WriteOptions = WriteOptions(),
    registry: FormatRegistry = .standard
  ) throws -> ConversionReport {
    let writer = try format.map { try registry.writer(id: $0) } ?? registry.writer(fileName: path)
    var sink = try writer.descriptor.stagedSink(path: path)
    let conversion = Conversion(to: writer.descriptor.id, registry, options)
    let report = try conversion.write(self, to: &sink)
    try sink.commit()
    return report
  }
}

/// Converts bytes from one format to another.
///
/// - Parameters:
///   - bytes: The input.
///   - input: The format of the input; `nil` to detect it from the content.
///   - output: The format to write.
///   - readOptions: Limits and other settings of the reader.
///   - writeOptions: The profile, display options and other settings of the writer.
/// - Returns: The output with the losses of reading and of writing.
/// - Throws: `InputError`, `FormatError`, `UnknownProfile`.
public func convert(
  _ bytes: [UInt8], from input: FormatID? = nil, to output: FormatID,
  reading readOptions: ReadOptions = ReadOptions(),
  writing writeOptions: WriteOptions = WriteOptions()
) throws -> DocumentData {
  try DocumentReading(format: input, options: readOptions)
    .converted(bytes, to: output, writeOptions)
}

/// Reads a document from bytes or from a file with given options.
struct DocumentReading: Sendable {
  /// The format; `nil` to detect it.
  var format: FormatID?
  var options: ReadOptions

  func input(_ bytes: [UInt8]) throws -> Conversion.Input {
    try conversion.read(BytesSource(bytes))
  }

  func input(path: String) throws -> Conversion.Input {
    try conversion.read(Place.file(path).source)
  }

  func converted(
    _ bytes: [UInt8], to output: FormatID, _ options: WriteOptions
  ) throws -> DocumentData {
    var conversion = Conversion(to: output, .standard, options)
    conversion.inputFormat = format
    conversion.readOptions = self.options
    return try conversion.data { conversion, sink in
      try conversion.run(from: BytesSource(bytes), to: &sink).report
    }
  }

  private var conversion: Conversion {
    // The output format is not used: only `read` is called.
    var conversion = Conversion(to: .json)
    conversion.inputFormat = format
    conversion.readOptions = options
    return conversion
  }
}

extension Conversion.Input {
  /// The document, with the format it was read from.
  var markedDocument: IADocument {
    var marked = document
    marked.sourceFormat = format.id.rawValue
    return marked
  }
}

extension Conversion {
  /// Creates a conversion with options of the writer.
  fileprivate init(to format: FormatID, _ registry: FormatRegistry, _ options: WriteOptions) {
    self.init(to: format)
    self.registry = registry
    writeOptions = options
  }

  /// Returns the bytes that a function writes, with the report that it returns.
  ///
  /// - Throws: `FormatError` for a format that cannot be written, and the errors of the function.
  fileprivate func data(
    _ write: (Conversion, inout BytesSink) throws -> ConversionReport
  ) throws -> DocumentData {
    let writer = try registry.writer(id: outputFormat)
    var sink = BytesSink(
      keepsSideFiles: writer.descriptor.folderDocument != nil || writeOptions.linksMedia)
    let report = try write(self, &sink)
    return DocumentData(
      bytes: sink.bytes, sideFiles: sink.sideFiles.map { .init(name: $0.name, bytes: $0.bytes) },
      report: report)
  }
}
