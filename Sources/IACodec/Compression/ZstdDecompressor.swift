internal import CZstd
internal import IABytes

/// Decompresses zstd frames; the only place that calls its decompressor.
@safe struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer
  /// What the context refers to and does not own.
  private let dictionary: CompressionDictionary?
  private var rebuilt: [UInt8] = []

  /// Prepares a decompressor.
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
  ///   - range: Where the frame stands in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: What is added to offsets in errors.
  ///   - count: How long the content is said to be; the caller has seen that it may be.
  ///   - content: Gets the content.
  /// - Throws: `ia.compression` where that is no frame of such a content.
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

  /// Appends the content of one block that was stored without the frame around it.
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
    // Lent out for the call, so that the frame is no copy.
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
