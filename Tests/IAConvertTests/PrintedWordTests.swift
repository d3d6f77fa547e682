import Testing

@testable import IAConvert

/// The words that `pdftohtml -xml` finds on pages of a PDF file.
@Suite struct PrintedWordTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <pdf2xml producer="poppler">
    <page number="1" position="absolute" top="0" left="0" height="1188" width="918">
    <fontspec id="0" size="16" family="BAAAAA+LiberationSerif" color="#000000"/>
    <fontspec id="1" size="20" family="Carlito" color="#ff0000"/>

    """

  private func words(_ body: String) -> [PrintedWord] {
    PrintedWord.words(in: Array((Self.head + body).utf8))
  }

  @Test func wordsHaveTheFontOfTheirText() {
    let found = words(
      """
      <text top="85" left="85" width="40" height="18" font="0">one <b>two</b></text>
      <text top="105" left="85" width="40" height="18" font="1"><a href="x"><i>three</i></a></text>
      </page><page number="2"><text top="85" left="85" width="4" height="18" font="0">four</text>
      """)
    let texts = found.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts == ["one", "two", "three", "four"])
    #expect(found.map(\.look.isBold) == [false, true, false, false])
    #expect(found.map(\.look.isItalic) == [false, false, true, false])
    #expect(found.map(\.look.isLink) == [false, false, true, false])
    #expect(
      found.map(\.look.family)
        == ["LiberationSerif", "LiberationSerif", "Carlito", "LiberationSerif"])
    #expect(found.map(\.look.color) == ["#000000", "#000000", "#ff0000", "#000000"])
    #expect(found.map(\.look.size) == ["16", "16", "20", "16"])
    #expect(found.map(\.page) == [1, 1, 1, 2])
  }

  @Test func aWordContinuesAtTheEdgeOfTheTextBefore() {
    let joined = words(
      """
      <text top="85" left="85" width="20" height="18" font="0">fo</text>
      <text top="85" left="105" width="20" height="18" font="1">o</text>
      <text top="85" left="140" width="20" height="18" font="1">b&#160;c&amp;\u{A0}d</text>
      """)
    let texts = joined.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts == ["foo", "b", "c&amp;", "d"])
  }

  @Test(arguments: ["<", "<text", "<text top=\"a\" font=\"", "&", "</text></text>", "<page><b><b>"])
  func otherInputIsSkipped(_ text: String) {
    #expect(PrintedWord.words(in: Array(text.utf8)).isEmpty)
    _ = words(text + "<text top=\"1\">a" + text)
  }

  @Test func numbersOutOfRangeCountAsZero() {
    let found = words(
      "<text top=\"1\" left=\"9223372036854775807\" width=\"9223372036854775807\" font=\"0\">a</text>"
        + "<text top=\"1\" left=\"-9223372036854775808\" width=\"1\" font=\"0\">b</text>")
    #expect(found.map { String(decoding: $0.text, as: UTF8.self) } == ["ab"])
  }

  @Test func theComparisonCountsWordsAndLooks() {
    let left = words("<text top=\"1\" left=\"1\" width=\"9\" font=\"0\">a b c</text>")
    let right = words("<text top=\"1\" left=\"1\" width=\"9\" font=\"1\">a <b>c</b></text>")
    let fidelity = Fidelity(left, right)
    #expect(!fidelity.isEqual)
    let rows = Dictionary(
      uniqueKeysWithValues: fidelity.rows.map { ($0.name, [$0.agreeing, $0.total]) })
    #expect(rows["words"] == [2, 3])
    #expect(rows["bold"] == [1, 2])
    #expect(rows["fontSize"] == [0, 2])
    #expect(rows["page"] == [2, 2])
    #expect(Fidelity(left, left).isEqual)
  }

  @Test func aFormatThatTheProgramDoesNotOpenIsRefused() throws {
    let error = #expect(throws: Failure.self) {
      try Fidelity.shown("a.json", "b.json", by: .chromium)
    }
    #expect(error?.code == "program.format")
    #expect(throws: (any Error).self) {
      try Fidelity.shown("/no/such/file.rtf", "/no/such/file.rtf", by: .libreoffice)
    }
  }
}
