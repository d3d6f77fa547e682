import IABytes
import IATestSupport
import Testing

/// Loops over units, compared with the definition for each unit.
@Suite struct UnitLoopsTests {
  private static let delimiters = UnitLoops.Delimiters("&", "<", ">")

  private func isPrintable(_ unit: UInt16) -> Bool { (0x20..<0x7F).contains(unit) }

  private func isPlain(_ unit: UInt16) -> Bool {
    isPrintable(unit) && ![0x26, 0x3C, 0x3E].contains(unit)
  }

  private func isShort(_ unit: UInt16) -> Bool {
    isPlain(unit) || (0xA1..<0x800).contains(unit) && unit != 0xAD
  }

  private func isOrdinary(_ unit: UInt16) -> Bool {
    isPrintable(unit) || (0xA0..<0xD800).contains(unit)
  }

  /// Returns random texts of letters with a few other units, and the readable units after them in
  /// memory.
  private func texts(_ count: Int) -> [(units: [UInt16], count: Int)] {
    var random = SeededGenerator(seed: 36)
    let others: [UInt16] = [
      0, 0x09, 0x0A, 0x0D, 0x1F, 0x26, 0x3C, 0x3E, 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xA1, 0xAD, 0xE9,
      0x126,
      0x430, 0x7FF, 0x800, 0x143C, 0x2029, 0x5C20, 0x8061, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF,
    ]
    return (0..<count).map { _ in
      let length = Int.random(in: 0..<40, using: &random)
      let rarity = Int.random(in: 1..<60, using: &random)
      let letter: UInt16 = Bool.random(using: &random) ? 0x61 : 0x430
      let units = (0..<length + Int.random(in: 0..<12, using: &random)).map { _ in
        Int.random(in: 0..<rarity, using: &random) == 0
          ? others.randomElement(using: &random) ?? 0
          : letter + UInt16.random(in: 0..<26, using: &random)
      }
      return (units, length)
    }
  }

  @Test func `The copied units are the plain or short run at the start`() {
    for (units, count) in texts(20_000) {
      var bytes = [UInt8](repeating: 0, count: 2 * count + 16)
      let text = units[..<count]
      units.withUnsafeBufferPointer { units in
        guard let base = units.baseAddress else { return }
        let plain = UnitLoops.copyPlain(
          base, count: count, readableCount: units.count, without: Self.delimiters, to: &bytes)
        #expect(plain == text.prefix(while: isPlain).count)
        #expect(bytes[..<plain].elementsEqual(text[..<plain].map { UInt8($0) }))
        let short = UnitLoops.copyShort(
          base, count: count, readableCount: units.count, without: Self.delimiters, to: &bytes)
        #expect(short.unitCount == text.prefix(while: isShort).count)
        let string = String(decoding: text[..<short.unitCount], as: UTF16.self)
        #expect(bytes[..<short.byteCount].elementsEqual(string.utf8))
      }
    }
  }

  @Test func `The counted units are the run at the start`() {
    for (units, count) in texts(20_000) {
      units.withUnsafeBufferPointer { units in
        let text = UnsafeBufferPointer(rebasing: units[..<count])
        #expect(UnitLoops.arePrintable(text) == text.allSatisfy(isPrintable))
        for start in 0...min(count, 3) {
          let ordinary = text[start...].prefix { isOrdinary($0) && $0 != 0x2029 }
          #expect(UnitLoops.ordinaryCount(text, from: start, without: 0x2029) == ordinary.count)
          let place = text[start...].firstIndex(of: 0x0A) ?? count
          #expect(UnitLoops.index(of: 0x0A, in: text, from: start, to: count) == place)
          let special = text[start...].firstIndex {
            $0 == 0x0D || $0 == 0x2029 || (0xD800..<0xE000).contains($0)
          }
          let found = UnitLoops.firstLineEndOrSurrogate(in: text.span, from: start)
          #expect(found == special)
        }
      }
    }
  }

  @Test func `A run of plain bytes ends at the first other byte, and bytes become units`() {
    for (units, count) in texts(20_000) {
      let bytes = units[..<count].map { UInt8(truncatingIfNeeded: $0) }
      let plain = bytes.prefix { isPlain(UInt16($0)) }.count
      bytes.withUnsafeBufferPointer { bytes in
        #expect(UnitLoops.endOfPlain(in: bytes, from: 0, without: Self.delimiters) == plain)
        if plain > 0 {
          #expect(UnitLoops.endOfPlain(in: bytes, from: plain, without: Self.delimiters) == plain)
        }
        for start in 0...min(count, 3) {
          let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? count
          #expect(UnitLoops.endOfLine(in: bytes, from: start) == end)
          let byte = UnitLoops.index(of: 0x61, in: bytes.span, from: start)
          #expect(byte == bytes[start...].firstIndex(of: 0x61))
        }
        let wide = [UInt16](capacity: count + 3) { output in
          output.append(7)
          UnitLoops.append(bytes, to: &output)
          output.append(8)
        }
        #expect(wide == [7] + bytes.map { UInt16($0) } + [8])
      }
    }
  }

  @Test func `Bytes may fill the available capacity of the units`() {
    [UInt8]("text".utf8).withUnsafeBufferPointer { bytes in
      let units = [UInt16](capacity: 4) { UnitLoops.append(bytes, to: &$0) }
      #expect(units == Array("text".utf16))
    }
  }

  private func areEqual(_ bytes: [UInt8], _ others: [UInt8], _ offset: Int) -> Bool {
    UnitLoops.areEqual(bytes.span, to: others.span, at: offset)
  }

  @Test func `Bytes are equal only inside the other bytes`() {
    let others: [UInt8] = Array(0..<40)
    for offset in -1...41 {
      for count in 0...41 {
        let isWithin = offset >= 0 && offset + count <= others.count
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: offset + $0) }
        #expect(areEqual(bytes, others, offset) == isWithin)
        guard isWithin, count > 0 else { continue }
        var different = bytes
        different[count / 2] ^= 1
        #expect(!areEqual(different, others, offset))
      }
    }
    #expect(!areEqual([1], others, Int.max))
  }
}
