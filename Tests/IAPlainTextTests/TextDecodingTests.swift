import IABytes
import IAFiles
import IAFormats
import IAPlainText
import IAText
import Testing

@Suite struct TextDecodingTests {
  @Test func allKindsOfLineEndsBecomeOneKindButALineSeparatorStays() throws {
    let document = try Plain.read("a\r\nb\rc\nd\u{2029}e\u{2028}f\r\r\n").document
    #expect(document.string.text == "a\nb\nc\nd\ne\u{2028}f\n\n")
    #expect(document.string.paragraphs.count == 6)
  }

  @Test func aByteOrderMarkIsNoTextButALaterOneIs() throws {
    let result = try Plain.read([0xEF, 0xBB, 0xBF, 0x61, 0xEF, 0xBB, 0xBF])
    #expect(result.document.string.units(in: 0..<2) == [0x61, 0xFEFF])
    #expect(result.report.isLossless)
  }

  /// The examples of the Unicode Standard, section 3.9, tables 3-8 to 3-11, and their results.
  @Test(
    arguments: [
      ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], [0, 1, 2, 3, 4, 5, 6, 7], 9),
      ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], [0, 1, 2, 3, 4, 5, 6, 7], 9),
      ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], [0, 1, 2, 3, 4, 6, 7], 9),
      ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], [0, 2, 3, 6], 5),
    ] as [([UInt8], [Int], Int)])
  func eachMaximalIllFormedPartBecomesOneReplacement(
    bytes: [UInt8], offsets: [Int], count: Int
  ) throws {
    let result = try Plain.read(bytes)
    #expect(result.document.string.utf16Count == count)
    #expect(result.report.notes.map(\.byteOffset) == offsets)
    #expect(result.report.kinds.map(\.feature.rawValue) == ["ill-formed-utf8"])
    #expect(throws: InputError.self) { try Plain.read(bytes, strict: true) }
  }

  @Test func utf16OfBothByteOrdersIsReadByItsMark() throws {
    let text = "aé😀\r\nz"
    var big: [UInt8] = [0xFE, 0xFF]
    var little: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 {
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    #expect(try Plain.read(big).document.string.text == "aé😀\nz")
    #expect(try Plain.read(little).document.string.text == "aé😀\nz")
  }

  @Test func loneSurrogatesAndAnOddByteOfUTF16AreReplacedAndReported() throws {
    let bytes: [UInt8] = [0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x61, 0xDC, 0x00, 0x62]
    let result = try Plain.read(bytes)
    #expect(result.document.string.units(in: 0..<4) == [0xFFFD, 0x61, 0xFFFD, 0xFFFD])
    #expect(result.report.notes.map(\.byteOffset) == [2, 6, 8])
  }

  @Test func nulNoncharactersAndBidiControlsAreText() throws {
    let text = "a\0b\u{FFFE}\u{202E}c\u{2066}\u{FFFC}"
    let result = try Plain.read(text)
    #expect(result.document.string.text == text)
    #expect(result.document.string.attachments.isEmpty)
    #expect(result.report.isLossless)
    #expect(try Plain.write(result.document).text == text)
  }

  @Test func unitsThatTextCannotHoldAreWrittenAndReported() throws {
    let document = IADocument(IAString(units: [0xDC00, 0x61, 0xD83D, 0xDE00, 0x0D, 0xD800]))
    let written = try Plain.write(document)
    #expect(written.text == "\u{FFFD}a😀\r\u{FFFD}")
    #expect(
      written.report.notes.map(\.utf16Range) == [0..<1, 4..<5, 5..<6],
      "two lone surrogates and a line end of another kind")
  }

  @Test func surrogatePairsAcrossThePiecesOfTheWriterArePairs() throws {
    for count in (1 << 16) - 2...(1 << 16) + 1 {
      let text = String(repeating: "x", count: count) + "😀😀"
      let document = IADocument(IAString(text))
      for packs in [[], [Plain.pack("a")]] {
        let written = try Plain.write(document, packs)
        #expect(written.text == text)
        #expect(written.report.isLossless)
      }
    }
  }

  @Test func aFirstByteOrderMarkOfTheTextItselfComesBack() throws {
    let document = IADocument(IAString("\u{FEFF}[a]"))
    for packs in [[], [Plain.pack("a")]] {
      let written = try Plain.write(document, packs)
      #expect(try Plain.read(written.text, packs).document == document)
    }
  }

  @Test func tooLargeInputIsRefused() throws {
    let options = ReadOptions(limits: Limits(inputBytes: 3))
    #expect(throws: InputError.self) {
      try PlainTextReader().read(BytesSource("four"), options: options)
    }
    #expect(try PlainTextReader().read(BytesSource("abc"), options: options).report.isLossless)
  }

  @Test func confidenceIsLowAndNoneForBinary() {
    let reader = PlainTextReader()
    #expect(reader.confidence(inPrefix: [0x50, 0x4B, 0, 4]) == 0)
    #expect(reader.confidence(inPrefix: Array("straße".utf8.dropLast(2))) == 10)
    #expect(reader.confidence(inPrefix: [0x61, 0xFF, 0x62]) == 2)
    #expect(reader.confidence(inPrefix: [0xFF, 0xFE, 0x62, 0]) == 30)
  }
}
