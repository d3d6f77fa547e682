internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IASyntax

/// The files of archives and folders as a table.
public struct ArchiveListing: Sendable {
  /// A row of the table: one file.
  public struct Row: Hashable, Sendable {
    /// The path of the file below the archive or folder.
    public let path: String
    /// The size of the file in bytes, or `nil` if it is not known before the file is read, as in an `.iaa` archive.
    public let byteCount: Int?
    /// The detected format of the file; `nil` if no reader recognises it.
    public let format: String?
    /// The details of the file; `nil` in a short listing.
    public internal(set) var details: Details?
  }

  /// The details of a file in a long listing; unknown ones are `nil`.
  public struct Details: Hashable, Sendable {
    /// The id of a document in an `.iaa` archive.
    public internal(set) var id: UInt64?
    /// The generation of an `.iaa` archive that added the document.
    public internal(set) var generation: Int?
    /// The number of UTF-16 units of the text.
    public internal(set) var unitCount: Int?
    /// The number of attachments in the text.
    public internal(set) var attachmentCount: Int?
    /// The SHA-256 of the document's canonical form.
    public internal(set) var identity: String?
    /// The date of the last change that the document states, else of its creation.
    public internal(set) var date: String?
    /// The name of the file from which the document was read.
    public internal(set) var fileName: String?
    /// Whether the archive contains the bytes of that file.
    public internal(set) var isKept = false
    /// The media type of that file.
    public internal(set) var mediaType: String?
    /// The statements about the document.
    var metadata: [MetadataStatement] = []
    /// The size of that file in bytes.
    var fileByteCount: Int?
    /// The SHA-256 of that file.
    var fileHash: String?
  }

  /// The files, in order.
  public private(set) var rows: [Row] = []
  /// The omitted files, and remarks.
  public private(set) var omitted: [FileCollection.Omission] = []
  private let isLong: Bool

  /// Whether files of a damaged archive are missing.
  public var isDamaged: Bool { omitted.contains { $0.kind == .damage } }

  /// Whether files are omitted.
  public var isIncomplete: Bool { omitted.contains { $0.kind == .omitted } }

  /// Creates the table for a collection.
  ///
  /// - Parameters:
  ///   - collection: The archives and folders, and the patterns for the paths of files.
  ///   - isLong: Whether to read each document and to list its details.
  /// - Throws: `Failure`; with `archive.no-file` if a pattern matches no file, with `usage.format` if an earlier state
  ///   is requested of an input that is not an `.iaa` archive.
  public init(of collection: FileCollection, isLong: Bool = false) throws {
    try collection.requireStates()
    var rows: [Row] = []
    var omitted: [FileCollection.Omission] = []
    var selection = PathSelection(collection.patterns)
    for input in collection.inputs where Container.isArchive(input) {
      rows += try Container.rows(
        of: input, collection.limits, at: collection.moment, isLong: isLong, &selection
      ) { omitted.append($0) }
    }
    try collection.withoutContainers.forEach {
      omitted.append($0)
    } _: { file in
      guard selection.includes(file.path) else { return }
      let bytes: [UInt8]
      do {
        bytes = try file.source.bytes(limits: collection.limits)
      } catch {
        let failure = Failure(error, path: file.label)
        // The list fails if the unreadable file is itself an input; other unreadable files are omitted.
        guard failure.concernsOneFile, !collection.inputs.contains(file.label) else {
          throw failure
        }
        omitted.append(FileCollection.Omission(.omitted, failure))
        return
      }
      let prefix = Array(bytes.prefix(FormatRegistry.prefixLength))
      let reader = try? FormatRegistry.standard.detect(prefix: prefix, fileName: file.source.name)
      var row = Row(path: file.path, byteCount: bytes.count, format: reader?.descriptor.id.rawValue)
      if isLong {
        row.details = Details()
        row.details?.fileByteCount = bytes.count
        row.details?.mediaType = MediaTypes.ofFile(named: file.path)
        row.details?.fileHash = SHA256Digest(of: bytes).description
      }
      rows.append(row)
    }
    try selection.requireMatches(in: collection.inputs.first) { collection.patternHint(for: $0) }
    self.rows = rows
    self.omitted = omitted
    self.isLong = isLong
  }

  /// The table as text.
  ///
  /// Each line contains the size, the format and the path of a file. A long listing has a heading and more columns.
  public var text: String {
    guard isLong else {
      return TextTable.lines(
        rows.map { [Self.number($0.byteCount), $0.format ?? "-", $0.path] }, rightAligned: [0])
    }
    let heading = ["units", "size", "type", "date", "sha256", "path", "file"]
    let lines = [heading] + rows.map(Self.cells)
    return rows.isEmpty ? "" : TextTable.lines(lines, rightAligned: [0, 1])
  }

  /// Returns the cells of a line of a long listing.
  private static func cells(_ row: Row) -> [String] {
    let details = row.details ?? Details()
    let hash: String = details.fileHash ?? "-"
    return [
      number(details.unitCount), number(details.fileByteCount),
      details.mediaType ?? row.format ?? "-", details.date ?? "-", String(hash.prefix(16)),
      row.path, (details.fileName ?? "-") + (details.isKept ? " (kept)" : ""),
    ]
  }

  private static func number(_ number: Int?) -> String { number.map { String($0) } ?? "-" }

  /// The table as one JSON array with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for row in rows {
      writer.beginObject()
      writer.member("path", row.path)
      if let bytes = PathBytes.ifNotText(row.path) {
        writer.member("path_b64", Base64.encode(bytes.span))
      }
      Self.append(row.byteCount, "bytes", to: &writer)
      if let format = row.format { writer.member("format", format) }
      if let details = row.details { Self.append(details, to: &writer) }
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private static func append(_ details: Details, to writer: inout JSONWriter) {
    append(details.id.map { Int(clamping: $0) }, "id", to: &writer)
    append(details.generation, "generation", to: &writer)
    append(details.unitCount, "units", to: &writer)
    append(details.attachmentCount, "attachments", to: &writer)
    if let identity = details.identity { writer.member("identity", identity) }
    if let date = details.date { writer.member("date", date) }
    if !details.metadata.isEmpty { MetadataFields.append(details.metadata, to: &writer) }
    guard details.fileHash != nil else { return }
    writer.key("file")
    writer.beginObject()
    if let name = details.fileName { writer.member("name", name) }
    if let type = details.mediaType { writer.member("type", type) }
    append(details.fileByteCount, "bytes", to: &writer)
    if let hash = details.fileHash { writer.member("sha256", hash) }
    if details.isKept {
      writer.key("kept")
      writer.bool(true)
    }
    writer.endObject()
  }

  private static func append(_ number: Int?, _ key: String, to writer: inout JSONWriter) {
    guard let number else { return }
    writer.key(key)
    writer.integer(number)
  }
}

/// The media types of files, by their suffixes.
enum MediaTypes {
  private static let types = [
    "txt": "text/plain", "md": "text/markdown", "markdown": "text/markdown", "html": "text/html",
    "htm": "text/html", "rtf": "application/rtf", "json": "application/json",
  ]

  /// Returns the media type of files with a suffix, or `nil` for suffixes of other formats.
  static func ofFile(named name: String) -> String? {
    name.split(separator: ".").last.flatMap { types[$0.lowercased()] }
  }
}

/// Columns of text for a terminal.
enum TextTable {
  /// Returns lines whose columns have equal widths, two spaces apart; the cells are escaped.
  ///
  /// - Parameters:
  ///   - rows: The cells of each line; all lines have the same number of cells.
  ///   - rightAligned: The columns that end at the right edge.
  static func lines(_ rows: [[String]], rightAligned: Set<Int>) -> String {
    let rows = rows.map { $0.map { HarmlessText.escape($0) } }
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        if column == row.count - 1 { return cell }
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? gap + cell : cell + gap
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
