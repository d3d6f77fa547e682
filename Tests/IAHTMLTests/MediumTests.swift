import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// The medium whose style sheets apply, and the attributes and element names that centre content.
struct MediumTests {
  private func document(_ page: String, isForPrint: Bool) throws -> IADocument {
    var options = ReadOptions()
    options.isForPrint = isForPrint
    return try HTMLReader().read(BytesSource(Array(page.utf8)), options: options).document
  }

  @Test(arguments: [
    "@media print{.n{display:none}}", "@media only print{.n{display:none}}",
    "@media not screen{.n{display:none}}", ".m{& .n{}} @media print{.n{display:none}}",
    "@media print and (max-width:800px){.n{display:none}}",
    ".m{@media print{& .n{display:none}}}", "@media (orientation:portrait){.n{display:none}}",
  ]) func `Printed pages follow style sheets for print`(_ css: String) throws {
    let page = "<!doctype html><style>\(css)</style><div class=m><p>a<p class=n>b</div>"
    func shown(_ isForPrint: Bool) throws -> Int {
      let string = try document(page, isForPrint: isForPrint).string
      return string.attributeRuns(in: string.utf16Range)
        .filter { !$0.attributes.hidden }.reduce(0) { $0 + $1.utf16Range.count }
    }
    #expect(try shown(true) < shown(false))
  }

  @Test func `Printed pages ignore style sheets for screens`() throws {
    let css = "@media screen{b{color:red}} @media (min-width:900px){i{color:red}}"
    let page = "<!doctype html><style>\(css)</style><style media=screen>u{color:red}</style>"
    let colored = { (isForPrint: Bool) in
      let string = try document(page + "<b>a</b><i>b</i><u>c</u>", isForPrint: isForPrint).string
      return string.attributeRuns(in: string.utf16Range).count { $0.attributes.foreground != nil }
    }
    #expect(try colored(false) > 0)
    #expect(try colored(true) == 0)
  }

  @Test(arguments: [
    ("<center>T</center>", true), ("<div align=center>T</div>", true),
    ("<table><tr><td align=center>T</table>", true), ("<p align=center>T", false),
    ("<div style='text-align:center'>T</div>", false),
    ("<div align=center><div align=left>T</div></div>", false),
    ("<center><table><tr><td>T</table></center>", false),
  ]) func `Tables are centred in elements that attributes centre`(
    _ body: String, _ isCentred: Bool
  ) throws {
    let page = body.replacing("T", with: "<table><tr><td>x</table>")
    let string = try document("<!doctype html>" + page, isForPrint: false).string
    let tables = string.paragraphs.flatMap(\.attributes.blocks).compactMap { block in
      if case .table(let table) = block.kind { table } else { nil }
    }
    #expect((tables.last?.alignment == .center) == isCentred)
  }

  @Test func `A link can have the colour of the text around`() throws {
    func read(_ css: String) throws -> IADocument {
      let page = "<!doctype html><style>\(css)</style>a <a href='http://x.org'>b</a> c"
      return try document(page, isForPrint: false)
    }
    func color(_ css: String) throws -> Color? {
      try read(css).string.attributeRuns(in: 2..<3).first?.attributes.foreground
    }
    for css in ["a{color:inherit}", "a{color:currentcolor}", "a{color:unset}", "a{all:unset}"] {
      #expect(try color(css) == nil, "\(css)")
      #expect(try read(css).printedPlacement.inkLinks == [2..<3], "\(css)")
    }
    for css in ["", "a{color:inherit;color:red}", "a{color:inherit;color:revert}"] {
      #expect(try read(css).printedPlacement.inkLinks.isEmpty, "\(css)")
    }
    #expect(try color("body{color:#123456}a{color:inherit}") == Color(0x123456))
    #expect(try color("body{color:#123456}a{color:initial}") == .black)
    #expect(try color("a{color:inherit;color:red}") == Color(0xFF0000))
    #expect(try color("") == nil)
  }

  @Test func `A link in the colour of the text is written so`() throws {
    let page = "<style>a{color:inherit}</style>a <a href='http://x.org'>b</a>"
    let read = try document("<!doctype html>" + page, isForPrint: false)
    var sink = BytesSink()
    _ = try HTMLWriter().write(
      read, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(" style=\"color:inherit\">b</a>"))
    #expect(try document(text, isForPrint: false).printedPlacement.inkLinks == [2..<3])
  }
}
