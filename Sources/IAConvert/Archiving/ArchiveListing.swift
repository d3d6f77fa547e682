internal import IABytes
internal import IAFormats
internal import IASyntax

/// The files of archives and folders as a table.
public struct ArchiveListing: Sendable {
  /// A file.
  public struct Row: Hashable, Sendable {
    /// Its path below the archive or folder.
    public let path: String
    /// Its size in bytes, or `nil` if it is known only by reading it, as in an `.iaa` archive.
    public let byteCount: Int?
    /// The format that it seems to have; `nil` for none that is read.
    public let format: String?
  }

  /// The files, in order.
  public private(set) var rows: [Row] = []
  /// What is not among them, and remarks.
  public private(set) var omitted: [FileCollection.Omission] = []

  /// Whether files of a damaged archive are missing.
  public var isDamaged: Bool { omitted.contains { $0.kind == .damage } }

  /// Lists a collection.
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

  /// A line for each file: size, format, path.
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

  /// One JSON array, with its line end.
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
