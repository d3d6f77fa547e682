internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IASyntax

/// The metadata that a command records, about the archive and about documents by their paths.
public struct MetadataTable: Sendable {
  /// The elements that a user may state: the fifteen elements of Dublin Core, and the DCMI terms that are useful for
  /// letters and messages.
  public static let elements =
    [
      "contributor", "coverage", "creator", "date", "description", "format", "identifier",
      "language", "publisher", "relation", "rights", "source", "subject", "title", "type",
    ] + [
      "abstract", "accessRights", "alternative", "bibliographicCitation", "created", "isPartOf",
      "issued", "license", "modified", "provenance", "rightsHolder", "spatial", "temporal",
    ]

  /// The largest size of a table in bytes.
  private static let maximumByteCount = 64 << 20

  /// The statements about the archive.
  var archive: [MetadataStatement] = []
  /// The statements about documents, by path.
  private(set) var documents: [String: [MetadataStatement]] = [:]
  /// The path of the table that was read.
  private(set) var path: String?

  /// Whether there are no statements.
  public var isEmpty: Bool { archive.isEmpty && documents.isEmpty }

  /// The files that were read.
  public var files: [String] { path.map { [$0] } ?? [] }

  /// Creates a table without statements.
  public init() {}

  /// Adds a statement about the archive, such as `title=Letters`.
  ///
  /// - Throws: `Failure` with `usage.metadata` for an unknown element or a value that is too large.
  public mutating func add(_ argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let element = Self.element(parts[0]) else {
      throw Failure(
        .usage, code: "usage.metadata",
        "\"\(argument)\" is not ELEMENT=VALUE with an element of Dublin Core: "
          + Self.elements.joined(separator: ", "))
    }
    guard let statement = MetadataStatement(element, String(parts[1])) else {
      throw Failure(.usage, code: "usage.metadata", "the value of \(element) is too large")
    }
    archive.append(statement)
  }

  /// Adds the result of a verification.
  mutating func add(fixity line: String) {
    if let statement = MetadataStatement(MetadataStatement.fixity, line) {
      archive.append(statement)
    }
  }

  /// Adds the statements of a table in CSV (RFC 4180).
  ///
  /// The first line names the columns: `path`, then elements; each element may occur several times.
  /// Rows with an empty path are about the archive; empty cells state nothing.
  ///
  /// - Throws: `Failure` with `metadata.csv` and the offset of the first fault; the errors of reading.
  public mutating func addTable(_ path: String) throws {
    let bytes = try FileSource(path: path).bytes(
      limits: Limits(inputBytes: Self.maximumByteCount))
    func fault(_ offset: Int, _ detail: String) -> Failure {
      var failure = Failure(.badInput, path: path, code: "metadata.csv", detail)
      failure.byteOffset = offset
      return failure
    }
    var lines = CommaSeparatedLines(bytes)
    do {
      guard let heading = try lines.next() else { throw fault(0, "the file is empty") }
      let elements = heading.cells.map { Self.element($0[...]) }
      guard heading.cells.first?.lowercased() == "path" else {
        throw fault(0, "the first column must be path")
      }
      if let wrong = elements.dropFirst().firstIndex(of: nil) {
        throw fault(0, "\"\(heading.cells[wrong])\" is not an element of Dublin Core")
      }
      while let line = try lines.next() {
        guard line.cells.count == elements.count else {
          throw fault(line.offset, "\(line.cells.count) cells instead of \(elements.count)")
        }
        for (element, value) in zip(elements, line.cells).dropFirst() where !value.isEmpty {
          guard let element, let statement = MetadataStatement(element, value) else {
            throw fault(line.offset, "a value is too large")
          }
          if line.cells[0].isEmpty {
            archive.append(statement)
          } else {
            documents[line.cells[0], default: []].append(statement)
          }
        }
      }
    } catch let error as CommaSeparatedLines.Fault {
      throw fault(error.offset, error.detail)
    }
    self.path = path
  }

  /// Returns the name of an element without a prefix, or `nil` if it is not known.
  private static func element(_ name: Substring) -> String? {
    let plain = ["dc:", "dcterms:"].first { name.hasPrefix($0) }.map { name.dropFirst($0.count) }
    let wanted = (plain ?? name).lowercased()
    return elements.first { $0.lowercased() == wanted }
  }
}

/// The lines of a text in CSV (RFC 4180), in UTF-8.
struct CommaSeparatedLines {
  /// A text that is not valid.
  struct Fault: Error, Hashable {
    /// The offset in bytes.
    let offset: Int
    /// The description.
    let detail: String
  }

  private let bytes: [UInt8]
  private var position: Int

  /// Creates the lines of a text; a byte order mark at its start is skipped.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next line that is not empty, with its offset; `nil` at the end.
  ///
  /// - Throws: `Fault` for a quotation mark inside an unquoted cell, for other characters after a quoted
  ///   one, for a quoted cell without end, and for bytes that are not UTF-8.
  mutating func next() throws(Fault) -> (offset: Int, cells: [String])? {
    while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x0D {
      position += 1
    }
    guard position < bytes.count else { return nil }
    let start = position
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard position < bytes.count else { break }
      position += 1
      if bytes[position - 1] != UInt8(ascii: ",") { break }
    }
    return (start, cells)
  }

  /// Returns the cell at the position, and moves the position to the comma or line end after it.
  private mutating func cell() throws(Fault) -> String {
    let start = position
    var content: [UInt8] = []
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      position += 1
      while true {
        guard position < bytes.count else {
          throw Fault(offset: start, detail: "the quoted cell has no end")
        }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") {
          guard position < bytes.count, bytes[position] == byte else { break }
          position += 1
        }
        content.append(byte)
      }
      guard position == bytes.count || Self.isEnd(bytes[position]) else {
        throw Fault(offset: position, detail: "a character follows a quoted cell")
      }
    } else {
      while position < bytes.count, !Self.isEnd(bytes[position]) {
        guard bytes[position] != UInt8(ascii: "\"") else {
          throw Fault(offset: position, detail: "a quotation mark inside a cell without quotes")
        }
        content.append(bytes[position])
        position += 1
      }
    }
    guard UTF8Decoding.isWellFormed(content[...]), !content.contains(0) else {
      throw Fault(offset: start, detail: "the cell is not UTF-8, or contains U+0000")
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Returns whether a byte ends a cell: a comma, a line feed or a carriage return.
  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
  }
}

/// Metadata in JSON and for bags.
enum MetadataFields {
  /// Appends statements as an object: each element with an array of its values.
  static func append(_ statements: [MetadataStatement], to writer: inout JSONWriter) {
    writer.key("metadata")
    writer.beginObject()
    var elements: [String] = []
    for statement in statements where !elements.contains(statement.element) {
      elements.append(statement.element)
    }
    for element in elements {
      writer.key(element)
      writer.beginArray()
      for statement in statements where statement.element == element {
        writer.string(statement.value)
      }
      writer.endArray()
    }
    writer.endObject()
  }

  /// The fields of `bag-info.txt` that correspond to an element.
  private static let bagFields = [
    ("publisher", "Source-Organization"), ("description", "External-Description"),
    ("identifier", "External-Identifier"), ("isPartOf", "Bag-Group-Identifier"),
    ("title", "Internal-Sender-Description"),
  ]

  /// Returns the fields of `bag-info.txt`: first the known ones among those that RFC 8493 defines, then each statement
  /// with the prefix `DC-`.
  ///
  /// - Parameters:
  ///   - statements: The statements about the content of the bag.
  ///   - sender: The name of the archive from which the bag is made, or `nil`.
  ///   - date: The date, in the form `2026-11-23T12:00:00Z`, or `nil` for none.
  static func bagInfo(
    _ statements: [MetadataStatement], sender: String?, date: String?
  ) -> [BagReport.Field] {
    var fields: [BagReport.Field] = []
    for (element, name) in bagFields {
      for statement in statements where statement.element == element {
        fields.append(BagReport.Field(name, statement.value))
      }
    }
    if let sender { fields.append(BagReport.Field("Internal-Sender-Identifier", sender)) }
    if let date { fields.append(BagReport.Field("Bagging-Date", String(date.prefix(10)))) }
    fields.append(BagReport.Field("Bag-Software-Agent", SuiteVersion.program))
    for statement in statements where !statement.element.hasPrefix("iaa:") {
      let name = statement.element.prefix(1).uppercased() + statement.element.dropFirst()
      fields.append(BagReport.Field("DC-" + name, statement.value))
    }
    return fields
  }
}
