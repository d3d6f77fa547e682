/// The HTML blocks of CommonMark (section 4.6): some end with an explicit mark, and would otherwise
/// include all text after them.
enum RawHTML {
  /// Returns whether a block that needs a mark at its end has it.
  static func isClosed(_ html: String) -> Bool {
    let lower = Array(html.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let start = lower.firstIndex { $0 != 0x20 } ?? lower.count
    let text = lower[start...]
    for (opening, endings) in pairs where text.starts(with: opening.utf8) {
      let rest = text.dropFirst(opening.utf8.count)
      return endings.contains { contains(rest, Array($0.utf8)) }
    }
    return true
  }

  private static let tagEnds = ["</script>", "</pre>", "</style>", "</textarea>"]
  private static let pairs: [(opening: String, endings: [String])] = [
    ("<!--", ["-->"]), ("<?", ["?>"]), ("<![cdata[", ["]]>"]), ("<!", [">"]),
    ("<script", tagEnds), ("<pre", tagEnds), ("<style", tagEnds), ("<textarea", tagEnds),
  ]

  private static func contains(_ text: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
    guard text.count >= part.count else { return false }
    return (text.startIndex...text.endIndex - part.count).contains {
      text[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
