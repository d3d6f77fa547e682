internal import CZstd

/// Compresses a stream as one zstd frame with a content checksum.
@safe package final class ZstdStreamCompressor {
  private let context: OpaquePointer

  /// Creates a compressor at the start of a frame.
  package init(level: Int = CompressionLevel.standard) {
    unsafe context = ZstdContexts.takeCompressor()
    unsafe _ = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    unsafe _ = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit { unsafe ZstdContexts.giveBack(compressor: context) }

  /// Compresses the next bytes.
  ///
  /// - Parameter isLast: Whether the frame ends with them.
  /// - Returns: The new bytes of the frame, which may be empty; `nil` if zstd failed.
  package func compress(_ bytes: [UInt8], isLast: Bool) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())
    var position = 0
    var isDone = false
    while !isDone {
      let (left, written) = unsafe bytes.withUnsafeBytes { source in
        unsafe buffer.withUnsafeMutableBytes { target in
          var input = unsafe ZSTD_inBuffer(
            src: source.baseAddress, size: source.count, pos: position)
          var out = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
          let left = unsafe ZSTD_compressStream2(
            context, &out, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
          position = unsafe input.pos
          return unsafe (left, out.pos)
        }
      }
      guard ZSTD_isError(left) == 0 else { return nil }
      output += buffer[..<written]
      isDone = isLast ? left == 0 : position == bytes.count
    }
    return output
  }
}

/// A checker of the checksums of concatenated zstd frames, which discards their content.
@safe package final class ZstdStreamChecker {
  private let context: OpaquePointer
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// The result of a step.
  package struct Step {
    /// The number of bytes that were read.
    package let readCount: Int
    /// The number of decompressed bytes.
    package let unpackedCount: Int
    /// Whether a frame ended.
    package let endsFrame: Bool
    /// Whether the decoder can have further decompressed bytes without reading any.
    package let isOutputFull: Bool
  }

  /// Creates a checker before the first frame.
  package init() {
    unsafe context = ZstdContexts.takeDecompressor()
  }

  deinit { unsafe ZstdContexts.giveBack(decompressor: context) }

  /// Reads some of the bytes from an offset on; returns `nil` if they are damaged.
  package func step(_ bytes: [UInt8], from offset: Int) -> Step? {
    let (left, position, written) = unsafe bytes.withUnsafeBytes { source in
      unsafe buffer.withUnsafeMutableBytes { target in
        var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: offset)
        var out = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        let left = unsafe ZSTD_decompressStream(context, &out, &input)
        return unsafe (left, input.pos, out.pos)
      }
    }
    guard ZSTD_isError(left) == 0 else { return nil }
    return Step(
      readCount: position - offset, unpackedCount: written, endsFrame: left == 0,
      isOutputFull: written == buffer.count)
  }
}
