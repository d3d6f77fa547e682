internal import IAFiles
public import IAFormats
internal import IAHTML
internal import IAJSON
internal import IAKit
internal import IAMarkdown
internal import IAPlainText
internal import IARTF

/// The formats that can be read or written.
///
/// Each format has one entry in `standard` with its descriptor, reader and writer. Commands, completions, detection,
/// the matrix of losses and the tests of all formats use these entries.
///
/// The three expressions of an entry are evaluated only on request. They must be cheap, because every command evaluates
/// some of them when it starts. Therefore readers and writers must not build tables in their initializers.
public struct FormatRegistry: Sendable {
  /// A format with its reader and its writer.
  public struct Entry: Sendable {
    private let makeDescriptor: @Sendable () -> FormatDescriptor
    private let makeReader: (@Sendable () -> any DocumentReader)?
    private let makeWriter: (@Sendable () -> any DocumentWriter)?

    /// Creates an entry for a format that is read and written.
    public init(
      _ descriptor: @autoclosure @escaping @Sendable () -> FormatDescriptor,
      reader: @autoclosure @escaping @Sendable () -> any DocumentReader,
      writer: @autoclosure @escaping @Sendable () -> any DocumentWriter
    ) {
      makeDescriptor = descriptor
      makeReader = reader
      makeWriter = writer
    }

    /// Creates an entry for a format that is only read.
    public init(
      _ descriptor: @autoclosure @escaping @Sendable () -> FormatDescriptor,
      reader: @autoclosure @escaping @Sendable () -> any DocumentReader
    ) {
      makeDescriptor = descriptor
      makeReader = reader
      makeWriter = nil
    }

    /// Creates an entry for a format that is only written.
    public init(
      _ descriptor: @autoclosure @escaping @Sendable () -> FormatDescriptor,
      writer: @autoclosure @escaping @Sendable () -> any DocumentWriter
    ) {
      makeDescriptor = descriptor
      makeReader = nil
      makeWriter = writer
    }

    /// Creates an entry for a format that another program draws.
    init(drawnElsewhere descriptor: @autoclosure @escaping @Sendable () -> FormatDescriptor) {
      makeDescriptor = descriptor
      makeReader = nil
      makeWriter = nil
      isDrawnElsewhere = true
    }

    /// The description of the format.
    public var descriptor: FormatDescriptor { makeDescriptor() }
    /// The reader of the format; `nil` for formats that are only written.
    public var reader: (any DocumentReader)? { makeReader?() }
    /// The writer of the format; `nil` for formats that are only read.
    public var writer: (any DocumentWriter)? { makeWriter?() }
    /// Whether the format can be read.
    public var isReadable: Bool { makeReader != nil }
    /// Whether the format can be written by this program or another.
    public var isWritable: Bool { makeWriter != nil || isDrawnElsewhere }
    /// Whether only another program writes the format.
    public private(set) var isDrawnElsewhere = false
  }

  /// The formats in the order of lists; if several formats have the same confidence, detection chooses the first.
  public let entries: [Entry]

  /// Creates a registry.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// All formats of the suite.
  public static let standard = FormatRegistry([
    Entry(IAFileFormat.descriptor, reader: IAFileReader(), writer: IAFileWriter()),
    Entry(
      JSONDocumentReader().descriptor, reader: JSONDocumentReader(), writer: JSONDocumentWriter()),
    Entry(KitReader().descriptor, reader: KitReader()),
    Entry(HTMLReader().descriptor, reader: HTMLReader(), writer: HTMLWriter()),
    Entry(RTFReader().descriptor, reader: RTFReader(), writer: RTFWriter()),
    Entry(RTFDReader().descriptor, reader: RTFDReader(), writer: RTFDWriter()),
    Entry(MarkdownReader().descriptor, reader: MarkdownReader(), writer: MarkdownWriter()),
    Entry(
      PlainTextReader().descriptor, reader: PlainTextReader(), writer: PlainTextWriter()),
    Entry(ANSIWriter().descriptor, writer: ANSIWriter()),
    Entry(drawnElsewhere: .png), Entry(drawnElsewhere: .apng), Entry(drawnElsewhere: .svg),
    Entry(drawnElsewhere: .pdf),
  ])
}

extension FormatRegistry {
  /// Returns the format with an identifier, or with a suffix such as `md` that is not an
  /// identifier; case is ignored.
  public func entry(id: FormatID) -> Entry? {
    let name = id.rawValue.lowercased()
    return entries.first { $0.descriptor.id.rawValue == name } ?? entry(suffix: name)
  }

  /// Returns the format with a file suffix, given without its full stop; case is ignored.
  public func entry(suffix: String) -> Entry? {
    let suffix = suffix.lowercased()
    return entries.first { $0.descriptor.suffixes.contains(suffix) }
  }

  /// Returns the format for the last suffix of a file name.
  ///
  /// For a document that is a folder, the name may be that of a ZIP archive of the folder,
  /// `a.rtfd.zip`.
  public func entry(fileName: String) -> Entry? {
    guard let suffix = FileSuffix.of(fileName) else { return nil }
    guard suffix.lowercased() == "zip" else { return entry(suffix: suffix) }
    let zipped = FileSuffix.of(String(fileName.dropLast(4))).flatMap { entry(suffix: $0) }
    return zipped?.descriptor.folderDocument == nil ? nil : zipped
  }

  /// Returns the format with a media type; parameters after a semicolon are ignored.
  public func entry(mediaType: String) -> Entry? {
    let essence = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    return entries.first { $0.descriptor.mediaTypes.contains(essence) }
  }

  /// Returns the reader of the format with an identifier.
  ///
  /// - Throws: `FormatError` if there is no such format, or it is only written.
  public func reader(id: FormatID) throws(FormatError) -> any DocumentReader {
    guard let entry = entry(id: id) else {
      throw .unknownFormat(id.rawValue, known: entries.map(\.descriptor.id.rawValue))
    }
    guard let reader = entry.reader else {
      throw .notReadable(entry.descriptor.id.rawValue, readable: readableNames)
    }
    return reader
  }

  /// Returns the writer of the format with an identifier.
  ///
  /// - Throws: `FormatError` if there is no such format, or it is only read.
  public func writer(id: FormatID) throws(FormatError) -> any DocumentWriter {
    guard let entry = entry(id: id) else {
      throw .unknownFormat(id.rawValue, known: entries.map(\.descriptor.id.rawValue))
    }
    guard !entry.isDrawnElsewhere else { throw .drawnElsewhere(entry.descriptor.id.rawValue) }
    guard let writer = entry.writer else {
      throw .notWritable(entry.descriptor.id.rawValue, writable: writableNames)
    }
    return writer
  }

  /// Returns the identifier of a format that can be read, as spelt in the registry.
  ///
  /// - Throws: The errors of `reader(id:)`.
  public func readableID(_ id: FormatID) throws(FormatError) -> FormatID {
    try reader(id: id).descriptor.id
  }

  /// Returns the identifier of the format to write to a file with a name.
  ///
  /// - Throws: The errors of `writer(fileName:)`.
  public func writableID(fileName: String) throws(FormatError) -> FormatID {
    try writer(fileName: fileName).descriptor.id
  }

  /// Returns the writer for a file with a name.
  ///
  /// - Throws: `FormatError` if no format has the suffix, or the format is only read.
  public func writer(fileName: String) throws(FormatError) -> any DocumentWriter {
    guard let entry = entry(fileName: fileName) else {
      throw .unknownSuffix(FileSuffix.of(fileName), writable: writableNames)
    }
    return try writer(id: entry.descriptor.id)
  }

  var readableNames: [String] {
    entries.filter(\.isReadable).map(\.descriptor.id.rawValue)
  }

  var writableNames: [String] {
    entries.filter(\.isWritable).map(\.descriptor.id.rawValue)
  }
}

/// The suffix of file names.
enum FileSuffix {
  /// Returns the part after the last full stop; `nil` for a name without a full stop or with a full
  /// stop only at its start.
  static func of(_ fileName: String) -> String? {
    let name = String(fileName[FilePaths.nameStart(in: fileName)...])
    let dot = FileNames.suffixStart(of: name)
    return dot == name.endIndex ? nil : String(name[name.utf8.index(after: dot)...])
  }
}
