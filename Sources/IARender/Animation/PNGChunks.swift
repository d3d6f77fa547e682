/// The chunks of a PNG file.
///
/// Source: "Portable Network Graphics (PNG) Specification (Third Edition)", W3C.
struct PNGChunks {
  /// A chunk: four letters and its data.
  struct Chunk: Hashable {
    var name: String
    var data: ArraySlice<UInt8>
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns the chunks of a file; `nil` if a length or a checksum is wrong.
  static func read(_ file: [UInt8]) -> [Chunk]? {
    guard file.starts(with: signature) else { return nil }
    var chunks: [Chunk] = []
    var at = signature.count
    while at < file.count {
      guard file.count - at >= 12 else { return nil }
      let count = Int(number(file[at..<at + 4]))
      guard count <= file.count - at - 12 else { return nil }
      let end = at + 8 + count
      guard number(file[end..<end + 4]) == checksum(file[at + 4..<end]) else { return nil }
      chunks.append(
        Chunk(
          name: String(decoding: file[at + 4..<at + 8], as: UTF8.self), data: file[at + 8..<end]))
      at = end + 4
    }
    return chunks
  }

  /// Appends a chunk to a file.
  static func append(_ name: String, _ data: [ArraySlice<UInt8>], to file: inout [UInt8]) {
    file += bytes(UInt32(truncatingIfNeeded: data.reduce(0) { $0 + $1.count }))
    let start = file.count
    file += name.utf8
    for part in data { file += part }
    file += bytes(checksum(file[start...]))
  }

  /// Returns a number as four bytes, the most significant first.
  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns the number of four bytes, the most significant first.
  static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the CRC-32 of PNG (annex D of the specification).
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1
    }
  }
}
