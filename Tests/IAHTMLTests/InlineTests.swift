import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Inline attributes in HTML")
struct InlineTests {
  @Test(arguments: [
    ("<a href='https://a.example'>x</a>", false),
    ("<a href='https://a.example' style='text-decoration: underline'>x</a>", false),
    ("<a href='https://a.example' style='text-decoration: none'>x</a>", true),
    ("<style>a{text-decoration:line-through}</style><a href='https://a.example'>x</a>", true),
    ("<p style='text-decoration: none'><a href='https://a.example'>x</a></p>", false),
    ("<a style='text-decoration: none'>x</a>", false),
  ])
  func `A link without underline is noted for drawings`(page: String, isNoted: Bool) throws {
    let document = try HTMLReader().read(BytesSource(Array(page.utf8))).document
    #expect(document.printedPlacement.plainLinks == (isNoted ? [0..<1] : []))
  }

  @Test(arguments: [true, false])
  func `A link without underline is written so, and read back`(isHidden: Bool) throws {
    let page =
      "<p><a href='https://a.example' style='text-decoration:none'>x</a> "
      + "<a href='https://a.example'>y</a> <a href='https://b.example' style='text-decoration:none'>z</a>"
    let document = try HTMLReader().read(BytesSource(Array(page.utf8))).document
    var sink = BytesSink()
    let options = WriteOptions(keepsHiddenData: isHidden)
    _ = try HTMLWriter().write(document, to: &sink, options: options)
    let written = String(decoding: sink.bytes, as: UTF8.self)
    #expect(written.ranges(of: "style=\"text-decoration:none\">").count == 2)
    let back = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(back.printedPlacement.plainLinks == [0..<1, 4..<5])
    #expect(back.string == document.string)
  }

  /// The sizes that Chromium computes for the same elements, in points.
  @Test(arguments: [
    ("<h1>a <small>b</small></h1>", [nil, 20]),
    ("<h1>a <span style='font-size:50%'>b</span></h1>", [nil, 12]),
    ("<h1>a <span style='font-size:1em'>b</span></h1>", [nil]),
    ("<h1 style='font-size:18pt'>a <small>b</small></h1>", [18, 15]),
    ("<h2 style='font-size:12pt'>a</h2>", [12]),
    ("<h1 style='font-size:1em'>a</h1>", [12]),
    ("<div style='font-size:20px'><h1>a</h1></div>", [30]),
    ("<div style='font-size:20px'><h4>a</h4><p>b</p></div>", [15]),
    ("<body style='font-size:20px'><h1>a <small>b</small></h1>", [nil, 25]),
    ("<h3>a <span style='font-size:12pt'>b</span></h3>", [nil, 12]),
  ])
  func `Sizes in headings are relative to the heading`(page: String, sizes: [Double?]) throws {
    let string = try HTMLReader().read(BytesSource(Array(page.utf8))).document.string
    #expect(string.attributeRuns(in: string.utf16Range).map(\.attributes.fontSize) == sizes)
  }

  @Test("Each attribute has its element or class", arguments: cases)
  func attributeIsWritten(_ name: String, _ body: String, _ classes: [String]) throws {
    let attributes = try #require(Self.attributes[name])
    let page = try Page(IAString("x", attributes: attributes))
    // A paragraph with hidden text only has no line either.
    #expect(page.body == (name == "hidden" ? "<p hidden>" : "<p>") + body + "</p>")
    #expect(page.classes == classes)
  }

  static let attributes: [String: InlineAttributes] = [
    "bold": .with { $0.bold = true },
    "italic": .with { $0.italic = true },
    "underline": .with { $0.underline = .init() },
    "wavy": .with { $0.underline = .init(.wavy, color: Color(0xFF0000)) },
    "strike": .with { $0.strikethrough = .single },
    "double strike": .with { $0.strikethrough = .double },
    "superscript": .with { $0.script = .superscript },
    "subscript": .with { $0.script = .subscript },
    "code": .with { $0.code = true },
    "mark": .with { $0.background = Color(0xFFFF00) },
    "hidden": .with { $0.hidden = true },
    "language": .with { $0.language = "pt-BR" },
    "direction": .with { $0.direction = .rightToLeft },
    "small capitals": .with { $0.capitals = .small },
    "font": .with {
      $0.fontFamily = "DejaVu Serif"
      $0.fontSize = 12.5
      $0.fontWeight = 300
      $0.foreground = Color(0x123456)
      $0.letterSpacing = -0.25
      $0.baselineOffset = 3
      $0.capitals = .all
    },
    "link": .with { $0.link = .init("https://x.org/?a=1&b=2", title: "T") },
    "mail": .with { $0.link = .init("mailto:a@x.org") },
    "relative": .with { $0.link = .init("other.html") },
    "script link": .with { $0.link = .init("javascript:alert(1)") },
    "bad font": .with { $0.fontFamily = "x;}y" },
    "everything": .with {
      $0.bold = true
      $0.italic = true
      $0.underline = .init()
      $0.link = .init("#a")
    },
  ]

  static let cases: [(String, String, [String])] = [
    ("bold", "<strong>x</strong>", []), ("italic", "<em>x</em>", []),
    ("underline", "<u>x</u>", []),
    (
      "wavy", "<u class=\"c1\">x</u>",
      [".c1{text-decoration-style:wavy;text-decoration-color:#ff0000}"]
    ),
    ("strike", "<s>x</s>", []),
    ("double strike", "<s class=\"c1\">x</s>", [".c1{text-decoration-style:double}"]),
    ("superscript", "<sup>x</sup>", []), ("subscript", "<sub>x</sub>", []),
    ("code", "<code>x</code>", []),
    ("mark", "<mark class=\"c1\">x</mark>", [".c1{background-color:#ffff00}"]),
    ("hidden", "<span hidden>x</span>", []), ("language", "<span lang=\"pt-BR\">x</span>", []),
    ("direction", "<bdo dir=\"rtl\">x</bdo>", []),
    ("small capitals", "<span class=\"c1\">x</span>", [".c1{font-variant-caps:small-caps}"]),
    (
      "font", "<span class=\"c1\">x</span>",
      [
        ".c1{font-family:\"DejaVu Serif\",serif;font-size:12.5pt;font-weight:300;"
          + "color:#123456;letter-spacing:-0.25pt;text-transform:uppercase;vertical-align:3pt}"
      ]
    ),
    (
      "link",
      "<a href=\"https://x.org/?a=1&amp;b=2\" rel=\"noopener noreferrer\" title=\"T\">x</a>", []
    ),
    ("mail", "<a href=\"mailto:a@x.org\" rel=\"noopener noreferrer\">x</a>", []),
    ("relative", "<a href=\"other.html\" rel=\"noopener noreferrer\">x</a>", []),
    ("script link", "x", []), ("bad font", "x", []),
    ("everything", "<a href=\"#a\"><strong><em><u>x</u></em></strong></a>", []),
  ]

  @Test("The style of code does not replace the size and the font of its text")
  func codeHasItsOwnSize() throws {
    let page = try Page(
      IAString(
        "x", attributes: .with { ($0.code, $0.fontSize, $0.fontFamily) = (true, 10, "Fira") }))
    #expect(page.body == "<p><span class=\"c1\"><code class=\"c2\">x</code></span></p>")
    #expect(page.classes.last == ".c2{font-family:inherit;font-size:inherit}")
    #expect(page.report.isLossless)
    let again = try ReaderTests.read(page.html).document.string
    let code = again.attributes(at: 0)
    #expect(code.code && code.fontSize == 10 && code.fontFamily == "Fira")
    let plain = try Page(IAString("x", attributes: .with { $0.code = true }))
    #expect(plain.body == "<p><code>x</code></p>")
  }

  @Test("A link over several styles is one element")
  func linkStaysOpen() throws {
    let link = InlineAttributes.Link("https://x.org/")
    var text = Paragraphs()
    text.add([
      ("a", .with { $0.link = link }),
      (
        "b",
        .with {
          $0.link = link; $0.bold = true
        }
      ), ("c", .init()),
    ])
    let page = try Page(text.string())
    #expect(
      page.body
        == "<p><a href=\"https://x.org/\" rel=\"noopener noreferrer\">a<strong>b</strong></a>c</p>")
  }

  @Test("White space, references and forbidden characters come out as specified")
  func textIsFaithful() throws {
    var units = Array("a  b\tc\u{A0}d\u{AD}e\u{2028}f<&>\"'\u{0}\u{1B}\rg\u{FFFE}😀".utf16)
    units.append(0xD83D)
    let page = try Page(IAString(units: units))
    #expect(
      page.body
        == "<p>a  b\tc&nbsp;d&shy;e<br>f&lt;&amp;&gt;\"'\u{FFFD}\u{FFFD}<br>g\u{FFFD}😀\u{FFFD}</p>")
    #expect(
      page.report.kinds.map(\.feature.rawValue) == ["control-character", "lone-surrogate"])
  }

  @Test("A pair whose halves differ in attributes is not split")
  func pairStaysWhole() throws {
    var string = IAString("😀x", intensity: 0)
    string.setIntensity(100, in: 1..<2)
    string.setIntensity(0, in: 2..<3)
    string.options.renderScheme = "HueGYRScheme"
    #expect(try StrictHTML(try Page(string).html).paragraphs == ["😀x"])
    var styled = IAString("😀")
    styled.set(\.bold, to: true, in: 1..<2)
    #expect(try Page(styled).body == "<p>😀</p>")
  }

  @Test("Text longer than a window keeps every unit")
  func longTextIsWhole() throws {
    for length in [65_535, 65_536, 65_537, 140_000] {
      let text = String(repeating: "a", count: length) + "😀é" + String(repeating: "<", count: 300)
      #expect(try StrictHTML(try Page(IAString(text)).html).paragraphs == [text])
      let pairs = "x" + String(repeating: "😀", count: length / 2)
      #expect(try StrictHTML(try Page(IAString(pairs)).html).paragraphs == [pairs])
    }
  }

  @Test("Text from right to left states its direction, and overrides are reported")
  func directionIsIsolated() throws {
    #expect(try Page(IAString("שלום")).body == "<p dir=\"auto\">שלום</p>")
    let forced = try Page(IAString("a\u{202E}b"))
    #expect(forced.body == "<p dir=\"auto\">a\u{202E}b</p>")
    #expect(forced.losses == ["neutralised bidi-control"])
    #expect(try Page(IAString("\u{2067}a\u{2069}")).report.isLossless)
  }

  @Test("Bookmarks are ids that links find")
  func bookmarksAreIDs() throws {
    var string = IAString("one two", attributes: .with { $0.link = .init("#the place") })
    string.setBookmark("the place", at: 4)
    let link = "<a href=\"#b-the~20place\">"
    #expect(
      try Page(string).body == "<p>\(link)one <span id=\"b-the~20place\"></span>two</a></p>")
    string.setBookmark("the place", at: 0)
    #expect(try Page(string).body == "<p id=\"b-the~20place\">\(link)one two</a></p>")
    string.setBookmark("the place", at: 7)
    #expect(
      try Page(string).body == "<p>\(link)one two</a><span id=\"b-the~20place\"></span></p>")
  }

  @Test("The semantic profile writes no appearance and reports omissions")
  func semanticHasNoLooks() throws {
    var string = IAString("x", intensity: 90, attributes: Self.attributes["font"] ?? .init())
    string.append(
      "y",
      attributes: .with {
        $0.bold = true; $0.background = .white
      })
    let page = try Page(
      string, options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(page.body == "<p>x<strong><mark>y</mark></strong></p>")
    #expect(page.classes.isEmpty)
    #expect(
      page.losses == [
        "dropped background", "dropped baseline-offset", "dropped capitals", "dropped font-family",
        "dropped font-size", "dropped font-weight", "dropped foreground", "dropped intensity",
        "dropped letter-spacing",
      ])
  }

  @Test(
    "A font that is not there is replaced by one of its kind",
    arguments: [
      ("Courier New", "var(--ia-mono)"), ("DejaVu Sans Mono", "var(--ia-mono)"),
      ("Times New Roman", "serif"), ("MS Mincho", "serif"), ("MS Sans Serif", "var(--ia-font)"),
      ("Arial", "var(--ia-font)"),
    ])
  func fallback(name: String, families: String) throws {
    let page = try Page(IAString("x", attributes: .with { $0.fontFamily = name }))
    #expect(page.classes == [".c1{font-family:\"\(name)\",\(families)}"])
  }
}
