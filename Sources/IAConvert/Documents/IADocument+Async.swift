public import IAFormats
public import IAText

// Asynchronous forms of the functions of IADocument+Formats.swift, which run on the concurrent executor. If a task is
// cancelled before the work starts, the work is not done. The names differ, because in an asynchronous context a
// synchronous function cannot be called if an asynchronous one of the same name exists.

extension IADocument {
  /// Reads a document from bytes without blocking the caller's actor.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - format: Its format; `nil` to detect it from the content.
  ///   - options: Limits, sticker packs and other settings of the reader.
  /// - Throws: The errors of `init(_:as:options:)`, or `CancellationError`.
  public static func read(
    _ bytes: [UInt8], as format: FormatID? = nil, options: ReadOptions = ReadOptions()
  ) async throws -> IADocument {
    let reading = DocumentReading(format: format, options: options)
    return try await offCallersActor { try reading.input(bytes).markedDocument }
  }

  /// Reads a document from a file or folder without blocking the caller's actor.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: Its format; `nil` to detect it from the name and the content.
  ///   - options: Limits, sticker packs and other settings of the reader.
  /// - Throws: The errors of `init(contentsOf:as:options:)`, or `CancellationError`.
  public static func read(
    contentsOf path: String, as format: FormatID? = nil, options: ReadOptions = ReadOptions()
  ) async throws -> IADocument {
    let reading = DocumentReading(format: format, options: options)
    return try await offCallersActor { try reading.input(path: path).markedDocument }
  }

  /// Returns the document in a format without blocking the caller's actor.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - options: The profile, display options and other settings of the writer.
  ///   - registry: The formats to choose from.
  /// - Throws: The errors of `data(as:options:registry:)`, or `CancellationError`.
  public func export(
    as format: FormatID, options: WriteOptions = WriteOptions(),
    registry: FormatRegistry = .standard
  ) async throws -> DocumentData {
    try await offCallersActor { try data(as: format, options: options, registry: registry) }
  }

  /// Writes the document to a file or folder without blocking the caller's actor.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format to write; `nil` to choose it by the suffix of the path.
  ///   - options: The profile, display options and other settings of the writer.
  ///   - registry: The formats to choose from.
  /// - Returns: The losses of the conversion.
  /// - Throws: The errors of `write(to:as:options:registry:)`, or `CancellationError`.
  @discardableResult
  public func save(
    to path: String, as format: FormatID? = nil, options: WriteOptions = WriteOptions(),
    registry: FormatRegistry = .standard
  ) async throws -> ConversionReport {
    try await offCallersActor {
      try write(to: path, as: format, options: options, registry: registry)
    }
  }
}

/// Converts bytes from one format to another without blocking the caller's actor.
///
/// - Throws: The errors of the synchronous function, or `CancellationError`.
public func convert(
  _ bytes: [UInt8], from input: FormatID? = nil, to output: FormatID,
  reading readOptions: ReadOptions = ReadOptions(),
  writing writeOptions: WriteOptions = WriteOptions()
) async throws -> DocumentData {
  let reading = DocumentReading(format: input, options: readOptions)
  return try await offCallersActor { try reading.converted(bytes, to: output, writeOptions) }
}

/// Runs work on the concurrent executor; throws `CancellationError` if the task was cancelled before.
@concurrent
private func offCallersActor<Result: Sendable>(
  _ work: @Sendable () throws -> Result
) async throws -> Result {
  try Task.checkCancellation()
  return try work()
}
