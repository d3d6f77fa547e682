internal import IABytes
internal import IAFiles
internal import IASyntax

/// The files of archives and folders as a table.
public struct ArchiveListing: Sendable {
  /// A row of the table: one file.
  public struct Row: Hashable, Sendable {
    /// The path of the file below the archive or folder.
    public let path: String
    /// The size of the file in bytes, or `nil` if only reading it would determine the size, as in
    /// an `.iaa` archive.
    public let byteCount: Int?
    /// The detected format of the file; `nil` if no reader recognises it.
    public let format: String?
  }

  /// The files, in order.
  public private(set) var rows: [Row] = []
  /// The omitted files, and remarks.
  public private(set) var omitted: [FileCollection.Omission] = []

  /// Whether files of a damaged archive are missing.
  public var isDamaged: Bool { omitted.contains { $0.kind == .damage } }

  /// Creates the table for a collection.
  ///
  /// - Throws: `Failure`.
  public init(of collection: FileCollection) throws {
    var rows: [Row] = []
    var omitted: [FileCollection.Omission] = []
    for input in collection.inputs where Container.isNamed(input) {
      rows += try Container.rows(of: input, collection.limits) { omitted.append($0) }
    }
    try collection.withoutContainers.forEach {
      omitted.append($0)
    } _: { file in
      let bytes = try file.source.bytes(limits: collection.limits)
      let prefix = Array(bytes.prefix(FormatRegistry.prefixLength))
      let reader = try? FormatRegistry.standard.detect(prefix: prefix, fileName: file.source.name)
      rows.append(
        Row(
          path: file.path, byteCount: bytes.count, format: reader?.descriptor.id.rawValue))
    }
    self.rows = rows
    self.omitted = omitted
  }

  /// The table as text: one line for each file with size, format and path.
  public var text: String {
    let width = rows.map { Self.size($0).count }.max() ?? 0
    let formatWidth = rows.map { ($0.format ?? "-").count }.max() ?? 0
    return rows.map { row in
      let size = Self.size(row)
      let format = row.format ?? "-"
      return String(repeating: " ", count: width - size.count) + size + "  " + format
        + String(repeating: " ", count: formatWidth - format.count) + "  "
        + HarmlessText.escape(row.path) + "\n"
    }.joined()
  }

  private static func size(_ row: Row) -> String { row.byteCount.map { "\($0)" } ?? "-" }

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
      if let count = row.byteCount {
        writer.key("bytes")
        writer.integer(count)
      }
      if let format = row.format { writer.member("format", format) }
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
