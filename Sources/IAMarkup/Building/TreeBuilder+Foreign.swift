extension TreeBuilder {
  /// Returns whether a token is processed by the rules of foreign content.
  @inline(__always) func isForeign(_ token: Token) -> Bool {
    let traits = currentTraits
    if traits.contains(.html) { return false }
    switch token {
    case .end: return false
    case .characters, .null: return traits.isDisjoint(with: [.mathTextPoint, .htmlPoint])
    case .startTag:
      if traits.contains(.htmlPoint) { return false }
      if traits.contains(.mathTextPoint) {
        return tokenizer.name == .mglyph || tokenizer.name == .malignmark
      }
      return !(traits.contains(.annotation) && tokenizer.name == .svg)
    default: return true
    }
  }

  mutating func processForeign(_ token: Token) -> Step {
    switch token {
    case .null: insert(text: TextPiece(start: 1, count: 3, isAside: true))
    case .characters:
      insert(text: tokenizer.piece)
      noteFrameset(tokenizer.piece)
    case .comment: insertComment()
    case .doctype, .end: break
    case .startTag: return startForeign()
    case .endTag: return endForeign()
    }
    return .done
  }

  private mutating func startForeign() -> Step {
    if endsForeignContent { return leaveForeign(.startTag) }
    if stack.count == 1, let context {
      insertForeign(context.space)
    } else {
      insertForeign(arena[stack.current.node].space)
    }
    return .done
  }

  /// Inserts and opens an SVG or MathML element for the current start tag.
  mutating func insertForeign(_ space: MarkupNamespace) {
    var name = tokenizer.name
    let number = Int(name.rawValue)
    if space == .svg, name.isKnown, KnownNames.svgElements[number] != 0 {
      name = MarkupName(rawValue: UInt32(KnownNames.svgElements[number]))
    }
    adjustAttributes(space)
    guard tokenizer.isSelfClosing || stack.count < options.limits.openElements else {
      omitTag()
      return
    }
    var traits = ElementTraits.of(name, in: space)
    if traits.contains(.annotation), hasHTMLEncoding { traits.insert(.htmlPoint) }
    let node = makeElement(name, space)
    let (parent, next) = place()
    arena.insert(node, in: parent, before: next)
    if !tokenizer.isSelfClosing {
      push(OpenElement(node: node, name: name, traits: traits))
    }
  }

  /// Adjusts the attributes of the current tag to the letter case and the namespaces of foreign
  /// content.
  private mutating func adjustAttributes(_ space: MarkupNamespace) {
    for index in tokenizer.firstAttribute..<tokenizer.attributes.count {
      let name = tokenizer.attributes[index].name
      guard name.isKnown else { continue }
      let spaced = KnownNames.spacedAttributes[Int(name.rawValue)]
      if spaced != 0 {
        tokenizer.attributes[index].name = MarkupName(rawValue: UInt32(spaced & 0xFFF))
        tokenizer.attributes[index].space =
          AttributeNamespace(rawValue: UInt8(spaced >> 12)) ?? .none
      } else if space == .svg {
        let cased = KnownNames.svgAttributes[Int(name.rawValue)]
        if cased != 0 { tokenizer.attributes[index].name = MarkupName(rawValue: UInt32(cased)) }
      } else if name == .definitionurl {
        tokenizer.attributes[index].name = .definitionURLInMathML
      }
    }
  }

  private var hasHTMLEncoding: Bool {
    for index in tokenizer.firstAttribute..<tokenizer.attributes.count {
      let attribute = tokenizer.attributes[index]
      if attribute.name == .encoding {
        return value(of: attribute, isLowered: "text/html")
          || value(of: attribute, isLowered: "application/xhtml+xml")
      }
    }
    return false
  }

  /// Whether the current start tag ends foreign content.
  private var endsForeignContent: Bool {
    let name = tokenizer.name
    guard name.isKnown else { return false }
    if ElementTraits(rawValue: KnownNames.traits[Int(name.rawValue)]).contains(.breakout) {
      return true
    }
    guard name == .font else { return false }
    return (tokenizer.firstAttribute..<tokenizer.attributes.count).contains {
      let name = tokenizer.attributes[$0].name
      return name == .color || name == .face || name == .size
    }
  }

  /// Closes foreign elements, and processes the token by the rules of the current mode.
  private mutating func leaveForeign(_ token: Token) -> Step {
    while stack.count > 1,
      stack.current.traits.isDisjoint(with: [.html, .mathTextPoint, .htmlPoint])
    {
      pop()
    }
    return process(token, in: mode)
  }

  private mutating func endForeign() -> Step {
    let name = tokenizer.name
    if name == .br || name == .p { return leaveForeign(.endTag) }
    if takeOmittedEnd() { return .done }
    let cased = name.isKnown ? UInt32(KnownNames.svgElements[Int(name.rawValue)]) : 0
    var index = stack.count - 1
    while index > 0 {
      let element = stack[index]
      if element.traits.contains(.html) { return process(.endTag, in: mode) }
      if element.name == name || cased != 0 && element.name.rawValue == cased {
        pop(toCount: index)
        return .done
      }
      index -= 1
    }
    return .done
  }
}
