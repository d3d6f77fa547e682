extension LayoutManager {
  /// Ensures that blocks whose layout depends on their position have the layout for their current
  /// position.
  ///
  /// Lines depend on their position only in containers with an end and beside exclusions. Down to
  /// the last of these, blocks are laid out in order from the first that changed; below, blocks
  /// that were made for another position or container are laid out again.
  func updateDependentBlocks(from first: Int) {
    cut = .unknown
    guard !shape.isUniform else { return }
    var number = first
    while let found = index.block(number), found.top < shape.dependentHeight {
      if !isUpToDate(found) {
        index.set(layOutCurrent(found), of: number)
      }
      number += 1
    }
    while let found = index.firstBound(from: number) {
      index.set(layOutCurrent(found), of: found.number)
      number = found.number + 1
    }
  }

  private func isUpToDate(_ found: HeightIndex.Found) -> Bool {
    guard let layout = found.entry.layout else { return false }
    if let top = layout.top { return top == found.top }
    guard layout.region == shape.innerRegion(at: found.top) else { return false }
    return found.entry.table != 0 || shape.isPlain(from: found.top, to: found.bottom)
  }

  private func layOutCurrent(_ found: HeightIndex.Found) -> BlockLayout {
    guard let layout = found.entry.layout, found.entry.table == 0 else {
      return layOut(found.entry, start: found.start, top: found.top)
    }
    return layOut(
      ParagraphItems.joined(layout.parts.map(\.paragraph)),
      found.start..<found.start + found.entry.utf16Count,
      top: found.top)
  }
}
