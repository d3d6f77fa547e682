package import IAMarkup

/// The styles of MathML elements, according to the style rules of their file.
package protocol MathMLStyles {
  /// Returns the style of an element.
  ///
  /// - Parameters:
  ///   - node: The element.
  ///   - around: The number of the style of the parent element.
  mutating func mathStyle(of node: MarkupNode, in around: Int) -> MathMLStyle
  /// Returns whether the content of an HTML element is text.
  func isText(_ node: MarkupNode) -> Bool
}

/// The style of a MathML element.
package struct MathMLStyle: Sendable {
  /// The number of the style.
  package var number: Int
  /// Whether the element is hidden.
  package var isHidden: Bool
  /// Whether the appearance of the element's text differs from that of the surrounding text.
  package var isDifferent: Bool

  /// Creates a style from its parts.
  package init(number: Int, isHidden: Bool, isDifferent: Bool) {
    self.number = number
    self.isHidden = isHidden
    self.isDifferent = isDifferent
  }
}

/// Reads the MathML presentation elements inside one `math` element, without recursion.
package struct MathMLReader {
  /// An element that is still open.
  private struct Frame {
    let name: String
    /// The next node inside the element.
    var next: MarkupNode?
    let style: Int
    var parts: [Equation.Part] = []
    /// The delimiters that the element states.
    var opening: String?
    var closing: String?
    /// The attributes that determine the kind of the part.
    var isAccent: Bool?
  }

  /// The equation that is being built.
  package private(set) var equation = Equation()
  /// The name of the first element whose meaning cannot be represented; `nil` if there is none.
  package private(set) var missing: String?
  /// The TeX in the annotation of the equation; `nil` if there is none.
  package private(set) var annotation: String?
  private var frames: [Frame] = []

  /// The maximum number of bytes of the text of one element.
  private static let maxTextBytes = 4096

  /// Creates a reader, and reads an element.
  ///
  /// - Parameters:
  ///   - math: The element.
  ///   - style: The number of its style.
  ///   - styles: The styles of the elements inside.
  package init(_ math: MarkupNode, style: Int, _ styles: inout some MathMLStyles) {
    frames = [Frame(name: "math", next: math.firstChild, style: style)]
    noteAttributes(of: math)
    while let index = frames.indices.last {
      guard let child = frames[index].next, !equation.isFull else {
        if frames[index].next != nil { missing = "more than \(Equation.maxParts) parts" }
        leave()
        continue
      }
      frames[index].next = frames[index].name == "semantics" ? annotated(child) : child.next
      if child.kind == .element {
        if !child.isTemplate { enter(child, &styles) }
      } else if child.kind == .text {
        addText(child)
      }
    }
  }

  /// The TeX of the equation: the TeX in the annotation if it agrees with the visible elements, otherwise TeX that is
  /// created from these elements.
  package var tex: String {
    let shown = equation.tex
    if let annotation, let stated = Equation(tex: annotation), stated.tex == shown {
      return annotation
    }
    return shown
  }

  private mutating func miss(_ name: String) { missing = missing ?? name }

  /// Returns the next visible node of `semantics`, and reads its TeX annotation.
  ///
  /// Only the first element of `semantics` is shown; the others are annotations.
  private mutating func annotated(_ first: MarkupNode) -> MarkupNode? {
    guard first.kind == .element, !first.isTemplate else { return first.next }
    var next = first.next
    while let node = next, annotation == nil {
      if node.kind == .element, node.nameText == "annotation",
        attribute("encoding", of: node) == "application/x-tex"
      {
        annotation = node.allText(limit: Equation.maxTeXBytes)
      }
      next = node.next
    }
    return nil
  }

  private func attribute(_ name: String, of node: MarkupNode) -> String? {
    node.tree.name(name).flatMap { node.value(of: $0) }
  }

  // MARK: Elements

  /// The elements whose content is a row, or one part for each child.
  private static let containers: Set<String> = [
    "mrow", "mstyle", "mpadded", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder",
    "mover",
    "munderover", "mtable", "mtr", "mlabeledtr", "mtd", "semantics", "mfenced", "math",
  ]
  /// The elements that are not shown.
  private static let unshown: Set<String> = [
    "annotation", "annotation-xml", "none", "mprescripts", "malignmark", "maligngroup", "mglyph",
  ]

  private mutating func enter(_ node: MarkupNode, _ styles: inout some MathMLStyles) {
    let name = node.nameText
    var style = frames[frames.count - 1].style
    let own = styles.mathStyle(of: node, in: style)
    style = own.number
    if node.attributeCount > 0 { noteAttributes(of: node) }
    if own.isHidden { return miss(name) }
    if own.isDifferent { miss("style") }
    switch name {
    case "mi", "mn", "mo", "mtext", "ms": addLeaf(name, node, styles)
    case "mspace": add(equation.add(.space, Self.space(attribute("width", of: node) ?? "")))
    case "mphantom": miss(name)
    case _ where Self.unshown.contains(name): break
    default:
      if !Self.containers.contains(name) { miss(name) }
      var frame = Frame(name: name, next: node.firstChild, style: style)
      if name == "mfenced" {
        frame.opening = attribute("open", of: node) ?? "("
        frame.closing = attribute("close", of: node) ?? ")"
      }
      frame.isAccent = attribute("accent", of: node).map { $0 == "true" }
      frames.append(frame)
    }
  }

  /// The attributes that are read, have no visible effect, or set distances and sizes as TeX does.
  private static let knownAttributes: Set<String> = [
    "accent", "accentunder", "alttext", "class", "close", "columnalign", "columnspacing", "depth",
    "display", "displaystyle", "encoding", "fence", "form", "height", "id", "lang", "largeop",
    "lspace",
    "mathvariant", "maxsize", "minsize", "movablelimits", "open", "rowalign", "rowspacing",
    "rspace",
    "scriptlevel", "separator", "stretchy", "style", "symmetric", "title", "voffset", "width",
    "xmlns",
  ]

  /// Records attributes that may have a visible effect; event handlers are reported for the whole page.
  private mutating func noteAttributes(of node: MarkupNode) {
    node.forEachAttributeName { name in
      let text = node.tree.text(of: name)
      if !Self.knownAttributes.contains(text), !text.hasPrefix("data-"), !text.hasPrefix("aria-"),
        !text.hasPrefix("on")
      {
        miss(text)
      }
    }
  }

  /// Adds text outside of token elements.
  private mutating func addText(_ node: MarkupNode) {
    let text = Self.collapsed(node.text)
    guard !text.isEmpty else { return }
    miss("text")
    add(equation.add(.text, text))
  }

  private mutating func add(_ part: Equation.Part) {
    let last = frames.count - 1
    // A part follows the delimiter, so that it is an operator and not the closing delimiter.
    if let closing = frames[last].closing, frames[last].name != "mfenced" {
      frames[last].parts.append(equation.add(.operator, closing))
      frames[last].closing = nil
    }
    frames[last].parts.append(part)
  }

  private mutating func addLeaf(_ name: String, _ node: MarkupNode, _ styles: some MathMLStyles) {
    let text = leafText(node, styles)
    guard !text.isEmpty else { return }
    switch name {
    case "mi": addIdentifier(text, variant: attribute("mathvariant", of: node))
    case "mn" where attribute("mathvariant", of: node) == nil: add(equation.add(.number, text))
    case "mn": addIdentifier(text, variant: attribute("mathvariant", of: node))
    case "mtext", "ms": add(equation.add(.text, text))
    default: addOperator(text, node)
    }
  }

  /// Adds a variable, a name or a number; letters of a `mathvariant` are separate Unicode characters.
  private mutating func addIdentifier(_ text: String, variant: String?) {
    let isLetter =
      text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    switch variant {
    case nil, "italic": add(equation.add(.identifier, text))
    case "normal": add(equation.add(isLetter ? .upright : .identifier, text))
    case let variant?:
      guard let letters = Equation.letters(text, variant: variant) else {
        miss("mathvariant")
        return add(equation.add(.identifier, text))
      }
      for letter in letters { add(equation.add(.identifier, String(letter))) }
    }
  }

  private mutating func addOperator(_ text: String, _ node: MarkupNode) {
    let last = frames.count - 1
    if attribute("stretchy", of: node) == "true", Equation.isDelimiter(text),
      frames[last].name == "mrow"
    {
      switch attribute("form", of: node) {
      case "prefix" where frames[last].parts.isEmpty && frames[last].opening == nil:
        return frames[last].opening = text
      case "postfix" where frames[last].closing == nil: return frames[last].closing = text
      default: break
      }
    }
    let isName = text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    let isLetter = isName && text.unicodeScalars.count == 1
    add(equation.add(isLetter ? .upright : isName ? .identifier : .operator, text))
  }

  /// Returns the text of a token element, with white space collapsed.
  private mutating func leafText(_ node: MarkupNode, _ styles: some MathMLStyles) -> String {
    var text = ""
    var next = node.firstChild
    while let child = next, text.utf8.count < Self.maxTextBytes {
      var isEntered = true
      if child.kind == .text {
        text += child.text
      } else if child.kind == .element {
        isEntered = child.namespace == .html && !child.isTemplate && styles.isText(child)
        miss(child.nameText)
      }
      next = child.next(in: node, entering: isEntered)
    }
    return Self.collapsed(text)
  }

  /// Returns a text with white space collapsed and removed at both ends; no-break spaces are kept.
  private static func collapsed(_ text: String) -> String {
    text.split { [" ", "\t", "\n", "\r", "\r\n", "\u{0C}"].contains($0) }.joined(separator: " ")
      .replacing("\u{A0}", with: " ")
  }

  // MARK: Ends

  /// Closes the last element.
  private mutating func leave() {
    guard let frame = frames.popLast() else { return }
    let part = part(of: frame)
    if frames.isEmpty { equation.finish(part) } else { add(part) }
  }

  private mutating func part(of frame: Frame) -> Equation.Part {
    switch frame.name {
    case "mfenced": return fenced(frame)
    case "msqrt": return equation.add(.squareRoot, [equation.add(.row, frame.parts)])
    case "mtable":
      let rows = frame.parts.map { equation.isRow($0) ? $0 : equation.add(.tableRow, [$0]) }
      return equation.add(.table, rows)
    case "mtr", "mlabeledtr": return equation.add(.tableRow, frame.parts)
    case "mrow" where frame.opening != nil || frame.closing != nil:
      return equation.add(fenced: frame.parts, frame.opening ?? "", frame.closing ?? "")
    default: break
    }
    guard let kind = Self.kind(of: frame) else {
      return equation.add(fencing: frame.parts)
    }
    guard frame.parts.count == (kind == .scripted || kind == .underOver ? 3 : 2) else {
      miss(frame.name)
      return equation.add(.row, frame.parts)
    }
    if kind == .over, frame.isAccent ?? equation.isAccent(frame.parts[1]) {
      return equation.add(.accented, frame.parts)
    }
    return equation.add(kind, frame.parts)
  }

  private static func kind(of frame: Frame) -> Equation.Kind? {
    switch frame.name {
    case "mfrac": .fraction
    case "mroot": .root
    case "msub": .subscripted
    case "msup": .superscripted
    case "msubsup": .scripted
    case "munder": .under
    case "mover": .over
    case "munderover": .underOver
    default: nil
    }
  }

  /// Returns the content of `mfenced` with its delimiters and separators.
  private mutating func fenced(_ frame: Frame) -> Equation.Part {
    var parts: [Equation.Part] = []
    for part in frame.parts {
      if !parts.isEmpty { parts.append(equation.add(.operator, ",")) }
      parts.append(part)
    }
    let (opening, closing) = (frame.opening ?? "", frame.closing ?? "")
    guard opening.isEmpty || Equation.isDelimiter(opening),
      closing.isEmpty || Equation.isDelimiter(closing)
    else {
      let ends = [opening, closing].map { equation.add(.operator, $0) }
      return equation.add(.row, [ends[0]] + parts + [ends[1]])
    }
    return equation.add(fenced: parts, opening, closing)
  }

  /// Returns a width as the nearest width of a TeX blank, in eighteenths of an em.
  private static func space(_ width: String) -> String {
    let number = Double(width.prefix { "0123456789.-".contains($0) }) ?? 0
    let unit = width.drop { "0123456789.-".contains($0) }
    let eighteenths = unit == "em" ? number * 18 : unit == "ex" ? number * 8 : number * 1.5
    return Equation.blank(nearest: eighteenths)
  }
}

extension MarkupNode {
  /// The name of an element.
  fileprivate var nameText: String { tree.text(of: name) }

  /// Whether the node is a template, whose content is inert.
  fileprivate var isTemplate: Bool { name == .template && namespace == .html && kind == .element }

  /// Returns the text of all nodes inside an element, up to a number of nodes.
  fileprivate func allText(limit: Int) -> String {
    var text = ""
    var next = firstChild
    var count = 0
    while let node = next, count < limit {
      count += 1
      if node.kind == .text { text += node.text }
      next = node.next(in: self, entering: node.kind == .element && !node.isTemplate)
    }
    return text
  }
}
