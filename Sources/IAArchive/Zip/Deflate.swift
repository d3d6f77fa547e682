internal import CDeflate
internal import IABytes
internal import Synchronization

/// DEFLATE (RFC 1951) without a frame, and CRC-32: the only place that calls libdeflate.
enum Deflate {
  /// The level at which all is compressed: the shortest there is.
  static let level: Int32 = 12

  /// A compressor that nobody uses at the moment, for it has megabytes of tables; one pointer, in
  /// one hand at a time.
  @safe private struct Idle: @unchecked Sendable {
    var compressor: OpaquePointer?
  }

  private static let idle = Mutex(Idle())

  private static func takeCompressor() -> OpaquePointer {
    let kept: OpaquePointer? = unsafe idle.withLock { idle in
      defer { unsafe idle.compressor = nil }
      return unsafe idle.compressor
    }
    guard let compressor = unsafe kept ?? libdeflate_alloc_compressor(level) else {
      fatalError("out of memory")
    }
    return unsafe compressor
  }

  private static func giveBack(_ compressor: OpaquePointer) {
    let spare: OpaquePointer? = unsafe idle.withLock { idle in
      let spare = unsafe idle.compressor
      unsafe idle.compressor = compressor
      return unsafe spare
    }
    if let spare = unsafe spare { unsafe libdeflate_free_compressor(spare) }
  }

  /// The bytes as one DEFLATE stream.
  ///
  /// - Complexity: O(*n*).
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = unsafe takeCompressor()
    defer { unsafe giveBack(compressor) }
    let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      count = unsafe bytes.withUnsafeBytes { source in
        unsafe libdeflate_deflate_compress(
          compressor, source.baseAddress, source.count, target.baseAddress, target.count)
      }
      precondition(count > 0, "a stream longer than its bound")
    }
  }

  /// The content of one DEFLATE stream that must be as long as is said.
  ///
  /// - Parameters:
  ///   - bytes: The stream, and nothing behind it.
  ///   - count: The length of the content, which the caller has seen to be within its limits.
  /// - Returns: nil where the stream is broken, goes on after its end, or has another length.
  /// - Complexity: O(*n*).
  static func decompress(_ bytes: Span<UInt8>, count: Int) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      fatalError("out of memory")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    // Room for one byte even where there is to be none: a null pointer is no buffer.
    let content = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 1)) { target, filled in
      unsafe bytes.withUnsafeBytes { source in
        var (taken, made) = (0, 0)
        let result = unsafe libdeflate_deflate_decompress_ex(
          decompressor, source.baseAddress, source.count, target.baseAddress, count, &taken, &made)
        isWhole = result == LIBDEFLATE_SUCCESS && taken == source.count && made == count
        filled = isWhole ? count : 0
      }
    }
    return isWhole ? content : nil
  }

  /// The CRC-32 of ZIP (ISO 3309), continued from another.
  static func crc32(_ bytes: Span<UInt8>, after crc: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { buffer in
      // A null pointer would start anew.
      guard let base = buffer.baseAddress, unsafe !buffer.isEmpty else { return crc }
      return unsafe libdeflate_crc32(crc, base, buffer.count)
    }
  }
}
