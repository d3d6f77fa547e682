public import IAFormats
internal import IAHTML
internal import IAJSON
internal import IAMarkdown
internal import IAPlainText

/// The formats that can be read or written.
public struct FormatRegistry: Sendable {
  /// One format with what reads it and what writes it.
  public struct Entry: Sendable {
    /// What is known about the format.
    public let descriptor: FormatDescriptor
    /// What reads it; nil for formats that are only written.
    public let reader: (any DocumentReader)?
    /// What writes it; nil for formats that are only read.
    public let writer: (any DocumentWriter)?

    /// Makes an entry from a reader, a writer, or both for the same format.
    public init(
      _ descriptor: FormatDescriptor, reader: (any DocumentReader)? = nil,
      writer: (any DocumentWriter)? = nil
    ) {
      self.descriptor = descriptor
      self.reader = reader
      self.writer = writer
    }
  }

  /// The formats, in the order in which they are listed and, when equally sure, chosen.
  public let entries: [Entry]

  /// Makes a registry.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// All formats of the suite.
  public static let standard = FormatRegistry([
    Entry(IAFileFormat.descriptor, reader: IAFileReader(), writer: IAFileWriter()),
    Entry(
      JSONDocumentReader().descriptor, reader: JSONDocumentReader(), writer: JSONDocumentWriter()),
    Entry(HTMLWriter().descriptor, writer: HTMLWriter()),
    Entry(MarkdownReader().descriptor, reader: MarkdownReader(), writer: MarkdownWriter()),
    Entry(
      PlainTextReader().descriptor, reader: PlainTextReader(), writer: PlainTextWriter()),
    Entry(ANSIWriter().descriptor, writer: ANSIWriter()),
  ])
}

extension FormatRegistry {
  /// The format of a name; letters of either case.
  public func entry(id: FormatID) -> Entry? {
    entries.first { $0.descriptor.id.rawValue == id.rawValue.lowercased() }
  }

  /// The format that a file's suffix stands for, without its full stop; letters of either case.
  public func entry(suffix: String) -> Entry? {
    let suffix = suffix.lowercased()
    return entries.first { $0.descriptor.suffixes.contains(suffix) }
  }

  /// The format that a file's name stands for by its last suffix.
  public func entry(fileName: String) -> Entry? {
    FileSuffix.of(fileName).flatMap { entry(suffix: $0) }
  }

  /// The format of a media type; parameters after a semicolon do not count.
  public func entry(mediaType: String) -> Entry? {
    let essence = mediaType.prefix { $0 != ";" && $0 != " " }.lowercased()
    return entries.first { $0.descriptor.mediaTypes.contains(essence) }
  }

  /// The format of a name, where it can be read.
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

  /// The format of a name, where it can be written.
  ///
  /// - Throws: `FormatError`.
  public func writer(id: FormatID) throws(FormatError) -> any DocumentWriter {
    guard let entry = entry(id: id) else {
      throw .unknownFormat(id.rawValue, known: entries.map(\.descriptor.id.rawValue))
    }
    guard let writer = entry.writer else {
      throw .notWritable(entry.descriptor.id.rawValue, writable: writableNames)
    }
    return writer
  }

  /// The format to write to a file of a name.
  ///
  /// - Throws: `FormatError` where the suffix is of no format, or of one that is only read.
  public func writer(fileName: String) throws(FormatError) -> any DocumentWriter {
    guard let entry = entry(fileName: fileName) else {
      throw .unknownSuffix(FileSuffix.of(fileName), writable: writableNames)
    }
    return try writer(id: entry.descriptor.id)
  }

  var readableNames: [String] {
    entries.filter { $0.reader != nil }.map(\.descriptor.id.rawValue)
  }

  var writableNames: [String] {
    entries.filter { $0.writer != nil }.map(\.descriptor.id.rawValue)
  }
}

/// The suffix of a file's name.
enum FileSuffix {
  /// What stands after the last full stop; nil for a name without one or one that begins with it.
  static func of(_ fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }
}
