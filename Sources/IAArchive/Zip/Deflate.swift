internal import CZlib
internal import IABytes

/// DEFLATE (RFC 1951) without a frame, and CRC-32: the only place that calls zlib.
enum Deflate {
  /// The level at which text is compressed.
  static let standardLevel: Int32 = 9

  /// The bytes as one DEFLATE stream.
  ///
  /// - Complexity: O(*n*).
  static func compress(_ bytes: [UInt8], level: Int32 = standardLevel) -> [UInt8] {
    var stream = unsafe z_stream()
    // -15: a window of 32 KiB and no frame; 9: the most memory, for the best matches.
    let status = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { fatalError("out of memory") }
    defer { unsafe _ = deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      unsafe bytes.withUnsafeBufferPointer { source in
        // zlib takes a pointer to mutable bytes and does not write there.
        unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        unsafe _ = deflate(&stream, Z_FINISH)
        count = unsafe Int(stream.total_out)
      }
    }
  }

  /// The content of one DEFLATE stream that must be as long as is said.
  ///
  /// - Parameters:
  ///   - bytes: The stream, and nothing behind it.
  ///   - count: The length of the content, which the caller has seen to be within its limits.
  /// - Returns: nil where the stream is broken, goes on after its end, or has another length.
  /// - Complexity: O(*n*).
  static func decompress(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { fatalError("out of memory") }
    defer { unsafe _ = inflateEnd(&stream) }
    var isWhole = false
    // One byte more than announced, so that a content that goes on is seen to.
    var content = unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(count + 1)
        let status = unsafe inflate(&stream, Z_FINISH)
        filled = unsafe Int(stream.total_out)
        isWhole = unsafe status == Z_STREAM_END && stream.avail_in == 0
      }
    }
    guard isWhole, content.count == count else {
      content = []
      return nil
    }
    return content
  }

  /// The CRC-32 of ZIP (ISO 3309), continued from another.
  static func crc32(_ bytes: [UInt8], after crc: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      // A null pointer would start anew.
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return crc }
      return UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(crc), base, buffer.count))
    }
  }
}
