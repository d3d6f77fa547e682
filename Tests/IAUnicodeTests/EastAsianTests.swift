import IAUnicode
import Testing

@Suite struct EastAsianTests {
  @Test func `Letters, punctuation and forms of full width are East Asian`() {
    for scalar: UInt32 in [0x6F22, 0x3042, 0x30AB, 0xD55C, 0x3105, 0x3002, 0xFF21, 0x20000] {
      #expect(Script.isEastAsian(scalar))
    }
    for scalar: UInt32 in [0x41, 0x31, 0x20, 0x416, 0x5D0, 0xE01, 0x2014, 0x1F600] {
      #expect(!Script.isEastAsian(scalar))
    }
    for scalar: UInt32 in [0x6F22, 0x3042, 0x30AB, 0xD55C, 0x3105, 0xA000] {
      #expect(Script(of: scalar).isEastAsian)
    }
    for scalar: UInt32 in [0x41, 0x20, 0x416, 0x5D0] { #expect(!Script(of: scalar).isEastAsian) }
  }
}
