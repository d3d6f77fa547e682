import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Custom properties have the values that browsers give them.
@Suite struct VariableTests {
  /// Returns the colour of the first unit of a text.
  private func color(_ text: String, in page: String) throws -> String? {
    let string = try ReaderTests.read("<!DOCTYPE html>" + page).document.string
    let units = Array(string.text.utf16)
    let place = try #require(units.indices.first { units[$0...].starts(with: text.utf16) })
    return string.attributes(at: place).foreground?.hex
  }

  @Test(arguments: [
    // Inheritance, fallbacks, names.
    (":root{--c:#010203}p{color:var(--c)}", "<p>x", "#010203"),
    ("p{color:var(--c)}", "<div style='--c:#010203'><p>x", "#010203"),
    ("div{--c:#010203}p{--c:#040506;color:var(--c)}", "<div><p>x", "#040506"),
    ("p{color:var(--c,#010203)}", "<p>x", "#010203"),
    ("p{color:var(--c,var(--d,var(--e,#010203)))}", "<p>x", "#010203"),
    (":root{--C:#010203;--c:#040506}p{COLOR:VAR(--C)}", "<p>x", "#010203"),
    ("p{--c:#010203;color:var(--c)}", "<p style='--c:#040506'>x", "#040506"),
    ("p{--c:#010203!important;color:var(--c)}", "<p style='--c:#040506'>x", "#010203"),
    ("p{color:var(--c)!important;--c:#010203}", "<p style='color:#040506'>x", "#010203"),
    // A value is computed where it is stated.
    (":root{--a:#010203;--b:var(--a)}p{--a:#040506;color:var(--b)}", "<p>x", "#010203"),
    // CSS-wide keywords.
    ("div{--c:#010203}p{--c:initial;color:var(--c,#040506)}", "<div><p>x", "#040506"),
    ("div{--c:#010203}p{--c:inherit;color:var(--c,#040506)}", "<div><p>x", "#010203"),
    ("div{--c:#010203}p{--c:unset;color:var(--c)}", "<div><p>x", "#010203"),
    // Parts of values, empty values.
    (":root{--h:240;--s:100%}p{color:hsl(var(--h) var(--s) 50%)}", "<p>x", "#0000FF"),
    ("*{--o:1}p{color:rgb(17 24 39 / var(--o))}", "<p>x", "#111827"),
    (":root{--e:;}p{color:var(--e)#010203}", "<p>x", "#010203"),
    ("p{color:rgb(var(--x,1,2,3))}", "<p>x", "#010203"),
    ("p{color:var(--x,)#010203}", "<p>x", "#010203"),
    // A value that is invalid at computed-value time becomes the inherited value; a declaration
    // with invalid syntax is ignored.
    ("div{color:#010203}p{color:#040506;color:var(--x)}", "<div><p>x", "#010203"),
    ("div{color:#010203}p{color:#040506;color:var(x)}", "<div><p>x", "#040506"),
    // Cycles.
    (":root{--a:var(--b);--b:var(--a)}p{color:var(--a,#010203)}", "<p>x", "#010203"),
    (":root{--a:var(--a,#040506)}p{color:var(--a,#010203)}", "<p>x", "#010203"),
    (":root{--a:var(--b);--b:var(--a);--c:var(--a,#010203)}p{color:var(--c)}", "<p>x", "#010203"),
    // Registered properties.
    (
      "@property --c{syntax:'*';inherits:false;initial-value:#010203}div{--c:#040506}p{color:var(--c)}",
      "<div><p>x", "#010203"
    ),
    (
      "@property --c{syntax:'*';inherits:true;initial-value:#010203}p{color:var(--c)}", "<p>x",
      "#010203"
    ),
  ])
  func values(_ sheet: String, _ body: String, _ expected: String) throws {
    #expect(try color("x", in: "<style>\(sheet)</style>\(body)") == expected)
  }

  @Test func `Shorthands are read after references are replaced`() throws {
    let sheet =
      "<style>:root{--f:bold 20px Georgia;--d:underline}p{font:var(--f)}b{text-decoration:var(--d)}"
    let string = try ReaderTests.read(sheet + "</style><p>x<b>y</b>").document.string
    #expect(string.attributes(at: 0).fontSize == 15)
    #expect(string.attributes(at: 0).fontFamily == "Georgia")
    #expect(string.attributes(at: 0).bold)
    #expect(string.attributes(at: 1).underline != nil)
  }

  @Test func `Values that multiply longer ones are invalid, with a note`() throws {
    let names = (0..<24).map { index in "--a\(index + 1):var(--a\(index)) var(--a\(index));" }
    let sheet =
      ":root{--a0:x;\(names.joined())}p{font-family:var(--a24),Georgia;color:var(--a24,#010203)}"
    let result = try ReaderTests.read("<style>\(sheet)</style><p>x")
    #expect(result.document.string.attributes(at: 0).foreground == Color(0x010203))
    #expect(result.report.kinds.contains { $0.feature == .styleSheet })
  }

  @Test func `Long chains and deep fallbacks need no stack`() throws {
    let count = 20_000
    let chain = (0..<count).map { "--a\($0):var(--a\($0 + 1));" }.joined()
    let sheet = ":root{\(chain)--a\(count):#010203}p{color:var(--a0)}"
    #expect(try color("x", in: "<style>\(sheet)</style><p>x") == "#010203")
    let deep =
      String(repeating: "var(--n,", count: count) + "#010203" + String(repeating: ")", count: count)
    #expect(try color("x", in: "<style>p{color:\(deep)}</style><p>x") == "#010203")
  }

  @Test func `Pages of this suite have no custom properties`() throws {
    let page = """
      <meta name=generator content=intensity-suite><style>:root{--c:#010203}p{color:var(--c)}</style><p>x</p>
      """
    let string = try ReaderTests.read(page).document.string
    #expect(string.attributes(at: 0).foreground == nil)
  }

  @Test func `Properties that are not read are reported as before`() throws {
    let result = try ReaderTests.read("<style>p{grid-gap:var(--x);--y:1}</style><p>x")
    #expect(result.report.kinds.contains { $0.feature == .boxLayout })
  }
}

/// Expressions and functions of CSS have the values that browsers compute.
@Suite struct CSSFunctionTests {
  private func size(_ value: String, _ sheet: String = "") throws -> Double? {
    let page = "<style>\(sheet)div{font-size:16px}p{font-size:\(value)}</style><p>x</p><div>y</div>"
    return try ReaderTests.read(page).document.string.attributes(at: 0).fontSize
  }

  @Test(arguments: [
    ("calc(1rem + 4px)", 15), ("calc(2px * 6)", 9), ("calc((1px + 2px)*(2 + 3))", 11.25),
    ("calc(30px/2*3 - 1px)", 33), ("max(10px,1.5em)", 18), ("min(40px,5vw)", 30),
    ("clamp(1rem,2.5vw,3rem)", 18.75), ("calc(100% + 4px)", 15), ("2vh", 12),
    ("clamp(12px,calc(1rem + 1vw),1.5em)", 18), ("calc(calc(1em) * 2)", 24), ("1.5rem", 18),
  ])
  func lengths(_ value: String, _ points: Double) throws {
    #expect(try size(value) == points)
  }

  @Test(arguments: [
    "calc(1px+2px)", "calc(1px * 2px)", "calc(1px / 0)", "calc()", "min(1px,2)", "calc(1px +)",
  ])
  func `Invalid expressions are not read`(_ value: String) throws {
    #expect(try size(value) == nil)
  }

  @Test func `rem is a share of the size of the root element`() throws {
    let page =
      "<style>html{font-size:10px}body{font-size:1.6rem}b{font-size:2rem}</style><p>x<b>y</b>"
    let string = try ReaderTests.read(page).document.string
    #expect(string.options.fontSize == 12)
    #expect(string.attributes(at: 1).fontSize == 15)
  }

  @Test func `Many byte order marks before a style sheet need no stack`() throws {
    let marks = String(repeating: "%EF%BB%BF", count: 50_000)
    let page = "<link rel=stylesheet href='data:text/css,\(marks)b{color:red}'><p>x<b>y</b>"
    #expect(try ReaderTests.read(page).document.string.text.contains("xy"))
  }

  @Test(arguments: [
    ("hsl(120 100 25)", "#008000"), ("hsl(.5turn 60% 40%)", "#29A3A3"),
    ("hwb(200 20% 30%)", "#3388B3"), ("oklch(62.8% .25768 29.234)", "#FF0000"),
    ("oklab(0.5 .1 -.1)", "#81459A"), ("lab(50% 40 -20)", "#AB5A9A"),
    ("lch(50% 60 130)", "#3C871C"), ("color(srgb 1 .5 0)", "#FF8000"),
    ("color-mix(in srgb,red,blue 25%)", "#BF0040"),
    ("color-mix(in srgb,red 25%,transparent)", "#FF000040"),
    ("light-dark(green,red)", "#008000"), ("rgb(none 100 0)", "#006400"),
    ("rgb(10% 20% 30% / 50%)", "#1A334D80"), ("CanvasText", "#000000"),
    ("rgb(calc(1 + 1) 2 3)", "#020203"), ("color-mix(in oklab,#fff 20%,#00f)", "#2260FF"),
    ("color-mix(red,blue)", "#8C53A2"), ("color-mix(in oklch,red,blue)", "#BA00C2"),
    ("color-mix(in hsl,red 30%,lime)", "#99FF00"),
    ("color-mix(in lab,red,blue 25%)", "#E3004F"),
    ("color(display-p3 0.2 .6 .4)", "#009C61"),
    ("rgb(from red r g b)", "#FF0000"), ("rgb(from #102030 b g r / 50%)", "#30201080"),
    ("hsl(from blue h s calc(l * .5))", "#000080"), ("color(from red srgb r g .5)", "#FF0080"),
    ("oklch(from #3388b3 calc(l - .1) c h)", "#036A93"),
    ("lab(from teal calc(l + 10) a b)", "#329A9A"),
    ("hwb(from #3388b3 h w calc(b + 20))", "#336680"),
    ("rgb(from hsl(from lime calc(h + 120) s l) r g b / alpha)", "#0000FF"),
    ("rgb(from oklch(62.8% .25768 29.234) r calc(g + 10) b)", "#FF0A00"),
    ("lch(from #8040c0 l calc(c / 2) h)", "#73538F"),
  ])
  func colors(_ value: String, _ expected: String) throws {
    // The colour that Chromium 156 draws.
    let string = try ReaderTests.read("<style>b{color:\(value)}</style>x<b>y</b>").document.string
    #expect(string.attributes(at: 1).foreground?.hex == expected)
  }

  @Test(arguments: [
    "rgb(from currentcolor r g b)", "color(unknown 1 2 3)", "color-mix(in srgb,currentcolor,red)",
  ])
  func `Other colours are reported`(_ value: String) throws {
    let result = try ReaderTests.read("<style>b{color:\(value)}</style>x<b>y</b>")
    #expect(result.document.string.attributes(at: 1).foreground == nil)
    #expect(result.report.kinds.contains { $0.feature == .cssValue })
  }
}

/// Generic families are kept if they differ from the family that the document has by default.
@Suite struct GenericFamilyTests {
  private func families(_ page: String) throws -> [String?] {
    let string = try ReaderTests.read(page).document.string
    return (0..<string.text.utf16.count - 1).map { string.attributes(at: $0).fontFamily }
  }

  @Test func `Monospaced text keeps its family unless it is code`() throws {
    let page = "<style>*{font-family:Georgia}.m{font-family:ui-monospace,Menlo,monospace}</style>"
    #expect(try families(page + "<p>a<span class=m>b</span></p>") == [nil, "monospace"])
    #expect(
      try families("<style>code,pre{font-family:monospace}</style><p>a<code>b</code>") == [
        nil, nil,
      ])
  }

  @Test func `Serifs are kept beside text without`() throws {
    let style =
      "<span style='font-family:serif'>b</span><span style='font-family:sans-serif'>c</span>"
    #expect(try families("<p>a\(style)") == [nil, nil, "sans-serif"])
    #expect(
      try families("<body style='font-family:sans-serif'><p>a\(style)") == [nil, "serif", nil])
    let result = try ReaderTests.read("<body style='font-family:monospace'><p>a")
    #expect(result.document.string.options.fontFamily == "monospace")
  }

  @Test func `Names of one system's font are passed over`() throws {
    let list = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,sans-serif"
    #expect(
      try families("<p>a<span style=\"font-family:\(list)\">b</span>")
        == [nil, "Segoe UI, Roboto"])
    #expect(
      try families("<p>a<span style='font-family:-apple-system'>b</span>") == [nil, "system-ui"])
  }
}

/// Text has the properties of the root element.
@Suite struct RootStyleTests {
  @Test func `Declarations for html apply to the text`() throws {
    let string = try ReaderTests.read(
      "<style>html{color:#333;font-style:italic;line-height:1.8}</style><p>a"
    ).document.string
    #expect(string.attributes(at: 0).foreground == Color(0x333333))
    #expect(string.attributes(at: 0).italic)
    #expect(string.paragraphAttributes(at: 0).lineHeight == .multiple(1.5))
  }

  @Test func `A colour for a dark page is left out`() throws {
    let result = try ReaderTests.read("<style>html{color:#fff;background:#000}</style><p>a")
    #expect(result.document.string.attributes(at: 0).foreground == nil)
    #expect(result.report.kinds.contains { $0.feature == .pageColor })
    let light = try ReaderTests.read("<style>body{color:#333;background:#fff}</style><p>a")
    #expect(light.document.string.attributes(at: 0).foreground == Color(0x333333))
  }
}
