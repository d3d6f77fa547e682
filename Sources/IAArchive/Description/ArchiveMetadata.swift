internal import IABytes

/// A statement about an archive or a document: an element such as `title`, and its value.
public struct MetadataStatement: Hashable, Sendable {
  /// The element: a term of Dublin Core, or a name that begins with `iaa:`.
  public let element: String
  /// The value; an empty one removes the earlier values of the element.
  public let value: String

  /// The largest size of a value in bytes of UTF-8.
  static let maximumValueByteCount = 1 << 16
  /// The element with the program that wrote a generation and those after it.
  public static let program = "iaa:program"
  /// The element with a loss of the conversion that made a document.
  public static let loss = "iaa:loss"

  /// The element with the program and the hash of the options of a document that a batch converted from a single
  /// file.
  public static let conversion = "iaa:conversion"

  /// The element with the result of a verification, as one JSON object.
  public static let fixity = "iaa:fixity"

  /// Creates a statement; returns `nil` if the element is not 1 to 64 ASCII letters, digits, colons,
  /// periods and hyphens, or the value is too large.
  public init?(_ element: String, _ value: String) {
    guard 1...64 ~= element.utf8.count, element.utf8.allSatisfy(Self.isElementByte),
      value.utf8.count <= Self.maximumValueByteCount
    else { return nil }
    self.element = element
    self.value = value
  }

  private static func isElementByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The current statements about an archive and its documents.
public struct ArchiveMetadata: Hashable, Sendable {
  /// The statements about the archive, in order; an element may have several values.
  public internal(set) var archive: [MetadataStatement] = []
  /// The statements about documents, by ordinal.
  public internal(set) var documents: [Int: [MetadataStatement]] = [:]

  /// Creates metadata without statements.
  public init() {}

  /// Creates metadata from the lists of an archive, the oldest first.
  ///
  /// The values of an element in a list replace those of earlier lists.
  init(_ lists: [MetadataList]) {
    for list in lists {
      archive = Self.replaced(archive, by: list.archive)
      for (ordinal, statements) in list.documents {
        documents[ordinal] = Self.replaced(documents[ordinal] ?? [], by: statements)
      }
    }
    documents = documents.filter { !$0.value.isEmpty }
  }

  /// Returns statements with the values of some elements replaced; empty values are omitted.
  public static func replaced(
    _ statements: [MetadataStatement], by newer: [MetadataStatement]
  ) -> [MetadataStatement] {
    // Results of verifications are not replaced but collected.
    let elements = Set(newer.map(\.element)).subtracting([MetadataStatement.fixity])
    return statements.filter { !elements.contains($0.element) } + newer.filter { !$0.value.isEmpty }
  }
}

/// The list of metadata of a generation: statements about the archive, then about documents.
///
/// It has one line for each statement. The fields are the ordinal of the document or a hyphen for the
/// archive, the element and the value, separated by tabs. Values are escaped like lines of text
/// members, and a tab is `\u0009`.
struct MetadataList: Hashable, Sendable {
  static let heading = "ordinal\telement\tvalue\n"

  var archive: [MetadataStatement] = []
  /// The statements about documents, by ordinal; no list of statements is empty.
  var documents: [Int: [MetadataStatement]] = [:]

  /// Whether there are no statements; the list is then not stored.
  var isEmpty: Bool { archive.isEmpty && documents.isEmpty }

  /// The encoded list.
  var bytes: [UInt8] {
    var text = Array(Self.heading.utf8)
    for statement in archive { Self.append("-", statement, to: &text) }
    for (ordinal, statements) in documents.sorted(by: { $0.key < $1.key }) {
      for statement in statements { Self.append("\(ordinal)", statement, to: &text) }
    }
    return text
  }

  private static func append(
    _ subject: String, _ statement: MetadataStatement, to text: inout [UInt8]
  ) {
    text += Array("\(subject)\t\(statement.element)\t".utf8)
    NameList.appendEscaped(statement.value, to: &text)
    text.append(0x0A)
  }

  init() {}

  /// Creates a list from its bytes.
  ///
  /// - Throws: `archive.record` at the first line that does not have the format; lines about the
  ///   archive precede all others, and the ordinals of the others do not descend.
  init(_ bytes: [UInt8]) throws(InputError) {
    guard bytes.starts(with: Array(Self.heading.utf8)) else {
      throw InputError(.archiveRecord, at: 0, detail: "heading of a list of metadata")
    }
    var start = Self.heading.utf8.count
    var last = -1
    while start < bytes.count {
      guard let end = bytes[start...].firstIndex(of: 0x0A),
        let line = Self.line(bytes[start..<end]), line.ordinal >= last
      else { throw InputError(.archiveRecord, at: start, detail: "line of a list of metadata") }
      if line.ordinal < 0 {
        archive.append(line.statement)
      } else {
        documents[line.ordinal, default: []].append(line.statement)
      }
      last = line.ordinal
      start = end + 1
    }
  }

  /// Returns the ordinal of a line, -1 for the archive, and its statement.
  private static func line(
    _ line: ArraySlice<UInt8>
  ) -> (ordinal: Int, statement: MetadataStatement)? {
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == 3, let value = NameList.unescaped(fields[2]),
      let statement = MetadataStatement(String(decoding: fields[1], as: UTF8.self), value)
    else { return nil }
    let subject = String(decoding: fields[0], as: UTF8.self)
    if subject == "-" { return (-1, statement) }
    guard let ordinal = Int(subject), 0...Int(Int32.max) ~= ordinal, subject == "\(ordinal)" else {
      return nil
    }
    return (ordinal, statement)
  }
}

extension ArchiveReader {
  /// Reads the metadata of the archive and its documents.
  ///
  /// - Throws: `archive.record` if a list is not valid or names a document that the archive does not
  ///   have; the errors of reading a member.
  /// - Complexity: O(*n*) in the size of the lists.
  public func metadata() throws -> ArchiveMetadata {
    try ArchiveMetadata(metadataMembers.map { try metadataList($0) })
  }

  /// The members with lists of metadata, in order.
  var metadataMembers: [ZipMember] {
    directory.members.filter { if case .metadata = $0.name { true } else { false } }
  }

  /// Reads a list of metadata.
  func metadataList(_ member: ZipMember) throws -> MetadataList {
    let content = try MemberContent(source: source, limits: limits)
      .content(of: member, checks: true)
    let list: MetadataList
    do throws(InputError) { list = try MetadataList(content) } catch {
      throw error.moved(by: member.contentOffset)
    }
    guard list.documents.keys.allSatisfy({ $0 < documentCount }) else {
      throw InputError(
        .archiveRecord, at: member.contentOffset, detail: "a document that does not exist")
    }
    return list
  }
}
