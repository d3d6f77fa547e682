internal import IABytes
internal import IASyntax

/// The comment at the end of a directory: what the generation amounts to.
struct GenerationSeal: Hashable, Sendable {
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
    "iaa 1; generation \(generation); documents \(documentCount); merkle \(merkleRoot); "
      + "record \(record)"
  }

  init(generation: Int, documentCount: Int, merkleRoot: SHA256Digest, record: SHA256Digest) {
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
      let generation = Int(parts[1][1]), 1...MemberName.maximumNumber ~= generation,
      let documents = Int(parts[2][1]), documents >= 0,
      let merkle = SHA256Digest(hex: String(parts[3][1])),
      let record = SHA256Digest(hex: String(parts[4][1]))
    else { return nil }
    self.init(
      generation: generation, documentCount: documents, merkleRoot: merkle, record: record)
    guard self.comment == text else { return nil }
  }
}
