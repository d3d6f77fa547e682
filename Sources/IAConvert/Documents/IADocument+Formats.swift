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
    self = try DocumentReading(format: format, options: options).input(bytes).document
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
    self = input.document
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
    self = try DocumentReading(format: format, options: options).input(path: path).document
  }

  /// Returns the document in a format.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - options: The profile, display options and other settings of the writer.
  ///   - registry: The formats to choose from; `standard` has no writers for pictures and PDF.
  /// - Throws: `FormatError` for a format that cannot be written, `UnknownProfile`.
  /// - Complexity: O(*n*).
  public func data(
    as format: FormatID, options: WriteOptions = WriteOptions(),
    registry: FormatRegistry = .standard
  ) throws -> DocumentData {
    let writer = try registry.writer(id: format)
    var sink = BytesSink(
      keepsSideFiles: writer.descriptor.folderDocument != nil || options.linksMedia)
    let report = try writer.write(self, to: &sink, options: options)
    return DocumentData(
      bytes: sink.bytes, sideFiles: sink.sideFiles.map { .init(name: $0.name, bytes: $0.bytes) },
      report: report)
  }

  /// Writes the document to a file, or to a folder for formats such as RTFD.
  ///
  /// The file appears complete or not at all; an existing file is replaced.
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
    let report = try writer.write(self, to: &sink, options: options)
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
    // An unknown output format is reported before the input is parsed.
    _ = try FormatRegistry.standard.writer(id: output).descriptor.profile(named: options.profile)
    var input = try input(bytes)
    var data = try input.document.data(as: output, options: options)
    input.report.add(data.report)
    data.report = input.report
    return data
  }

  private var conversion: Conversion {
    // The output format is not used: only `read` is called.
    var conversion = Conversion(to: .json)
    conversion.inputFormat = format
    conversion.readOptions = options
    return conversion
  }
}
