internal import IABytes
internal import IAEmbedding
public import IAFiles
public import IAFormats
public import IASyntax
public import IAText

/// A conversion from one format to another: source, reader, document, writer, sink.
///
///     var conversion = Conversion(to: .html)
///     conversion.inputFormat = .markdown
///     var sink = BytesSink()
///     let outcome = try conversion.run(from: BytesSource("# Title"), to: &sink)
///
/// A conversion is a value without mutable state; several threads may run copies of it.
public struct Conversion: Sendable {
  /// The available formats.
  public var registry = FormatRegistry.standard
  /// The format of the input; `nil` to detect it from the name and the content.
  public var inputFormat: FormatID?
  /// The format to write.
  public var outputFormat: FormatID
  /// The options of the reader.
  public var readOptions = ReadOptions()
  /// The options of the writer.
  public var writeOptions = WriteOptions()
  /// Whether nothing is written if anything would be lost.
  ///
  /// Data that are kept as hidden data do not count as lost. The reader rejects input that it could otherwise repair.
  public var isStrict = false
  /// The folder to whose files a document may refer, such as the folder of a site; `nil` for the folder of the
  /// document.
  ///
  /// The document must be a file below this folder.
  public var root: String?
  /// The treatment of a file that has the name of the output.
  public var existingOutput = ExistingFile.replace
  /// Whether the input is a drawing whose embedded document is read.
  ///
  /// The document is compared with the text of a PDF or SVG. This does not prove that the document is unchanged.
  public var readsEmbeddedSource = false
  /// Whether the outcome contains the hashes of the input and the outputs.
  public var hashes = false
  /// Receives the document that was read, before it is written.
  package var onDocument: (@Sendable (IADocument) -> Void)?

  /// Creates a conversion to a format.
  public init(to outputFormat: FormatID) { self.outputFormat = outputFormat }

  /// The formats that have space between paragraphs unless a document states another value.
  static let separatingFormats: Set<FormatID> = [FormatID("html"), FormatID("markdown")]

  /// The formats that draw pages.
  static let drawnFormats = Set(["png", "apng", "svg", "pdf"].map { FormatID($0) })

  /// The format with pages, to which style sheets for print apply.
  static let pagedFormat = FormatID("pdf")

  /// Whether the reader applies style sheets for print.
  var readsForPrint: Bool { outputFormat == Self.pagedFormat }

  /// A phase of a conversion.
  public enum Phase: Hashable, Sendable {
    /// Reading the bytes of the input.
    case reading
    /// Parsing a document of `byteCount` bytes.
    case parsing(byteCount: Int)
    /// Writing the output; `byteCount` bytes are written so far.
    case writing(byteCount: Int)
  }

  /// A document that was read, with the format, size and losses of its input.
  public struct Input: Sendable {
    /// The document.
    public var document: IADocument
    /// The format it was read from.
    public var format: FormatDescriptor
    /// The size of the input in bytes.
    public var byteCount: Int
    /// The losses and repairs during reading.
    public var report: ConversionReport
    /// The hash of the input; `nil` if hashes were not requested.
    public var digest: SHA256Digest?
  }

  /// Reads a document.
  ///
  /// - Throws: Errors of the source, `FormatError`, `InputError`, `UnknownProfile`; `Failure` for a
  ///   drawing whose embedded document is not requested.
  public func read(
    _ source: any DocumentSource, onProgress: ((Phase) -> Void)? = nil
  ) throws -> Input {
    onProgress?(.reading)
    let explicit = try inputFormat.map { id throws(FormatError) in try registry.reader(id: id) }
    let loaded = try LoadedSource(source, limits: readOptions.limits)
    if readsEmbeddedSource { return try readSource(of: loaded, onProgress) }
    let zipped = try zippedFolder(in: loaded, explicit)
    let reader = try explicit ?? zipped?.format.reader ?? detectedReader(of: loaded)
    onProgress?(.parsing(byteCount: loaded.byteCount))
    var options = readOptions
    options.isStrict = options.isStrict || isStrict
    options.isForPrint = readsForPrint
    var result = try readEmbedded(
      in: reader.read(zipped?.source ?? loaded, options: options), options)
    if let zipped { result.report.add(zipped.report) }
    return Input(
      document: result.document, format: reader.descriptor, byteCount: loaded.byteCount,
      report: result.report, digest: hashes ? SHA256Digest(of: loaded.contentBytes) : nil)
  }

  /// Returns the reader for the content of a source.
  ///
  /// - Throws: `FormatError`; `Failure` for a drawing with an embedded document.
  private func detectedReader(of loaded: LoadedSource) throws -> any DocumentReader {
    do throws(FormatError) {
      return try registry.detect(prefix: loaded.prefix, fileName: loaded.name)
    } catch {
      guard EmbeddedSource.isPresent(in: loaded.contentBytes) else { throw error }
      throw Failure(
        .badInput, code: "format.embedded",
        "is a drawing that can only be written; --embedded reads the document that it carries")
    }
  }

  /// Reads the document that a drawing carries.
  ///
  /// - Throws: `InputError`.
  private func readSource(
    of loaded: LoadedSource, _ onProgress: ((Phase) -> Void)?
  ) throws -> Input {
    onProgress?(.parsing(byteCount: loaded.byteCount))
    let bytes = loaded.contentBytes
    let result = try EmbeddedDocument.read(bytes, limits: readOptions.limits)
    return Input(
      document: result.document, format: IAFileFormat.descriptor, byteCount: loaded.byteCount,
      report: result.report, digest: hashes ? SHA256Digest(of: bytes) : nil)
  }

  /// Returns the folder document in a ZIP archive; `nil` if the source is not an archive with such a document, or if a
  /// format is requested whose documents are not folders.
  private func zippedFolder(
    in loaded: LoadedSource, _ explicit: (any DocumentReader)?
  ) throws -> ZippedFolder? {
    if let explicit, explicit.descriptor.folderDocument == nil { return nil }
    return try ZippedFolder(
      loaded.contentBytes, name: loaded.name, limits: readOptions.limits, registry: registry)
  }

  /// Returns the document of an embedded part if there is one and its format can be read; otherwise
  /// the outer document.
  ///
  /// Metadata of the outer document apply if the part does not define them.
  private func readEmbedded(in outer: ReadResult, _ options: ReadOptions) throws -> ReadResult {
    guard let part = outer.embedded, let reader = registry.entry(id: part.format)?.reader else {
      return outer
    }
    var options = options
    options.profile = nil
    var result = try reader.read(BytesSource(part.bytes), options: options)
    result.document.metadata = outer.document.metadata.overridden(by: result.document.metadata)
    result.report.add(outer.report)
    return result
  }

  /// Converts a source to a sink that is a class instance.
  ///
  /// - Throws: The errors of `run(from:to:onProgress:)` for a sink of any type.
  public func run<Sink: DocumentSink & AnyObject>(
    from source: any DocumentSource, to sink: Sink, onProgress: ((Phase) -> Void)? = nil
  ) throws -> ConversionOutcome {
    var shared = sink
    return try run(from: source, to: &shared, onProgress: onProgress)
  }

  /// Converts a source to a sink.
  ///
  /// The sink is an `inout` parameter because sinks such as `BytesSink` are values: without `inout`, the bytes would be
  /// written to a copy and lost.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - sink: The destination. If an error is thrown, its contents are incomplete.
  ///   - onProgress: Called at the start of each phase and after each piece of output.
  /// - Throws: Errors of the source and the sink, `FormatError`, `InputError`, `UnknownProfile`;
  ///   `RefusedLoss` if the conversion is strict and would lose something.
  public func run<Sink: DocumentSink>(
    from source: any DocumentSource, to sink: inout Sink, onProgress: ((Phase) -> Void)? = nil
  ) throws -> ConversionOutcome {
    try checkWriter()
    let input = try read(source, onProgress: onProgress)
    onDocument?(input.document)
    return try write(input, to: &sink, onProgress: onProgress)
  }

  /// Fails if the format cannot be written, or has no profile of the requested name.
  ///
  /// - Throws: `FormatError`, `UnknownProfile`.
  func checkWriter() throws {
    let writer = try registry.writer(id: outputFormat)
    _ = try writer.descriptor.profile(named: writeOptions.profile)
  }
}
