extension TreeBuilder {
  /// Adds the current node to the list of active formatting elements.
  ///
  /// If the list already contains three equal elements after the last marker, the earliest is
  /// removed. If the list is full, the element is not added.
  mutating func addFormatting(_ node: UInt32) {
    guard formatting.elementCount < options.limits.formattingElements, copiesLeft > 0 else {
      omissions.formattingElements += 1
      return
    }
    let name = arena[node].name
    let hash = hashOfAttributes(node)
    var equalCount = 0
    var earliest = 0
    var index = formatting.entries.count - 1
    while index >= 0, formatting.entries[index].node != 0 {
      let entry = formatting.entries[index]
      if entry.name == name, entry.hash == hash, hasEqualAttributes(entry.node, node) {
        equalCount += 1
        earliest = index
      }
      index -= 1
    }
    if equalCount >= 3 { formatting.remove(at: earliest) }
    formatting.add(.init(node: node, name: name, hash: hash))
  }

  private func attribute(_ index: UInt32) -> AttributeRecord { tokenizer.attributes[Int(index)] }

  private func hashOfAttributes(_ node: UInt32) -> UInt64 {
    let record = arena[node]
    var sum: UInt64 = 0
    for index in record.start..<record.start + record.count {
      let attribute = attribute(index)
      var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(attribute.name.rawValue)
      let bytes = attribute.isAside ? tokenizer.aside.span : tokenizer.bytes.span
      for offset in Int(attribute.start)..<Int(attribute.start) + Int(attribute.count) {
        hash = (hash ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01B3
      }
      sum &+= hash &* 0x9E37_79B9_7F4A_7C15
    }
    return sum
  }

  private func hasEqualAttributes(_ first: UInt32, _ second: UInt32) -> Bool {
    let (first, second) = (arena[first], arena[second])
    guard first.count == second.count else { return false }
    for index in 0..<first.count {
      let wanted = attribute(first.start + index)
      // The attributes are usually in the same order.
      var found = attribute(second.start + index)
      if found.name != wanted.name {
        guard
          let other = (second.start..<second.start + second.count).first(where: {
            attribute($0).name == wanted.name
          })
        else { return false }
        found = attribute(other)
      }
      if !hasEqualValues(wanted, found) { return false }
    }
    return true
  }

  private func hasEqualValues(_ first: AttributeRecord, _ second: AttributeRecord) -> Bool {
    guard first.count == second.count else { return false }
    let firstBytes = first.isAside ? tokenizer.aside.span : tokenizer.bytes.span
    let secondBytes = second.isAside ? tokenizer.aside.span : tokenizer.bytes.span
    for offset in 0..<Int(first.count) {
      if firstBytes[Int(first.start) + offset] != secondBytes[Int(second.start) + offset] {
        return false
      }
    }
    return true
  }

  /// Opens formatting elements again that the end of a block closed.
  @inline(__always) mutating func reconstructFormatting() {
    guard let last = formatting.entries.last, last.node != 0, !arena[last.node].isOpen else {
      return
    }
    reconstructClosedFormatting()
  }

  private mutating func reconstructClosedFormatting() {
    var index = formatting.entries.count - 1
    while index > 0 {
      let before = formatting.entries[index - 1].node
      if before == 0 || arena[before].isOpen { break }
      index -= 1
    }
    while index < formatting.entries.count {
      guard stack.count < options.limits.openElements else { return }
      guard let copy = copy(formatting.entries[index].node) else { return }
      let (parent, next) = place()
      arena.insert(copy, in: parent, before: next)
      push(copy, arena[copy].name)
      formatting.replace(at: index, by: copy)
      index += 1
    }
  }

  /// Returns a new element with the name and the attributes of a formatting element.
  ///
  /// If the limit of copies is reached, removes all formatting elements from the list and returns
  /// `nil`.
  private mutating func copy(_ node: UInt32) -> UInt32? {
    guard copiesLeft > 0 else {
      omissions.formattingElements += formatting.elementCount
      formatting.removeElements()
      return nil
    }
    copiesLeft -= 1
    let record = arena[node]
    return arena.add(
      NodeRecord(
        kind: .element, name: record.name,
        position: UInt32(truncatingIfNeeded: tokenizer.tokenStart), start: record.start,
        count: record.count))
  }

  // MARK: The adoption agency algorithm

  /// Closes a formatting element that other elements may overlap.
  ///
  /// - Returns: Whether the end tag is processed; `false` if the rules for "any other end tag"
  ///   apply.
  /// - Complexity: O(*d*) for *d* open elements, plus the moved children. Each child moves at most
  ///   once per level of its depth.
  mutating func adopt(_ name: MarkupName) -> Bool {
    if stack.current.isHTML(name), formatting.index(of: stack.current.node) == nil {
      pop()
      return true
    }
    for _ in 0..<8 {
      guard let index = formatting.lastIndex(of: name) else { return false }
      let node = formatting.entries[index].node
      guard arena[node].isOpen, let depth = stack.index(of: node) else {
        formatting.remove(at: index)
        return true
      }
      guard stack.hasInScope(node: node) else { return true }
      guard
        let block = (depth + 1..<stack.count).first(where: {
          stack[$0].traits.contains(.special)
        })
      else {
        pop(toCount: depth)
        formatting.remove(at: index)
        return true
      }
      guard adopt(entry: index, depth: depth, block: block) else { return true }
    }
    return true
  }

  /// Moves the content of the furthest block of a formatting element.
  ///
  /// - Returns: `false` if the limit of copies is reached.
  private mutating func adopt(entry: Int, depth: Int, block: Int) -> Bool {
    // One run makes at most three inner copies and one copy of the element itself.
    guard copiesLeft >= 4 else {
      omissions.formattingElements += formatting.elementCount
      formatting.removeElements()
      copiesLeft = 0
      return false
    }
    let formattingNode = formatting.entries[entry].node
    let ancestor = stack[depth - 1]
    let blockNode = stack[block].node
    var bookmark = entry
    var last = blockNode
    var index = block
    for counter in 1... {
      index -= 1
      if index == depth { break }
      let node = stack[index].node
      var position = formatting.index(of: node)
      if counter > 3, let found = position {
        formatting.remove(at: found)
        if found < bookmark { bookmark -= 1 }
        position = nil
      }
      guard let position, let copy = copy(node) else {
        close(at: index)
        continue
      }
      arena[node].isOpen = false
      arena[copy].isOpen = true
      formatting.replace(at: position, by: copy)
      stack.replace(at: index, by: copy)
      if last == blockNode { bookmark = position + 1 }
      arena.remove(last)
      arena.insert(last, in: copy, before: 0)
      last = copy
    }
    arena.remove(last)
    let (parent, next) = place(in: ancestor)
    arena.insert(last, in: parent, before: next)
    guard let copy = copy(formattingNode) else { return false }
    arena.moveChildren(of: blockNode, to: copy)
    arena.insert(copy, in: blockNode, before: 0)
    if let old = formatting.index(of: formattingNode) {
      var changed = formatting.entries[old]
      changed.node = copy
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
      formatting.insert(changed, at: bookmark)
    }
    let name = stack[depth].name
    close(at: depth)
    if let block = stack.index(of: blockNode) {
      stack.insert(OpenElement(node: copy, name: name, traits: .of(name, in: .html)), at: block + 1)
      arena[copy].isOpen = true
    }
    return true
  }
}
