extension LayoutManager {
  /// Makes sure that blocks which depend on their place were made for the place they are in.
  ///
  /// Only containers with an end and exclusions make lines depend on their place. Above the last of
  /// those, blocks are laid out one after the other from the one that changed; below, blocks that
  /// were made for one place or for another container are made anew.
  func settle(from first: Int) {
    cut = nil
    guard !shape.isUniform else { return }
    var number = first
    while let found = index.block(number), found.top < shape.dependentHeight {
      if !isSettled(found) {
        index.set(layOutAgain(found), of: number)
      }
      number += 1
    }
    while let found = index.firstBound(from: number) {
      index.set(layOutAgain(found), of: found.number)
      number = found.number + 1
    }
  }

  private func isSettled(_ found: HeightIndex.Found) -> Bool {
    guard let layout = found.entry.layout else { return false }
    if let top = layout.top { return top == found.top }
    guard layout.region == shape.innerRegion(at: found.top) else { return false }
    return found.entry.table != 0 || shape.isPlain(from: found.top, to: found.bottom)
  }

  private func layOutAgain(_ found: HeightIndex.Found) -> BlockLayout {
    guard let layout = found.entry.layout, found.entry.table == 0 else {
      return layOut(found.entry, start: found.start, top: found.top)
    }
    return layOut(
      ParagraphItems.joined(layout.parts.map(\.paragraph)),
      found.start..<found.start + found.entry.utf16Count,
      top: found.top)
  }
}

extension FlowShape {
  /// Whether lines have the same room everywhere.
  var isUniform: Bool { regions.count == 1 && regions[0].excluded == nil }

  /// Below this height in the flow lines have the same room everywhere.
  var dependentHeight: Double {
    guard let last = regions.last else { return 0 }
    return max(last.top, last.excluded?.upperBound ?? 0)
  }
}
