extension TreeBuilder {
  mutating func processInBody(_ token: Token) -> Step {
    switch token {
    case .characters: insertInBody(tokenizer.piece)
    case .null, .doctype: break
    case .comment: insertComment()
    case .startTag: return startInBody()
    case .endTag: return endInBody()
    case .end: if !templateModes.isEmpty { return processInTemplate(token) }
    }
    return .done
  }

  /// Inserts text by the rules of the insertion mode "in body".
  @inline(__always) mutating func insertInBody(_ piece: TextPiece) {
    reconstructFormatting()
    insert(text: piece)
    noteFrameset(piece)
  }

  /// Prevents a `frameset` from replacing the body if a text is not only white space.
  @inline(__always) mutating func noteFrameset(_ piece: TextPiece) {
    if allowsFrameset, spaceCount(piece) < piece.count { allowsFrameset = false }
  }

  // MARK: Start tags

  private mutating func startInBody() -> Step {
    switch tokenizer.name {
    case .a: startLink()
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u: startFormatting()
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl,
      .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p,
      .search, .section, .summary, .ul:
      closeParagraphInScope()
      insertElement()
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraphInScope()
      if stack.current.traits.contains(.heading) { pop() }
      insertElement()
    case .li: startItem([.li])
    case .dd, .dt: startItem([.dd, .dt])
    case .area, .br, .embed, .img, .keygen, .wbr: startVoid()
    case .input: return startInput()
    case .image:
      tokenizer.name = .img
      return .again
    case .hr: startRule()
    case .param, .source, .track: insertVoid()
    case .table: startTable()
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return processInHead(.startTag)
    case .html: startAgain(stack[0].node)
    case .body:
      guard stack.count > 1, stack[1].isHTML(.body), !stack.contains(.template) else { break }
      allowsFrameset = false
      startAgain(stack[1].node)
    case .frameset: startFrameset()
    case .pre, .listing:
      closeParagraphInScope()
      if insertElement() != nil { ignoresLineFeed = true }
      allowsFrameset = false
    case .form: startForm()
    case .plaintext:
      closeParagraphInScope()
      insertPart()
      tokenizer.model = .plaintext
    case .textarea:
      startText(.rcdata)
      ignoresLineFeed = true
      allowsFrameset = false
    case .xmp:
      closeParagraphInScope()
      reconstructFormatting()
      allowsFrameset = false
      startText(.rawText)
    case .iframe:
      allowsFrameset = false
      startText(.rawText)
    case .noembed: startText(.rawText)
    case .noscript where options.isScriptingEnabled: startText(.rawText)
    case .button: startButton()
    case .nobr: startNobr()
    case .applet, .marquee, .object:
      reconstructFormatting()
      if insertElement() != nil { formatting.addMarker() }
      allowsFrameset = false
    case .select: startSelect()
    case .option, .optgroup: startOption()
    case .rb, .rtc:
      if stack.hasInScope(.ruby) { closeImplied() }
      insertElement()
    case .rp, .rt:
      if stack.hasInScope(.ruby) { closeImplied(except: .rtc) }
      insertElement()
    case .math:
      reconstructFormatting()
      insertForeign(.mathML)
    case .svg:
      reconstructFormatting()
      insertForeign(.svg)
    case .selectedcontent:
      reconstructFormatting()
      if let node = insertElement() { noteSelectedContent(node) }
    default:
      reconstructFormatting()
      insertElement()
    }
    return .done
  }

  private mutating func startFormatting() {
    reconstructFormatting()
    if let node = insertElement() { addFormatting(node) }
  }

  private mutating func startLink() {
    if let index = formatting.lastIndex(of: .a) {
      let node = formatting.entries[index].node
      if !adopt(.a) { endAny(.a) }
      if let index = formatting.index(of: node) { formatting.remove(at: index) }
      if arena[node].isOpen, let index = stack.index(of: node) { close(at: index) }
    }
    startFormatting()
  }

  private mutating func startNobr() {
    reconstructFormatting()
    if stack.hasInScope(.nobr) {
      if !adopt(.nobr) { endAny(.nobr) }
    }
    startFormatting()
  }

  /// Opens a list item after closing the previous one.
  private mutating func startItem(_ names: [MarkupName]) {
    allowsFrameset = false
    var index = stack.count - 1
    while index > 0 {
      let element = stack[index]
      if element.traits.contains(.html), names.contains(element.name) {
        closeImplied(except: element.name)
        pop(through: element.name)
        break
      }
      if element.traits.contains(.special), !element.isHTML(.address), !element.isHTML(.div),
        !element.isHTML(.p)
      {
        break
      }
      index -= 1
    }
    closeParagraphInScope()
    insertElement()
  }

  private mutating func startVoid() {
    reconstructFormatting()
    insertVoid()
    allowsFrameset = false
  }

  private mutating func startInput() -> Step {
    if isInContext(.select) { return .done }
    if stack.hasInScope(.select) { pop(through: .select) }
    reconstructFormatting()
    if !isHiddenInput { allowsFrameset = false }
    insertVoid()
    return .done
  }

  private mutating func startRule() {
    closeParagraphInScope()
    if stack.hasInScope(.select) { closeImplied() }
    insertVoid()
    allowsFrameset = false
  }

  private mutating func startTable() {
    if quirksMode != .quirks { closeParagraphInScope() }
    guard insertElement() != nil else { return }
    allowsFrameset = false
    mode = .inTable
  }

  /// Adds the attributes of a repeated `html` or `body` tag that the element does not have yet.
  private mutating func startAgain(_ node: UInt32) {
    if stack.contains(.template) || tokenizer.attributeCount == 0 { return }
    let record = arena[node]
    let old = Int(record.start)..<Int(record.start) + Int(record.count)
    let oldNames = Set(old.map { tokenizer.attributes[$0].name })
    let added = tokenizer.attributes[tokenizer.firstAttribute...].filter {
      !oldNames.contains($0.name)
    }
    if added.isEmpty { return }
    let room = max(0, options.limits.attributes - old.count)
    omissions.attributes += max(0, added.count - room)
    if room == 0 { return }
    let kept = old.map { tokenizer.attributes[$0] } + added.prefix(room)
    arena[node].start = UInt32(truncatingIfNeeded: tokenizer.attributes.count)
    arena[node].count = UInt32(truncatingIfNeeded: kept.count)
    tokenizer.attributes += kept
    tokenizer.adoptAttributes()
  }

  private mutating func startFrameset() {
    guard allowsFrameset, stack.count > 1, stack[1].isHTML(.body) else { return }
    arena.remove(stack[1].node)
    pop(toCount: 1)
    insertPart()
    mode = .inFrameset
  }

  private mutating func startForm() {
    let hasTemplate = stack.contains(.template)
    guard formElement == 0 || hasTemplate else { return }
    closeParagraphInScope()
    if let node = insertElement(), !hasTemplate { formElement = node }
  }

  private mutating func startButton() {
    if stack.hasInScope(.button) {
      closeImplied()
      pop(through: .button)
    }
    reconstructFormatting()
    insertElement()
    allowsFrameset = false
  }

  private func isInContext(_ name: MarkupName) -> Bool {
    guard let context else { return false }
    return context.name == name && context.traits.contains(.html)
  }

  private mutating func startSelect() {
    if isInContext(.select) { return }
    if stack.hasInScope(.select) {
      pop(through: .select)
      return
    }
    reconstructFormatting()
    insertElement()
    allowsFrameset = false
  }

  private mutating func startOption() {
    if stack.hasInScope(.select) {
      closeImplied(except: tokenizer.name == .option ? .optgroup : MarkupName(rawValue: 0))
    } else if stack.current.isHTML(.option) {
      pop()
    }
    reconstructFormatting()
    insertElement()
  }
}
