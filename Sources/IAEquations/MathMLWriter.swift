extension Equation {
  /// The presentation elements of MathML, without `math` around them.
  ///
  /// Source: MathML Core (W3C). Attributes whose defaults MathML Core takes from the operator dictionary are written
  /// only if the meaning differs.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts and the length of their texts.
  package var mathML: String {
    var out = ""
    var pending: [MathMLStep] = [.part(root)]
    while let step = pending.popLast() {
      switch step {
      case .text(let text): out += text
      case .part(let part): pending += steps(of: part).reversed()
      }
    }
    return out
  }

  /// Returns a text in which the special characters of markup are replaced by character references.
  package static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// A pending step of the writer.
private enum MathMLStep {
  case text(String)
  case part(Equation.Part)
}

extension Equation {
  private func steps(of part: Part) -> [MathMLStep] {
    let node = self[part]
    let parts = Array(children(of: part))
    switch node.kind {
    case .row: return element("mrow", parts)
    case .fenced:
      let (opening, closing) = delimiters(of: part)
      return [.text("<mrow>" + fence(opening, "prefix"))] + parts.map { .part($0) }
        + [.text(fence(closing, "postfix") + "</mrow>")]
    case .identifier: return [.text(identifier(node.text))]
    case .upright: return [.text("<mi mathvariant=\"normal\">\(Self.escaped(node.text))</mi>")]
    case .number: return [.text("<mn>\(Self.escaped(node.text))</mn>")]
    case .operator: return [.text(sign(node.text))]
    case .text:
      let words = Self.escaped(node.text).replacing(" ", with: "\u{A0}")
      return [.text("<mtext>\(words)</mtext>")]
    case .space: return [.text("<mspace width=\"\(Self.ems(node.text))em\"></mspace>")]
    case .fraction: return element("mfrac", parts)
    case .squareRoot: return element("msqrt", parts)
    case .root: return element("mroot", parts)
    case .subscripted: return element("msub", parts)
    case .superscripted: return element("msup", parts)
    case .scripted: return element("msubsup", parts)
    case .under: return element("munder", parts)
    case .over: return element("mover", parts, " accent=\"false\"")
    case .underOver: return element("munderover", parts)
    case .accented: return element("mover", parts, " accent=\"true\"")
    case .table: return element("mtable", parts)
    case .tableRow:
      let cells = parts.flatMap { [.text("<mtd>"), .part($0), .text("</mtd>")] as [MathMLStep] }
      return [.text("<mtr>")] + cells + [.text("</mtr>")]
    }
  }

  private func element(
    _ name: String, _ parts: [Part], _ attributes: String = ""
  ) -> [MathMLStep] {
    [.text("<\(name)\(attributes)>")] + parts.map { .part($0) } + [.text("</\(name)>")]
  }

  /// Returns the element of a delimiter that is as high as the content between the delimiters.
  private func fence(_ text: String, _ form: String) -> String {
    text.isEmpty ? "" : "<mo form=\"\(form)\" stretchy=\"true\">\(Self.escaped(text))</mo>"
  }

  private func identifier(_ name: String) -> String {
    EquationSymbols.withLimits.contains(name)
      ? "<mo movablelimits=\"true\">\(name)</mo>" : "<mi>\(Self.escaped(name))</mi>"
  }

  private func sign(_ text: String) -> String {
    let isFence = EquationSymbols.delimiters.contains { $0.text == text }
    let sign = text == "-" ? "\u{2212}" : text
    return "<mo\(isFence ? " stretchy=\"false\"" : "")>\(Self.escaped(sign))</mo>"
  }

  /// Returns a width in ems with four decimals, from a number of eighteenths.
  private static func ems(_ eighteenths: String) -> String {
    let thousands = ((Double(eighteenths) ?? 0) / 18 * 10_000).rounded() / 10_000
    return thousands == thousands.rounded() ? String(Int(thousands)) : String(thousands)
  }
}
