import Testing

@testable import IAMarkup

@Suite("Tokens")
struct TokenTests {
  /// Returns the text of a page.
  private static func text(_ page: String) throws -> String {
    let tree = try MarkupTree("<!DOCTYPE html><body>" + page)
    var text = ""
    var node: MarkupNode? = tree.root
    while let current = node {
      if current.kind == .text { text += current.text }
      node = current.next(in: tree.root, entering: true)
    }
    return text
  }

  @Test(
    "Character references",
    arguments: [
      ("&amp;&AMP&lt;&gt", "&&<>"), ("&notit;", "¬it;"), ("&notin;", "∉"),
      ("&noti", "¬i"), ("&CounterClockwiseContourIntegral;", "∳"), ("&fjlig;", "fj"),
      ("&unknown;", "&unknown;"), ("&", "&"), ("&#", "&#"), ("&#x", "&#x"), ("&#x;", "&#x;"),
      ("&#65;&#x41;&#X42", "AAB"), ("&#128;&#x9F;", "€Ÿ"), ("&#0;", "\u{FFFD}"),
      ("&#xD800;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"), ("&#99999999999999999999;", "\u{FFFD}"),
      ("&acE;", "\u{223E}\u{333}"), ("&semi;x", ";x"), ("&Tab;", "\t"), ("&apos;", "'"),
      ("&ampx&ampx;", "&x&x;"), ("&gtcc;&gtc", "⪧>c"), ("&1;", "&1;"),
    ])
  func references(page: String, expected: String) throws {
    #expect(try Self.text(page) == expected)
  }

  @Test("In attributes a name without semicolon is text before letters, digits and =")
  func attributeReferences() throws {
    let tree = try MarkupTree("<a href='?a&lt=b&ltx&lt;&lt'>")
    let link = try #require(tree.root.lastChild?.firstChild)
    #expect(link.value(of: .href) == "?a&lt=b&ltx<<")
  }

  @Test(
    "Comments",
    arguments: [
      ("<!--a-->b", "a"), ("<!-->b", ""), ("<!--->b", ""), ("<!---->b", ""), ("<!--a--!>b", "a"),
      ("<!--a--b-->", "a--b"), ("<!--a", "a"), ("<!--a--", "a"), ("<!--a--!", "a"),
      ("<!--->-->", ""), ("<!--a--->", "a-"), ("<!a>", "a"), ("<?a>", "?a"), ("</1>", "1"),
      ("<!--a\r\nb\u{0}-->", "a\nb\u{FFFD}"), ("<!--<!-- a -->", "<!-- a "),
    ])
  func comments(page: String, expected: String) throws {
    let tree = try MarkupTree(page)
    let comment = try #require(tree.document.children.first { $0.kind == .comment })
    #expect(comment.text == expected)
  }

  @Test(
    "Text of scripts ends where the standard says",
    arguments: [
      ("<script>a</script>b", "a"), ("<script>a</scriptx></script >b", "a</scriptx>"),
      ("<script><!--<script>a</script>b--></script>c", "<!--<script>a</script>b-->"),
      ("<script><!--a</script>b", "<!--a"), ("<script><!--><script></script>", "<!--><script>"),
      ("<style><!--a</style>b", "<!--a"), ("<title>a<b>&amp;</title>b", "a<b>&"),
      ("<textarea>\na</textarea>b", "a"), ("<xmp>&amp;</xmp>", "&amp;"),
    ])
  func rawText(page: String, expected: String) throws {
    let tree = try MarkupTree(page)
    var node: MarkupNode? = tree.root
    while let current = node, current.kind != .text {
      node = current.next(in: tree.root, entering: true)
    }
    #expect(node?.text == expected)
  }

  @Test("Tags")
  func tags() throws {
    let dump = try MarkupTree("<DIV a = 1 B='2'c=\"3\" d/ e=/>x<br/ f></div g><p =h>").dump
    #expect(
      dump.hasSuffix(
        """
        |     <div>
        |       a="1"
        |       b="2"
        |       c="3"
        |       d=""
        |       e="/"
        |       "x"
        |       <br>
        |         f=""
        |     <p>
        |       =h=""
        """))
    for page in ["<", "</", "<!", "<p", "<p a", "<p a=", "<p a='", "</p", "<!doctype", "&", "<!-"] {
      let tree = try MarkupTree(page)
      #expect(tree.root.name == .html)
    }
    #expect(try Self.text("a<1</>b</") == "a<1b</")
    #expect(try Self.text("a\u{0}b") == "ab")
  }

  @Test("Every known name is found, and no other")
  func names() throws {
    var table = NameTable()
    for number in 1..<KnownNames.count {
      let name = MarkupName(rawValue: UInt32(number))
      let bytes = table.bytes(of: name)
      #expect(NameTable.knownName(bytes) == name)
      #expect(table.name(of: bytes) == name)
      #expect(NameTable.knownName(bytes + [0]) == nil)
    }
    let added = (0..<500).map { table.name(of: "x-\($0)".utf8) }
    #expect(Set(added).count == 500)
    for (index, name) in added.enumerated() {
      #expect(table.find("x-\(index)".utf8) == name)
      #expect(table.bytes(of: name) == Array("x-\(index)".utf8))
    }
    #expect(table.find("x-500".utf8) == nil)
    let long = [UInt8](repeating: 0x61, count: 25)
    #expect(table.name(of: long) == table.name(of: long))
  }
}
