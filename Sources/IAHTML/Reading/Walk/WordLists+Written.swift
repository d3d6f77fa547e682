internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The level of a Word list that is recognised only by its printed marker.
///
/// Pages saved as "filtered", and clipboard content of some browsers, lack `mso-list`. They contain
/// the marker, followed by spaces in 7-point Times New Roman, in a paragraph with a hanging indent.
struct WrittenLevel {
  var margin: Double
  var isNumbered: Bool
  /// The level as in `mso-list`.
  var level: MsoListLevel
}

extension WordLists {
  /// Returns the Word list level of a paragraph, or `nil` if it is not an item.
  mutating func level(
    of node: HTMLNode, _ style: Int, in page: inout PageDocument
  ) -> MsoListLevel? {
    let computed = page.styles.styles[style]
    if let said = computed.msoList { return said }
    guard !page.isOwn, let indent = computed.textIndent, indent < 0,
      let mark = Self.writtenMark(of: node)
    else { return nil }
    page.markerEnd = mark.end
    let margin = computed.startIndent ?? 0
    while let last = writtenLevels.last, last.margin > margin + 3 { writtenLevels.removeLast() }
    let isNumbered = mark.text.contains { $0 == "." || $0 == ")" }
    if let last = writtenLevels.last, last.margin >= margin - 3 {
      if last.isNumbered == isNumbered, !startsList(mark.text) { return last.level }
      writtenLevels.removeLast()
    }
    writtenListCount += 1
    let level = MsoListLevel(
      list: "written \(writtenListCount)", style: "", level: min(writtenLevels.count + 1, 9))
    writtenLevels.append(WrittenLevel(margin: margin, isNumbered: isNumbered, level: level))
    return level
  }

  /// Returns whether a marker is the first of a list; "i" after item 8 is the ninth letter.
  private func startsList(_ mark: String) -> Bool {
    let first = mark.filter { $0.isLetter || $0.isNumber }
    return ["1", "a", "A", "i", "I"].contains(first)
      && !(first.lowercased() == "i" && lists.last?.nextOrdinal == 9)
  }

  /// The maximum number of nodes at the start of a paragraph that are examined.
  private static var reach: Int { 24 }

  /// Returns the marker at the start of a paragraph and the element with the spaces after it.
  static func writtenMark(of paragraph: HTMLNode) -> (text: String, end: HTMLNode)? {
    var mark = ""
    var node = paragraph.firstChild
    for _ in 0..<reach {
      guard let current = node else { return nil }
      var isEntered = false
      switch current.kind {
      case .text:
        mark += String(decoding: current.utf8.prefix(64), as: UTF8.self)
          .filter { !$0.isWhitespace && $0 != "\u{A0}" }
        if mark.count > 12 { return nil }
      case .element where current.isTemplate: break
      case .element where isBlanks(current): if !mark.isEmpty { return (mark, current) }
      case .element:
        guard
          ([.span, .font, .b, .i, .u] as [MarkupName]).contains(current.tag)
        else { return nil }
        isEntered = true
      default: break
      }
      node = current.next(in: paragraph, entering: isEntered)
    }
    return nil
  }

  private static func isBlanks(_ node: HTMLNode) -> Bool {
    guard node.tag == .span, let style = node[.style]?.lowercased(),
      style.contains("7.0pt") || style.contains("7pt"), style.contains("times new roman")
    else { return false }
    return node.allText(limit: 8).allSatisfy { $0.isWhitespace || $0 == "\u{A0}" }
  }
}
