import Testing

@testable import IARender

@Suite struct CairoTextTests {
  private func appended(_ units: [UInt16]) -> [CChar] {
    var bytes: [CChar] = []
    CairoText.append(units[...], to: &bytes)
    return bytes
  }

  @Test(arguments: ["", "plain", "é ü ß", "ภาษาไทย", "日本語", "😀👍🏽", "a\u{0}b", "\u{FFFD}"])
  func `units give the bytes of their text`(text: String) {
    let expected = text.replacing("\u{0}", with: "\u{FFFD}").utf8.map { CChar(bitPattern: $0) }
    #expect(appended(Array(text.utf16)) == expected)
    #expect(CairoText.bytes(of: text) == expected)
  }

  @Test func `what Cairo refuses becomes a replacement character`() {
    let replacement = "\u{FFFD}".utf8.map { CChar(bitPattern: $0) }
    for units: [UInt16] in [
      [0xD83D], [0xDE00], [0xFFFE], [0xFFFF], [0xFDD0], [0xFDEF], [0xD83F, 0xDFFE],
    ] {
      #expect(appended(units) == replacement)
    }
    #expect(appended([0xD83D, 0x41]) == replacement + [0x41])
    #expect(appended([0xFDCF]).count == 3)
    #expect(appended([0xFDF0]).count == 3)
  }

  /// All noncharacters of Unicode, by its own property.
  @Test func `noncharacters are those of Unicode`() {
    for value in UInt32(1)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isReplaced = CairoText.replaced(String(scalar)).unicodeScalars.first != scalar
      guard isReplaced != scalar.properties.isNoncharacterCodePoint else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }
}
