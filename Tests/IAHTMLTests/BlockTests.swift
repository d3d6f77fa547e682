import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Blocks in HTML")
struct BlockTests {
  private func body(_ make: (inout Paragraphs) -> Void) throws -> String {
    var text = Paragraphs()
    make(&text)
    let page = try Page(text.string())
    _ = try StrictHTML(page.html)
    return page.body.replacing("\n", with: "")
  }

  @Test("Headings, quotes and breaks")
  func simpleBlocks() throws {
    let html = try body { text in
      text.add("T", in: [text.block(.header(level: 2))])
      let quote = text.block(.blockQuote)
      text.add("a", in: [quote])
      text.add("b", in: [quote, text.block(.blockQuote)])
      text.add("", in: [text.block(.thematicBreak)])
      text.add("c")
    }
    #expect(
      html
        == "<h2>T</h2><blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><hr><p>c</p>"
    )
  }

  @Test("Neighbours of one kind with different ids are two blocks")
  func neighboursStayApart() throws {
    let html = try body { text in
      for word in ["a", "b"] { text.add(word, in: [text.block(.blockQuote)]) }
    }
    #expect(html == "<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>")
  }

  @Test("The lines of a code block are one element")
  func codeIsOneElement() throws {
    var text = Paragraphs()
    let code = text.block(.codeBlock(language: "c++"))
    for line in ["", "if a < b {", "\t}", ""] { text.add(line, in: [code]) }
    #expect(
      try Page(text.string()).body
        == "<pre><code class=\"language-c++\">\nif a &lt; b {\n\t}\n</code></pre>")
  }

  @Test("Lists nest, number and tick")
  func listsNest() throws {
    let html = try body { text in
      let list = text.block(.orderedList(.init(numbering: .lowerRoman, start: 4)))
      let item = text.block(.listItem(.init(ordinal: 4)))
      text.add("a", in: [list, item])
      let inner = text.block(.unorderedList(marker: nil))
      text.add("b", in: [list, item, inner, text.block(.listItem(.init(ordinal: 1, task: .done)))])
      text.add("c", in: [list, item])
      text.add("d", in: [list, text.block(.listItem(.init(ordinal: 7)))])
    }
    #expect(
      html
        == "<ol start=\"4\" type=\"i\"><li><p>a</p><ul><li class=\"ia-task\">"
        + "<input type=\"checkbox\" disabled checked><p>b</p></li></ul><p>c</p></li>"
        + "<li value=\"7\"><p>d</p></li></ol>")
  }

  @Test("Tables have heads, spans, alignments and cells for gaps")
  func tablesAreWhole() throws {
    let html = try body { text in
      let table = text.block(.table(.init(columns: [.init(), .init(alignment: .right), .init()])))
      let head = text.block(.tableRow(isHeader: true))
      text.add("h", in: [table, head, text.block(.tableCell(.init(column: 0, columnSpan: 3)))])
      let first = text.block(.tableRow(isHeader: false))
      text.add("a", in: [table, first, text.block(.tableCell(.init(column: 0, rowSpan: 2)))])
      text.add("b", in: [table, first, text.block(.tableCell(.init(column: 1)))])
      let second = text.block(.tableRow(isHeader: false))
      text.add("c", in: [table, second, text.block(.tableCell(.init(column: 2)))])
    }
    #expect(
      html
        == "<table><colgroup><col><col class=\"t1\"><col></colgroup>"
        + "<thead><tr><th scope=\"col\" colspan=\"3\"><p>h</p></th></tr></thead><tbody>"
        + "<tr><td rowspan=\"2\"><p>a</p></td><td class=\"t1\"><p>b</p></td></tr>"
        + "<tr><td class=\"ia-bare\"></td><td><p>c</p></td></tr></tbody></table>")
  }

  @Test("Misplaced blocks get the missing blocks around them")
  func misplacedBlocksAreWrapped() throws {
    let html = try body { text in
      let table = text.block(.table(.init(columns: [.init(), .init()])))
      text.add("a", in: [table])
      text.add("b", in: [table, text.block(.tableRow(isHeader: false))])
      text.add("c", in: [text.block(.unorderedList(marker: nil))])
      text.add("d", in: [text.block(.listItem(.init(ordinal: 1)))])
      text.add("e", in: [text.block(.tableRow(isHeader: false))])
      text.add("f", in: [text.block(.tableCell(.init(column: 3)))])
    }
    #expect(
      html
        == "<table><colgroup><col><col></colgroup><tbody><tr class=\"ia-bare\">"
        + "<td class=\"ia-bare\" colspan=\"2\"><p>a</p></td></tr>"
        + "<tr><td class=\"ia-bare\"><p>b</p></td></tr>"
        + "</tbody></table><ul><li class=\"ia-bare\"><p>c</p></li></ul><div><p>d</p></div>"
        + "<div><p>e</p></div><div><p>f</p></div>")
  }

  @Test("Footnotes are linked with their references")
  func footnotesAreLinked() throws {
    let html = try body { text in
      text.add([("x", .init()), ("1", .with { $0[tag: "footnote"] = "n" })])
      text.add("note", in: [text.block(.footnote(label: "n"))])
      text.add("end")
    }
    #expect(
      html
        == "<p>x<a role=\"doc-noteref\" data-label=\"n\" id=\"fnref-n\" href=\"#fn-n\">1</a></p>"
        + "<section class=\"ia-notes\" role=\"doc-endnotes\">"
        + "<div class=\"ia-note\" role=\"doc-footnote\" id=\"fn-n\" data-label=\"n\">"
        + "<a class=\"ia-back\" role=\"doc-backlink\" href=\"#fnref-n\" aria-label=\"↩ n\"></a>"
        + "<p>note</p></div></section><p>end</p>")
  }

  @Test("Remarks, boxes, headers and footers are marked")
  func marginalBlocks() throws {
    let html = try body { text in
      text.add("a", in: [text.block(.annotation(.init(author: "A", date: "D")))])
      text.add("b", in: [text.block(.pageHeader())])
      text.add("c", in: [text.block(.pageFooter())])
      text.add("d", in: [text.block(.textBox())])
    }
    #expect(
      html
        == "<aside class=\"ia-annotation\" role=\"note\" data-author=\"A\" data-date=\"D\">"
        + "<p>a</p></aside><header class=\"ia-page\"><p>b</p></header>"
        + "<footer class=\"ia-page\"><p>c</p></footer><div class=\"ia-box\"><p>d</p></div>")
  }

  @Test("Paragraph attributes become one class")
  func paragraphAttributes() throws {
    var text = Paragraphs()
    for _ in 0..<2 {
      text.add("x") {
        $0.alignment = .justified
        $0.firstLineIndent = 12
        $0.headIndent = 36
        $0.tailIndent = 6
        $0.spacingBefore = 3
        $0.spacingAfter = 4.5
        $0.lineHeight = .exactly(14)
        $0.tabStops = [.init(72)]
        $0.pageBreakBefore = true
        $0.direction = .rightToLeft
      }
    }
    let page = try Page(text.string())
    #expect(
      page.body == "<p class=\"p1\" dir=\"rtl\">x</p>\n<p class=\"p1\" dir=\"rtl\">x</p>")
    #expect(
      page.classes == [
        ".p1{text-align:justify;text-indent:-24pt;padding-inline-start:36pt;"
          + "padding-inline-end:6pt;margin-block-start:3pt;margin-block-end:4.5pt;"
          + "line-height:14pt;tab-size:72pt;--ia-tab-stops:72pt;break-before:page}"
      ])
  }

  @Test("A tab stop at the end of a line is within the column")
  func farTabStop() throws {
    var text = Paragraphs()
    text.add("x\t3") { $0.tabStops = [.init(522, .right)] }
    #expect(try Page(text.string()).classes == [".p1{tab-size:460pt;--ia-tab-stops:right 522pt}"])
  }

  @Test("A path a hundred thousand blocks deep needs no stack")
  func deepPathsAreFlat() throws {
    var text = Paragraphs()
    var path: [Block] = []
    for _ in 0..<100_000 { path.append(text.block(.blockQuote)) }
    text.add("deep", in: path)
    let page = try Page(text.string())
    #expect(page.html.utf8.count < 100_000 * 30 + 10_000)
  }
}
