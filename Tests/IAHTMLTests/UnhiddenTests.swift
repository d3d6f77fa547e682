import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Pages of the profile `styled` without hidden data, which state attributes that they do not show.
@Suite("Statements of pages without hidden data")
struct UnhiddenTests {
  private static let own = "<meta name=\"generator\" content=\"intensity-suite\">"

  /// Checks that reading the page of a document returns an equal document.
  @discardableResult
  private static func check(_ string: IAString) throws -> Page {
    let page = try Page(string)
    let read = try HTMLReader().read(BytesSource(page.html)).document.string
    #expect(IADocument(read).dump() == IADocument(string).dump())
    let again = try Page(read)
    #expect(again.html == page.html)
    return page
  }

  @Test("The attributes of paragraph ends are in a hidden table")
  func lineEnds() throws {
    let large = InlineAttributes.with { ($0.fontSize, $0.language) = (40, "de-DE") }
    let bold = InlineAttributes.with {
      ($0.bold, $0.italic, $0.script, $0.hidden) = (true, true, .superscript, true)
    }
    let marked = InlineAttributes.with { ($0.background, $0.code) = (Color(0xFF0000), true) }
    var text = Paragraphs()
    text.add([("a", .init()), ("\n", large)])
    text.add([("\n", large)])
    text.add([("b", bold), ("\n", marked)])
    text.add([("c", bold), ("\n", .init())])
    text.add([("d", large), ("\n", large)])
    text.add([("e", .init()), ("\n", bold)], in: [text.block(.header(level: 2))])
    let code = text.block(.codeBlock(language: nil))
    text.add([("f", .init()), ("\n", marked)], in: [code])
    text.add([("\n", large)], in: [code])
    text.add([("\n", marked)], in: [text.block(.thematicBreak)])
    let page = try Self.check(text.string())
    #expect(
      page.html.contains(
        """
        <body>
        <div hidden class="ia-ends"><span class="c1" lang="de-DE"></span>\
        <code><mark class="c2"></mark></code>\
        <span hidden><strong><em><sup></sup></em></strong></span></div>
        <main>
        <p class="ia-end-1">a</p>
        <p class="ia-end-1"></p>
        <p class="ia-end-2" hidden>
        """), "\(page.html)")
    for profile in ["styled", "semantic"] {
      let hidden = try Page(text.string(), options: WriteOptions(profile: profile))
      #expect(!hidden.html.contains("ia-ends") && !hidden.html.contains("ia-end-"))
    }
    let semantic = try Page(
      text.string(), options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(!semantic.html.contains("ia-ends"))
  }

  @Test("A paragraph end without its link is reported")
  func linkedLineEnd() throws {
    let link = InlineAttributes.with { $0.link = .init("https://example.org/") }
    var text = Paragraphs()
    text.add([("a\n", link)])
    let page = try Page(text.string())
    #expect(page.body.contains("class=\"ia-end\""))
    #expect(page.losses == ["dropped link"])
  }

  @Test(
    "A table of paragraph ends with text, or of another page, is read as what it shows",
    arguments: [
      "<div hidden class=ia-ends><b>x</b></div>", "<div class=ia-ends><span></span>x</div>",
      "<div hidden class=ia-ends><span><em></em><em></em></span>x</div>",
      "<div hidden class=ia-ends><span></span></div><div hidden class=ia-ends>x</div>",
    ])
  func tableWithText(table: String) throws {
    let read = try HTMLReader().read(BytesSource(Self.own + table + "<p class=ia-end-9>y</p>"))
    #expect(read.document.string.text.contains("x"))
    let foreign = try HTMLReader().read(
      BytesSource("<div hidden class=ia-ends><strong></strong></div><p class=ia-end-1>y</p>"))
    #expect(foreign.document.string.attributes(at: 1) == InlineAttributes())
  }

  @Test("Numbers without an entry state nothing, and deep or long tables take linear time")
  func hostileTables() throws {
    for number in ["0", "-1", "2", "99999999999999999999", "x", ""] {
      let read = try HTMLReader().read(
        BytesSource(
          Self.own + "<div hidden class=ia-ends><em></em></div><p class=\"ia-end-\(number)\">"
            + "<strong>y</strong></p>"))
      #expect(read.document.string.attributes(at: 1).bold, "\(number)")
    }
    let deep = String(repeating: "<div hidden class=ia-ends>", count: 20_000) + "x"
    let long =
      "<div hidden class=ia-ends>" + String(repeating: "<em></em>", count: 100_000) + "</div>"
    for table in [deep, long] {
      let read = try HTMLReader().read(
        BytesSource(Self.own + table + "<p class=ia-end-100000>y</p>"))
      #expect(read.document.string.text.hasSuffix("y\n"))
    }
  }
}

extension UnhiddenTests {
  @Test("Tab stops are a custom property")
  func tabStops() throws {
    let stops: [ParagraphAttributes.TabStop] = [
      .init(36), .init(108, .center), .init(216.05, .right, leader: .dots),
      .init(-18, .decimal, leader: .thickLine), .init(0), .init(720, leader: .middleDots),
    ]
    var text = Paragraphs()
    text.add("a\tb") { $0.tabStops = stops }
    text.add("c\td")
    text.add("e\tf", in: [text.block(.header(level: 1))]) { $0.tabStops = [.init(11.4)] }
    let page = try Self.check(text.string())
    #expect(
      page.classes.first
        == """
        .p1{tab-size:36pt;--ia-tab-stops:36pt center 108pt right dots 216.05pt \
        decimal thick-line -18pt 0 middle-dots 720pt}
        """)
    #expect(page.losses == ["hidden tab-leader", "hidden tab-stops"])
    let hidden = try Page(text.string(), options: WriteOptions())
    #expect(!hidden.html.contains("--ia-tab-stops"))
  }

  @Test("Tab stops beyond the number and the range that a page states are reported")
  func manyTabStops() throws {
    for stops in [
      (1...65).map { ParagraphAttributes.TabStop(Double($0)) }, [.init(.nan)], [.init(1e300)],
    ] {
      var text = Paragraphs()
      text.add("a\tb") { $0.tabStops = stops }
      let page = try Page(text.string())
      #expect(page.losses == ["approximated tab-stops"])
      let read = try HTMLReader().read(BytesSource(page.html)).document.string
      let stated = stops.prefix(64).filter { !$0.position.isNaN }
      #expect(read.paragraphs[0].attributes.tabStops.count == stated.count)
    }
  }

  @Test(
    "Values of any length are bounded, and pages of other programs have no such property",
    arguments: [
      ("1pt ", 64), ("center ", 0), ("1e6pt ", 64), ("1em 2% x(", 0), ("9", 0),
    ])
  func hostileTabStops(part: String, count: Int) throws {
    let value = String(repeating: part, count: 1_000_000 / part.utf8.count)
    let page =
      "<style>.p1{--ia-tab-stops:" + value + "}</style><p class=p1>a</p><p>b</p>"
      + "<p style='--ia-tab-stops:9pt'>c</p>"
    let own = try HTMLReader().read(BytesSource(Self.own + page)).document.string
    #expect(own.paragraphs.map(\.attributes.tabStops.count) == [count, 0, 1])
    let furthest = own.paragraphs[0].attributes.tabStops.map(\.position).max() ?? 0
    #expect(furthest <= 10_000)
    let foreign = try HTMLReader().read(BytesSource(page)).document.string
    #expect(foreign.paragraphs.map(\.attributes.tabStops.count) == [0, 0, 0])
  }
}

extension UnhiddenTests {
  @Test(
    "The delimiters of lists are custom properties",
    arguments: [")", "", " -", "\";}<\u{5D0}"])
  func delimiters(delimiter: String) throws {
    var text = Paragraphs()
    let outer = text.block(
      .orderedList(.init(numbering: .lowerRoman, start: 3, delimiter: delimiter)))
    let item = text.block(.listItem(.init(ordinal: 3)))
    text.add("a", in: [outer, item])
    let inner = text.block(.orderedList(.init(numbering: .decimal, start: 1, delimiter: ".")))
    text.add("b", in: [outer, item, inner, text.block(.listItem(.init(ordinal: 1)))])
    let page = try Self.check(text.string())
    #expect(page.classes.contains { $0.hasPrefix(".t1{list-style-type:m1;--ia-delimiter:\"") })
    #expect(page.losses.isEmpty)
    let hidden = try Page(text.string(), options: WriteOptions())
    #expect(!hidden.html.contains("--ia-delimiter"))
    let foreign = page.html.replacing("intensity-suite", with: "another")
    let read = try HTMLReader().read(BytesSource(foreign)).document.string
    #expect(
      read.paragraphs[0].attributes.blocks.first?.kind
        == .orderedList(.init(numbering: .lowerRoman, start: 3)))
    let long = page.html.replacing(
      "--ia-delimiter:\"", with: "--ia-delimiter:\"" + String(repeating: "x", count: 1_000_000))
    let bounded = try HTMLReader().read(BytesSource(long)).document.string
    #expect(
      bounded.paragraphs[0].attributes.blocks.first?.kind
        == .orderedList(.init(numbering: .lowerRoman, start: 3, delimiter: "xxxxxxxx")))
  }

  @Test("The head states that the last paragraph has no line feed")
  func finalLineEnd() throws {
    let statement = "<meta name=\"ia-final-line-end\" content=\"none\">"
    var text = Paragraphs()
    let bold = InlineAttributes.with { $0.bold = true }
    text.add([("a", bold), ("\n", .init())])
    var builder = text.builder
    builder.append("b", attributes: builder.intern(bold))
    builder.bookmark("end")
    var set = ParagraphAttributes(blocks: [text.block(.header(level: 1))])
    set.alignment = .center
    builder.endParagraph(set, terminated: false)
    let string = builder.finish()
    #expect(try Self.check(string).html.contains(statement))
    for single in ["a", "a\nb", "\u{2028}", "\n\u{2028}", " ", "\n\n ", "\u{1F600}"] {
      #expect(try Self.check(IAString(single)).html.contains(statement), "\(single)")
    }
    for ended in ["", "\n", "a\n", "a\n\n"] {
      #expect(try !Self.check(IAString(ended)).html.contains(statement), "\(ended)")
    }
    for options in [WriteOptions(), WriteOptions(profile: "semantic", keepsHiddenData: false)] {
      #expect(try !Page(string, options: options).html.contains(statement))
    }
  }

  @Test("A statement about the last line feed is one of pages of this suite without hidden data")
  func foreignFinalLineEnd() throws {
    let statement = "<meta name=ia-final-line-end content=none>"
    func text(_ html: String) throws -> String {
      try HTMLReader().read(BytesSource(html)).document.string.text
    }
    #expect(try text(statement + "<p>a</p>") == "a\n")
    #expect(try text(Self.own + statement + "<p>a</p><p></p>") == "a\n\n")
    #expect(try text(Self.own + statement).isEmpty)
    let hidden = try Page(IAString("a\n\u{1}\n"), options: WriteOptions()).html
    let forged = hidden.replacing("</head>", with: statement + "</head>")
    #expect(try text(forged) == "a\n\u{1}\n")
  }
}
