internal import IABytes
internal import IAText

/// Checks that blocks are numbered from 1 in the order in which they open.
struct BlockOrder {
  private let maximumCount: Int
  private var open: [Int] = []
  private var lastNumber = 0
  private var count = 0

  init(maximumCount: Int) { self.maximumCount = maximumCount }

  /// Enters the blocks of the next paragraphs.
  mutating func enter(_ path: [Block], byteOffset: Int) throws(InputError) {
    count += path.count
    guard count <= maximumCount else {
      throw .exceeds(
        .iaLimit, limit: "entries", maximum: maximumCount, seen: count, at: byteOffset)
    }
    let shared = zip(open, path).prefix { $0 == $1.id }.count
    open.removeSubrange(shared...)
    for block in path[shared...] {
      lastNumber += 1
      guard block.id == lastNumber else {
        throw InputError(
          .iaParagraph, at: byteOffset, detail: "block \(block.id) opens as number \(lastNumber)")
      }
      open.append(block.id)
    }
  }
}
