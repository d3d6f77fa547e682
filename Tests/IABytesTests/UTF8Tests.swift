import IABytes
import IATestSupport
import Testing

@Suite struct UTF8Tests {
  private func decode(_ bytes: [UInt8]) -> UTF8Decoding { UTF8Decoding(bytes.span) }

  @Test func `Ill-formed bytes are divided as the Unicode Standard shows`() {
    // Tables 3-8 to 3-11 of the standard, section 3.9, and further cases.
    for (bytes, units, offsets) in [
      ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], f(8) + [0x41], Array(0..<8)),
      ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], f(8) + [0x41], Array(0..<8)),
      (
        [0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], f(5) + [0x41] + f(2) + [0x42],
        [0, 1, 2, 3, 4, 6, 7]
      ),
      ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], f(4) + [0x41], [0, 2, 3, 6]),
      ([0xF8, 0x88, 0x80, 0x80, 0x80], f(5), [0, 1, 2, 3, 4]), ([0x61, 0xC3], [0x61] + f(1), [1]),
      ([0xF0, 0x9F, 0x98], f(1), [0]), ([0], [0], []), ([0xEF, 0xBF, 0xBE], [0xFFFE], []),
      ([0xF0, 0x9F, 0x98, 0x80], [0xD83D, 0xDE00], []), ([], [], []),
    ] as [([UInt8], [UInt16], [Int])] {
      let decoding = decode(bytes)
      #expect(decoding.units == units)
      #expect(decoding.replacementByteOffsets == offsets)
      #expect(decoding.replacementCount == offsets.count)
    }
  }

  @Test func `Well-formed bytes are recognised regardless of the ends of chunks`() {
    for scalar in ["a", "é", "日", "😀"] as [Unicode.Scalar] {
      let bytes = Array(String(scalar).utf8)
      for lead in 0..<5 {
        let long =
          [UInt8](repeating: 0x61, count: lead) + repeatElement(bytes, count: 40_000).joined()
        #expect(UTF8Decoding.isWellFormed(long[...]))
        #expect(UTF8Decoding.isWellFormed(long.dropFirst(lead)))
        #expect(UTF8Decoding.isWellFormed(long.dropLast(1)) == (bytes.count == 1))
        for place in [0, 32_767, 32_768, 39_000] where place >= lead {
          var wrong = long
          wrong[place] = 0xFF
          #expect(!UTF8Decoding.isWellFormed(wrong[...]))
        }
      }
    }
    #expect(UTF8Decoding.isWellFormed([]))
  }

  private func f(_ count: Int) -> [UInt16] { Array(repeating: 0xFFFD, count: count) }

  @Test func `A byte order mark is removed or kept, at the start only`() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0xEF, 0xBB, 0xBF]
    let removed = UTF8Decoding(bytes.span)
    #expect(removed.units == [0x61, 0xFEFF])
    #expect(removed.hasByteOrderMark)
    let kept = UTF8Decoding(bytes.span, byteOrderMark: .kept)
    #expect(kept.units == [0xFEFF, 0x61, 0xFEFF])
    #expect(kept.hasByteOrderMark)
    #expect(!decode([0xEF, 0xBB]).hasByteOrderMark)
    let bad: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFF]
    #expect(UTF8Decoding(bad.span).replacementByteOffsets == [3])
  }

  @Test func `The number of recorded offsets is limited as requested`() {
    let bytes = [UInt8](repeating: 0xFF, count: 100)
    #expect(decode(bytes).replacementByteOffsets == Array(0..<64))
    #expect(decode(bytes).replacementCount == 100)
    #expect(UTF8Decoding(bytes.span, maximumOffsets: 0).replacementByteOffsets == [])
  }

  @Test func `Latin-1 is encoded as UTF-8 like in the standard library`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5000 {
      let rarity = 1 + random.below(60)
      let bytes = (0..<random.below(200)).map { _ in
        UInt8(random.below(rarity) == 0 ? random.below(0x100) : random.below(0x80))
      }
      var encoded: [UInt8] = [0x2D]
      UTF8Encoding.append(latin1: bytes.span, to: &encoded)
      let expected = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      #expect(encoded == [0x2D] + Array(expected.utf8))
    }
  }

  @Test func `Random bytes are decoded like in the standard library`() {
    var random = SeededGenerator(seed: 3)
    let leads: [UInt8] = [0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0x80, 0xBF, 0x9F]
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(80)).map { _ -> UInt8 in
        switch random.below(8) {
        case 0...2: UInt8(random.below(0x80))
        case 3...5: leads[random.below(leads.count)]
        case 6: 0x80 + UInt8(random.below(0x40))
        default: UInt8(random.below(0x100))
        }
      }
      let decoding = UTF8Decoding(bytes.span, byteOrderMark: .kept)
      #expect(decoding.units == Array(String(decoding: bytes, as: UTF8.self).utf16))
      // The input may also contain U+FFFD itself: EF BF BD.
      let written = zip(bytes, zip(bytes.dropFirst(), bytes.dropFirst(2)))
        .filter { $0 == 0xEF && $1.0 == 0xBF && $1.1 == 0xBD }.count
      #expect(
        decoding.replacementCount == decoding.units.filter { $0 == 0xFFFD }.count - written)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 8191, 8192, 8193, 16382, 16383, 16384, 16385, 40000])
  func `Long texts are decoded and encoded completely, regardless of chunk ends`(count: Int) {
    for filler in ["a", "é", "€", "😀", "ab😀"] {
      let text = String(repeating: "x", count: count) + String(repeating: filler, count: 9000)
      let bytes = Array(text.utf8)
      let decoding = decode(bytes)
      let expected = Array(text.utf16)
      #expect(decoding.units == expected)
      var encoded: [UInt8] = []
      #expect(UTF8Encoding.append(expected.span, to: &encoded) == 0)
      #expect(encoded == bytes)
    }
  }

  @Test func `Random units are encoded like in the standard library`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let units = (0..<random.below(60)).map { _ in
        switch random.below(4) {
        case 0: 0xD800 + UInt16(random.below(0x800))
        case 1: UInt16(random.below(0x1_0000))
        default: UInt16(random.below(0x80))
        }
      }
      var encoded: [UInt8] = [7]
      let replacements = UTF8Encoding.append(units.span, to: &encoded)
      #expect(encoded.dropFirst().elementsEqual(String(decoding: units, as: UTF16.self).utf8))
      let lone = UTF8Encoding.firstLoneSurrogate(in: units.span)
      #expect((lone == nil) == (replacements == 0))
      var strict: [UInt8] = [7]
      if let lone {
        let error = #expect(throws: UTF8Encoding.LoneSurrogate.self) {
          try UTF8Encoding.appendStrictly(units.span, to: &strict)
        }
        #expect(error?.utf16Offset == lone)
        #expect(strict == [7])
        #expect(units[lone] & 0xF800 == 0xD800)
      }
    }
  }

  @Test func `The first lone surrogate is found by its offset`() {
    for (units, offset) in [
      ([0x61, 0xD800], 1), ([0xD83D, 0xDE00, 0xDE00], 2), ([0xD83D, 0xD83D, 0xDE00], 0),
      ([0xD83D, 0xDE00], nil), ([], nil),
    ] as [([UInt16], Int?)] {
      #expect(UTF8Encoding.firstLoneSurrogate(in: units.span) == offset)
    }
  }

  @Test func `A sequence covers the bytes of its scalar`() {
    for value in [0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0xFFFF, 0x1_0000, 0x10_FFFF]
      as [UInt32]
    {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(Character(scalar)).utf8)
      let step = UTF8Sequence(in: ([0x61] + bytes + [0x62]).span, at: 1)
      #expect(step.value == value && step.byteCount == bytes.count, "U+\(value)")
    }
    for (bytes, count) in [([0x80, 0x80], 1), ([0xF0, 0x9F, 0x98], 3), ([0xE0, 0x80], 1)]
      as [([UInt8], Int)]
    {
      let step = UTF8Sequence(in: bytes.span, at: 0)
      #expect(!step.isWellFormed && step.byteCount == count)
    }
  }
}
