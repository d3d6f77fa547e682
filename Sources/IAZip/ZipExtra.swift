internal import IABytes

/// The extra fields of a header: records of a number, a length and bytes that fill their room.
struct ZipExtra {
  /// The room of 64-bit sizes, where there is one.
  private var wide: ArraySlice<UInt8>?
  private var position = 0
  private let byteOffset: Int

  static let wideID = 0x0001

  init(_ bytes: ArraySlice<UInt8>, at byteOffset: Int) throws(InputError) {
    self.byteOffset = byteOffset
    var offset = 0
    while offset < bytes.count {
      // Up to three zero bytes pad the room to a multiple of four.
      if bytes.count - offset < 4 {
        guard bytes.dropFirst(offset).allSatisfy({ $0 == 0 }) else {
          throw InputError(.zipExtra, at: byteOffset + offset, detail: "half a field")
        }
        return
      }
      let header = bytes.part(offset..<offset + 4)
      let length = header.word(2)
      guard length <= bytes.count - offset - 4 else {
        throw InputError(.zipExtra, at: byteOffset + offset, detail: "a field beyond its room")
      }
      if header.word(0) == Self.wideID {
        guard wide == nil else {
          throw InputError(.zipExtra, at: byteOffset + offset, detail: "two 64-bit fields")
        }
        wide = bytes.part(offset + 4..<offset + 4 + length)
      }
      offset += 4 + length
    }
  }

  /// Returns a number of 32 bits, or the next one of the 64-bit field if the number refers to it.
  mutating func number(_ value: Int) throws(InputError) -> Int {
    guard value == 0xFFFF_FFFF, let wide else { return value }
    guard wide.count - position >= 8, let number = wide.wide(position) else {
      throw InputError(.zipExtra, at: byteOffset, detail: "a 64-bit number is missing")
    }
    position += 8
    return number
  }

  /// Whether sizes after the bytes are of 64 bits.
  var isWide: Bool { wide != nil }
}
