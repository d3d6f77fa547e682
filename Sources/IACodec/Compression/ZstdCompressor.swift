internal import CZstd

/// Compresses with zstd.
///
/// Only this type compresses single frames.
@safe struct ZstdCompressor: ~Copyable {
  private let context: OpaquePointer
  /// The dictionary, which the context uses but does not keep alive.
  private let dictionary: CompressionDictionary?
  private var scratch: [UInt8] = []

  /// Creates a compressor; a dictionary has its own level.
  init(level: Int, dictionary: CompressionDictionary? = nil, hasChecksum: Bool) {
    let context = unsafe ZstdContexts.takeCompressor()
    unsafe self.context = context
    self.dictionary = dictionary
    unsafe _ = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    unsafe _ = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, hasChecksum ? 1 : 0)
    if let dictionary { unsafe dictionary.use(in: context, forEncoding: true) }
  }

  deinit { unsafe ZstdContexts.giveBack(compressor: context) }

  /// Compresses bytes into one frame that states their length.
  ///
  /// - Returns: The frame, valid until the next call; `nil` if zstd failed, which the caller treats
  ///   as "not smaller".
  mutating func compress(_ content: Span<UInt8>) -> ArraySlice<UInt8>? {
    let bound = ZSTD_compressBound(content.count)
    if scratch.count < bound { scratch = [UInt8](repeating: 0, count: bound) }
    let size = unsafe content.withUnsafeBytes { source in
      unsafe scratch.withUnsafeMutableBytes { target in
        unsafe ZSTD_compress2(
          context, target.baseAddress, target.count, source.baseAddress, source.count)
      }
    }
    return ZSTD_isError(size) != 0 ? nil : scratch[..<size]
  }
}
