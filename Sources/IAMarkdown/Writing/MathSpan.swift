/// The forms of equations (Specs/markdown.md, section 7).
enum MathSpan {
  /// The delimiters of an equation.
  enum Form: Equatable {
    /// `$…$`
    case dollars
    /// ``$`…`$``
    case backticks
    /// `$$…$$`
    case display

    /// The value of the tag of equations that a reader finds.
    var value: String { self == .display ? "display" : "inline" }
  }

  /// Appends an equation.
  ///
  /// The line breaks of a display equation become line ends.
  static func write(
    _ units: [UInt16], _ range: Range<Int>, _ form: Form, isInTable: Bool, linePrefix: [UInt8],
    to out: inout [UInt8]
  ) {
    let (opening, closing) =
      switch form {
      case .dollars: ("$", "$")
      case .backticks: ("$`", "`$")
      case .display: ("$$", "$$")
      }
    out.append(contentsOf: opening.utf8)
    var at = range.lowerBound
    while at < range.upperBound {
      switch units[at] {
      case 0x2028:
        out.append(0x0A)
        out.append(contentsOf: linePrefix)
        at += 1
      case 0x7C where isInTable:
        out.append(contentsOf: "\\|".utf8)
        at += 1
      default: at += out.append(utf8Of: units, at)
      }
    }
    out.append(contentsOf: closing.utf8)
  }
}

extension MathSpan.Form {
  /// Creates the form in which a reader finds an equation; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - value: The value of the tag: `inline` or `display`.
  ///   - text: The text that contains the equation, without lone surrogates.
  ///   - range: The units of the equation.
  ///   - isInTable: Whether it is in a cell, where pipes need a backslash.
  ///   - isOneLine: Whether the paragraph must not have several lines.
  init?(
    _ value: String, _ text: [UInt16], _ range: Range<Int>, isInTable: Bool, isOneLine: Bool
  ) {
    let tex = text[range]
    guard let first = tex.first, let last = tex.last,
      tex.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x2029 && $0 != 0xFFFC && $0 != 0xFEFF }),
      !(isInTable && Self.hasEscapedPipe(tex))
    else { return nil }
    let hasLines = tex.contains(0x2028)
    let areEndsBlank = first == 0x20 || last == 0x20
    let dollars = Dollars(tex)
    if value == "display" {
      guard !areEndsBlank, !dollars.areAtEnds, !dollars.areAdjacent, dollars.isBalanced,
        !dollars.endsInCode, !hasLines || !isOneLine && Self.hasSafeLines(tex)
      else { return nil }
      self = .display
      return
    }
    guard value == "inline", !hasLines else { return nil }
    let isBeforeDigit =
      range.upperBound < text.count && (0x30...0x39).contains(text[range.upperBound])
    if !areEndsBlank, dollars.count == 0, dollars.isBalanced, !dollars.hasBacktick, !isBeforeDigit {
      self = .dollars
    } else if !zip(tex, tex.dropFirst()).contains(where: { $0 == 0x60 && $1 == 0x24 }) {
      self = .backticks
    } else {
      return nil
    }
  }

  /// The state of the unescaped dollar signs and backticks of an equation.
  private struct Dollars {
    var count = 0
    var areAdjacent = false
    var areAtEnds = false
    /// Whether the last character is not a backslash that would escape the closing delimiter.
    var isBalanced = true
    var hasBacktick = false
    /// Whether the closing delimiter would be inside a code span of one backtick.
    var endsInCode = false

    init(_ tex: ArraySlice<UInt16>) {
      var at = tex.startIndex
      while at < tex.endIndex {
        if tex[at] == 0x5C {
          isBalanced = at + 1 < tex.endIndex
          at += 2
          continue
        }
        if tex[at] == 0x60 {
          let end = tex[at...].firstIndex { $0 != 0x60 } ?? tex.endIndex
          hasBacktick = true
          if end - at == 1 { endsInCode.toggle() }
          at = end
          continue
        }
        if tex[at] == 0x24 {
          count += 1
          areAtEnds = areAtEnds || at == tex.startIndex || at == tex.endIndex - 1
          areAdjacent = areAdjacent || at + 1 < tex.endIndex && tex[at + 1] == 0x24
        }
        at += 1
      }
    }
  }

  /// Returns whether a backslash precedes a pipe; a reader of tables would remove it.
  private static func hasEscapedPipe(_ tex: ArraySlice<UInt16>) -> Bool {
    zip(tex, tex.dropFirst()).contains { $0 == 0x5C && $1 == 0x7C } || tex.last == 0x5C
  }

  /// Returns whether all lines but the first are not empty, start no block, and have no blanks at their ends, and no
  /// line ends with an unescaped backslash.
  private static func hasSafeLines(_ tex: ArraySlice<UInt16>) -> Bool {
    tex.split(separator: 0x2028, omittingEmptySubsequences: false).enumerated()
      .allSatisfy { number, line in
        guard let first = line.first, let last = line.last, last != 0x20,
          line.reversed().prefix(while: { $0 == 0x5C }).count.isMultiple(of: 2)
        else { return false }
        return number == 0 || isSafeStart(first, of: line)
      }
  }

  /// Returns whether a line that starts with a unit continues the paragraph.
  private static func isSafeStart(_ first: UInt16, of line: ArraySlice<UInt16>) -> Bool {
    guard let byte = UInt8(exactly: first), byte < 0x80 else { return first > 0xA0 }
    let next = line.dropFirst().first ?? 0x20
    return switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "&"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "^"), UInt8(ascii: ","),
      UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "!"),
      UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "'"):
      true
    // This would start a footnote, or raw HTML.
    case UInt8(ascii: "["): next != UInt16(UInt8(ascii: "^"))
    case UInt8(ascii: "<"): next == 0x20 || next == 0x5C
    // Followed by a blank, the character would start a list or a definition; otherwise the line could be an underline
    // or a table row.
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: ":"):
      next > 0x20 && hasLetters(line)
    case UInt8(ascii: "|"), UInt8(ascii: "_"): hasLetters(line)
    case UInt8(ascii: "="), UInt8(ascii: "0")...UInt8(ascii: "9"):
      hasLetters(line) && !isItem(line)
    default: false
    }
  }

  /// Returns whether a line has letters, so that it is neither a thematic break nor a delimiter row.
  private static func hasLetters(_ line: ArraySlice<UInt16>) -> Bool {
    line.contains { (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Returns whether a line starts with digits and the delimiter of a list.
  private static func isItem(_ line: ArraySlice<UInt16>) -> Bool {
    guard let next = line.first(where: { !(0x30...0x39).contains($0) }) else { return false }
    return next == UInt16(UInt8(ascii: ".")) || next == UInt16(UInt8(ascii: ")"))
  }
}
