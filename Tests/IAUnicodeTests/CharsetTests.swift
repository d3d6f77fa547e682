import Foundation
import IAUnicode
import Testing

@Suite struct CharsetTests {
  private func text(_ codePage: Int, _ bytes: [UInt8]) -> String {
    guard let charset = Charset(codePage: codePage) else { return "unknown" }
    return String(decoding: charset.decode(bytes), as: UTF16.self)
  }

  @Test(arguments: [
    (1250, [0xE8, 0xF8, 0x9E] as [UInt8], "čřž"), (1251, [0xCF, 0xF0, 0xE8], "При"),
    (1252, [0x93, 0xE9, 0x80, 0x94], "“é€”"), (1253, [0xC3, 0xE5, 0xE9], "Γει"),
    (1254, [0xF0, 0xFE, 0xFD], "ğşı"), (1255, [0xF9, 0xEC], "של"), (1256, [0xE3, 0xD1], "مر"),
    (1257, [0xE0, 0xEB], "ąė"), (1258, [0xD0, 0xFE], "Đ₫"), (437, [0x81, 0xE1, 0xC4], "üß─"),
    (850, [0x84, 0x9D], "äØ"), (852, [0x9F, 0xFD], "čř"), (866, [0x8F, 0xE0], "Пр"),
    (874, [0xA1, 0xD2], "กา"), (10000, [0x8A, 0xD2, 0xA5], "ä“•"), (10007, [0x8F, 0xDC], "П№"),
  ])
  func `Single bytes mean what the code page says`(
    codePage: Int, bytes: [UInt8], expected: String
  ) {
    #expect(text(codePage, bytes) == expected)
  }

  @Test(arguments: [
    (932, [0x93, 0xFA, 0x96, 0x7B, 0x5C, 0xB1] as [UInt8], "日本\\ｱ"),
    (932, [0x83, 0x5C], "ソ"), (936, [0xC4, 0xE3, 0xBA, 0xC3, 0x80], "你好€"),
    (949, [0xBE, 0xC8, 0xB3, 0xE7], "안녕"), (950, [0xA7, 0x41, 0xA6, 0x6E], "你好"),
    (1361, [0xB4, 0x61, 0x88, 0x61], "아가"),
    (10001, [0x93, 0xFA, 0x80], "日\\"), (65001, [0xE6, 0x97, 0xA5, 0x41], "日A"),
    (54936, [0xC4, 0xE3, 0x81, 0x30, 0x81, 0x30], "你\u{80}"),
  ])
  func `Pairs of bytes mean what the code page says`(
    codePage: Int, bytes: [UInt8], expected: String
  ) {
    #expect(text(codePage, bytes) == expected)
  }

  @Test(arguments: [932, 936, 949, 950, 1361])
  func `A lead byte without a second one is one replacement and swallows no delimiter`(
    codePage: Int
  ) {
    #expect(text(codePage, [0x41, 0x90]) == "A\u{FFFD}")
    for delimiter in Array("<>\"'\n ".utf8) {
      let found = text(codePage, [0x90, delimiter, 0x42])
      #expect(found.hasSuffix(String(UnicodeScalar(delimiter)) + "B"), "\(found)")
      #expect(found.unicodeScalars.first == "\u{FFFD}")
    }
  }

  @Test func `Every byte alone and every pair gives at least one unit and streams the same`() {
    for page in [437, 850, 932, 936, 949, 950, 1252, 1361, 10000, 65001] {
      guard let charset = Charset(codePage: page) else {
        Issue.record("no \(page)")
        continue
      }
      for lead in UInt8(0x70)...0xFF {
        var stream = CharsetStream(charset)
        var streamed: [UInt16] = []
        var bytes: [UInt8] = []
        for second in stride(from: UInt8(0x20), to: 0xFF, by: 3) {
          bytes += [lead, second]
          stream.append(lead, to: &streamed)
          stream.append(second, to: &streamed)
        }
        stream.finish(into: &streamed)
        #expect(streamed == charset.decode(bytes), "\(page) \(lead)")
        #expect(streamed.count >= bytes.count / 3)
      }
    }
  }

  @Test func `Labels are those of the Encoding Standard`() {
    #expect(Charset(label: " Latin1\n")?.name == "windows-1252")
    #expect(Charset(label: "sjis")?.name == "shift_jis")
    #expect(Charset(label: "GB2312")?.name == "gbk")
    #expect(Charset(label: "utf8") == .utf8)
    #expect(Charset(label: "utf-16") == .utf16LittleEndian)
    #expect(Charset(label: "utf-7") == nil)
    #expect(Charset(label: "") == nil)
    #expect(Charset(label: "iso-2022-jp")?.isASCIISuperset == false)
    #expect(Charset(codePage: 12345) == nil)
  }

  @Test func `UTF-16 without its other half is replaced`() {
    #expect(
      Charset.utf16BigEndian.decode([0xD8, 0x3D, 0xDE, 0x00, 0xD8, 0x3D, 0x00, 0x41, 0x42])
        == [0xD83D, 0xDE00, 0xFFFD, 0x41, 0xFFFD])
    #expect(Charset.utf16LittleEndian.decode([0x41, 0x00, 0x00, 0xDC]) == [0x41, 0xFFFD])
  }

  @Test(arguments: [
    ("windows-1251", String.Encoding.windowsCP1251), ("windows-1250", .windowsCP1250),
    ("windows-1253", .windowsCP1253), ("windows-1254", .windowsCP1254),
    ("iso-8859-2", .isoLatin2),
  ])
  func `Foundation reads single bytes the same`(label: String, encoding: String.Encoding) throws {
    let charset = try #require(Charset(label: label))
    for byte in UInt8(0x80)...0xFF {
      guard let theirs = String(bytes: [byte], encoding: encoding), theirs.utf16.count == 1 else {
        continue
      }
      #expect(charset.decode([byte]) == Array(theirs.utf16), "\(label) \(byte)")
    }
  }
}
