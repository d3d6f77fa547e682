extension TreeBuilder {
  mutating func endInBody() -> Step {
    if takeOmittedEnd() { return .done }
    let name = tokenizer.name
    switch name {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      if !adopt(name) { endAny(name) }
    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div,
      .dl, .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu,
      .nav, .ol, .pre, .search, .section, .select, .summary, .ul:
      end(name, .scope)
    case .p:
      if !stack.hasInScope(.p, .buttonBounds) { insertImplied(.p) }
      closeParagraph()
    case .li: end(.li, .listItemBounds)
    case .dd, .dt: end(name, .scope)
    case .h1, .h2, .h3, .h4, .h5, .h6: endHeading()
    case .template: return processInHead(.endTag)
    case .body, .html:
      guard stack.hasInScope(.body) else { return .done }
      mode = .afterBody
      return name == .html ? .again : .done
    case .form: endForm()
    case .applet, .marquee, .object:
      guard stack.hasInScope(name) else { return .done }
      closeImplied()
      pop(through: name)
      formatting.clearToMarker()
    case .br:
      reconstructFormatting()
      arena.insertBreak(at: place(), UInt32(truncatingIfNeeded: tokenizer.tokenStart))
      allowsFrameset = false
    default: endAny(name)
    }
    return .done
  }

  /// Closes an element if it is in a scope.
  private mutating func end(_ name: MarkupName, _ bounds: ElementTraits) {
    guard stack.hasInScope(name, bounds) else { return }
    closeImplied(except: name)
    pop(through: name)
  }

  private mutating func endHeading() {
    guard stack.hasInScope(anyOf: .heading) else { return }
    closeImplied()
    while stack.count > 1 {
      let isHeading = stack.current.traits.contains(.heading)
      pop()
      if isHeading { return }
    }
  }

  private mutating func endForm() {
    if stack.contains(.template) {
      end(.form, .scope)
      return
    }
    let node = formElement
    formElement = 0
    guard node != 0, stack.hasInScope(node: node) else { return }
    closeImplied()
    if let index = stack.index(of: node) { close(at: index) }
  }

  /// Closes an element by the rules for "any other end tag".
  mutating func endAny(_ name: MarkupName) {
    if name.isKnown, !stack.contains(name) { return }
    var index = stack.count - 1
    while index > 0 {
      let element = stack[index]
      if element.isHTML(name) {
        pop(toCount: index)
        return
      }
      if element.traits.contains(.special) { return }
      index -= 1
    }
  }
}

extension NodeArena {
  /// Inserts a `br` element without attributes.
  mutating func insertBreak(at place: (parent: UInt32, next: UInt32), _ position: UInt32) {
    let node = add(NodeRecord(kind: .element, name: .br, position: position))
    insert(node, in: place.parent, before: place.next)
  }
}
