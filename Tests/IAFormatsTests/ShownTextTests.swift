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
    #expect(report.notes.map(\.kind.feature.rawValue) == ["hidden-text"])
    #expect(report.notes.map(\.kind.effect) == [.dropped])
    #expect(report.notes.map(\.utf16Range) == [3..<7])
  }

  @Test(arguments: [
    (2..<3, "ab\ncd\nef", []), (1..<3, "a\ncd\nef", [1..<2]), (0..<3, "cd\nef", [0..<3]),
    (1..<5, "a\n\nef", [1..<2, 3..<5]), (1..<6, "a\nef", [1..<2, 3..<6]),
  ])
  func `The end of a paragraph with visible text stays`(
    hidden: Range<Int>, expected: String, removed: [Range<Int>]
  ) {
    var string = IAString("ab\ncd\nef")
    string.set(\.hidden, to: true, in: hidden)
    // A run starts inside the hidden text.
    string.set(\.bold, to: true, in: hidden.upperBound - 1..<hidden.upperBound)
    var report = ConversionReport()
    #expect(IADocument(string).removingHiddenText(report: &report).string.text == expected)
    #expect(Set(report.notes.compactMap(\.utf16Range).joined()) == Set(removed.joined()))
  }

  @Test func `A hidden paragraph of several runs leaves the next one its attributes`() {
    var string = IAString("a\nx yz\nHead\n")
    let header = [Block(id: 1, .header(level: 2))]
    string.updateParagraphAttributes(in: 7..<8) { $0.blocks = header }
    string.set(\.hidden, to: true, in: 2..<7)
    string.set(\.bold, to: true, in: 4..<6)
    var report = ConversionReport()
    let shown = IADocument(string).removingHiddenText(report: &report).string
    #expect(shown.text == "a\nHead\n")
    #expect(shown.paragraphAttributes(at: 2).blocks == header)
  }

  @Test func `Hidden text is shown and reported`() {
    var report = ConversionReport()
    let shown = Self.document.showingHiddenText(report: &report)
    #expect(shown.string == IAString("one two three", intensity: 40))
    #expect(report.notes.map(\.kind.effect) == [.approximated])
    #expect(report.notes.map(\.utf16Range) == [3..<7])
  }

  @Test(arguments: [(1..<2, "\u{1F389}b"), (0..<1, "b"), (0..<2, "b"), (1..<3, "\u{1F389}")])
  func `The first half of a pair decides whether the character is shown`(
    hidden: Range<Int>, expected: String
  ) {
    var string = IAString("\u{1F389}b")
    string.set(\.hidden, to: true, in: hidden)
    var report = ConversionReport()
    #expect(IADocument(string).removingHiddenText(report: &report).string.text == expected)
    #expect(report.notes.map(\.utf16Range) == [hidden])
  }

  @Test func `Halves of pairs do not become a character when the text between them is removed`() {
    var string = IAString("a-hidden-b", intensity: 7)
    string.replace(9..<10, with: [0xDF89], intensity: 7)
    string.replace(0..<1, with: [0xD83C], intensity: 7)
    string.set(\.hidden, to: true, in: 1..<9)
    // Two runs.
    string.set(\.bold, to: true, in: 4..<9)
    var report = ConversionReport()
    let shown = IADocument(string).removingHiddenText(report: &report).string
    #expect(shown.units(in: shown.utf16Range) == [0xFFFD, 0xDF89])
    #expect(shown.intensity(at: 0) == 7)
    let halves = report.notes.filter { $0.kind.feature == .loneSurrogate }
    #expect(halves.map(\.utf16Range) == [0..<1])
  }

  @Test func `A document without hidden text stays as it is`() {
    let document = IADocument(IAString("one"))
    var report = ConversionReport()
    #expect(document.removingHiddenText(report: &report) == document)
    #expect(document.showingHiddenText(report: &report) == document)
    #expect(report.isLossless)
  }
}
