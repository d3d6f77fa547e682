import CPeerZstd

/// zstd without anything around it: what the codec is measured against.
final class PeerZstd {
  private let compressor = ZSTD_createCCtx()
  private let decompressor = ZSTD_createDCtx()
  private var dictionaries: (OpaquePointer?, OpaquePointer?)

  /// Prepares a level, with a dictionary or without.
  init(level: Int32 = 3, dictionary: [UInt8]? = nil) {
    ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, level)
    guard let dictionary else { return }
    dictionaries.0 = ZSTD_createCDict(dictionary, dictionary.count, level)
    dictionaries.1 = ZSTD_createDDict(dictionary, dictionary.count)
    ZSTD_CCtx_refCDict(compressor, dictionaries.0)
    ZSTD_DCtx_refDDict(decompressor, dictionaries.1)
  }

  deinit {
    ZSTD_freeCCtx(compressor)
    ZSTD_freeDCtx(decompressor)
    ZSTD_freeCDict(dictionaries.0)
    ZSTD_freeDDict(dictionaries.1)
  }

  /// One frame.
  func compress(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { buffer, count in
      count = ZSTD_compress2(compressor, buffer.baseAddress, buffer.count, bytes, bytes.count)
    }
  }

  /// The content of a frame, into memory that is there already; returns how long it is.
  func decompress(_ frame: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
    ZSTD_decompressDCtx(decompressor, target.baseAddress, target.count, frame, frame.count)
  }

  /// A dictionary of a size made from samples.
  static func dictionary(from samples: [[UInt8]], byteCount: Int) -> [UInt8] {
    let sizes = samples.map(\.count)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let size = ZDICT_trainFromBuffer(
        buffer.baseAddress, buffer.count, samples.flatMap { $0 }, sizes, UInt32(sizes.count))
      count = ZDICT_isError(size) != 0 ? 0 : size
    }
  }
}
