internal import CZstd
internal import IABytes

/// Decompresses with zstd.
///
/// Only this type decompresses single frames.
@safe struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer
  /// The dictionary, which the context uses but does not keep alive.
  private let dictionary: CompressionDictionary?
  private var rebuilt: [UInt8] = []

  /// Creates a decompressor.
  init(dictionary: CompressionDictionary? = nil) {
    let context = unsafe ZstdContexts.takeDecompressor()
    unsafe self.context = context
    self.dictionary = dictionary
    if let dictionary { unsafe dictionary.use(in: context, forEncoding: false) }
  }

  deinit { unsafe ZstdContexts.giveBack(decompressor: context) }

  /// Appends the content of one whole frame.
  ///
  /// - Parameters:
  ///   - range: The range of the frame in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: A number that is added to offsets in errors.
  ///   - count: The stated length of the content, which the caller has checked against its limits.
  ///   - content: The array to which the content is appended.
  /// - Throws: `ia.compression` if the bytes are not a frame with this content.
  mutating func decompress(
    _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, count: Int, to content: inout [UInt8]
  ) throws(InputError) {
    guard let header = ZstdFrameHeader(range, of: bytes), header.contentByteCount == count else {
      throw InputError(.iaCompression, at: origin + range.lowerBound)
    }
    let isRight = unsafe bytes.withUnsafeBytes { raw in
      let frame = unsafe UnsafeRawBufferPointer(rebasing: raw[range])
      return unsafe decompress(frame, count: count, to: &content)
    }
    guard isRight else { throw InputError(.iaCompression, at: origin + range.lowerBound) }
  }

  /// Appends the content of one block that is stored without the header of its frame.
  mutating func decompressBlock(
    _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, count: Int, to content: inout [UInt8]
  ) throws(InputError) {
    guard count <= ZstdFrameHeader.maximumBlockByteCount, range.count < count else {
      throw InputError(.iaCompression, at: origin + range.lowerBound)
    }
    rebuilt.removeAll(keepingCapacity: true)
    ZstdFrameHeader.appendHead(ofBlock: range.count, content: count, to: &rebuilt)
    rebuilt.append(addingCapacity: range.count) { output in
      for index in range { output.append(bytes[index]) }
    }
    // The array is moved out of `self` for the call, so that it is not copied.
    let frame = rebuilt
    let isRight = unsafe frame.withUnsafeBytes {
      unsafe decompress($0, count: count, to: &content)
    }
    guard isRight else { throw InputError(.iaCompression, at: origin + range.lowerBound) }
  }

  private func decompress(
    _ frame: UnsafeRawBufferPointer, count: Int, to content: inout [UInt8]
  ) -> Bool {
    var isRight = false
    content.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let base = buffer.baseAddress else {
          isRight = count == 0
          return
        }
        let size = unsafe ZSTD_decompressDCtx(
          context, base + initialized, count, frame.baseAddress, frame.count)
        isRight = ZSTD_isError(size) == 0 && size == count
        if isRight { initialized += count }
      }
    }
    return isRight
  }
}
