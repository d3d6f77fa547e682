import IABytes
import IATestSupport
import Testing

@testable import IAMarkup

@Suite("Limits of trees")
struct LimitTests {
  /// Returns the depth of the deepest node.
  private static func depth(of tree: MarkupTree) -> Int {
    var depths: [UInt32: Int] = [:]
    var deepest = 0
    var node: MarkupNode? = tree.document
    while let current = node {
      let depth = current.parent.map { (depths[$0.number] ?? 0) + 1 } ?? 0
      depths[current.number] = depth
      deepest = max(deepest, depth)
      node = current.next(in: tree.document, entering: true)
    }
    return deepest
  }

  @Test(
    "Elements beyond the depth limit are left out with their end tags, their text stays",
    arguments: [
      "div", "b", "table", "ul><li", "span", "x-new", "svg", "math", "template", "select", "a",
      "form", "object", "button", "frameset", "svg><foreignObject", "table><td", "nobr", "ruby",
    ])
  func depth(tag: String) throws {
    let page = String(repeating: "<\(tag)>", count: 3000) + "x"
    let tree = try MarkupTree(page)
    #expect(Self.depth(of: tree) <= 512 + 8)
    let hasText = tree.nodes.contains { $0.kind == .text }
    #expect(hasText || tag == "frameset")
  }

  @Test("An end tag that belongs to a tag left out closes nothing")
  func omittedEnds() throws {
    let opened = String(repeating: "<div>", count: 600)
    let closed = String(repeating: "</div>", count: 600)
    let tree = try MarkupTree(opened + "<i>a</i>" + closed + "<p>b")
    #expect(tree.omissions.deepElements == 91)
    #expect(tree.root.lastChild?.lastChild?.firstChild?.text == "b")
    #expect(Self.depth(of: tree) == 513)
  }

  @Test("Attributes beyond the limit are left out")
  func attributes() throws {
    let many = (0..<5000).map { "a\($0)=1" }.joined(separator: " ")
    let tree = try MarkupTree("<p \(many)>x")
    #expect(tree.root.lastChild?.firstChild?.attributeCount == 256)
    #expect(tree.omissions.attributes == 5000 - 256)
    let again = try MarkupTree("<html a=1>" + (0..<300).map { "<html b\($0)=1>" }.joined())
    #expect(again.root.attributeCount == 256)
    #expect(again.omissions.attributes == 301 - 256)
  }

  @Test("Formatting elements are bounded, and so are their copies")
  func formatting() throws {
    let unclosed = (0..<2000).map { "<p><font size=\($0)>x" }.joined()
    let tree = try MarkupTree(unclosed)
    #expect(tree.omissions.formattingElements > 0)
    #expect(tree.nodeCount < 200_000)
    let limits = MarkupLimits(copies: 10, bytesPerCopy: 1_000_000)
    let few = try MarkupTree(
      String(repeating: "<b><i><p></b>x", count: 100), options: MarkupOptions(limits: limits))
    #expect(few.nodeCount < 500)
    #expect(few.omissions.formattingElements > 0)
    let options =
      "<select><button><selectedcontent></button><option>" + String(repeating: "<i>", count: 20)
    let cut = try MarkupTree(options, options: MarkupOptions(limits: limits))
    #expect(cut.omissions.optionContents == 1)
  }

  @Test("Too many nodes are an error")
  func nodes() throws {
    let options = MarkupOptions(limits: MarkupLimits(nodes: 100))
    let error = #expect(throws: InputError.self) {
      try MarkupTree(String(repeating: "<p>", count: 200), options: options)
    }
    #expect(error?.code == .htmlNodes)
    #expect(error?.limit?.maximum == 100)
    #expect(try MarkupTree(String(repeating: "<p>", count: 90), options: options).nodeCount == 94)
  }

  @Test(
    "Time grows with the page, whatever is repeated",
    arguments: [
      "<a>", "<b>", "<p>", "</p>", "<div>", "</div>", "<p><b>", "<b></p>", "<table><td>", "<table>",
      "<table>a<tr>b", "<select><option>", "<template>", "<svg><g>", "<math><mi>", "<frameset>",
      "<nobr>", "<li>", "<button>", "<ruby><rt>", "<a><div></a>", "<font size=1><p>", "&notan;",
      "<!--", "<![CDATA[", "</", "<script><!--", "<x y", "<x y=\"&", "<p a a a a>", "<html a b c>",
      "<option selected>x", "<form>", "</form>", "<span></p>", "<p></span>", "<table></table>x",
      "<b><i><u><p></b></i>", "\r", "\u{0}", "a\u{0}", "<title>", "<textarea></", "&#x",
      "<x-\u{0}>",
    ])
  func growth(unit: String) throws {
    let starts = ["", "<p><button>" + String(repeating: "<span>", count: 480), "<table>"]
    for start in starts {
      func page(_ count: Int) -> [UInt8] {
        Array((start + String(repeating: unit, count: count / unit.utf8.count)).utf8)
      }
      let (small, large) = (page(8_000), page(64_000))
      let ratio = try ThreadClock.ratio(
        upTo: ThreadClock.linearForEight,
        small: { _ = try MarkupTree(parsing: small) }, large: { _ = try MarkupTree(parsing: large) }
      )
      #expect(ratio <= ThreadClock.linearForEight, "\(start.prefix(12)) \(unit)")
    }
  }

  @Test("Names that differ, text that alternates between places and values grow linearly")
  func growthOfTables() throws {
    func check(_ make: (Int) -> String) throws {
      let (small, large) = (Array(make(1_000).utf8), Array(make(8_000).utf8))
      let ratio = try ThreadClock.ratio(
        upTo: ThreadClock.linearForEight,
        small: { _ = try MarkupTree(parsing: small) }, large: { _ = try MarkupTree(parsing: large) }
      )
      #expect(ratio <= ThreadClock.linearForEight, "\(make(1))")
    }
    try check { count in (0..<count).map { "<x\($0) y\($0)>" }.joined() }
    // Text before the table and text in cells grow alternately.
    try check { count in "<table>" + String(repeating: "&amp;<tr><td>&lt;</td>", count: count) }
    try check { count in (0..<count).map { "<b id=\($0)><p></b>" }.joined() }
    try check { count in "<p a='" + String(repeating: "&amp;", count: count) + "'>" }
  }
}
