import IAFormats
import IAText
import Testing

@testable import IAHTML

/// The CSS-wide keywords, gradients, the fonts of controls, and lists in headings.
@Suite struct ResetTests {
  private func read(_ page: String) throws -> IAString {
    try ReaderTests.read("<!DOCTYPE html>" + page).document.string
  }

  /// Returns the attributes of the first unit of a text.
  private func attributes(_ text: String, in page: String) throws -> InlineAttributes {
    let string = try read(page)
    let units = Array(string.text.utf16)
    let place = try #require(units.indices.first { units[$0...].starts(with: text.utf16) })
    return string.attributes(at: place)
  }

  @Test(arguments: ["unset", "revert", "initial", "inherit"])
  func `A keyword for all properties removes declarations`(_ word: String) throws {
    let page =
      "<style>b{color:red;font-size:30px;text-decoration:underline;background:lime}"
      + ".x{all:\(word)}</style><p>a <b class=x>x</b>"
    let found = try attributes("x", in: page)
    #expect(found.foreground == nil && found.fontSize == nil)
    #expect(found.underline == nil && found.background == nil)
    // Only the style sheet of the browser makes the element bold.
    #expect(found.bold == (word == "revert"))
  }

  @Test func `A keyword for all properties keeps later declarations`() throws {
    let found = try attributes(
      "x",
      in: "<style>.c{all:unset;color:#010203;display:block}</style><button class=c>x</button>")
    #expect(found.foreground == Color(0x010203) && found.fontFamily == nil)
    #expect(found.fontSize == nil)
    let heading = try read("<h1 style='all:unset;display:block'>x</h1>").attributes(at: 0)
    #expect(heading.fontWeight == 400 && heading.fontSize == 12)
  }

  @Test func `Unset elements are in the line, and reverted ones are as their names define`() throws
  {
    #expect(
      try read("<p>a</p><div style='all:unset'>b</div><i style='all:unset'>c</i>").text == "a\nbc\n"
    )
    let page = "<style>div{display:inline}.b{display:revert}</style>"
    #expect(try read(page + "<div>a</div><div>b</div>").text == "ab\n")
    #expect(try read(page + "<div>a</div><div class=b>b</div>").text == "a\nb\n")
    #expect(try attributes("x", in: "<p hidden style='display:inline'>x").hidden == false)
    let hidden = try attributes("x", in: "<p hidden style='display:block;display:revert'>x")
    #expect(hidden.hidden)
  }

  @Test(arguments: [
    ("color:revert", "color:red"), ("font-weight:revert", "font-weight:400"),
    ("font-style:revert", "font-style:italic"), ("font-size:revert", "font-size:20px"),
    ("font:revert", "font:italic 20px Arial"), ("font-family:revert", "font-family:Arial"),
    ("background:revert", "background:red"),
    ("text-decoration:revert", "text-decoration:underline"),
    ("letter-spacing:revert", "letter-spacing:3px"), ("visibility:revert", "visibility:hidden"),
    ("opacity:revert", "opacity:0"), ("opacity:initial", "opacity:0"),
    ("text-transform:revert", "text-transform:uppercase"),
    ("font-variant:revert", "font-variant:small-caps"),
    ("vertical-align:revert", "vertical-align:super"), ("color:initial", "color:red"),
    ("text-shadow:initial", "text-shadow:1px 1px red"),
    ("text-decoration:underline;text-decoration:unset", "color:#000"),
  ])
  func `A property that is reverted has the value of the element's name`(
    _ reset: String, _ stated: String
  ) throws {
    var expected = try attributes("x", in: "<p>a <b>x</b>")
    if stated == "color:#000" { expected.foreground = .black }
    let page = "<style>b{\(stated)}.x{\(reset)}</style><p>a <b class=x>x</b>"
    #expect(try attributes("x", in: page) == expected)
  }

  @Test func `The layers before decide what revert-layer restores`() throws {
    let layers =
      "<style>@layer a{b{color:#010203}}@layer b{b{color:red;color:revert-layer}}</style><p>a <b>x</b>"
    #expect(try attributes("x", in: layers).foreground == Color(0x010203))
    let attribute =
      "<style>b{color:#010203}</style><p>a <b style='color:red;color:revert-layer'>x</b>"
    #expect(try attributes("x", in: attribute).foreground == Color(0x010203))
    let alone = "<style>b{color:#010203}.x{color:revert-layer}</style><p>a <b class=x>x</b>"
    #expect(try attributes("x", in: alone).foreground == nil)
  }

  @Test func `Later values replace widths, margins, places and lines`() throws {
    let sheet = "<style>p{margin-left:40px}.a{margin:0 auto}</style>"
    #expect(try read(sheet + "<p class=a>x").paragraphs[0].attributes.headIndent == nil)
    let lines = try attributes(
      "x",
      in: "<style>u{text-decoration:underline wavy red}.a{text-decoration:underline}</style>"
        + "<p><u class=a>x</u>")
    #expect(lines.underline == .init(.single))
    let place = "<style>i{position:absolute}.a{position:static}</style>a<i class=a>bb</i>c"
    #expect(try read(place).text == "abbc\n")
  }

  @Test(arguments: [
    ("linear-gradient(red, blue)", "approximated"),
    ("-webkit-linear-gradient(top, red, blue)", "approximated"),
    ("url(x.png) no-repeat red", "approximated"), ("red", ""), ("none", ""),
  ])
  func `Pictures and gradients behind text are reported`(_ value: String, _ effect: String) throws {
    let result = try ReaderTests.read("<!DOCTYPE html><p><b style='background:\(value)'>x</b>")
    let found = result.document.string.attributes(at: 0).background
    #expect(found == (value == "none" ? nil : Color(0xFF0000)))
    let notes = result.report.notes.filter { $0.kind.feature == .pageBackground }
    #expect(notes.map(\.kind.effect.rawValue) == (effect.isEmpty ? [] : [effect]))
  }

  @Test func `Controls have the font of the system unless the page states one`() throws {
    let page = "<p style='font:italic bold 20px Georgia;color:red;letter-spacing:2px'>a "
    for control in ["<button>x</button>", "<input value=x>", "<select><option>x</select>"] {
      let found = try attributes("x", in: page + control)
      #expect(found.fontFamily == "Arial" && found.fontSize == 10, "\(control)")
      #expect(!found.bold && !found.italic && found.letterSpacing == nil, "\(control)")
    }
    #expect(try attributes("x", in: page + "<textarea>x\ny</textarea>").fontFamily == "monospace")
    let stated = try attributes(
      "x", in: "<style>button{font:inherit;color:inherit}</style>" + page + "<button>x</button>")
    #expect(stated == (try attributes("a", in: page + "<button>x</button>")).withoutLetterSpacing)
    // Browsers do not underline the text of a button in a link.
    let report = try ReaderTests.read("<a href=x><button>x</button></a>").report
    #expect(report.notes.contains { $0.kind.feature == .linkStyle })
    // The check box has the size of the text around it.
    #expect(try attributes("\u{2610}", in: page + "<input type=checkbox>").fontSize == 15)
  }

  @Test func `A table that is not displayed is not in the page`() throws {
    let read = try ReaderTests.read(
      "<div style='display:none'><table><tr><td>a<td></table></div><p>b</p>")
    let page = try Page(read.document).html
    #expect(page.contains(":is(table,tr):has([hidden])"))
    #expect(try ReaderTests.read(page).document.string == read.document.string)
  }

  @Test func `Elements with the roles of notes are notes`() throws {
    let note =
      "<hr><aside id=n role=doc-footnote><span class=label><span>[</span><a href='#r' role=doc-backlink>1</a>"
      + "<span>]</span></span><p>b <a href='#r' role=doc-backlink>^</a></p></aside>"
      + "<aside id=m role=doc-footnote><span>[2]</span><p>c</p></aside>"
    let string = try read(
      "<p>a <a id=r href='#n' role=doc-noteref>[1]</a> <a href='#m'>x</a></p>" + note)
    #expect(string.text == "a 1 x\nb\n[2]\nc\n")
    #expect(string.attributes(at: 2)[tag: "footnote"] == "1")
    #expect(string.paragraphs[1].attributes.blocks.map(\.kind) == [.footnote(label: "1")])
    #expect(string.paragraphs[3].attributes.blocks.isEmpty)
  }

  @Test func `A list in a heading is a list with the font of the heading`() throws {
    let string = try read("<h2>a<ul><li>b</ul></h2>")
    #expect(string.text == "a\nb\n")
    let kinds = string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
    #expect(kinds[0] == [.header(level: 2)])
    #expect(kinds[1].first == .unorderedList(marker: nil) && kinds[1].count == 2)
    let item = string.attributes(at: 2)
    #expect(item.bold && item.fontSize == 18)
  }
}

extension InlineAttributes {
  /// The attributes without letter spacing, which `font` does not state.
  fileprivate var withoutLetterSpacing: InlineAttributes {
    var attributes = self
    attributes.letterSpacing = nil
    return attributes
  }
}
