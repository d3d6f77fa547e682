internal import IABytes
internal import IASyntax

/// The comment of a directory's end record: the version, counts and hashes that identify the state of the archive up to
/// a generation.
struct GenerationSeal: Hashable, Sendable {
  /// The version of the archive format.
  var version: Int
  var generation: Int
  /// The number of documents of the archive, up to and including this generation.
  var documentCount: Int
  /// The Merkle root over the lines of the manifests of all generations so far.
  var merkleRoot: SHA256Digest
  /// The SHA-256 of the generation's `record.txt`.
  var record: SHA256Digest

  /// The maximum size of a comment, in bytes.
  static let maximumByteCount = 256

  /// The text of the comment, in ASCII.
  var comment: String {
    "iaa \(version); generation \(generation); documents \(documentCount); merkle \(merkleRoot); "
      + "record \(record)"
  }

  /// The format versions that this module reads.
  ///
  /// New archives have the last one.
  static let versions = 1...2

  init(
    version: Int, generation: Int, documentCount: Int, merkleRoot: SHA256Digest,
    record: SHA256Digest
  ) {
    self.version = version
    self.generation = generation
    self.documentCount = documentCount
    self.merkleRoot = merkleRoot
    self.record = record
  }

  /// Creates a seal from a comment; returns `nil` if the comment differs from what `comment` would
  /// return for it.
  init?(comment: [UInt8]) {
    guard comment.count <= Self.maximumByteCount else { return nil }
    let text = String(decoding: comment, as: UTF8.self)
    let parts = text.split(separator: "; ").map { $0.split(separator: " ") }
    guard parts.count == 5, parts.allSatisfy({ $0.count == 2 }),
      let version = Int(parts[0][1]), Self.versions ~= version,
      let generation = Int(parts[1][1]), 1...MemberName.maximumNumber ~= generation,
      let documents = Int(parts[2][1]), documents >= 0,
      let merkle = SHA256Digest(hex: String(parts[3][1])),
      let record = SHA256Digest(hex: String(parts[4][1]))
    else { return nil }
    self.init(
      version: version, generation: generation, documentCount: documents, merkleRoot: merkle,
      record: record)
    guard self.comment == text else { return nil }
  }

  /// Returns whether a comment may be a damaged seal: it has one of the words of a seal.
  static func isLike(_ comment: [UInt8]) -> Bool {
    let text = String(decoding: comment.prefix(maximumByteCount), as: UTF8.self)
    return ["iaa ", "; generation ", "; documents ", "; merkle ", "; record "].contains {
      text.contains($0)
    }
  }

  /// Returns the version in a comment that begins like a seal; the version may be unknown.
  ///
  /// Returns `nil` for other comments.
  static func version(ofComment comment: [UInt8]) -> Int? {
    let words = String(decoding: comment.prefix(24), as: UTF8.self).split(separator: ";")
    guard let first = words.first, first.hasPrefix("iaa ") else { return nil }
    return Int(first.dropFirst(4))
  }
}
