extension TreeBuilder {
  // MARK: Before the head

  mutating func processInitial(_ token: Token) -> Step {
    switch token {
    case .characters:
      _ = takeSpace()
      if tokenizer.piece.count == 0 { return .done }
    case .comment:
      insertComment(in: NodeArena.document)
      return .done
    case .doctype:
      insertDoctype()
      mode = .beforeHTML
      return .done
    default: break
    }
    quirksMode = .quirks
    mode = .beforeHTML
    return .again
  }

  private mutating func insertDoctype() {
    let doctype = tokenizer.doctype
    let node = arena.add(
      NodeRecord(
        kind: .doctype, position: UInt32(truncatingIfNeeded: tokenizer.tokenStart),
        start: UInt32(doctypes.count)))
    doctypes.append(doctype)
    arena.insert(node, in: NodeArena.document, before: 0)
    quirksMode = doctype.quirksMode
  }

  mutating func processBeforeHTML(_ token: Token) -> Step {
    switch token {
    case .doctype: return .done
    case .comment:
      insertComment(in: NodeArena.document)
      return .done
    case .characters:
      _ = takeSpace()
      if tokenizer.piece.count == 0 { return .done }
    case .startTag where tokenizer.name == .html:
      let node = makeElement(.html)
      arena.insert(node, in: NodeArena.document, before: 0)
      push(node, .html)
      mode = .beforeHead
      return .done
    case .endTag:
      switch tokenizer.name {
      case .head, .body, .html, .br: break
      default: return .done
      }
    default: break
    }
    push(insertElement(named: .html, in: NodeArena.document), .html)
    mode = .beforeHead
    return .again
  }

  mutating func processBeforeHead(_ token: Token) -> Step {
    switch token {
    case .characters:
      _ = takeSpace()
      if tokenizer.piece.count == 0 { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype: return .done
    case .startTag where tokenizer.name == .html: return processInBody(token)
    case .startTag where tokenizer.name == .head:
      headElement = insertPart()
      mode = .inHead
      return .done
    case .endTag:
      switch tokenizer.name {
      case .head, .body, .html, .br: break
      default: return .done
      }
    default: break
    }
    headElement = insertImplied(.head)
    mode = .inHead
    return .again
  }

  // MARK: Head

  mutating func processInHead(_ token: Token) -> Step {
    switch token {
    case .characters:
      if let space = takeSpace() { insert(text: space) }
      if tokenizer.piece.count == 0 { return .done }
    case .comment:
      insertComment()
      return .done
    case .doctype: return .done
    case .startTag: if let step = startInHead() { return step }
    case .endTag:
      switch tokenizer.name {
      case .head:
        pop()
        mode = .afterHead
        return .done
      case .body, .html, .br: break
      case .template:
        endTemplate()
        return .done
      default: return .done
      }
    default: break
    }
    pop()
    mode = .afterHead
    return .again
  }

  /// Processes a start tag in the head; returns `nil` for one that ends the head.
  private mutating func startInHead() -> Step? {
    switch tokenizer.name {
    case .html: return processInBody(.startTag)
    case .base, .basefont, .bgsound, .link, .meta: insertVoid()
    case .title: startText(.rcdata)
    case .noframes, .style: startText(.rawText)
    case .noscript:
      if options.isScriptingEnabled {
        startText(.rawText)
      } else {
        insertPart()
        mode = .inHeadNoscript
      }
    case .script: startText(.script)
    case .template: startTemplate()
    case .head: break
    default: return nil
    }
    return .done
  }

  /// Opens an element whose content is text.
  mutating func startText(_ model: Tokenizer.ContentModel) {
    insertPart()
    tokenizer.model = model
    originalMode = mode
    mode = .text
  }

  mutating func processText(_ token: Token) -> Step {
    switch token {
    case .characters: insert(text: tokenizer.piece)
    case .end:
      pop()
      mode = originalMode
      return .again
    case .endTag:
      pop()
      mode = originalMode
    default: break
    }
    return .done
  }

  mutating func processInHeadNoscript(_ token: Token) -> Step {
    switch token {
    case .doctype: return .done
    case .comment: return processInHead(token)
    case .characters:
      if let space = takeSpace() { insert(text: space) }
      if tokenizer.piece.count == 0 { return .done }
    case .startTag:
      switch tokenizer.name {
      case .html: return processInBody(token)
      case .basefont, .bgsound, .link, .meta, .noframes, .style: return processInHead(token)
      case .head, .noscript: return .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .noscript:
        pop()
        mode = .inHead
        return .done
      case .br: break
      default: return .done
      }
    default: break
    }
    pop()
    mode = .inHead
    return .again
  }

  mutating func processAfterHead(_ token: Token) -> Step {
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
      case .body:
        insertPart()
        allowsFrameset = false
        mode = .inBody
        return .done
      case .frameset:
        insertPart()
        mode = .inFrameset
        return .done
      case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
        push(headElement, .head)
        let step = processInHead(token)
        if let index = stack.index(of: headElement) { close(at: index) }
        return step
      case .head: return .done
      default: break
      }
    case .endTag:
      switch tokenizer.name {
      case .template: return processInHead(token)
      case .body, .html, .br: break
      default: return .done
      }
    default: break
    }
    insertImplied(.body)
    mode = .inBody
    return .again
  }

  // MARK: Templates

  private mutating func startTemplate() {
    guard insertElement() != nil else { return }
    formatting.addMarker()
    allowsFrameset = false
    mode = .inTemplate
    templateModes.append(.inTemplate)
  }

  private mutating func endTemplate() {
    if takeOmittedEnd() { return }
    guard stack.contains(.template) else { return }
    while stack.current.traits.contains(.thoroughEnd) { pop() }
    closeTemplate()
  }

  private mutating func closeTemplate() {
    pop(through: .template)
    formatting.clearToMarker()
    _ = templateModes.popLast()
    resetMode()
  }

  mutating func processInTemplate(_ token: Token) -> Step {
    switch token {
    case .startTag:
      switch tokenizer.name {
      case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
        return processInHead(token)
      case .caption, .colgroup, .tbody, .tfoot, .thead: return leaveTemplate(for: .inTable)
      case .col: return leaveTemplate(for: .inColumnGroup)
      case .tr: return leaveTemplate(for: .inTableBody)
      case .td, .th: return leaveTemplate(for: .inRow)
      default: return leaveTemplate(for: .inBody)
      }
    case .endTag: return tokenizer.name == .template ? processInHead(token) : .done
    case .end:
      guard stack.contains(.template) else { return .done }
      closeTemplate()
      return .again
    default: return processInBody(token)
    }
  }

  private mutating func leaveTemplate(for mode: Mode) -> Step {
    if !templateModes.isEmpty { templateModes[templateModes.count - 1] = mode }
    self.mode = mode
    return .again
  }
}
