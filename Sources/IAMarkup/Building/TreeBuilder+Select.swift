extension TreeBuilder {
  /// Registers an opened `selectedcontent` element, and fills it if an option is already selected.
  mutating func noteSelectedContent(_ node: UInt32) {
    var index = stack.count - 2
    while index > 0, !stack[index].isHTML(.select) {
      if stack[index].isHTML(.option) || stack[index].isHTML(.selectedcontent) { return }
      index -= 1
    }
    guard index > 0 else { return }
    let select = stack[index].node
    guard selectedContents.targets[select] == nil, !has(.multiple, select) else { return }
    selectedContents.targets[select] = node
    // An option before the `selectedcontent` element may be selected.
    var selected: UInt32 = 0
    var other = arena.following(select, in: select, entering: true)
    while other != 0 {
      if arena[other].name == .option, self.select(of: other) == select {
        let isFirst = selected == 0 && !has(.disabled, other) && !has(.size, select)
        if isFirst || has(.selected, other) { selected = other }
      }
      other = arena.following(other, in: select, entering: true)
    }
    guard selected != 0 else { return }
    selectedContents.options[select] = selected
    copyChildren(of: selected, to: node)
  }

  /// Copies the content of a closed option into the `selectedcontent` element of its `select`, if
  /// the option is the selected one.
  mutating func finishOption(_ option: UInt32) {
    guard let select = select(of: option), let target = selectedContents.targets[select] else {
      return
    }
    if !has(.selected, option) {
      let isFirst = selectedContents.options[select] == nil
      guard isFirst, !has(.disabled, option), !has(.size, select) else { return }
    }
    selectedContents.options[select] = option
    while arena[target].firstChild != 0 { arena.remove(arena[target].firstChild) }
    copyChildren(of: option, to: target)
  }

  /// Returns the `select` of an option, or `nil` if it has none.
  private func select(of option: UInt32) -> UInt32? {
    var node = arena[option].parent
    var hasGroup = false
    while node != 0 {
      let record = arena[node]
      if record.space == .html {
        switch record.name {
        case .select: return node
        case .datalist, .hr, .option: return nil
        case .optgroup:
          if hasGroup { return nil }
          hasGroup = true
        default: break
        }
      }
      node = record.parent
    }
    return nil
  }

  private func has(_ name: MarkupName, _ node: UInt32) -> Bool {
    let record = arena[node]
    return (record.start..<record.start + record.count).contains {
      tokenizer.attributes[Int($0)].name == name
    }
  }

  /// Appends copies of all descendants of a node to another node, up to the limits of copies and
  /// depth.
  private mutating func copyChildren(of source: UInt32, to target: UInt32) {
    var node = arena.following(source, in: source, entering: true)
    var parents = [(source, target)]
    var room = 2 * options.limits.openElements
    var around = target
    while around != 0 {
      room -= 1
      around = arena[around].parent
    }
    while node != 0 {
      var record = arena[node]
      while let last = parents.last, last.0 != record.parent { parents.removeLast() }
      guard copiesLeft > 0, parents.count < room, let parent = parents.last?.1 else {
        omissions.optionContents += 1
        return
      }
      copiesLeft -= 1
      record.isOpen = false
      record.parent = 0
      record.previous = 0
      record.next = 0
      record.firstChild = 0
      record.lastChild = 0
      // The text of the copy must not grow into the reserved bytes of the original.
      record.capacity = record.count
      let copy = arena.add(record)
      arena.insert(copy, in: parent, before: 0)
      if arena[node].firstChild != 0 { parents.append((node, copy)) }
      node = arena.following(node, in: source, entering: true)
    }
  }
}
