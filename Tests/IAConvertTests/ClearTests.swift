import IAFiles
import IAFormats
import Testing

@testable import IAConvert

/// The property `clear` and the indents of lists in HTML pages, which documents cannot represent.
struct ClearTests {
  @Test(arguments: [("markdown", true), ("html", true), ("ia", true)])
  func `Formats that cannot represent clear report it`(format: String, isReported: Bool) throws {
    let page =
      "<!doctype html><body><div style='float:left'>a</div><p>b<p style='clear:both'>c"
    let conversion = Conversion(to: FormatID(format))
    var sink = BytesSink()
    let outcome = try conversion.run(from: BytesSource(page), to: &sink)
    #expect(outcome.report.notes.contains { $0.detail == "clear" } == isReported)
  }

  @Test(
    arguments: [
      ("<ul style='padding-left:9px'>", true), ("<ul>", false), ("<ul style='margin:0'>", false),
      ("<ol style='padding:0'>", true), ("<ul style='padding-left:40px'>", false),
    ])
  func `Indents that a list states are reported`(list: String, isReported: Bool) throws {
    var sink = BytesSink()
    let page = "<!doctype html><body>\(list)<li>a</ul>"
    let outcome = try Conversion(to: FormatID("rtf")).run(from: BytesSource(page), to: &sink)
    #expect(outcome.report.notes.contains { $0.kind.feature == .indent } == isReported)
  }

  @Test func `Hidden text does not change the positions of clear`() throws {
    let page =
      "<!doctype html><body><p hidden>abc<div style='float:left'>a</div><p>b<p style='clear:both'>c"
    let input = try Conversion(to: FormatID("markdown")).read(BytesSource(page))
    let shown = input.document.shownText(WriteOptions())
    let starts = shown.string.paragraphs.map(\.utf16Range.lowerBound)
    #expect(Set(shown.printedPlacement.clearings.keys).isSubset(of: starts))
    #expect(shown.printedPlacement.clearings.keys.first == starts.last)
  }
}
