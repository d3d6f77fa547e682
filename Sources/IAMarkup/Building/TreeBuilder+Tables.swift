extension TreeBuilder {
  // MARK: Table

  mutating func processInTable(_ token: Token) -> Step {
    switch token {
    case .characters, .null:
      if stack.current.traits.contains(.tablePart) || stack.current.isHTML(.template) {
        pendingTableText.removeAll(keepingCapacity: true)
        originalMode = mode
        mode = .inTableText
        return .again
      }
    case .comment:
      insertComment()
      return .done
    case .doctype: return .done
    case .startTag: if let step = startInTable() { return step }
    case .endTag:
      switch tokenizer.name {
      case .table:
        if takeOmittedEnd() { return .done }
        if stack.hasInScope(.table, .tableScope) {
          pop(through: .table)
          resetMode()
        }
        return .done
      case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
        return .done
      case .template: return processInHead(token)
      default: break
      }
    case .end: return processInBody(token)
    }
    return fosterParent(token)
  }

  private mutating func startInTable() -> Step? {
    switch tokenizer.name {
    case .caption:
      clearStack(to: .tableScope)
      formatting.addMarker()
      insertPart()
      mode = .inCaption
    case .colgroup:
      clearStack(to: .tableScope)
      insertPart()
      mode = .inColumnGroup
    case .col:
      clearStack(to: .tableScope)
      insertImplied(.colgroup)
      mode = .inColumnGroup
      return .again
    case .tbody, .tfoot, .thead:
      clearStack(to: .tableScope)
      insertPart()
      mode = .inTableBody
    case .td, .th, .tr:
      clearStack(to: .tableScope)
      insertImplied(.tbody)
      mode = .inTableBody
      return .again
    case .table:
      guard stack.hasInScope(.table, .tableScope) else { return .done }
      pop(through: .table)
      resetMode()
      return .again
    case .style, .script, .template: return processInHead(.startTag)
    case .input:
      guard isHiddenInput else { return nil }
      insertVoid()
    case .form:
      guard !stack.contains(.template), formElement == 0 else { return .done }
      formElement = makeElement(.form)
      let (parent, next) = place()
      arena.insert(formElement, in: parent, before: next)
    default: return nil
    }
    return .done
  }

  /// Processes a token that is not allowed in a table, and inserts its content before the table.
  private mutating func fosterParent(_ token: Token) -> Step {
    isFosterParenting = true
    let step = processInBody(token)
    isFosterParenting = false
    return step
  }

  /// Closes elements until the current node has one of the given traits.
  private mutating func clearStack(to bounds: ElementTraits) {
    while stack.count > 1, stack.current.traits.isDisjoint(with: bounds) { pop() }
  }

  private mutating func clearStackToBody() {
    while stack.count > 1, !isCurrent([.tbody, .tfoot, .thead, .template]) { pop() }
  }

  private mutating func clearStackToRow() {
    while stack.count > 1, !stack.current.isHTML(.tr), !stack.current.isHTML(.template) { pop() }
  }

  private func isCurrent(_ names: [MarkupName]) -> Bool {
    names.contains { stack.current.isHTML($0) }
  }

  // MARK: Text in tables

  mutating func processInTableText(_ token: Token) -> Step {
    switch token {
    case .null: return .done
    case .characters:
      pendingTableText.append(tokenizer.piece)
      return .done
    default: break
    }
    if pendingTableText.allSatisfy({ spaceCount($0) == $0.count }) {
      for piece in pendingTableText { insert(text: piece) }
    } else {
      isFosterParenting = true
      for piece in pendingTableText { insertInBody(piece) }
      isFosterParenting = false
    }
    mode = originalMode
    return .again
  }

  // MARK: Caption and columns

  mutating func processInCaption(_ token: Token) -> Step {
    switch token {
    case .endTag:
      switch tokenizer.name {
      case .caption:
        _ = closeCaption()
        return .done
      case .table:
        if takeOmittedEnd() { return .done }
        return closeCaption() ? .again : .done
      case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return .done
      default: break
      }
    case .startTag:
      switch tokenizer.name {
      case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
        return closeCaption() ? .again : .done
      default: break
      }
    default: break
    }
    return processInBody(token)
  }

  private mutating func closeCaption() -> Bool {
    guard stack.hasInScope(.caption, .tableScope) else { return false }
    closeImplied()
    pop(through: .caption)
    formatting.clearToMarker()
    mode = .inTable
    return true
  }

  mutating func processInColumnGroup(_ token: Token) -> Step {
    switch token {
    case .characters:
      if let space = takeSpace() { insert(text: space) }
      if tokenizer.piece.count == 0 { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype: return .done
    case .startTag:
      switch tokenizer.name {
      case .html: return processInBody(token)
      case .col:
        insertVoid()
        return .done
      case .template: return processInHead(token)
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .colgroup:
        if stack.current.isHTML(.colgroup) {
          pop()
          mode = .inTable
        }
        return .done
      case .col: return .done
      case .template: return processInHead(token)
      default: break
      }
    case .end: return processInBody(token)
    case .null: break
    }
    guard stack.current.isHTML(.colgroup) else {
      // Only the first character of the text is not allowed here and is omitted.
      guard token == .characters else { return .done }
      tokenizer.piece.start += 1
      tokenizer.piece.count -= 1
      return tokenizer.piece.count > 0 ? .again : .done
    }
    pop()
    mode = .inTable
    return .again
  }

  // MARK: Rows

  mutating func processInTableBody(_ token: Token) -> Step {
    switch token {
    case .startTag:
      switch tokenizer.name {
      case .tr:
        clearStackToBody()
        insertPart()
        mode = .inRow
        return .done
      case .th, .td:
        clearStackToBody()
        insertImplied(.tr)
        mode = .inRow
        return .again
      case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return leaveTableBody()
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .tbody, .tfoot, .thead:
        guard stack.hasInScope(tokenizer.name, .tableScope) else { return .done }
        clearStackToBody()
        pop()
        mode = .inTable
        return .done
      case .table: return leaveTableBody()
      case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: return .done
      default: break
      }
    default: break
    }
    return processInTable(token)
  }

  private mutating func leaveTableBody() -> Step {
    guard
      stack.hasInScope(.tbody, .tableScope) || stack.hasInScope(.thead, .tableScope)
        || stack.hasInScope(.tfoot, .tableScope)
    else { return .done }
    clearStackToBody()
    pop()
    mode = .inTable
    return .again
  }

  mutating func processInRow(_ token: Token) -> Step {
    switch token {
    case .startTag:
      switch tokenizer.name {
      case .th, .td:
        clearStackToRow()
        insertPart()
        mode = .inCell
        formatting.addMarker()
        return .done
      case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
        return closeRow() ? .again : .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .tr:
        _ = closeRow()
        return .done
      case .table: return closeRow() ? .again : .done
      case .tbody, .tfoot, .thead:
        guard stack.hasInScope(tokenizer.name, .tableScope) else { return .done }
        return closeRow() ? .again : .done
      case .body, .caption, .col, .colgroup, .html, .td, .th: return .done
      default: break
      }
    default: break
    }
    return processInTable(token)
  }

  private mutating func closeRow() -> Bool {
    guard stack.hasInScope(.tr, .tableScope) else { return false }
    clearStackToRow()
    pop()
    mode = .inTableBody
    return true
  }

  mutating func processInCell(_ token: Token) -> Step {
    switch token {
    case .endTag:
      switch tokenizer.name {
      case .td, .th:
        guard stack.hasInScope(tokenizer.name, .tableScope) else { return .done }
        closeImplied()
        pop(through: tokenizer.name)
        formatting.clearToMarker()
        mode = .inRow
        return .done
      case .body, .caption, .col, .colgroup, .html: return .done
      case .table, .tbody, .tfoot, .thead, .tr:
        if tokenizer.name == .table, takeOmittedEnd() { return .done }
        guard stack.hasInScope(tokenizer.name, .tableScope) else { return .done }
        closeCell()
        return .again
      default: break
      }
    case .startTag:
      switch tokenizer.name {
      case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
        guard stack.hasInScope(.td, .tableScope) || stack.hasInScope(.th, .tableScope) else {
          return .done
        }
        closeCell()
        return .again
      default: break
      }
    default: break
    }
    return processInBody(token)
  }

  private mutating func closeCell() {
    closeImplied()
    while stack.count > 1 {
      let isCell = stack.current.isHTML(.td) || stack.current.isHTML(.th)
      pop()
      if isCell { break }
    }
    formatting.clearToMarker()
    mode = .inRow
  }

  /// Whether the current start tag is that of a hidden `input`.
  var isHiddenInput: Bool {
    for index in tokenizer.firstAttribute..<tokenizer.attributes.count {
      let attribute = tokenizer.attributes[index]
      if attribute.name == .type { return value(of: attribute, isLowered: "hidden") }
    }
    return false
  }

  /// Returns whether the value of an attribute equals a lowercase ASCII text, ignoring case.
  func value(of attribute: AttributeRecord, isLowered text: StaticString) -> Bool {
    let bytes = attribute.isAside ? tokenizer.aside.span : tokenizer.bytes.span
    let count = text.utf8CodeUnitCount
    guard Int(attribute.count) == count else { return false }
    return text.withUTF8Buffer { text in
      for index in 0..<count {
        let byte = Tokenizer.lowered(bytes[Int(attribute.start) + index])
        if unsafe byte != text[index] { return false }
      }
      return true
    }
  }
}
