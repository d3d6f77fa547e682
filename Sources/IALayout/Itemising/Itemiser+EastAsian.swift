import IAFonts
import IAUnicode

extension Itemiser {
  /// Adds the space between East Asian text and text of other scripts that LibreOffice adds: a
  /// fifth of the size of the text before it, only between letters and digits.
  mutating func spaceEastAsianText(_ units: Span<UInt16>) {
    for index in items.indices.dropLast() {
      let (item, next) = (items[index], items[index + 1])
      guard item.kind == .word, item.count > 0, item.spaces == 0, next.kind == .word,
        next.count > 0, item.end == Int(next.start), item.end < units.count,
        !next.flags.contains(.continuesUnit)
      else { continue }
      let last = Self.lastScalar(before: item.end, in: units)
      let first = Self.scalar(at: item.end, in: units).scalar
      guard Script.isEastAsian(last) != Script.isEastAsian(first), Self.isLetterOrDigit(last),
        Self.isLetterOrDigit(first)
      else { continue }
      let run = runs[Int(item.run)]
      let space = table.styles[Int(run.style)].size / 5 / run.scale
      guard space.isFinite, space < 1e6 else { continue }
      items[index].advance &+= Int32(space.rounded())
    }
  }

  /// Removes the line break opportunities after slashes inside words, at which LibreOffice does not
  /// break lines.
  mutating func joinAtSlashes(_ units: Span<UInt16>) {
    for index in items.indices.dropLast()
    where items[index].kind == .word && items[index].spaces == 0 && items[index].count > 0 {
      let end = items[index].textEnd
      guard end < units.count, units[end - 1] == 0x2F, items[index + 1].kind == .word,
        items[index + 1].count > 0, !items[index].flags.contains(.mandatory)
      else { continue }
      items[index].flags.remove(.breakAfter)
    }
  }

  private static func lastScalar(before end: Int, in units: Span<UInt16>) -> UInt32 {
    if end > 1, UTF16.isLeadSurrogate(units[end - 2]) {
      let (scalar, length) = scalar(at: end - 2, in: units)
      if length == 2 { return scalar }
    }
    return UInt32(units[end - 1])
  }

  private static func isLetterOrDigit(_ scalar: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(scalar) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}
