public import IAFormats
internal import IAHTML
internal import IAJSON
internal import IAKit
internal import IAMarkdown
internal import IAPlainText
internal import IARTF

/// The formats that can be read or written.
///
/// A new format is one line in `standard`: its descriptor, its reader, its writer, each an
/// expression that is evaluated when the format is asked for and not before. Commands, completions,
/// detection, the matrix of losses and the tests that go over all formats take it from there. To
/// evaluate the expressions must cost next to nothing: a reader or a writer builds its tables when
/// it reads or writes, for every command evaluates some of them at its start.
public struct FormatRegistry: Sendable {
  /// One format with what reads it and what writes it.
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

    /// What is known about the format.
    public var descriptor: FormatDescriptor { makeDescriptor() }
    /// What reads it; `nil` for formats that are only written.
    public var reader: (any DocumentReader)? { makeReader?() }
    /// What writes it; `nil` for formats that are only read.
    public var writer: (any DocumentWriter)? { makeWriter?() }
    /// Whether it can be read.
    public var isReadable: Bool { makeReader != nil }
    /// Whether it can be written, be it by another program.
    public var isWritable: Bool { makeWriter != nil || isDrawnElsewhere }
    /// Whether only another program writes it.
    public private(set) var isDrawnElsewhere = false
  }

  /// The formats, in the order in which they are listed and, when equally sure, chosen.
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
  /// Returns the format of a name, or of a suffix that is no name, as `md`; letters of either case.
  public func entry(id: FormatID) -> Entry? {
    let name = id.rawValue.lowercased()
    return entries.first { $0.descriptor.id.rawValue == name } ?? entry(suffix: name)
  }

  /// Returns the format that a file's suffix represents, without its full stop; letters of either
  /// case.
  public func entry(suffix: String) -> Entry? {
    let suffix = suffix.lowercased()
    return entries.first { $0.descriptor.suffixes.contains(suffix) }
  }

  /// Returns the format that a file's name represents by its last suffix; of a document that is a
  /// folder, the name may be that of an archive of the folder, `a.rtfd.zip`.
  public func entry(fileName: String) -> Entry? {
    guard let suffix = FileSuffix.of(fileName) else { return nil }
    guard suffix.lowercased() == "zip" else { return entry(suffix: suffix) }
    let zipped = FileSuffix.of(String(fileName.dropLast(4))).flatMap { entry(suffix: $0) }
    return zipped?.descriptor.folderDocument == nil ? nil : zipped
  }

  /// Returns the format of a media type; parameters after a semicolon do not count.
  public func entry(mediaType: String) -> Entry? {
    let essence = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    return entries.first { $0.descriptor.mediaTypes.contains(essence) }
  }

  /// Returns the format of a name, where it can be read.
  ///
  /// - Throws: `FormatError`.
  public func reader(id: FormatID) throws(FormatError) -> any DocumentReader {
    guard let entry = entry(id: id) else {
      throw .unknownFormat(id.rawValue, known: entries.map(\.descriptor.id.rawValue))
    }
    guard let reader = entry.reader else {
      throw .notReadable(entry.descriptor.id.rawValue, readable: readableNames)
    }
    return reader
  }

  /// Returns the format of a name, where it can be written.
  ///
  /// - Throws: `FormatError`.
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

  /// Returns the name of a format that can be read, in the registry's spelling.
  ///
  /// - Throws: `FormatError`.
  public func readableID(_ id: FormatID) throws(FormatError) -> FormatID {
    try reader(id: id).descriptor.id
  }

  /// Returns the name of the format to write to a file of a name.
  ///
  /// - Throws: As `writer(fileName:)`.
  public func writableID(fileName: String) throws(FormatError) -> FormatID {
    try writer(fileName: fileName).descriptor.id
  }

  /// Returns the format to write to a file of a name.
  ///
  /// - Throws: `FormatError` if the suffix is of no format, or of one that is only read.
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

/// The suffix of a file's name.
enum FileSuffix {
  /// What stands after the last full stop; `nil` for a name without one or one that begins with it.
  static func of(_ fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }
}
