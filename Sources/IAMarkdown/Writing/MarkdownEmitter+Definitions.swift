internal import IAText

// Lists of definitions, which Markdown has only after a paragraph of one line, their term.
extension MarkdownEmitter {
  /// Returns the lists of definitions that have no term, or continue after something else.
  func listsWithoutTerm(_ pictures: [Int: PictureText]) -> Set<Int> {
    var known: Set<Int> = []
    var without: Set<Int> = []
    for index in plans.indices where plans[index].hasDefinitions {
      for (depth, container) in plans[index].containers.enumerated() {
        guard case .definition(_, let list) = container, !isInside(list, index - 1, at: depth)
        else { continue }
        if !known.insert(list).inserted
          || !isTerm(index - 1, around: plans[index].containers.prefix(depth), pictures)
        {
          without.insert(list)
        }
      }
    }
    return without
  }

  /// Returns whether a paragraph is in a list whose items are at a depth.
  private func isInside(_ list: Int, _ index: Int, at depth: Int) -> Bool {
    index >= 0 && plans[index].containers.count > depth
      && plans[index].containers[depth].list == list
  }

  /// Returns whether a paragraph is one line in the given containers.
  private func isTerm(
    _ index: Int, around containers: ArraySlice<BlockPlan.Container>,
    _ pictures: [Int: PictureText]
  ) -> Bool {
    guard index >= 0, plans[index].leaf == .plain, plans[index].containers[...] == containers,
      alert(index) == nil, index == 0 || alert(index - 1) == nil
    else { return false }
    let range = paragraphs[index].contentRange
    let units = string.units(in: range)
    guard !units.isEmpty, units != [0xA0] else { return false }
    for (at, unit) in units.enumerated() {
      if unit == 0x2028 || unit == 0x2029 { return false }
      guard unit == IAString.attachmentUnit else { continue }
      if let picture = pictures[range.lowerBound + at], !picture.isMarkdown { return false }
    }
    return true
  }
}
