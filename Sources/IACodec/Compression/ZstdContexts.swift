internal import CZstd
internal import Synchronization

/// A pool of unused zstd contexts.
///
/// Creating a context costs more than decompressing a message. The pool keeps up to four contexts of each kind with at
/// most 4 MiB of memory each, and frees the others. All functions are thread-safe.
enum ZstdContexts {
  private static let maximumCount = 4
  /// The maximum size of a context that is kept.
  ///
  /// It is sufficient for the standard level, but not for the highest levels.
  private static let maximumByteCount = 4 << 20

  /// Contexts with a single owner at any time: the pool or the borrower.
  @safe private struct Free: @unchecked Sendable {
    var contexts: [OpaquePointer] = unsafe []
  }

  private static let compressors = Mutex(Free())
  private static let decompressors = Mutex(Free())

  /// Returns a context without parameters; the caller owns it until it passes it to `giveBack`.
  static func takeCompressor() -> OpaquePointer {
    if let free = unsafe compressors.withLock({ unsafe $0.contexts.popLast() }) {
      return unsafe free
    }
    guard let new = unsafe ZSTD_createCCtx() else { fatalError("out of memory") }
    return unsafe new
  }

  /// Resets a context and keeps it in the pool, or frees it.
  static func giveBack(compressor context: OpaquePointer) {
    let isKept = compressors.withLock { free in
      guard unsafe free.contexts.count < maximumCount,
        unsafe ZSTD_sizeof_CCtx(context) <= maximumByteCount,
        unsafe ZSTD_isError(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters)) == 0
      else { return false }
      unsafe free.contexts.append(context)
      return true
    }
    if !isKept { unsafe _ = ZSTD_freeCCtx(context) }
  }

  /// Returns a context without parameters; the caller owns it until it passes it to `giveBack`.
  static func takeDecompressor() -> OpaquePointer {
    if let free = unsafe decompressors.withLock({ unsafe $0.contexts.popLast() }) {
      return unsafe free
    }
    guard let new = unsafe ZSTD_createDCtx() else { fatalError("out of memory") }
    return unsafe new
  }

  /// Resets a context and keeps it in the pool, or frees it.
  static func giveBack(decompressor context: OpaquePointer) {
    let isKept = decompressors.withLock { free in
      guard unsafe free.contexts.count < maximumCount,
        unsafe ZSTD_sizeof_DCtx(context) <= maximumByteCount,
        unsafe ZSTD_isError(ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters)) == 0
      else { return false }
      unsafe free.contexts.append(context)
      return true
    }
    if !isKept { unsafe _ = ZSTD_freeDCtx(context) }
  }
}
