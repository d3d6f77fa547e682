import IAUnicode
import Testing

@Suite struct TextSegmenterTests {
  @Test(arguments: TextUnit.allCases)
  func `An empty text has no boundaries and no ranges`(unit: TextUnit) throws {
    var segmenter = TextSegmenter()
    #expect(try segmenter.boundaries(of: unit, in: [UInt16]().span) == [])
    #expect(try segmenter.enclosingRanges(of: unit, in: [UInt16]().span) == [])
    #expect(try segmenter.boundary(before: 0, of: unit, in: [UInt16]().span) == nil)
    #expect(try segmenter.boundary(after: 0, of: unit, in: [UInt16]().span) == nil)
    #expect(try segmenter.isBoundary(0, of: unit, in: [UInt16]().span))
  }

  @Test func `CR and LF are two characters but one end of a line`() throws {
    var segmenter = TextSegmenter()
    let text = Array("a\r\nb".utf16)
    #expect(try segmenter.boundaries(of: .character, in: text.span) == [0, 1, 2, 3, 4])
    #expect(try segmenter.boundaries(of: .word, in: text.span) == [0, 1, 3, 4])
    #expect(try segmenter.boundaries(of: .line, in: text.span) == [0, 3, 4])
  }

  @Test func `Lines have more terminators than paragraphs`() throws {
    var segmenter = TextSegmenter()
    let text = Array("a\nb\rc\r\nd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}\n\nz".utf16)
    #expect(
      try segmenter.boundaries(of: .line, in: text.span)
        == [0, 2, 4, 7, 9, 11, 13, 15, 17, 18, 19, 20])
    #expect(
      try segmenter.boundaries(of: .paragraph, in: text.span) == [0, 2, 4, 7, 17, 18, 19, 20])
  }

  @Test func `Words state whether they are like words`() throws {
    var segmenter = TextSegmenter()
    let words = try segmenter.words(in: Array("can't, 3.14 _ x".utf16).span)
    #expect(words.map(\.isWordLike) == [true, false, false, true, false, false, false, true])
    #expect(words.map(\.utf16Range).map(\.count) == [5, 1, 1, 4, 1, 1, 1, 1])
  }

  @Test(arguments: [
    ("Hello, world! ", [0..<7, 7..<14]), ("  \u{201C}Hi\u{201D} you", [0..<7, 7..<10]),
    (" ,. ", [0..<4]), ("one", [0..<3]),
  ])
  func `Words enclose their separators`(text: String, ranges: [Range<Int>]) throws {
    var segmenter = TextSegmenter()
    #expect(try segmenter.enclosingRanges(of: .word, in: Array(text.utf16).span) == ranges)
  }

  @Test(arguments: [
    ("\n\nOne. Two.\n\n Three", [0..<7, 7..<13, 13..<19]), (" \n ", [0..<3]), ("One", [0..<3]),
    ("A. b? C", [0..<6, 6..<7]),
  ])
  func `Sentences enclose blank lines`(text: String, ranges: [Range<Int>]) throws {
    var segmenter = TextSegmenter()
    #expect(try segmenter.enclosingRanges(of: .sentence, in: Array(text.utf16).span) == ranges)
  }

  @Test func `Empty lines are units of their own`() throws {
    var segmenter = TextSegmenter()
    let text = Array("\n\na\n".utf16)
    #expect(try segmenter.enclosingRanges(of: .line, in: text.span) == [0..<1, 1..<2, 2..<4])
    #expect(try segmenter.enclosingRanges(of: .paragraph, in: text.span) == [0..<1, 1..<2, 2..<4])
  }

  @Test func `Line breaks are mandatory or optional`() throws {
    var segmenter = TextSegmenter()
    let breaks = try segmenter.lineBreaks(in: Array("to be\nor not".utf16).span)
    #expect(breaks.map(\.utf16Offset) == [3, 6, 9, 12])
    #expect(breaks.map(\.isMandatory) == [false, true, false, false])
  }

  @Test func `An error names ICU's status`() {
    let error = UnicodeError(.textRefused, icuStatus: 7)
    #expect(error.description == "textRefused: U_MEMORY_ALLOCATION_ERROR")
    #expect(UnicodeError(.textTooLong).description == "textTooLong")
  }
}
