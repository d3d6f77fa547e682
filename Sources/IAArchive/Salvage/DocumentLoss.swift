internal import IABytes
internal import IASyntax

/// A document that a repair could not save, or not all of it.
public struct LostDocument: Hashable, Sendable {
  /// What is missing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The whole document.
    case document
    /// All but its text: intensities, attributes and attachments.
    case allButText = "all-but-text"
    /// The check of its text: what was saved may differ from what was archived.
    case check
    /// The bytes of some of its attachments.
    case attachments
  }

  /// What is missing.
  public let kind: Kind
  /// The document's place in the damaged archive, from 0.
  public let ordinal: Int
  /// Its id; `nil` if it is not known.
  public let id: UInt64?
  /// Its name; empty if it has none, or if it is not known.
  public let name: String

  /// Describes a lost document.
  public init(_ kind: Kind, ordinal: Int, id: UInt64?, name: String) {
    self.kind = kind
    self.ordinal = ordinal
    self.id = id
    self.name = name
  }
}

/// What a repair could not save: the account of it that the repaired archive keeps.
///
/// It is a text in a member `attachments/HASH.lost`, whose name readers of version 1 accept. A
/// member `attachments/HASH.accepted` says that someone has accepted the loss.
public struct DocumentLoss: Hashable, Sendable {
  /// How many documents the damaged archive had; `nil` if it is not known.
  public let documentCount: Int?
  /// How many documents were saved, at least in part.
  public let savedCount: Int
  /// The documents that are not, or not all of them, in the repaired archive, in order.
  public let documents: [LostDocument]
  /// Whether someone has accepted the loss.
  public internal(set) var isAccepted = false

  init(documentCount: Int?, savedCount: Int, documents: [LostDocument]) {
    self.documentCount = documentCount
    self.savedCount = savedCount
    self.documents = documents
  }

  /// The suffix of the member with the account.
  static let suffix = "lost"
  /// The suffix of the member that accepts one.
  static let acceptedSuffix = "accepted"
  private static let title = "iaa-lost 1"
  private static let acceptedTitle = "iaa-accepted 1"

  /// The account as it is stored.
  var bytes: [UInt8] {
    var bytes = Array("\(Self.title)\n".utf8)
    bytes += Array("documents \(documentCount.map { "\($0)" } ?? "unknown")\n".utf8)
    bytes += Array("saved \(savedCount)\n".utf8)
    for document in documents {
      let id = document.id.map { "\($0)" } ?? "-"
      bytes += Array("\(document.kind.rawValue) \(document.ordinal) \(id) ".utf8)
      TextLines.append(Array(document.name.utf16), to: &bytes)
    }
    return bytes
  }

  /// The hash that the account's member is named by.
  var digest: SHA256Digest { SHA256Digest(of: bytes) }

  /// The bytes of the member that accepts the loss.
  var acceptance: [UInt8] { Array("\(Self.acceptedTitle)\n\(digest)\n".utf8) }

  /// Reads the hash of the loss that a member accepts; `nil` for other bytes.
  static func accepted(by bytes: [UInt8]) -> SHA256Digest? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, lines[0] == acceptedTitle else { return nil }
    return SHA256Digest(hex: String(lines[1]))
  }

  /// Reads an account; `nil` for bytes that are not exactly in its form.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 4, lines.last?.isEmpty == true,
      String(decoding: lines[0], as: UTF8.self) == Self.title
    else { return nil }
    let total = String(decoding: lines[1].dropFirst("documents ".utf8.count), as: UTF8.self)
    guard let saved = Int(String(decoding: lines[2].dropFirst("saved ".utf8.count), as: UTF8.self))
    else { return nil }
    var documents: [LostDocument] = []
    for line in lines.dropFirst(3).dropLast() {
      guard let document = Self.document(line) else { return nil }
      documents.append(document)
    }
    self.init(documentCount: Int(total), savedCount: saved, documents: documents)
    guard self.bytes == bytes else { return nil }
  }

  private static func document(_ line: ArraySlice<UInt8>) -> LostDocument? {
    let words = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4,
      let kind = LostDocument.Kind(rawValue: String(decoding: words[0], as: UTF8.self)),
      let ordinal = Int(String(decoding: words[1], as: UTF8.self)),
      let units = try? TextLines.units(0..<words[3].count, of: Array(words[3]))
    else { return nil }
    let id = UInt64(String(decoding: words[2], as: UTF8.self))
    return LostDocument(
      kind, ordinal: ordinal, id: id, name: String(decoding: units, as: UTF16.self))
  }
}

extension ArchiveReader {
  /// What earlier repairs of this archive could not save, in order.
  ///
  /// - Throws: `archive.checksum` if an account is damaged; the storage's errors.
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
    for index in losses.indices where accepted.contains(losses[index].digest) {
      losses[index].isAccepted = true
    }
    return losses
  }
}

extension ArchiveWriter {
  /// Stores what a repair could not save, and that it is accepted, if it is.
  func append(_ loss: DocumentLoss) throws {
    try storeAccount(loss.bytes, suffix: DocumentLoss.suffix)
    if loss.isAccepted { try accept(loss) }
  }

  /// Stores that a loss is accepted; the generation may have no document.
  public func accept(_ loss: DocumentLoss) throws {
    try storeAccount(loss.acceptance, suffix: DocumentLoss.acceptedSuffix)
  }
}
