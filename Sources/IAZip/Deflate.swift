internal import CDeflate
internal import IABytes
internal import Synchronization

/// Compresses and decompresses DEFLATE streams (RFC 1951) and zlib streams (RFC 1950), and computes CRC-32.
///
/// Only this file calls libdeflate.
package enum Deflate {
  /// An upper bound of the ratio of content to DEFLATE stream in bytes; the exact maximum is 1,032.
  package static let maximumRatio = 1040

  /// The effort of the compression, as libdeflate's compression level.
  package enum Effort: Int32, Sendable {
    /// Several times as fast as `most`, for streams that are larger by about a tenth.
    case little = 4
    /// The highest level.
    case most = 12
  }

  /// A compressor that is kept for the next call, because allocating its tables takes time; `nil` while it is in use.
  ///
  /// `@unchecked Sendable`: the pointer has a single owner at any time, this value or the caller of `take`.
  @safe private struct Idle: @unchecked Sendable {
    var compressor: OpaquePointer?
  }

  /// The unused compressor of a compression level, if there is one.
  private final class IdleCompressor: Sendable {
    private let level: Int32
    private let idle = Mutex(Idle())

    init(level: Int32) { self.level = level }

    /// Returns the kept compressor, or a new one if there is none.
    func take() -> OpaquePointer {
      let kept: OpaquePointer? = unsafe idle.withLock { idle in
        defer { unsafe idle.compressor = nil }
        return unsafe idle.compressor
      }
      guard let compressor = unsafe kept ?? libdeflate_alloc_compressor(level) else {
        fatalError("out of memory")
      }
      return unsafe compressor
    }

    /// Keeps a compressor for the next call; frees the one that was kept, if any.
    func release(_ compressor: OpaquePointer) {
      let spare: OpaquePointer? = unsafe idle.withLock { idle in
        let spare = unsafe idle.compressor
        unsafe idle.compressor = compressor
        return unsafe spare
      }
      if let spare = unsafe spare { unsafe libdeflate_free_compressor(spare) }
    }
  }

  /// The compressor of the level `most`, which has megabytes of tables.
  private static let most = IdleCompressor(level: Effort.most.rawValue)
  /// The compressor of zlib streams, at libdeflate's default level.
  private static let usual = IdleCompressor(level: 6)

  /// Compresses bytes to one DEFLATE stream.
  ///
  /// - Complexity: O(*n*).
  package static func compress(_ bytes: [UInt8], effort: Effort = .most) -> [UInt8] {
    guard effort == .most else { return quickly(bytes, effort) }
    let compressor = unsafe most.take()
    defer { unsafe most.release(compressor) }
    return unsafe compress(bytes, with: compressor)
  }

  /// Compresses bytes with a new compressor, whose tables are so small that it need not be kept.
  private static func quickly(_ bytes: [UInt8], _ effort: Effort) -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(effort.rawValue) else {
      fatalError("out of memory")
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    return unsafe compress(bytes, with: compressor)
  }

  private static func compress(_ bytes: [UInt8], with compressor: OpaquePointer) -> [UInt8] {
    let bound = unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
    return unsafe compressed(bytes, bound: bound) { source, target in
      unsafe libdeflate_deflate_compress(
        compressor, source.baseAddress, source.count, target.baseAddress, target.count)
    }
  }

  /// Returns the bytes that `write` makes of the input, in a buffer of `bound` bytes.
  private static func compressed(
    _ bytes: [UInt8], bound: Int,
    by write: (UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>) -> Int
  ) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      count = unsafe bytes.withUnsafeBytes { source in unsafe write(source, target) }
      precondition(count > 0, "a stream longer than its bound")
    }
  }

  /// Decompresses one DEFLATE stream whose decompressed size is known.
  ///
  /// - Parameters:
  ///   - bytes: The stream, without further bytes after it.
  ///   - count: The decompressed size in bytes. The caller has checked it against the limits.
  /// - Returns: The content; `nil` if the stream is damaged, has bytes after its end, or
  ///   decompresses to another size.
  /// - Complexity: O(*n*) in `count`.
  package static func decompress(_ bytes: Span<UInt8>, count: Int) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      fatalError("out of memory")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    // At least one byte, because libdeflate does not accept a null pointer.
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

  /// Compresses bytes to one zlib stream, at libdeflate's default level.
  ///
  /// - Complexity: O(*n*).
  package static func zlibCompress(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = unsafe usual.take()
    defer { unsafe usual.release(compressor) }
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe compressed(bytes, bound: bound) { source, target in
      unsafe libdeflate_zlib_compress(
        compressor, source.baseAddress, source.count, target.baseAddress, target.count)
    }
  }

  /// Decompresses one zlib stream of unknown decompressed size.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - limit: The maximum decompressed size in bytes.
  /// - Returns: The content; `nil` if the stream is damaged or its content is larger than `limit`.
  /// - Complexity: O(*n*) in the size of the content.
  package static func zlibDecompress(_ bytes: Span<UInt8>, limit: Int) -> [UInt8]? {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      fatalError("out of memory")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var capacity = min(max(bytes.count * 4, 1024), max(limit, 1))
    while true {
      var result = LIBDEFLATE_BAD_DATA
      let content = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, filled in
        unsafe bytes.withUnsafeBytes { source in
          result = unsafe libdeflate_zlib_decompress(
            decompressor, source.baseAddress, source.count, target.baseAddress, capacity, &filled)
          if result != LIBDEFLATE_SUCCESS { filled = 0 }
        }
      }
      if result == LIBDEFLATE_SUCCESS { return content }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE, capacity < limit else { return nil }
      capacity = capacity > limit / 2 ? limit : capacity * 2
    }
  }

  /// Returns the CRC-32 of ZIP (ISO 3309) of bytes, continued from the CRC-32 of the bytes before
  /// them.
  package static func crc32(_ bytes: Span<UInt8>, after crc: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { buffer in
      // libdeflate returns its initial value for a null pointer.
      guard let base = buffer.baseAddress, unsafe !buffer.isEmpty else { return crc }
      return unsafe libdeflate_crc32(crc, base, buffer.count)
    }
  }
}
