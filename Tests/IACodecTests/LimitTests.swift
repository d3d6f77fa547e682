import IABytes
import IACodec
import IAText
import Testing

@Suite struct LimitTests {
  @Test func `Files beyond the limits of input and output bytes are refused`() throws {
    var encoder = DocumentEncoder()
    let file = encoder.encode(IADocument(IAString(String(repeating: "a", count: 300_000))))
    #expect(file.count < 2000)
    for limits in [
      Limits(inputBytes: file.count - 1), Limits(outputBytes: 100_000),
    ] {
      let error = #expect(throws: InputError.self) {
        try DocumentDecoder.decode(file, limits: limits)
      }
      #expect(error?.code == .iaLimit && error?.limit != nil)
    }
  }

  @Test func `Written files are within the standard limits`() throws {
    // 18 MiB of one character of three bytes: fully compressed, it would exceed the ratio that
    // readers allow from 16 MiB.
    let units = [UInt16](repeating: 0x4E00, count: 6 << 20)
    var encoder = DocumentEncoder()
    let file = encoder.encode(IADocument(IAString(units: units)))
    // At least one page of 65,536 units is stored without compression.
    #expect(file.count > 3 << 16)
    let found = try DocumentDecoder.decode(file, limits: .standard)
    #expect(found.document.string.utf16Count == units.count)
  }

  @Test(
    arguments: [
      // A body of 2 GiB in a block of one byte, and a body of 100 KiB in an invalid frame.
      [0x01, 0x80, 0x80, 0x80, 0x80, 0x08, 0x00], [0x03, 0x80, 0xA0, 0x06, 0x00],
    ] as [[UInt8]])
  func `A compact frame that states too large a size is refused`(head: [UInt8]) {
    let check = CRC16.of(head.span)
    let frame = head + [UInt8(check & 0xFF), UInt8(check >> 8)]
    var decoder = CompactDecoder(limits: .standard)
    #expect(throws: InputError.self) { try decoder.decode(frame) }
  }
}
