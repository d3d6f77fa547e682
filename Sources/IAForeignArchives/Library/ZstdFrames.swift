internal import IABytes
internal import IACodec

/// Reads zstd frames (RFC 8878) to the end, so that every content checksum is compared.
///
/// Readers of tar stop at the end of the tar archive, which may be before the last checksum.
struct ZstdFrames {
  private let byteCount: Int
  private let read: (Range<Int>) throws -> [UInt8]

  private static let frameMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
  private static let step = 1 << 18

  /// Creates a view of bytes with random access.
  init(byteCount: Int, read: @escaping (Range<Int>) throws -> [UInt8]) {
    self.byteCount = byteCount
    self.read = read
  }

  /// Returns whether the header of every frame states that its content has a checksum.
  func haveChecksums() throws -> Bool {
    var offset = 0
    var frames = 0
    while offset < byteCount {
      let header = try bytes(at: offset, 18)
      guard header.count >= 6 else { return false }
      if header[0] & 0xF0 == 0x50, header[1...3] == [0x2A, 0x4D, 0x18], header.count >= 8 {
        offset += 8 + (0..<4).reduce(0) { $0 | Int(header[4 + $1]) << (8 * $1) }
        continue
      }
      guard header.starts(with: Self.frameMagic), header[4] & 4 != 0 else { return false }
      frames += 1
      offset += Self.headerByteCount(header[4])
      while true {
        let block = try bytes(at: offset, 3)
        guard block.count == 3 else { return false }
        let word = Int(block[0]) | Int(block[1]) << 8 | Int(block[2]) << 16
        // A block of one repeated byte (RLE) stores this byte once.
        offset += 3 + (word >> 1 & 3 == 1 ? 1 : word >> 3)
        if word & 1 == 1 { break }
      }
      offset += 4
    }
    return frames > 0 && offset == byteCount
  }

  /// Returns the size of a frame's header in bytes, given its descriptor byte.
  private static func headerByteCount(_ descriptor: UInt8) -> Int {
    let isSingle = descriptor & 0x20 != 0
    let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
    let size = [isSingle ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
    return 5 + (isSingle ? 0 : 1) + dictionary + size
  }

  private func bytes(at offset: Int, _ count: Int) throws -> [UInt8] {
    let end = min(offset + count, byteCount)
    return offset < end ? try read(offset..<end) : []
  }

  /// Decompresses all frames and discards their content.
  ///
  /// - Parameter maximum: The maximum decompressed size in bytes.
  /// - Throws: `unpack.damaged` if a frame is damaged or truncated, or if other bytes follow a frame; `unpack.limit`.
  func check(maximum: Int) throws {
    let checker = ZstdStreamChecker()
    var (offset, total, endsFrame) = (0, 0, false)
    while offset < byteCount {
      let piece = try bytes(at: offset, Self.step)
      guard !piece.isEmpty else { break }
      var position = 0
      // If a step fills the output buffer, the decoder can have further decompressed bytes.
      var hasMore = false
      while position < piece.count || hasMore {
        guard let step = checker.step(piece, from: position) else {
          throw InputError(.unpackDamaged, at: offset + position, detail: "zstd frame")
        }
        position += step.readCount
        total += step.unpackedCount
        endsFrame = step.endsFrame
        hasMore = step.isOutputFull && !step.endsFrame
        guard total <= maximum else {
          throw InputError.exceeds(
            .unpackLimit, limit: "totalBytes", maximum: maximum, seen: total, at: offset + position)
        }
      }
      offset += piece.count
    }
    guard endsFrame, offset == byteCount else {
      throw InputError(.unpackDamaged, at: offset, detail: "the last zstd frame is cut off")
    }
  }
}
