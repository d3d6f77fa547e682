internal import IAText

// Lists of definitions. They are written as elements of HTML, because GitHub supports no other form of them. Their term
// is a paragraph of one line.
extension MarkdownEmitter {
  /// Returns the lists of definitions that have no term, or that continue after other content.
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

  /// Returns whether a paragraph is the term of the definitions that follow.
  func opensDefinitions(after index: Int) -> Bool {
    guard index + 1 < plans.count, plans[index + 1].hasDefinitions else { return false }
    let depth = plans[index].containers.count
    guard plans[index + 1].containers.count > depth,
      plans[index + 1].containers[..<depth] == plans[index].containers[...]
    else { return false }
    return plans[index + 1].containers[depth].isDefinition
  }

  /// Returns whether a paragraph is inside a list whose items are at a depth.
  private func isInside(_ list: Int, _ index: Int, at depth: Int) -> Bool {
    index >= 0 && plans[index].containers.count > depth
      && plans[index].containers[depth].list == list
  }

  /// Returns whether a paragraph has one line and is in the given containers.
  private func isTerm(
    _ index: Int, around containers: ArraySlice<BlockPlan.Container>,
    _ pictures: [Int: PictureText]
  ) -> Bool {
    guard index >= 0, plans[index].leaf == .plain, plans[index].containers[...] == containers,
      alert(index) == nil, index == 0 || alert(index - 1) == nil
    else { return false }
    // The box of a task is before text.
    if case .item(_, _, _, .some)? = containers.last,
      index == 0 || plans[index - 1].containers.prefix(containers.count) != containers
    {
      return false
    }
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
