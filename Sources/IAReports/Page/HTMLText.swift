/// Builds HTML; text is escaped.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  /// Appends markup.
  mutating func markup(_ markup: String) { bytes += markup.utf8 }

  /// Appends text, in which the special characters of HTML become character references.
  mutating func text(_ text: String) {
    for byte in text.harmless.utf8 {
      switch byte {
      case 0x26: bytes += "&amp;".utf8
      case 0x3C: bytes += "&lt;".utf8
      case 0x3E: bytes += "&gt;".utf8
      case 0x22: bytes += "&quot;".utf8
      case 0x27: bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Appends an element that contains text.
  ///
  /// - Parameter tag: The name, and attributes whose values need no escape.
  mutating func element(_ tag: String, _ content: String) {
    element(tag) { $0.text(content) }
  }

  /// Appends an element with the content that a closure appends.
  mutating func element(_ tag: String, _ body: (inout HTMLText) -> Void) {
    markup("<\(tag)>")
    body(&self)
    markup("</\(tag.prefix { $0 != " " })>")
  }

  /// Appends a table with one row of headings.
  ///
  /// - Parameter numbers: The columns whose cells are numbers.
  mutating func table(_ headings: [String], numbers: Set<Int>, _ rows: [[String]]) {
    let cell = { (tag: String, index: Int) in tag + (numbers.contains(index) ? " class=n" : "") }
    element("div class=wide") { html in
      html.markup("<table><thead><tr>")
      for (index, heading) in headings.enumerated() {
        html.element(cell("th scope=col", index), heading)
      }
      html.markup("</tr></thead><tbody>")
      for row in rows {
        html.markup("<tr>")
        for (index, text) in row.enumerated() {
          html.element(cell(index == 0 ? "th scope=row" : "td", index), text)
        }
        html.markup("</tr>")
      }
      html.markup("</tbody></table>")
    }
  }

  /// Appends a table that the reader can open: the numbers of a chart.
  mutating func tableAlternative(
    _ headings: [String], numbers: Set<Int>, _ rows: [[String]]
  ) {
    guard !rows.isEmpty else { return }
    element("details class=alt") { html in
      html.element("summary", "As a table")
      html.table(headings, numbers: numbers, rows)
    }
  }
}
