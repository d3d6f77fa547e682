internal import IABytes
internal import IASyntax

/// The comment at the end of a directory: what the generation amounts to.
struct GenerationSeal: Hashable, Sendable {
  /// The version of the archive's format.
  var version: Int
  var generation: Int
  /// How many documents the archive has with this generation.
  var documentCount: Int
  /// The Merkle root of the manifests of all generations.
  var merkleRoot: SHA256Digest
  /// The hash of the generation's record.
  var record: SHA256Digest

  /// The longest comment there can be.
  static let maximumByteCount = 256

  /// The comment, in ASCII.
  var comment: String {
    "iaa \(version); generation \(generation); documents \(documentCount); merkle \(merkleRoot); "
      + "record \(record)"
  }

  /// The versions that are read; the last one is written to new archives.
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

  /// Reads a comment; nil for one that is not exactly as `comment` would write it.
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

  /// The version that a comment names, if it begins as one of an archive; it need not be known.
  static func version(ofComment comment: [UInt8]) -> Int? {
    let words = String(decoding: comment.prefix(24), as: UTF8.self).split(separator: ";")
    guard let first = words.first, first.hasPrefix("iaa ") else { return nil }
    return Int(first.dropFirst(4))
  }
}
