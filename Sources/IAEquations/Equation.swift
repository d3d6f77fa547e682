/// An equation as a tree of its parts.
///
/// TeX (`init(tex:)`, `tex`) and the presentation elements of MathML (`mathML`) have the same trees. The methods do not
/// recurse, so the stack does not limit the depth of an equation.
package struct Equation: Sendable {
  /// The kind of a part, which determines the number and the meaning of its children.
  package enum Kind: UInt8, Sendable {
    /// Any number of parts next to each other.
    case row
    /// A row between two delimiters, which the text contains; they are as high as the content.
    case fenced
    /// A variable, or the name of a function; upright if it has more than one character.
    case identifier
    /// An identifier that is upright although it has one character.
    case upright
    case number
    case `operator`
    /// Text that is not a formula.
    case text
    /// A blank whose text is its width in eighteenths of an em.
    case space
    /// A numerator and a denominator.
    case fraction
    case squareRoot
    /// A radicand and a degree.
    case root
    /// A base with an index, an exponent, or both in this order.
    case subscripted, superscripted, scripted
    /// A base with something below, above, or both in this order.
    case under, over, underOver
    /// A base with an accent above.
    case accented
    /// The rows of a table, and the cells of a row.
    case table, tableRow

    /// The number of children; `nil` if any number is possible.
    var arity: Int? {
      switch self {
      case .row, .fenced, .table, .tableRow: nil
      case .identifier, .upright, .number, .operator, .text, .space: 0
      case .squareRoot: 1
      case .fraction, .root, .subscripted, .superscripted, .under, .over, .accented: 2
      case .scripted, .underOver: 3
      }
    }
  }

  /// The number of a part of an equation.
  package struct Part: Equatable, Sendable {
    /// The position of the node, less than `partCount`; larger than the numbers of the parts inside.
    package let number: Int
  }

  /// The kind of a part, its text, and the range of its children in `children`.
  struct Node: Sendable {
    let kind: Kind
    let text: String
    let children: Range<Int>
  }

  /// An operator outside of all groups, and its position in the TeX that was read.
  package struct PlacedOperator: Sendable {
    package let part: Part
    /// The range of the operator in Unicode scalars, counted from the start of the TeX.
    package let scalars: Range<Int>
  }

  private(set) var nodes: [Node] = []
  /// The operators outside of all groups, in the order of the TeX that was read; empty for other equations.
  package private(set) var placedOperators: [PlacedOperator] = []
  private var children: [Part] = []
  /// The part that contains all others.
  package private(set) var root = Part(number: 0)

  /// The maximum number of parts.
  package static let maxParts = 20_000

  /// Creates an equation without content.
  package init() { root = add(.row, []) }

  /// Returns the kind of a part.
  package func kind(of part: Part) -> Kind { self[part].kind }

  /// Returns the text of a part.
  package func text(of part: Part) -> String { self[part].text }

  /// The nesting depth of the parts.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts.
  package var depth: Int {
    // A part has a larger number than its children.
    var depths: [Int] = []
    depths.reserveCapacity(nodes.count)
    for node in nodes {
      depths.append(1 + (children[node.children].map { depths[$0.number] }.max() ?? 0))
    }
    return depths[root.number]
  }

  /// The number of parts, including those that are not inside the root.
  package var partCount: Int { nodes.count }

  /// The root and the parts inside it in preorder.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts.
  package var partsFromRoot: [Part] {
    var parts: [Part] = []
    var pending = [root]
    while let part = pending.popLast() {
      parts.append(part)
      pending += children(of: part).reversed()
    }
    return parts
  }

  /// Returns the node of a part.
  subscript(part: Part) -> Node { nodes[part.number] }

  /// Returns the delimiters of a fenced part.
  package func delimiters(of part: Part) -> (opening: String, closing: String) {
    let text = self[part].text.unicodeScalars
    let cut = text.firstIndex(of: "\u{0}") ?? text.endIndex
    return (String(text[..<cut]), String(text[cut...].dropFirst()))
  }

  /// Returns the children of a part.
  package func children(of part: Part) -> ArraySlice<Part> { children[self[part].children] }

  /// Whether there is no content.
  package var isEmpty: Bool { self[root].kind == .row && self[root].children.isEmpty }

  /// Whether no more parts can be added.
  package var isFull: Bool { nodes.count >= Self.maxParts }

  /// Adds a part without children.
  package mutating func add(_ kind: Kind, _ text: String) -> Part {
    nodes.append(Node(kind: kind, text: text, children: 0..<0))
    return Part(number: nodes.count - 1)
  }

  /// Records the place of an operator outside of all groups.
  mutating func place(_ part: Part, at scalars: Range<Int>) {
    placedOperators.append(PlacedOperator(part: part, scalars: scalars))
  }

  /// Adds a part that contains other parts.
  ///
  /// The content of a row inside a row becomes content of the outer row. For a row of one part, that part is
  /// returned.
  ///
  /// - Precondition: The number of parts is the arity of the kind.
  package mutating func add(_ kind: Kind, _ parts: [Part], _ text: String = "") -> Part {
    precondition(kind.arity.map { $0 == parts.count } ?? true, "\(parts.count) parts in a \(kind)")
    var parts = parts
    if kind == .row || kind == .fenced {
      if parts.contains(where: { self[$0].kind == .row }) {
        parts = parts.flatMap { self[$0].kind == .row ? Array(children(of: $0)) : [$0] }
      }
      if kind == .row, parts.count == 1 { return parts[0] }
    }
    let start = children.count
    children += parts
    nodes.append(Node(kind: kind, text: text, children: start..<children.count))
    return Part(number: nodes.count - 1)
  }

  /// Returns the text of a fenced part; an empty delimiter is not shown.
  package static func fence(_ opening: String, _ closing: String) -> String {
    opening + "\u{0}" + closing
  }

  /// Adds parts between delimiters; a row if both delimiters are empty.
  package mutating func add(fenced parts: [Part], _ opening: String, _ closing: String) -> Part {
    opening.isEmpty && closing.isEmpty
      ? add(.row, parts) : add(.fenced, parts, Self.fence(opening, closing))
  }

  /// Sets the part that contains all others.
  package mutating func finish(_ part: Part) { root = part }
}

extension Equation {
  /// The name of the tag of text that is the TeX of an equation; its value is `inline` or `display`.
  package static let tagName = "math"

  /// Returns whether a text is a delimiter that `\left` can have.
  package static func isDelimiter(_ text: String) -> Bool {
    !text.isEmpty && EquationSymbols.delimiters.contains { $0.text == text }
  }

  /// Returns the TeX space whose width is nearest to a number of eighteenths of an em.
  package static func blank(nearest eighteenths: Double) -> String {
    let nearest = EquationSymbols.spaces.min {
      abs((Double($0.width) ?? 0) - eighteenths) < abs((Double($1.width) ?? 0) - eighteenths)
    }
    return nearest?.width ?? "3"
  }

  /// Returns whether a part is a row of a table.
  package func isRow(_ part: Part) -> Bool { self[part].kind == .tableRow }

  /// Returns whether a part is the character of an accent.
  package func isAccent(_ part: Part) -> Bool {
    self[part].kind == .operator && EquationSymbols.accents.contains { $0.text == self[part].text }
  }

  /// Adds a row.
  ///
  /// If its first and last part are delimiters and its content is higher than a line, it becomes a fenced part.
  package mutating func add(fencing parts: [Part]) -> Part {
    guard parts.count > 2, self[parts[0]].kind == .operator,
      self[parts[parts.count - 1]].kind == .operator,
      Self.isDelimiter(self[parts[0]].text), Self.isDelimiter(self[parts[parts.count - 1]].text),
      parts[1..<parts.count - 1].contains(where: { isHigh($0) })
    else { return add(.row, parts) }
    return add(
      fenced: Array(parts[1..<parts.count - 1]), self[parts[0]].text,
      self[parts[parts.count - 1]].text)
  }

  private func isHigh(_ part: Part) -> Bool {
    switch self[part].kind {
    case .fraction, .table, .under, .over, .underOver: true
    default: false
    }
  }
}

// MARK: Text of other formats

extension Equation {
  /// The ways in which letters are read.
  package enum Letters: Sendable {
    /// Each letter is a variable.
    case variables
    /// Adjacent letters are one name; a single letter is a variable.
    case name
    /// Adjacent letters are one name; a single letter is upright.
    case upright
  }

  /// The TeX spaces that correspond to Unicode space characters, as widths in eighteenths of an em.
  package static let blanks: [Unicode.Scalar: String] = [
    "\u{2009}": "3", "\u{205F}": "4", "\u{2004}": "5", "\u{2005}": "6", "\u{2003}": "18",
  ]

  /// Adds the characters of a text: digits as numbers, letters as `letters` states, others as operators.
  ///
  /// Space characters without a corresponding TeX space are omitted.
  package mutating func characters(_ text: String, _ letters: Letters) -> [Part] {
    var parts: [Part] = []
    let scalars = Array(text.unicodeScalars)
    var at = 0
    while at < scalars.count, !isFull {
      let start = at
      at += 1
      switch scalars[start] {
      case "0"..."9":
        while at < scalars.count, Self.continuesNumber(scalars, at) { at += 1 }
        parts.append(add(.number, Self.text(scalars[start..<at])))
      case _ where scalars[start].properties.isAlphabetic:
        while letters != .variables, at < scalars.count, scalars[at].properties.isAlphabetic {
          at += 1
        }
        let isUpright = letters == .upright && at == start + 1
        parts.append(add(isUpright ? .upright : .identifier, Self.text(scalars[start..<at])))
      case _ where Self.blanks[scalars[start]] != nil:
        parts.append(add(.space, Self.blanks[scalars[start]] ?? "3"))
      case " ", "\u{A0}": break
      case _ where scalars[start].value < 0x20: break
      default: parts.append(add(.operator, Self.text(scalars[start..<at])))
      }
    }
    return parts
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func continuesNumber(_ scalars: [Unicode.Scalar], _ at: Int) -> Bool {
    ("0"..."9").contains(scalars[at])
      || scalars[at] == "." && at + 1 < scalars.count && ("0"..."9").contains(scalars[at + 1])
  }

  /// Returns whether a part has no content.
  package func isEmpty(_ part: Part) -> Bool {
    self[part].kind == .row && self[part].children.isEmpty
  }

  /// Returns whether the index of a part is below the part in a display.
  package func hasLimits(_ part: Part) -> Bool {
    self[part].kind.arity == 0 && EquationSymbols.withLimits.contains(self[part].text)
  }
}
