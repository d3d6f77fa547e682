import IAFormats
import Testing

@testable import IARTF

/// The tokenizer alone: its tokens, where it stops, and its report.
@Suite struct RTFTokenizerTests {
  /// Returns the tokens of an input as text, and the features of the report.
  private func tokens(_ input: [UInt8]) -> (tokens: [String], report: [String]) {
    var tokenizer = RTFTokenizer(at: 0)
    var report = ConversionReport()
    var found: [String] = []
    let bytes = input.span
    while let kind = tokenizer.kind(in: bytes) {
      switch kind {
      case .text:
        let range = tokenizer.takeText(bytes)
        found.append("text " + String(decoding: input[range], as: UTF8.self))
      case .control:
        switch tokenizer.takeControl(bytes, report: &report) {
        case .word(_, let value, let start):
          found.append("word \(value.map(String.init) ?? "none") at \(start)")
        case .unread(let word):
          found.append("unknown \(word.value.map(String.init) ?? "none") at \(word.start)")
        case .symbol(let symbol): found.append("symbol \(symbol)")
        case .byte(let byte): found.append("hexadecimal \(byte)")
        case .damagedByte: found.append("damaged")
        case .end: found.append("end")
        }
      default: found.append("\(kind) \(tokenizer.takeByte(bytes))")
      }
    }
    return (found, report.notes.map(\.kind.feature.rawValue))
  }

  private func tokens(_ input: String) -> (tokens: [String], report: [String]) {
    tokens(Array(input.utf8))
  }

  @Test func `Words end at a space, which is theirs, or at what is no letter`() {
    #expect(
      tokens("{\\b1 x\\i y\\xyz-5z}").tokens == [
        "openingBrace 123", "word 1 at 1", "text x", "word none at 6", "text y",
        "unknown -5 at 10", "text z", "closingBrace 125",
      ])
  }

  @Test func `Line ends after a backslash are one symbol`() {
    #expect(tokens("\\\r\n\\\n\\~").tokens == ["symbol 13", "symbol 10", "symbol 126"])
  }

  @Test func `Bytes of a character set are distinguished from text and controls`() {
    #expect(
      tokens([0x41, 0xE9, 0x09, 0x0A, 0x7F]).tokens == [
        "text A", "byte 233", "byte 9", "ignored 10", "ignored 127",
      ])
  }

  @Test func `A hexadecimal byte needs two digits and leaves a delimiter in place`() {
    let found = tokens("\\'e9\\'x\\'4}")
    #expect(
      found.tokens == ["hexadecimal 233", "damaged", "text x", "damaged", "closingBrace 125"])
    #expect(found.report == ["hexadecimal", "hexadecimal"])
  }

  @Test func `Numbers beyond 32 bits are clamped and reported`() {
    let found = tokens("\\fs99999999999 \\fs-99999999999 \\fs-2147483648")
    #expect(
      found.tokens == ["word 2147483647 at 0", "word -2147483648 at 15", "word -2147483648 at 31"])
    #expect(found.report == ["number", "number"])
  }

  @Test func `A backslash at the end and a long word are reported`() {
    let found = tokens("\\" + String(repeating: "a", count: 33) + "\\")
    #expect(found.tokens == ["unknown none at 0", "end"])
    #expect(found.report == ["control-word", "truncated"])
  }

  @Test func `The second byte of a character is found behind braces and character formatting`() {
    let tokenizer = RTFTokenizer(at: 0)
    func isNext(_ input: String) -> Bool {
      let bytes = Array(input.utf8)
      return tokenizer.isSecondByteNext(from: 0, in: bytes.span)
    }
    #expect(isNext("}{\\b0 \\f1\\'aa"))
    #expect(!isNext("\\par\\'aa"))
    #expect(!isNext("}x\\'aa"))
    #expect(!isNext(String(repeating: "{", count: 128) + "\\'aa"))
  }

  @Test func `A paragraph end behind line ends is skipped with its space`() {
    func rest(_ input: String) -> Int {
      var tokenizer = RTFTokenizer(at: 0)
      let bytes = Array(input.utf8)
      let isSkipped = tokenizer.skipParagraphEnd(bytes.span)
      #expect(isSkipped == (tokenizer.offset > 0))
      return tokenizer.offset
    }
    #expect(rest("\r\n\\par x") == 7)
    #expect(rest("\\par\\b") == 4)
    #expect(rest("\\pard ") == 0)
    #expect(rest("\\par") == 0)
  }

  @Test func `An index takes four bytes and none is no index`() {
    #expect(MemoryLayout<RTFIndex<RTFStyle>>.size == 4)
    #expect(RTFIndex<RTFStyle>.none.value == nil)
    #expect(RTFIndex<RTFStyle>(7).value == 7)
  }
}
