internal import CZstd
public import IABytes

/// A dictionary of the zstd format (RFC 8878, section 5): bytes that many short documents have in common.
///
/// The encoder and the decoder need the same dictionary, which is stored once. Frames refer to it by its number.
public final class CompressionDictionary: Sendable {
  /// The dictionary as a file.
  public let bytes: [UInt8]
  /// The number by which frames refer to the dictionary; never 0.
  public let id: UInt32

  // Neither form changes after initialisation, and any number of zstd contexts may read both at the same time. `deinit`
  // frees them.
  private let prepared: Prepared

  /// The dictionary, prepared for compression and for decompression.
  ///
  /// `@unchecked Sendable`: the pointers are set once, before any other thread can access them, and their content is
  /// only read.
  @safe private struct Prepared: @unchecked Sendable {
    let forEncoding: OpaquePointer
    let forDecoding: OpaquePointer
  }

  /// Creates a dictionary.
  ///
  /// - Parameters:
  ///   - bytes: The dictionary as a file, at most 16 MiB.
  ///   - level: The compression level.
  /// - Throws: `ia.dictionary` if the bytes are not a dictionary, or one without a number.
  public init(_ bytes: [UInt8], level: Int = CompressionLevel.standard) throws(InputError) {
    let id = unsafe bytes.withUnsafeBytes { unsafe ZDICT_getDictID($0.baseAddress, $0.count) }
    guard id != 0, bytes.count <= 16 << 20 else { throw InputError(.iaDictionary, at: 0) }
    let encoding = unsafe bytes.withUnsafeBytes {
      unsafe ZSTD_createCDict($0.baseAddress, $0.count, Int32(level))
    }
    let decoding = unsafe bytes.withUnsafeBytes {
      unsafe ZSTD_createDDict($0.baseAddress, $0.count)
    }
    guard let encoding = unsafe encoding, let decoding = unsafe decoding else {
      unsafe ZSTD_freeCDict(encoding)
      unsafe ZSTD_freeDDict(decoding)
      throw InputError(.iaDictionary, at: 0)
    }
    self.bytes = bytes
    self.id = id
    unsafe prepared = Prepared(forEncoding: encoding, forDecoding: decoding)
  }

  deinit {
    unsafe ZSTD_freeCDict(prepared.forEncoding)
    unsafe ZSTD_freeDDict(prepared.forDecoding)
  }

  /// Returns a dictionary trained on samples of the content to compress.
  ///
  /// Equal samples give equal dictionaries. Use about a thousand samples with a hundred times the
  /// dictionary's size.
  ///
  /// - Parameters:
  ///   - samples: Bodies of compact frames, by `CompactEncoder.body(of:)`.
  ///   - byteCount: The maximum size of the dictionary.
  /// - Returns: `nil` if there is too little to learn from.
  public static func trained(
    on samples: [[UInt8]], byteCount: Int = 112_640, level: Int = CompressionLevel.standard
  ) -> CompressionDictionary? {
    let joined = samples.flatMap { $0 }
    let sizes = samples.map(\.count)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let size = unsafe joined.withUnsafeBytes { samples in
        unsafe sizes.withUnsafeBufferPointer { sizes in
          unsafe ZDICT_trainFromBuffer(
            buffer.baseAddress, buffer.count, samples.baseAddress, sizes.baseAddress,
            UInt32(truncatingIfNeeded: sizes.count))
        }
      }
      count = ZDICT_isError(size) != 0 ? 0 : size
    }
    return try? CompressionDictionary(bytes, level: level)
  }

  /// Sets this dictionary in a context.
  func use(in context: OpaquePointer, forEncoding: Bool) {
    if forEncoding {
      unsafe _ = ZSTD_CCtx_refCDict(context, prepared.forEncoding)
    } else {
      unsafe _ = ZSTD_DCtx_refDDict(context, prepared.forDecoding)
    }
  }
}

/// Levels of zstd compression.
public enum CompressionLevel {
  /// The default compression level.
  public static let standard = 3
}
