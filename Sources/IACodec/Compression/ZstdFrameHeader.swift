internal import IABytes

/// The header of a zstd frame (RFC 8878, section 3.1.1), as far as the limits and compact frames need it.
struct ZstdFrameHeader: Hashable {
  /// The size of the header in bytes, including the magic number.
  var byteCount: Int
  /// The size of the content in bytes.
  var contentByteCount: Int

  /// The maximum size of the content of one block.
  static let maximumBlockByteCount = 128 << 10
  /// The maximum window that a frame may request if its content is not larger.
  static let maximumWindowByteCount = 8 << 20

  static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Creates the header of a frame.
  ///
  /// The result is `nil` if the bytes are not a frame, if it does not state the length of its
  /// content, or if it requests a window larger than both 8 MiB and its content.
  init?(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard range.count >= 6,
      Self.magic.indices.allSatisfy({ bytes[range.lowerBound + $0] == Self.magic[$0] })
    else { return nil }
    let descriptor = bytes[range.lowerBound + 4]
    // Bit 3 is reserved.
    guard descriptor & 0x08 == 0 else { return nil }
    let isSingleSegment = descriptor & 0x20 != 0
    var at = 5
    var window = 0
    if !isSingleSegment {
      let byte = Int(bytes[range.lowerBound + at])
      let base = 1 << (10 + byte >> 3)
      window = base + base / 8 * (byte & 7)
      at += 1
    }
    at += (1 << Int(descriptor & 3)) / 2
    let sizeByteCount = descriptor >> 6 == 0 ? (isSingleSegment ? 1 : 0) : 1 << Int(descriptor >> 6)
    guard sizeByteCount > 0, at + sizeByteCount <= range.count else { return nil }
    var size: UInt64 = sizeByteCount == 2 ? 256 : 0
    for index in 0..<sizeByteCount {
      size += UInt64(bytes[range.lowerBound + at + index]) << UInt64(8 * index)
    }
    guard size <= UInt64(Int.max), window <= max(Int(size), Self.maximumWindowByteCount) else {
      return nil
    }
    byteCount = at + sizeByteCount
    contentByteCount = Int(size)
  }

  /// Appends the header of a frame with one block, including the header of the block.
  static func appendHead(ofBlock blockByteCount: Int, content: Int, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 12) { output in
      for byte in magic { output.append(byte) }
      switch content {
      case ..<256:
        output.append(0x20)
        output.append(UInt8(content))
      case ..<65_792:
        let rest = UInt16(content - 256)
        output.append(0x60)
        output.append(UInt8(truncatingIfNeeded: rest))
        output.append(UInt8(truncatingIfNeeded: rest >> 8))
      default:
        output.append(0xA0)
        for shift: UInt32 in [0, 8, 16, 24] {
          output.append(UInt8(truncatingIfNeeded: content >> Int(shift)))
        }
      }
      // The last block, compressed.
      let header = 1 | 2 << 1 | blockByteCount << 3
      output.append(UInt8(truncatingIfNeeded: header))
      output.append(UInt8(truncatingIfNeeded: header >> 8))
      output.append(UInt8(truncatingIfNeeded: header >> 16))
    }
  }

  /// Returns the content of the one block of a frame; `nil` if it has several, or one that is not
  /// compressed.
  static func onlyBlock(of frame: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = frame.startIndex
    guard let header = ZstdFrameHeader(0..<frame.count, of: frame.span),
      frame.count >= header.byteCount + 3, frame[start + 4] & 0x04 == 0
    else { return nil }
    let at = start + header.byteCount
    let block = Int(frame[at]) | Int(frame[at + 1]) << 8 | Int(frame[at + 2]) << 16
    guard block & 7 == 5, block >> 3 == frame.endIndex - at - 3,
      header.contentByteCount <= maximumBlockByteCount
    else { return nil }
    return frame[(at + 3)...]
  }
}
