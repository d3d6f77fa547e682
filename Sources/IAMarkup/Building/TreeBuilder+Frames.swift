extension TreeBuilder {
  mutating func processAfterBody(_ token: Token) -> Step {
    switch token {
    case .characters:
      if let space = takeSpace() {
        reconstructFormatting()
        insert(text: space)
      }
      if tokenizer.piece.count == 0 { return .done }
    case .comment:
      insertComment(in: stack[0].node)
      return .done
    case .doctype, .end: return .done
    case .startTag where tokenizer.name == .html: return processInBody(token)
    case .endTag where tokenizer.name == .html:
      if context == nil { mode = .afterAfterBody }
      return .done
    default: break
    }
    mode = .inBody
    return .again
  }

  mutating func processAfterAfterBody(_ token: Token) -> Step {
    switch token {
    case .comment:
      insertComment(in: NodeArena.document)
      return .done
    case .doctype: return processInBody(token)
    case .characters:
      if let space = takeSpace() {
        reconstructFormatting()
        insert(text: space)
      }
      if tokenizer.piece.count == 0 { return .done }
    case .startTag where tokenizer.name == .html: return processInBody(token)
    case .end: return .done
    default: break
    }
    mode = .inBody
    return .again
  }

  mutating func processInFrameset(_ token: Token) -> Step {
    switch token {
    case .characters: insertSpaceOnly()
    case .comment: insertComment()
    case .startTag:
      switch tokenizer.name {
      case .html: return processInBody(token)
      case .frameset: insertElement()
      case .frame: insertVoid()
      case .noframes: return processInHead(token)
      default: break
      }
    case .endTag where tokenizer.name == .frameset:
      if takeOmittedEnd() || stack.count == 1 { return .done }
      pop()
      if context == nil, !stack.current.isHTML(.frameset) { mode = .afterFrameset }
    default: break
    }
    return .done
  }

  mutating func processAfterFrameset(_ token: Token) -> Step {
    switch token {
    case .characters: insertSpaceOnly()
    case .comment: insertComment()
    case .startTag where tokenizer.name == .html: return processInBody(token)
    case .startTag where tokenizer.name == .noframes: return processInHead(token)
    case .endTag where tokenizer.name == .html: mode = .afterAfterFrameset
    default: break
    }
    return .done
  }

  mutating func processAfterAfterFrameset(_ token: Token) -> Step {
    switch token {
    case .comment: insertComment(in: NodeArena.document)
    case .characters: insertSpaceOnly()
    case .startTag where tokenizer.name == .html: return processInBody(token)
    case .startTag where tokenizer.name == .noframes: return processInHead(token)
    default: break
    }
    return .done
  }

  /// Inserts the white space of the current text and omits its other characters.
  private mutating func insertSpaceOnly() {
    while tokenizer.piece.count > 0 {
      if let space = takeSpace() {
        insert(text: space)
      } else {
        tokenizer.piece.start += 1
        tokenizer.piece.count -= 1
      }
    }
  }
}
