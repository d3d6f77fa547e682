import Testing

@testable import IARender

@Suite struct PDFTextTests {
  @Test(arguments: ["", "plain", "é ü ß", "ภาษาไทย", "日本語", "😀👍🏽", "\u{FFFD}"])
  func `Units of text stay as they are`(text: String) {
    let units = Array(text.utf16)
    #expect(PDFText.units(units[...]) == units)
    #expect(PDFText.units((units + [0x41]).dropLast()) == units)
  }

  @Test func `What is no character becomes a replacement character`() {
    for units: [UInt16] in [
      [0xD83D], [0xDE00], [0], [0xFFFE], [0xFFFF], [0xFDD0], [0xFDEF], [0xD83F, 0xDFFE],
    ] {
      #expect(PDFText.units(units[...]) == [0xFFFD])
    }
    #expect(PDFText.units([0xD83D, 0x41]) == [0xFFFD, 0x41])
    #expect(PDFText.units([0xFDCF, 0xFDF0]) == [0xFDCF, 0xFDF0])
  }

  /// Compares with the noncharacter property of Unicode.
  @Test func `Noncharacters are those of Unicode`() {
    for value in UInt32(1)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let units = Array(String(scalar).utf16)
      let isReplaced = PDFText.units(units[...]) != units
      guard isReplaced != scalar.properties.isNoncharacterCodePoint else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test func `Texts are escaped`() {
    #expect(PDFText.string("a(b)\\") == "(a\\(b\\)\\\\)")
    #expect(PDFText.string("é😀") == "<FEFF00E9D83DDE00>")
    #expect(PDFText.address("https://example.org/a b?é") == "https://example.org/a%20b?%C3%A9")
    #expect(PDFText.address("\u{1}\u{7F}") == "%01%7F")
  }

  @Test(
    arguments: [
      ("2024-02-29T12:00:01Z", "D:20240229120001Z"), ("2024", "D:2024"), ("2024-02", "D:202402"),
      ("2024-02-29T12:00:01.25+05:30", "D:20240229120001+05'30'"),
      ("2024-02-29T12:00-08", "D:202402291200-08'"), ("today", nil), ("2024-02-29 12", nil),
      ("2024-02-29T12:00:01ZZ", nil), ("", nil), ("２０２４", nil),
    ])
  func `Dates have the form of PDF`(text: String, date: String?) {
    #expect(PDFText.date(text) == date)
  }

  @Test(
    arguments: zip(
      [0, 1, -1, 0.5, 1.0004, -2.3456, 0.0004, 1e20, .nan, -.infinity, 12.05, 1234.567],
      ["0", "1", "-1", "0.5", "1", "-2.346", "0", "1000000000", "0", "0", "12.05", "1234.567"]))
  func `Lengths have up to three decimals`(value: Double, text: String) {
    var bytes = PDFBytes()
    bytes.append(value)
    #expect(String(decoding: bytes.bytes, as: UTF8.self) == text)
  }

  @Test func `Numbers have all digits`() {
    for value in [0, 9, 10, -10, 99, 100, 123_456_789, .max, .min] {
      var bytes = PDFBytes()
      bytes.append(value)
      #expect(String(decoding: bytes.bytes, as: UTF8.self) == "\(value)")
    }
  }
}
