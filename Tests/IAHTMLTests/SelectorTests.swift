import IACSS
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Style sheets select the elements that browsers select: Selectors Level 4 without parts that need
/// scripts, and Media Queries Level 4.
@Suite struct SelectorTests {
  /// Returns the text that a sheet with one selector makes bold.
  private func bold(_ selector: String, in page: String) throws -> String {
    let result = try ReaderTests.read("<style>\(selector){font-weight:bold}</style>\(page)")
    return bold(result)
  }

  private func bold(_ result: ReadResult) -> String {
    let string = result.document.string
    let units = Array(string.text.utf16)
    let found = units.indices.filter { units[$0] > 0x20 && string.attributes(at: $0).bold }
    return String(decoding: found.map { units[$0] }, as: UTF16.self)
  }

  private static let page = """
    <div id=d class="x y" lang=en-GB><p title="One two">a</p><p class=x>b<i>c</i></p><p>d<a href=e>e</a><a>f</a></p>\
    <p data-k="Abc">g</p></div><p>h</p>
    """

  @Test(arguments: [
    // Attributes.
    ("p[title]", "a"), ("p[title='One two']", "a"), ("[title=one]", ""), ("[title~=two]", "a"),
    ("div[lang|=en] i", "c"), ("[data-k^=A]", "g"), ("[data-k$=bc]", "g"), ("[data-k*=b]", "g"),
    ("[data-k=ABC i]", "g"), ("[data-k=ABC]", ""), ("[data-k^='']", ""), ("[ class = x ]", "bc"),
    // Positions.
    ("div p:first-child", "a"), ("div p:last-child", "g"), ("p:nth-child(2n+1)", "adef"),
    ("p:nth-child(even)", "bcgh"), ("div p:nth-child(-n + 2)", "abc"),
    ("div p:nth-last-child(2)", "def"),
    ("a:first-of-type", "e"), ("a:last-of-type", "f"), ("a:nth-of-type(2)", "f"),
    ("i:only-child", "c"),
    ("a:only-of-type", ""), ("p:empty", ""), (":root i", "c"),
    // Combinators.
    ("p + p", "bcdefg"), (".x + p", "defh"), ("p ~ p", "bcdefg"), ("p.x ~ p", "defg"),
    ("div > p > i", "c"),
    ("div > i", ""), ("body > div p", "abcdefg"), ("div div p, i", "c"),
    // Functional pseudo-classes.
    ("div p:not(.x)", "adefg"), ("div p:not(.x, [title])", "defg"), (":is(i, a)", "cef"),
    ("div :where(i)", "c"), ("p:not(:first-child):not(:last-child)", "bcdef"),
    ("a:not(:hover)", "ef"), (":is(div p.x, h1) i", "c"), ("p:not(div p)", "h"),
    (":is(:unknown, i)", "c"), (":not(:unknown), i", ""), (":scope i", "c"), (":host, i", "c"),
    // Relational pseudo-class.
    ("p:has(i)", "bc"), ("p:has(> a)", "def"), ("div:has(> i)", ""), ("div:has(i) > p", "abcdefg"),
    ("p:has(+ .x)", "a"), ("p:has(~ .x) , i", "ac"), ("p:has(> b, > i)", "bc"),
    ("p:not(:has(i, a))", "agh"), ("p:has(:hover)", ""), ("p:has([href])", "def"),
    ("p:has(:unknown), i", ""), ("p:has(:has(i)), i", ""), ("p:has(:is(:has(i))), i", "c"),
    ("div:has(p i)", "abcdefg"), ("div:has(> p > i)", "abcdefg"), ("div:has(> i a)", ""),
    ("p:has(+ p a)", "bc"), ("p:has(~ p > a)", "abc"), ("body:has(div + p)", "abcdefgh"),
    ("div:has(div p)", ""), ("p:has(div i)", ""), ("p:has(+ .x + p)", "a"),
    ("p:has(a:not([href]))", "def"), ("p:has(> :not(a))", "bc"), ("p:has(+ p:is(.x, .z) i)", "a"),
    // Links, and states that only an action of the user causes.
    ("a:link", "e"), ("a:any-link", "e"), ("a:hover, i", "c"), ("a:visited", ""),
    ("p::selection", ""),
    // Browsers ignore rules with unknown parts.
    ("i, p:unknown", ""), ("i, p::-moz-x", ""), ("i, ::-webkit-x", "c"), ("i, p..x", ""),
    ("i, [", ""), ("*|i", "c"), ("div *|p.x > *|*", "c"), ("i, q|i", "c"),
    ("p:nth-child(1.5), i", ""), ("p:nth-child(1.5n), i", ""), ("p:nth-child(1)", "a"),
    // More than 16 elements.
    (String(repeating: ":root ~ i, ", count: 20) + "div p i", "c"),
    (
      String(repeating: "* > ", count: 2) + "p" + String(repeating: ":not(b)", count: 20),
      "abcdefgh"
    ),
  ])
  func selectors(_ selector: String, _ selected: String) throws {
    #expect(try bold(selector, in: Self.page) == selected)
  }

  @Test func `A selector tries all elements around, not only the nearest`() throws {
    #expect(
      try bold("body > div p i", in: "<div><p><b><p></p><p><span><i>a</i></span></p></div>") == "a")
    #expect(
      try bold("section > div span", in: "<section><div><div><span>a</span></div></div></section>")
        == "a")
    #expect(try bold("h1 + p ~ p", in: "<h1>x</h1><p>a<p>b<p>c").hasSuffix("bc"))
  }

  @Test func `Specificity counts attributes, classes and arguments of functions`() throws {
    let page =
      "<style>p:not(#x){color:#010101}p.k{color:#020202}p[class]{color:#030303}</style><p class=k>a"
    let color = try ReaderTests.read(page).document.string.attributes(at: 0).foreground
    #expect(color == Color(0x010101))
    let weak = "<style>:where(#d) p{color:#010101}p{color:#020202}</style><div id=d><p>a"
    #expect(
      try ReaderTests.read(weak).document.string.attributes(at: 0).foreground == Color(0x020202))
  }

  @Test func `Arguments that match nothing count for the specificity`() throws {
    for selector in [":is(p, #x:hover)", ":not(#x:hover):is(p)", ":is(#x::selection, p)"] {
      let page = "<style>\(selector){color:#010101}p.k{color:#020202}</style><p class=k>a"
      let color = try ReaderTests.read(page).document.string.attributes(at: 0).foreground
      #expect(color == Color(0x010101), "\(selector)")
    }
  }

  @Test func `Selectors of many elements are read, of too many reported`() throws {
    func page(_ count: Int) -> String {
      let nested = String(repeating: "<div>", count: count) + "<i>a</i>"
      return
        "<style>\(String(repeating: "div ", count: count))i, b{font-weight:bold}</style>\(nested)"
    }
    let read = try ReaderTests.read(page(31))
    #expect(bold(read) == "a")
    #expect(read.report.losses.isEmpty)
    let unread = try ReaderTests.read(page(32))
    #expect(bold(unread).isEmpty)
    #expect(unread.report.losses.map(\.kind.feature) == [.styleSheet])
  }

  @Test func `Nested rules that are not read are reported, without those that do not apply`() throws
  {
    let page = "<style>p{@container (width > 1px){color:red} @media print{color:red}}</style><p>a"
    let losses = try ReaderTests.read(page).report.losses
    #expect(losses.map(\.kind.feature) == [.styleSheet])
    #expect(losses.map(\.detail) == ["@container"])
  }

  @Test(arguments: [
    ("screen", true), ("all and (min-width: 600px)", true), ("(max-width:600px)", false),
    ("print", false),
    ("not print", true), ("only screen and (max-width: 1000px)", true),
    ("(min-width: 80em)", false),
    ("print, screen", true), ("(600px <= width < 1200px)", true), ("(width > 1000px)", false),
    ("(orientation: portrait)", false), ("(prefers-color-scheme: dark)", false), ("(color)", true),
    ("(hover: hover) and (pointer: fine)", true), ("(-webkit-min-device-pixel-ratio: 2)", false),
    ("(glorp: 1)", false), ("not all and (monochrome)", true),
    ("(min-width: 1px) or (max-width: 1px)", true), ("not (hover)", false),
    ("(not (hover)) or (width > 1px)", true), ("((color) and (hover))", true),
    ("screen and (not (glorp: 1))", false), ("(glorp: 1) or (color)", true),
  ])
  func media(_ query: String, _ holds: Bool) throws {
    let result = try ReaderTests.read("<style>@media \(query){i{font-weight:bold}}</style><i>a</i>")
    #expect(bold(result) == (holds ? "a" : ""))
    let attribute = try ReaderTests.read(
      "<style media='\(query)'>i{font-weight:bold}</style><i>a</i>")
    #expect(bold(attribute) == (holds ? "a" : ""))
  }

  @Test(arguments: [
    ("<![CDATA[ i{font-weight:bold} ]]> b{font-style:italic}", ""), ("i{font-weight:bold};", "a"),
    ("b{color:red}; i{font-weight:bold}", ""),
    ("@media all{b{color:red}; i{font-weight:bold}}", "a"),
    ("b[x={color:red}] i{font-weight:bold}", ""), ("@import 'x'; i{font-weight:bold}", "a"),
    ("<!-- i{font-weight:bold} -->", "a"), ("b:is(i{font-weight:bold}", ""),
  ])
  func `Rules end where browsers end them`(_ sheet: String, _ selected: String) throws {
    #expect(bold(try ReaderTests.read("<style>\(sheet)</style><i>a</i>")) == selected)
  }

  @Test(arguments: [
    ("p{& i{font-weight:bold}}", "c"), ("p{i{font-weight:bold}}", "c"),
    ("p{&.x{font-weight:bold}}", "bc"),
    ("div{> p{i{font-weight:bold}}}", "c"), ("i{div &{font-weight:bold}}", "c"),
    ("p{@media screen{&.x{font-weight:bold}}}", "bc"), ("p{@media print{font-weight:bold}}", ""),
    ("p.x{font-weight:bold;i{font-weight:400}}", "b"),
    ("i{color:red;b{color:red}font-weight:bold}", "c"),
    ("i,a{&:not(a){font-weight:bold}}", "c"), ("p{i:hover{x:y}&[title]{font-weight:bold}}", "a"),
  ])
  func `Rules inside rules`(_ sheet: String, _ selected: String) throws {
    #expect(bold(try ReaderTests.read("<style>\(sheet)</style>\(Self.page)")) == selected)
  }

  @Test(arguments: [
    ("@layer a{i{font-weight:bold}}i{font-weight:400}", ""),
    ("@layer a{i{font-weight:400}}@layer b{i{font-weight:bold}}", "c"),
    ("@layer b,a;@layer a{i{font-weight:400}}@layer b{p i{font-weight:bold}}", ""),
    ("@layer a{i{font-weight:bold}@layer b{i{font-weight:400}}}", "c"),
    ("@layer a.b{i{font-weight:400}}@layer a{i{font-weight:bold}}", "c"),
    ("@layer{i{font-weight:400}}@layer{i{font-weight:bold}}", "c"),
    ("@layer a{i{font-weight:bold!important}}i{font-weight:400!important}", "c"),
  ])
  func layers(_ sheet: String, _ selected: String) throws {
    let page = "<style>i{font-style:normal}\(sheet)</style>\(Self.page)"
    #expect(bold(try ReaderTests.read(page)) == selected)
  }

  @Test func `Sheets of other languages and conditions for missing features are not read`() throws {
    #expect(
      bold(try ReaderTests.read("<style type='text/less'>i{font-weight:bold}</style><i>a</i>"))
        == "")
    #expect(
      bold(try ReaderTests.read("<style>@supports not (x:y){i{font-weight:bold}}</style><i>a</i>"))
        == "")
    #expect(
      bold(
        try ReaderTests.read("<style>@supports (color:red){i{font-weight:bold}}</style><i>a</i>"))
        == "a")
  }

  @Test(arguments: [
    ("p:has(i:lang(x)){color:red}", ["style-sheet"]),
    ("p::first-letter{color:red}", ["style-sheet"]),
    ("i:has(p:lang(x)){color:red}", ["style-sheet"]),
    ("b:has(p:lang(x)){color:red}", []),
    ("p::before{content:'x'}", ["generated-content"]), ("p::before{content:' '}", []),
    ("p:after{content:counter(x)}", ["generated-content"]), ("b::before{content:'x'}", []),
    ("p:hover{color:red}", []), ("p::selection{color:red}", []),
  ])
  func `What is not read is reported if it may select something`(
    _ rule: String, _ features: [String]
  ) throws {
    let result = try ReaderTests.read("<style>\(rule)</style><p>a<i>b</i>")
    #expect(result.report.losses.map(\.kind.feature.rawValue) == features)
    #expect(result.document.string.attributes(at: 0).foreground == nil)
  }

  @Test func `Each name of a selector has its outcome`() throws {
    func outcome(_ selector: String) -> String {
      let tokens = CSSTokenizer.tokens(Array(selector.utf8))
      switch CSSSelectorParser.parse(tokens[...]) {
      case .selector(_, nil): return "read"
      case .tooLong: return "too long"
      case .selector(_, let unread?): return unread.property
      case .inert: return "inert"
      case .invalid: return "invalid"
      }
    }
    for name in CSSSelectorParser.readNames {
      let isFunction =
        name.hasPrefix("nth")
        || ["not", "is", "where", "matches", "-webkit-any", "has"].contains(name)
      let argument = name.hasPrefix("nth") ? "(2)" : isFunction ? "(b)" : ""
      #expect(outcome("p:\(name)\(argument)") == "read", "\(name)")
    }
    for name in CSSSelectorParser.unreadNames { #expect(outcome("p:\(name)") == name) }
    for name in CSSSelectorParser.inertNames { #expect(outcome("p:\(name)") == "inert", "\(name)") }
    for name in CSSSelectorParser.inertParts {
      #expect(outcome("p::\(name)") == "inert", "\(name)")
    }
    #expect(outcome("p:glorp") == "invalid" && outcome("p::glorp") == "invalid")
  }

  @Test func `A link has the colour of links unless something states another`() throws {
    let string = try ReaderTests.read(
      "<p style='color:red'>a<a href=x>b</a><a href=x><b style='color:blue'>c</b></a><a>d</a>"
    ).document.string
    let colors = (0..<4).map { string.attributes(at: $0).foreground }
    #expect(colors == [Color(0xFF0000), nil, Color(0x0000FF), Color(0xFF0000)])
  }

  @Test func `A link that is displayed as a block is a link`() throws {
    let string = try ReaderTests.read(
      "<style>a{display:block}</style><p>a</p><a href='https://a.example'>b</a><a href='x:y'>c</a>d"
    ).document.string
    #expect(string.text == "a\nb\nc\nd\n")
    #expect(string.attributes(at: 2).link?.url == "https://a.example")
    #expect(string.attributes(at: 4).underline?.style == .single)
    #expect(string.attributes(at: 6) == string.attributes(at: 0))
  }

  @Test func `Hostile selectors end`() throws {
    let many = String(repeating: "<p>", count: 3000)
    let rules = (0..<200).map { "p:nth-last-child(\($0 + 2)n+1) ~ p{color:red}" }.joined()
    let result = try ReaderTests.read(
      "<style>\(rules)div div div div p:not(i){color:red}</style>\(many)a")
    #expect(result.document.string.text == "a\n")
    let deep =
      "p:not(:not(:not(:not(i)))),p:is(:is(:is(:is(:is(i))))),\(String(repeating: "a>", count: 99))i{color:red}"
    _ = try ReaderTests.read("<style>\(deep)</style><p>a")
  }
}
