internal import IAText

/// Compares the blocks that a reader finds with those of the document, paragraph by paragraph.
struct ShownBlocks {
  /// Whether all blocks so far equal those of the document.
  private(set) var areSame = true
  /// The ids of the blocks around the last paragraph.
  private var ids: [Int] = []

  /// Records the blocks that a reader finds around the next paragraph.
  ///
  /// - Parameters:
  ///   - blocks: The blocks of the document.
  ///   - frames: The open containers.
  ///   - leaf: The blocks inside these.
  ///   - shared: The number of blocks that a reader also finds around the paragraph before.
  mutating func note(
    _ blocks: [Block], _ frames: [BlockFrame], leaf: [Block.Kind], shared: Int
  ) {
    guard areSame, !(blocks.isEmpty && frames.isEmpty && leaf.isEmpty) else {
      if areSame { ids.removeAll(keepingCapacity: true) }
      return
    }
    let common = zip(ids, blocks).prefix { $0 == $1.id }.count
    ids.removeLast(ids.count - common)
    ids.append(contentsOf: blocks.dropFirst(common).lazy.map(\.id))
    var at = 0
    for frame in frames {
      for kind in frame.kinds {
        guard at < blocks.count, blocks[at].kind == kind else {
          areSame = false
          return
        }
        at += 1
      }
    }
    for kind in leaf {
      guard at < blocks.count, blocks[at].kind == kind else {
        areSame = false
        return
      }
      at += 1
    }
    areSame = at == blocks.count && common == shared
  }
}
