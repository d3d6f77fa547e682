internal import IASyntax

/// The Merkle tree hash of a list (RFC 6962, section 2.1), to which leaves are appended one at a
/// time.
///
/// The hash of a leaf is that of a byte 0 and the leaf; the hash of a node is that of a byte 1 and
/// the hashes of its two subtrees. The left subtree has the largest power of two of leaves that is
/// smaller than the number of leaves.
struct MerkleTree: Sendable {
  /// The hashes of complete subtrees, the largest first.
  private var subtrees: [(hash: SHA256Digest, leafCount: Int)] = []

  /// Appends a leaf.
  ///
  /// - Complexity: O(1) amortised, O(log *n*) in the worst case.
  mutating func append(_ leaf: [UInt8]) {
    var node = (hash: SHA256Digest(of: [0] + leaf), leafCount: 1)
    while let last = subtrees.last, last.leafCount == node.leafCount {
      subtrees.removeLast()
      node = (Self.parent(last.hash, node.hash), 2 * node.leafCount)
    }
    subtrees.append(node)
  }

  /// The root over all leaves so far; the hash of no bytes if there are none.
  var root: SHA256Digest {
    guard var root = subtrees.last?.hash else { return SHA256Digest(of: []) }
    for subtree in subtrees.dropLast().reversed() { root = Self.parent(subtree.hash, root) }
    return root
  }

  private static func parent(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
    SHA256Digest(of: [1] + left.bytes + right.bytes)
  }
}
