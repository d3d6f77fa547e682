import IAFormats
import IAText
import Testing

@Suite struct ShownTextTests {
  private static let document = {
    var string = IAString("one two three", intensity: 40)
    string.set(\.hidden, to: true, in: 3..<7)
    return IADocument(string)
  }()

  @Test func `Hidden text is removed and reported`() {
    var report = ConversionReport()
    let shown = Self.document.removingHiddenText(report: &report)
    #expect(shown.string.text == "one three")
    #expect(report.notes.map(\.kind.feature) == ["hidden-text"])
    #expect(report.notes.map(\.kind.effect) == [.dropped])
    #expect(report.notes.map(\.utf16Range) == [3..<7])
  }

  @Test func `Hidden text is shown and reported`() {
    var report = ConversionReport()
    let shown = Self.document.showingHiddenText(report: &report)
    #expect(shown.string == IAString("one two three", intensity: 40))
    #expect(report.notes.map(\.kind.effect) == [.approximated])
    #expect(report.notes.map(\.utf16Range) == [3..<7])
  }

  @Test func `A document without hidden text stays as it is`() {
    let document = IADocument(IAString("one"))
    var report = ConversionReport()
    #expect(document.removingHiddenText(report: &report) == document)
    #expect(document.showingHiddenText(report: &report) == document)
    #expect(report.isLossless)
  }
}
