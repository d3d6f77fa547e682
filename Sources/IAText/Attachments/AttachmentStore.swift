public import IASyntax

/// The bytes of a document's attachments, each kept once under its hash.
public struct AttachmentStore: Hashable, Sendable {
  private var blobs: [SHA256Digest: [UInt8]] = [:]

  /// Creates an empty store.
  public init() {}

  /// The hashes of all blobs, in ascending order.
  public var digests: [SHA256Digest] { blobs.keys.sorted() }

  /// The number of blobs.
  public var count: Int { blobs.count }

  /// Returns the bytes under a hash, where the store has them.
  public subscript(digest: SHA256Digest) -> [UInt8]? { blobs[digest] }

  /// Keeps bytes and returns their hash; bytes that are already there are not kept twice.
  @discardableResult
  public mutating func insert(_ bytes: [UInt8]) -> SHA256Digest {
    let digest = SHA256Digest(of: bytes)
    if blobs[digest] == nil { blobs[digest] = bytes }
    return digest
  }

  /// Keeps all blobs of another store.
  public mutating func formUnion(_ other: AttachmentStore) {
    blobs.merge(other.blobs) { mine, _ in mine }
  }

  /// Forgets the blobs whose hash is not among those given.
  public mutating func keepOnly(_ digests: Set<SHA256Digest>) {
    blobs = blobs.filter { digests.contains($0.key) }
  }
}
