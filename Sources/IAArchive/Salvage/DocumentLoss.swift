internal import IABytes
internal import IASyntax

/// A document that a repair could not recover, or not completely.
public struct LostDocument: Hashable, Sendable {
  /// The missing part of a document.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The whole document.
    case document
    /// Everything except the text: intensities, attributes and attachments.
    case allButText = "all-but-text"
    /// The confirmation of the text: no checksum covers the saved text, which may differ from the
    /// archived one.
    case check
    /// The bytes of one or more of its attachments.
    case attachments
    /// The file from which it was read.
    case original
  }

  /// The missing part.
  public let kind: Kind
  /// The position of the document in the damaged archive, from 0.
  public let ordinal: Int
  /// The id; `nil` if it is not known.
  public let id: UInt64?
  /// The name; empty if the document has none, or if it is not known.
  public let name: String
  /// The number of the version, from 1, if the document was replaced or removed; `nil` if it was
  /// current, has no name, or nothing is known about it.
  public internal(set) var version: Int?

  /// Creates the description of a lost document, which was current.
  public init(_ kind: Kind, ordinal: Int, id: UInt64?, name: String) {
    self.kind = kind
    self.ordinal = ordinal
    self.id = id
    self.name = name
  }
}

/// A loss record: the list of documents that a repair could not recover, which the repaired archive
/// keeps.
///
/// It is a text in a member `attachments/HASH.lost`, a name that readers of version 1 accept. A
/// member `attachments/HASH.accepted` states that a person has accepted the loss.
public struct DocumentLoss: Hashable, Sendable {
  /// The number of documents of the damaged archive; `nil` if it is not known.
  public let documentCount: Int?
  /// The number of documents that were recovered at least in part.
  public let savedCount: Int
  /// The documents that the repaired archive does not contain, or not completely, in order.
  public internal(set) var documents: [LostDocument]
  /// Whether a person has accepted the loss.
  public internal(set) var isAccepted = false

  /// Whether the record states the numbers of versions; its form is then of version 2.
  private let statesVersions: Bool

  init(documentCount: Int?, savedCount: Int, documents: [LostDocument]) {
    self.documentCount = documentCount
    self.savedCount = savedCount
    self.documents = documents
    statesVersions = documents.contains { $0.version != nil }
  }

  /// The suffix of a member with a loss record.
  static let suffix = "lost"
  /// The suffix of a member that accepts a loss record.
  static let acceptedSuffix = "accepted"
  /// The first lines of the versions of the encoded form; version 2 states the versions of documents.
  private static let titles = ["iaa-lost 1", "iaa-lost 2"]
  private static let acceptedTitle = "iaa-accepted 1"

  /// The encoded loss record; of version 1 if all documents were current.
  var bytes: [UInt8] {
    var bytes = Array("\(Self.titles[statesVersions ? 1 : 0])\n".utf8)
    bytes += Array("documents \(documentCount.map { "\($0)" } ?? "unknown")\n".utf8)
    bytes += Array("saved \(savedCount)\n".utf8)
    for document in documents {
      let id = document.id.map { "\($0)" } ?? "-"
      bytes += Array("\(document.kind.rawValue) \(document.ordinal) \(id) ".utf8)
      if statesVersions {
        bytes += Array("\(document.version.map { "\($0)" } ?? "-") ".utf8)
      }
      TextLines.append(Array(document.name.utf16), to: &bytes)
    }
    return bytes
  }

  /// The SHA-256 of the encoded loss record, which is part of its member's name.
  var digest: SHA256Digest { SHA256Digest(of: bytes) }

  /// The content of the member that accepts this loss record.
  var acceptance: [UInt8] { Array("\(Self.acceptedTitle)\n\(digest)\n".utf8) }

  /// Returns the hash of the loss record that the content of a member accepts; `nil` for other
  /// bytes.
  static func accepted(by bytes: [UInt8]) -> SHA256Digest? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, lines[0] == acceptedTitle else { return nil }
    return SHA256Digest(hex: String(lines[1]))
  }

  /// Creates a loss record from its encoded form; returns `nil` if the bytes do not have it.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 4, lines.last?.isEmpty == true,
      let version = Self.titles.firstIndex(of: String(decoding: lines[0], as: UTF8.self))
    else { return nil }
    let total = String(decoding: lines[1].dropFirst("documents ".utf8.count), as: UTF8.self)
    guard let saved = Int(String(decoding: lines[2].dropFirst("saved ".utf8.count), as: UTF8.self))
    else { return nil }
    var documents: [LostDocument] = []
    for line in lines.dropFirst(3).dropLast() {
      guard let document = Self.document(line, statesVersions: version > 0) else { return nil }
      documents.append(document)
    }
    self.init(documentCount: Int(total), savedCount: saved, documents: documents)
    guard self.bytes == bytes else { return nil }
  }

  private static func document(
    _ line: ArraySlice<UInt8>, statesVersions: Bool
  ) -> LostDocument? {
    let name = statesVersions ? 4 : 3
    let words = line.split(separator: 0x20, maxSplits: name, omittingEmptySubsequences: false)
    guard words.count == name + 1,
      let kind = LostDocument.Kind(rawValue: String(decoding: words[0], as: UTF8.self)),
      let ordinal = Int(String(decoding: words[1], as: UTF8.self)),
      let units = try? TextLines.units(0..<words[name].count, of: Array(words[name]))
    else { return nil }
    let id = UInt64(String(decoding: words[2], as: UTF8.self))
    var document = LostDocument(
      kind, ordinal: ordinal, id: id, name: String(decoding: units, as: UTF16.self))
    if statesVersions { document.version = Int(String(decoding: words[3], as: UTF8.self)) }
    return document
  }
}

extension ArchiveReader {
  /// Reads the loss records of earlier repairs of this archive, in order.
  ///
  /// - Throws: `archive.checksum` if a loss record is damaged; the source's errors.
  public func losses() throws -> [DocumentLoss] {
    var losses: [DocumentLoss] = []
    var accepted: Set<SHA256Digest> = []
    for member in directory.members {
      guard case .attachment(let digest, let suffix) = member.name,
        [DocumentLoss.suffix, DocumentLoss.acceptedSuffix].contains(suffix),
        let bytes = try attachment(digest)
      else { continue }
      if suffix == DocumentLoss.suffix {
        if let loss = DocumentLoss(bytes) { losses.append(loss) }
      } else if let digest = DocumentLoss.accepted(by: bytes) {
        accepted.insert(digest)
      }
    }
    for index in losses.indices { try losses[index].complete(accepted, in: self) }
    return losses
  }
}

extension DocumentLoss {
  /// Sets whether the loss is accepted, and the numbers of the versions among the documents unless the
  /// record states them.
  ///
  /// Ids are the same in the damaged archive and the repaired one; positions are those of the damaged one.
  ///
  /// - Parameters:
  ///   - accepted: The hashes of the accepted loss records.
  ///   - archive: The repaired archive.
  /// - Throws: `archive.index` if an index is damaged.
  fileprivate mutating func complete(
    _ accepted: Set<SHA256Digest>, in archive: ArchiveReader
  ) throws {
    isAccepted = accepted.contains(digest)
    guard !statesVersions else { return }
    var numbers = VersionNumbers(ofNamesIn: documents)
    guard !numbers.isEmpty else { return }
    try archive.forEachEntry { entry in
      numbers.add(entry.name, at: entry.id, isSuperseded: !archive.isCurrent(entry.ordinal))
    }
    for document in documents where document.kind == .document {
      if let id = document.id { numbers.add(document.name, at: id, isSuperseded: false) }
    }
    for index in documents.indices {
      let document = documents[index]
      documents[index].version = document.id.flatMap { numbers.version(of: document.name, at: $0) }
    }
  }
}

extension ArchiveWriter {
  /// Stores a loss record, and its acceptance if it is accepted.
  func append(_ loss: DocumentLoss) throws {
    try storeLossRecord(loss.bytes, suffix: DocumentLoss.suffix)
    if loss.isAccepted { try accept(loss) }
  }

  /// Stores a loss record of another archive, and its acceptance if it is accepted.
  ///
  /// - Throws: The storage's errors; `archive.limit`.
  public func copy(_ loss: DocumentLoss) throws { try append(loss) }

  /// Stores the acceptance of a loss record.
  ///
  /// The generation then need not contain a document.
  ///
  /// - Throws: The storage's errors; `archive.limit`.
  public func accept(_ loss: DocumentLoss) throws {
    try storeLossRecord(loss.acceptance, suffix: DocumentLoss.acceptedSuffix)
  }
}
