/// The forms of raw HTML that a reader takes in as it is written (CommonMark, sections 4.6 and 6.6).
///
/// The forms are a little narrower than those of CommonMark, so that readers of all versions agree.
enum RawHTML {
  // MARK: Inside a paragraph

  /// Returns whether text inside a paragraph is raw HTML from its first to its last character.
  ///
  /// - Parameters:
  ///   - units: The text, with U+2028 between its lines.
  ///   - startsLine: Whether it starts a line, where it could also start a block.
  ///   - isFollowed: Whether more than blanks follows it in the line.
  ///   - isOneLine: Whether the paragraph cannot have several lines.
  static func isInline(
    _ units: ArraySlice<UInt16>, startsLine: Bool, isFollowed: Bool, isOneLine: Bool
  ) -> Bool {
    var scanner = HTMLScanner(units)
    var count = 0
    while !scanner.isAtEnd {
      let start = scanner.at
      guard let construct = scanner.construct() else { return false }
      let bytes = units[start..<scanner.at]
      if bytes.elementsEqual(MarkdownTag.separator.utf16) { return false }
      if count == 0, startsLine {
        guard construct == .tag, !startsBlock(bytes) else { return false }
        // A tag alone in a line is a block.
        let isAlone = units[scanner.at...].allSatisfy(CharacterClass.isBlank) && !isFollowed
        if isAlone { return false }
      }
      count += 1
    }
    return count > 0 && hasPlainLines(units, isOneLine: isOneLine)
  }

  /// Returns whether each further line starts with a character that starts no block.
  private static func hasPlainLines(_ units: ArraySlice<UInt16>, isOneLine: Bool) -> Bool {
    var rest = units
    while let end = rest.firstIndex(of: 0x2028) {
      guard !isOneLine else { return false }
      rest = rest[(end + 1)...]
      guard let first = rest.first,
        HTMLScanner.isLetter(first) || first == 0x22 || first == 0x27 || first == 0x2F
      else { return false }
    }
    return true
  }

  /// Returns whether a tag starts a block also in the middle of a paragraph.
  private static func startsBlock(_ tag: ArraySlice<UInt16>) -> Bool {
    let name = HTMLScanner.name(of: tag)
    return verbatim.contains(name) || blocks.contains(name)
  }

  // MARK: Blocks

  /// Returns whether lines are one block of raw HTML, which ends with the last line.
  ///
  /// - Parameter indent: The number of spaces that may be before the first character.
  static func isBlock(_ units: ArraySlice<UInt16>, indent: Int) -> Bool {
    let lines = units.split(separator: 0x2028, omittingEmptySubsequences: false)
    guard let line = lines.first, let last = lines.last else { return false }
    let first = line.drop { $0 == 0x20 }
    guard first.first == 0x3C, first.startIndex - line.startIndex <= indent else { return false }
    guard !units.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A || $0 == 0x2029 }) else {
      return false
    }
    let text = units[first.startIndex...]
    if text.elementsEqual(MarkdownTag.separator.utf16)
      || text.starts(with: MarkdownTag.hiddenData.utf16)
    {
      return false
    }
    if let ends = ends(of: first) {
      let closing = lines.firstIndex { line in ends.contains { contains(line, $0) } }
      return closing == lines.count - 1
    }
    guard !last.isEmpty, !lines.contains(where: isEmpty) else { return false }
    var scanner = HTMLScanner(first)
    let name = HTMLScanner.name(of: first)
    if blocks.contains(name), HTMLScanner.endsName(first, name.utf16.count) { return true }
    guard scanner.construct() == .tag, !verbatim.contains(name) else { return false }
    return first[scanner.at...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private static func isEmpty(_ line: ArraySlice<UInt16>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns the texts with which a block ends that is not ended by an empty line.
  private static func ends(of first: ArraySlice<UInt16>) -> [[UInt16]]? {
    if first.starts(with: "<!--".utf16) { return [Array("-->".utf16)] }
    if first.starts(with: "<?".utf16) { return [Array("?>".utf16)] }
    if first.starts(with: "<![CDATA[".utf16) { return [Array("]]>".utf16)] }
    if first.starts(with: "<!".utf16), let letter = first.dropFirst(2).first,
      (0x41...0x5A).contains(letter)
    {
      return [[0x3E]]
    }
    let name = HTMLScanner.name(of: first)
    guard first.dropFirst().first != 0x2F, endingNames.contains(name),
      HTMLScanner.endsName(first, name.utf16.count)
    else { return nil }
    return endingNames.map { Array("</\($0)>".utf16) }
  }

  /// Returns whether a line contains a text, whatever the case of its letters.
  private static func contains(_ line: ArraySlice<UInt16>, _ part: [UInt16]) -> Bool {
    guard line.count >= part.count else { return false }
    return (line.startIndex...line.endIndex - part.count).contains { start in
      zip(line[start..<start + part.count], part).allSatisfy { unit, wanted in
        HTMLScanner.isLetter(unit) ? unit | 0x20 == wanted : unit == wanted
      }
    }
  }

  private static let endingNames: Set<String> = ["script", "pre", "style"]
  private static let verbatim: Set<String> = ["script", "pre", "style", "textarea"]
  private static let blocks: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "section", "source",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
