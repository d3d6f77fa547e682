import IATestSupport
import Testing

@testable import IABytes

@Suite struct ChecksumTests {
  private let digits = Array("123456789".utf8)

  private func crc32c(_ bytes: [UInt8]) -> UInt32 { CRC32C.of(bytes.span) }
  private func crc16(_ bytes: [UInt8]) -> UInt16 { CRC16.of(bytes.span) }

  @Test func `The checksums of the digits equal the published values`() {
    #expect(crc32c(digits) == 0xE306_9283)
    #expect(crc16(digits) == 0x29B1)
    #expect(crc32c([]) == 0 && crc16([]) == 0xFFFF)
    // RFC 3720, appendix B.4: 32 bytes of zeros, of ones, ascending.
    #expect(crc32c([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(crc32c([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(crc32c((0..<32).map { UInt8($0) }) == 0x46DD_794E)
  }

  @Test func `Instruction and table give equal results, for whole inputs and for parts`() {
    var random = SeededGenerator(seed: 1)
    for count in 0..<70 {
      let bytes = (0..<count).map { _ in UInt8(random.below(256)) }
      let byTable = CRC32C.byTable(~0, bytes.span)
      let byInstruction = CRC32C.byInstruction(~0, bytes.span)
      if CRC32C.hasInstruction { #expect(byInstruction == byTable) }
      let cut = random.below(count + 1)
      var wide = CRC32C()
      var narrow = CRC16()
      for part in [bytes[..<cut], bytes[cut...]] {
        wide.update(Array(part).span)
        narrow.update(Array(part).span)
      }
      #expect(wide.value == ~byTable && wide.value == crc32c(bytes))
      #expect(narrow.value == crc16(bytes))
      let plain = bytes.reduce(UInt16(0xFFFF)) { state, byte in
        (0..<8).reduce(state ^ UInt16(byte) << 8) { state, _ in
          state & 0x8000 == 0 ? state << 1 : state << 1 ^ 0x1021
        }
      }
      #expect(narrow.value == plain)
      var single = CRC16()
      for byte in bytes { single.update(byte) }
      #expect(single.value == plain)
    }
  }

  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `FNV-1a has the values of the Internet draft`(text: String, hash: UInt64) {
    #expect(text.utf8.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) } == hash)
    let units = Array(text.utf16)
    let ofUnits = text.utf8.reduce(FNV1a.start) { FNV1a.adding(0, to: FNV1a.adding($1, to: $0)) }
    #expect(UnitLoops.hashes(of: [0..<units.count], in: units) == [ofUnits])
  }
}
