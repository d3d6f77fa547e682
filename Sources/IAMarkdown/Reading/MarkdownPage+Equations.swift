internal import IABytes
internal import IAEquations
internal import IAFormats
internal import IAMarkup
internal import IAText

/// An equation of raw HTML that is open: an element `math` in its source.
struct RawEquation {
  /// The source so far: tags as written, and text of Markdown with character references.
  var source: [UInt8]
  /// The number of elements `math` that are open.
  var depth = 1
  /// The offset of the element in the file.
  let byteOffset: Int
  /// The attributes of its text.
  let attributes: InlineAttributes
  /// The attributes of text of Markdown around it.
  let outer: InlineAttributes
  /// Whether Markdown formats text inside the equation.
  var isFormatted = false
}

// MathML in raw HTML, which is read like MathML in HTML documents.
extension MarkdownPage {
  /// Opens an equation with its start tag; returns `false` if the tag does not start one.
  mutating func opensEquation(_ tag: MarkupTag, source: [UInt8], at offset: Int) -> Bool {
    guard tag.name == "math", !raw.isAfterEquation, inline.pictures == 0 else { return false }
    let outer = textAttributes
    let looks = RawLooks(
      tag, outer: outer, outerParagraph: raw.elements.last?.paragraph ?? .init())
    note(looks, at: offset)
    noteHandlers(of: tag, at: offset)
    raw.equation = RawEquation(
      source: source, byteOffset: offset, attributes: outer.overridden(by: looks.inline),
      outer: outer)
    if tag.isSelfClosing { raw.equation?.depth = 0 }
    return true
  }

  /// Counts the elements `math` of an equation; returns whether the token ends it.
  mutating func endsEquation(_ token: MarkupToken, at offset: Int) -> Bool {
    switch token {
    case .start(let tag):
      noteHandlers(of: tag, at: offset)
      if tag.name == "math", !tag.isSelfClosing { raw.equation?.depth += 1 }
    case .end("math"): raw.equation?.depth -= 1
    default: break
    }
    return raw.equation?.depth == 0
  }

  /// Adds raw HTML inside a paragraph to the equation that is open.
  mutating func continueEquation(_ html: String, at offset: Int) throws {
    raw.equation?.source += Array(html.utf8)
    var tokens = MarkupTokens(Array(html.utf8))
    while let token = tokens.next() {
      if endsEquation(token, at: offset) { return try endEquation() }
    }
  }

  /// Adds text of Markdown to the equation that is open.
  mutating func appendToEquation(_ text: String, _ attributes: InlineAttributes) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): raw.equation?.source += Array("&lt;".utf8)
      case UInt8(ascii: "&"): raw.equation?.source += Array("&amp;".utf8)
      default: raw.equation?.source.append(byte)
      }
    }
    if attributes != raw.equation?.outer { raw.equation?.isFormatted = true }
  }

  /// Ends the open equation in a paragraph: appends its text, and then reads the part of its source that follows the
  /// element.
  mutating func endEquation() throws {
    guard let equation = raw.equation else { return }
    let end = appendEquation()
    guard end < equation.source.count else { return }
    raw.isAfterEquation = true
    defer { raw.isAfterEquation = false }
    var tokens = MarkupTokens(Array(equation.source[end...]))
    while let token = tokens.next() {
      try countToken(at: equation.byteOffset)
      if case .text(let text) = token, raw.skipped == nil {
        append(text.replacing("\n", with: " "), textAttributes)
      } else {
        try readInline(token, source: [], at: equation.byteOffset)
      }
    }
  }

  /// Appends the text of the open equation.
  ///
  /// - Returns: The offset in its source at which the element ends; the size of the source if nothing follows the
  ///   element.
  mutating func appendEquation() -> Int {
    guard let equation = raw.equation else { return 0 }
    raw.equation = nil
    let offset = equation.byteOffset
    let limits = MarkupLimits(nodes: options.limits.entries, attributes: options.limits.attributes)
    guard
      let tree = try? MarkupTree(
        parsingFragment: equation.source, in: MarkupContext("body"),
        options: MarkupOptions(limits: limits)),
      let math = tree.root.firstChild, math.kind == .element
    else {
      report.add(.dropped, .equation, "too many elements", byteOffset: offset)
      return equation.source.count
    }
    if !tree.omissions.isEmpty { noteOnce(.approximated, .nesting, "in an equation", offset) }
    if equation.depth > 0 { noteOnce(.approximated, .equation, "without an end tag", offset) }
    if equation.isFormatted { noteOnce(.approximated, .equation, "Markdown in it", offset) }
    var styles = RawEquationStyles()
    let reader = MathMLReader(math, style: 0, &styles)
    if let missing = reader.missing {
      // The part beyond the limit is lost.
      report.add(
        reader.equation.isFull ? .dropped : .approximated, .equation, missing, byteOffset: offset)
    }
    let units = Array(reader.tex.utf16).map { $0 == 0x0A || $0 == 0x0D ? 0x2028 : $0 }
    if !units.isEmpty {
      settle()
      var attributes = equation.attributes
      let isDisplay = tree.name("display").flatMap { math.value(of: $0) } == "block"
      attributes[tag: MarkdownTag.math] = isDisplay ? "display" : "inline"
      builder.append(units: units, attributes: builder.intern(attributes))
    }
    return Self.end(of: math) ?? equation.source.count
  }

  /// Returns the offset of the first node after an element; `nil` if there is none.
  ///
  /// Elements that the parser reopened because the end of the element closed them do not count.
  private static func end(of math: MarkupNode) -> Int? {
    var last = math
    while let child = last.lastChild { last = child }
    var next = math.next
    while let node = next, node.byteOffset <= last.byteOffset {
      next = node.next(in: math.tree.root, entering: true)
    }
    return next?.byteOffset
  }

  private mutating func noteHandlers(of tag: MarkupTag, at offset: Int) {
    for (name, _) in tag.attributes where name.hasPrefix("on") && name.utf8.count > 2 {
      noteOnce(.neutralised, .eventHandler, name, offset)
    }
  }
}

/// The style attributes of MathML in Markdown, which has no style sheets.
private struct RawEquationStyles: MathMLStyles {
  mutating func mathStyle(of node: MarkupNode, in around: Int) -> MathMLStyle {
    guard let style = node.tree.name("style").flatMap({ node.value(of: $0) }) else {
      return MathMLStyle(number: around, isHidden: false, isDifferent: false)
    }
    let looks = RawLooks(
      MarkupTag(name: "", attributes: [("style", style)]), outer: .init(), outerParagraph: .init())
    return MathMLStyle(
      number: around, isHidden: looks.inline.hidden,
      isDifferent: looks.inline != InlineAttributes() || !looks.unread.isEmpty)
  }

  func isText(_ node: MarkupNode) -> Bool {
    HTMLElementKind(name: node.tree.text(of: node.name)) == .inline
  }
}
