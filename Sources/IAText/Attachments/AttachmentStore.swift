public import IASyntax

/// The bytes of a document's attachments, each stored once under its hash.
public struct AttachmentStore: Hashable, Sendable {
  private var blobs: [SHA256Digest: [UInt8]] = [:]

  /// Creates an empty store.
  public init() {}

  /// The hashes of all blobs, in ascending order.
  public var digests: [SHA256Digest] { blobs.keys.sorted() }

  /// The number of blobs.
  public var count: Int { blobs.count }

  /// Returns the bytes with a hash, or `nil` if the store does not have them.
  public subscript(digest: SHA256Digest) -> [UInt8]? { blobs[digest] }

  /// Stores bytes and returns their hash; bytes that are already in the store are not stored again.
  @discardableResult
  public mutating func insert(_ bytes: [UInt8]) -> SHA256Digest {
    let digest = SHA256Digest(of: bytes)
    if blobs[digest] == nil { blobs[digest] = bytes }
    return digest
  }

  /// Adds all blobs of another store.
  public mutating func formUnion(_ other: AttachmentStore) {
    blobs.merge(other.blobs) { mine, _ in mine }
  }

  /// Removes the blobs whose hash is not in the set.
  public mutating func keepOnly(_ digests: Set<SHA256Digest>) {
    blobs = blobs.filter { digests.contains($0.key) }
  }
}
