/// Writes text so that it reads back unchanged.
///
/// Only characters that would be read as markup are escaped, with a backslash or a numeric character reference. If a
/// bare address would become a link, an empty comment splits it. Each rule depends only on the character, its
/// neighbours and its position in the line (Specs/markdown.md, section 7).
struct TextEscaper {
  /// The context of a text.
  struct Place {
    /// Whether the text starts a line, apart from block marks.
    var startsLine = false
    /// Whether that line is not the first one of its paragraph.
    var isContinuation = false
    /// Whether the text ends a line or the paragraph.
    var endsLine = false
    /// Whether markup in brackets follows the text.
    var isBeforeBracket = false
    /// Whether a reference to a footnote precedes the text.
    var isAfterNote = false
    var isInTable = false
    var isInHeading = false
    /// Whether the text is inside a link, where addresses are not escaped.
    var isInLink = false
    /// Whether the text is the alternative text of a picture, in which a reader interprets no tags.
    var isAlternative = false
    /// The prefix of each further line of the paragraph.
    var linePrefix: [UInt8] = []

    /// Whether U+2028 becomes a hard break.
    var canBreak: Bool { !isInTable && !isInHeading }
  }

  /// The ways to write characters below U+0080 inside a line.
  private enum Form: UInt8 {
    /// Unchanged.
    case plain
    /// Unchanged, unless the adjacent characters make it markup.
    case space, period, colon
    /// By the rules of `append`.
    case special
  }

  private static let forms: [Form] = {
    var forms = [Form](repeating: .plain, count: 128)
    for scalar in "\0\t\n\u{B}\u{C}\r\\`*[]~_<&!|#@$".unicodeScalars {
      forms[Int(scalar.value)] = .special
    }
    forms[0x20] = .space
    forms[0x2E] = .period
    forms[0x3A] = .colon
    return forms
  }()

  /// The number of units that are processed at a time.
  private static let chunk = 256

  /// Appends a range of units as Markdown.
  ///
  /// - Precondition: The units contain no lone surrogates.
  static func write(
    _ units: [UInt16], _ range: Range<Int>, at place: borrowing Place, to out: inout [UInt8]
  ) {
    var escaper = TextEscaper(place)
    var at = range.lowerBound
    let forms = forms
    while at < range.upperBound {
      at += escaper.append(units, at, range, place, to: &out)
      while at < range.upperBound, !escaper.isAtLineStart, escaper.leadingDigits < 0 {
        let start = at
        let end = min(at + chunk, range.upperBound)
        out.append(addingCapacity: 3 * (end - at)) {
          at = copyPlain(units.span, at, end, range.upperBound, forms.span, to: &$0)
        }
        if at == start || at < end { break }
      }
    }
  }

  /// Copies units inside a line up to the first unit to which the rules of `append` apply, and returns its offset.
  private static func copyPlain(
    _ units: Span<UInt16>, _ start: Int, _ end: Int, _ limit: Int, _ forms: Span<Form>,
    to output: inout OutputSpan<UInt8>
  ) -> Int {
    var at = start
    while at < end {
      let unit = units[at]
      if unit < 0x80 {
        switch forms[Int(unit)] {
        case .plain: break
        case .space:
          // At the end of a line, a space would be lost.
          if at + 1 == limit || units[at + 1] == 0x2028 { return at }
        case .period:
          // `www.` starts an address.
          if units[at - 1] | 0x20 == 0x77 { return at }
        case .colon:
          if at + 1 < limit, units[at + 1] == 0x2F { return at }
        case .special: return at
        }
        output.append(UInt8(truncatingIfNeeded: unit))
      } else if unit < 0x800 {
        output.append(UInt8(truncatingIfNeeded: 0xC0 | unit &>> 6))
        output.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
      } else {
        if unit == 0x2028 || unit == 0xFEFF || unit & 0xF800 == 0xD800 { return at }
        output.append(UInt8(truncatingIfNeeded: 0xE0 | unit &>> 12))
        output.append(UInt8(truncatingIfNeeded: 0x80 | unit &>> 6 & 0x3F))
        output.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
      }
      at += 1
    }
    return at
  }

  /// Returns whether the unit at an offset is written as a numeric reference.
  static func isReferenced(
    _ units: [UInt16], _ at: Int, end: Int, endsLine: Bool, canBreak: Bool
  ) -> Bool {
    switch units[at] {
    case 0x20, 0x09:
      at + 1 < end ? canBreak && units[at + 1] == 0x2028 : endsLine
    case 0x0A, 0x0B, 0x0C, 0x0D, 0xFEFF: true
    default: false
    }
  }

  /// Whether nothing was written in the current line.
  private var isAtLineStart: Bool
  /// Whether the current line is not the first line of the paragraph.
  private var isContinuation: Bool
  /// The number of digits at the start of the line, or -1 after any other character.
  private var leadingDigits: Int

  private init(_ place: borrowing Place) {
    isAtLineStart = place.startsLine
    isContinuation = place.isContinuation
    leadingDigits = place.startsLine ? 0 : -1
  }

  /// Appends the character at an offset, and returns the number of its units.
  private mutating func append(
    _ units: [UInt16], _ at: Int, _ range: Range<Int>, _ place: borrowing Place,
    to out: inout [UInt8]
  ) -> Int {
    let unit = units[at]
    let after: UInt16? = at + 1 < range.upperBound ? units[at + 1] : nil
    let wasAtLineStart = isAtLineStart
    let digits = leadingDigits
    isAtLineStart = false
    leadingDigits = digits >= 0 && (0x30...0x39).contains(unit) ? digits + 1 : -1
    guard unit < 0x80 else {
      if unit == 0x2028 {
        appendBreak(units, at, range, wasAtLineStart, place, to: &out)
        return 1
      }
      if unit == 0xFEFF {
        Self.reference(unit, to: &out)
        return 1
      }
      return out.append(utf8Of: units, at)
    }
    let byte = UInt8(truncatingIfNeeded: unit)
    let needsBackslash: Bool
    switch byte {
    case UInt8(ascii: " "), 0x09:
      let isEdge =
        wasAtLineStart
        || Self.isReferenced(
          units, at, end: range.upperBound, endsLine: place.endsLine, canBreak: place.canBreak)
      if isEdge { Self.reference(unit, to: &out) } else { out.append(byte) }
      return 1
    case 0x0A, 0x0B, 0x0C, 0x0D:
      Self.reference(unit, to: &out)
      return 1
    case 0:
      out.append(contentsOf: [0xEF, 0xBF, 0xBD])
      return 1
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "~"):
      needsBackslash = true
    case UInt8(ascii: "_"):
      let before = at > range.lowerBound ? units[at - 1] : Self.lastUnit(place, out)
      needsBackslash = !(Self.isWord(before) && Self.isWord(after))
    case UInt8(ascii: "<"):
      needsBackslash =
        after.map { Self.isWord($0) && $0 > 0x39 || $0 == 0x2F || $0 == 0x21 || $0 == 0x3F } ?? true
    case UInt8(ascii: "&"):
      needsBackslash = after.map { Self.isWord($0) || $0 == UInt16(UInt8(ascii: "#")) } ?? true
    case UInt8(ascii: "!"): needsBackslash = after == nil && place.isBeforeBracket
    case UInt8(ascii: "$"): needsBackslash = Self.opensMath(units, at, range, place)
    case UInt8(ascii: "("): needsBackslash = at == range.lowerBound && place.isAfterNote
    case UInt8(ascii: "|"):
      needsBackslash = place.isInTable || wasAtLineStart && isContinuation
    case UInt8(ascii: "#"): needsBackslash = place.isInHeading || wasAtLineStart
    case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="):
      needsBackslash = wasAtLineStart
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      needsBackslash =
        digits > 0
        && (after.map { $0 == 0x20 || $0 == 0x09 || $0 == 0x2028 && place.canBreak } ?? true)
      if !needsBackslash, byte == UInt8(ascii: "."), !place.isInLink,
        at >= range.lowerBound + 3, units[at - 3..<at].allSatisfy({ $0 | 0x20 == 0x77 })
      {
        Self.separate(&out)
      }
    case UInt8(ascii: ":"):
      needsBackslash = wasAtLineStart || at == range.lowerBound && place.isAfterNote
      if !needsBackslash, !place.isInLink, at + 2 < range.upperBound, units[at + 1] == 0x2F,
        units[at + 2] == 0x2F,
        let before = at > range.lowerBound ? units[at - 1] : Self.lastUnit(place, out),
        (0x61...0x7A).contains(before | 0x20)
      {
        // The text before the offset is the scheme of an address.
        Self.separate(&out)
      }
    case UInt8(ascii: "@"):
      needsBackslash = false
      let before = at > range.lowerBound ? units[at - 1] : Self.lastUnit(place, out)
      if !place.isInLink, !wasAtLineStart, let before, before != 0x20, before != 0x09, let after,
        Self.isWord(after) || after == 0x2D || after == 0x2E || after == 0x5F
      {
        Self.separate(&out)
      }
    case UInt8(ascii: "^"):
      needsBackslash = false
      // At the start of a link, the character would turn the link into a reference to a footnote.
      if at == range.lowerBound, out.last == UInt8(ascii: "["),
        out.dropLast().last != UInt8(ascii: "\\")
      {
        Self.separate(&out)
      }
    default: needsBackslash = false
    }
    if needsBackslash { out.append(UInt8(ascii: "\\")) }
    out.append(byte)
    return 1
  }

  /// Returns whether a dollar sign could start an equation if another one follows: it is not followed by an unescaped
  /// space.
  private static func opensMath(
    _ units: [UInt16], _ at: Int, _ range: Range<Int>, _ place: borrowing Place
  ) -> Bool {
    guard at + 1 < range.upperBound else { return !place.endsLine }
    guard units[at + 1] == 0x20 || units[at + 1] == 0x09 else { return true }
    return isReferenced(
      units, at + 1, end: range.upperBound, endsLine: place.endsLine, canBreak: place.canBreak)
  }

  /// Returns whether U+2028 can be written as a tag where lines cannot break.
  ///
  /// Beside a space, or at the end, a reader would not find the whole text.
  static func isTag(breakAt at: Int, in units: [UInt16]) -> Bool {
    at + 1 < units.count && units[at + 1] != 0x20 && (at == 0 || units[at - 1] != 0x20)
  }

  /// Appends U+2028 as a hard break.
  ///
  /// Where lines cannot break, and at the start of a paragraph, appends it as a tag or unchanged.
  private mutating func appendBreak(
    _ units: [UInt16], _ at: Int, _ range: Range<Int>, _ wasAtLineStart: Bool,
    _ place: borrowing Place, to out: inout [UInt8]
  ) {
    let isFirst = at == range.lowerBound && wasAtLineStart
    let isLast = at == range.upperBound - 1 && place.endsLine
    guard place.canBreak, !isFirst, !isLast else {
      let isTag =
        !place.isAlternative && (!place.canBreak || isFirst)
        && Self.isTag(breakAt: at, in: units)
      out.append(contentsOf: isTag ? Array("<br>".utf8) : [0xE2, 0x80, 0xA8])
      return
    }
    out.append(UInt8(ascii: "\\"))
    out.append(0x0A)
    out.append(contentsOf: place.linePrefix)
    isAtLineStart = true
    isContinuation = true
    leadingDigits = 0
  }

  /// Returns the last unit that was written in the line, or U+FFFF if it is not ASCII; `nil` at the start of a line.
  private static func lastUnit(_ place: borrowing Place, _ out: [UInt8]) -> UInt16? {
    guard !place.startsLine, let last = out.last else { return nil }
    // A blank before this text may have been written as a character reference.
    if out.suffix(5).elementsEqual("&#32;".utf8) || out.suffix(4).elementsEqual("&#9;".utf8) {
      return 0x20
    }
    return last < 0x80 ? UInt16(last) : 0xFFFF
  }

  private static func separate(_ out: inout [UInt8]) {
    out.append(contentsOf: MarkdownTag.separator.utf8)
  }

  static func reference(_ unit: UInt16, to out: inout [UInt8]) {
    out.append(contentsOf: "&#\(unit);".utf8)
  }

  private static func isWord(_ unit: UInt16?) -> Bool {
    guard let unit else { return false }
    return (0x61...0x7A).contains(unit | 0x20) && unit < 0x80 || (0x30...0x39).contains(unit)
  }
}

extension [UInt8] {
  /// Appends the character at an offset as UTF-8, and returns the number of its units; a lone surrogate becomes U+FFFD.
  mutating func append(utf8Of units: [UInt16], _ at: Int) -> Int {
    let unit = UInt32(units[at])
    if unit < 0x80 {
      append(UInt8(unit))
      return 1
    }
    if unit < 0x800 {
      append(UInt8(0xC0 | unit >> 6))
      append(UInt8(0x80 | unit & 0x3F))
      return 1
    }
    if unit & 0xF800 == 0xD800 {
      guard unit < 0xDC00, at + 1 < units.count, units[at + 1] & 0xFC00 == 0xDC00 else {
        append(contentsOf: [0xEF, 0xBF, 0xBD])
        return 1
      }
      let scalar = 0x10000 + (unit & 0x3FF) << 10 + UInt32(units[at + 1] & 0x3FF)
      append(UInt8(0xF0 | scalar >> 18))
      append(UInt8(0x80 | scalar >> 12 & 0x3F))
      append(UInt8(0x80 | scalar >> 6 & 0x3F))
      append(UInt8(0x80 | scalar & 0x3F))
      return 2
    }
    append(UInt8(0xE0 | unit >> 12))
    append(UInt8(0x80 | unit >> 6 & 0x3F))
    append(UInt8(0x80 | unit & 0x3F))
    return 1
  }
}
