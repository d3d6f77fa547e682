internal import IABytes

/// The content of an ignorable destination of the suite.
enum RTFHiddenGroup {
  /// Returns the bytes of a group after its control word, without white space.
  ///
  /// - Parameters:
  ///   - start: The offset of the opening brace.
  ///   - end: The offset of the closing brace, or of the end of the bytes if it is missing.
  ///   - bytes: The bytes of the document.
  static func content(
    from start: Int, to end: Int, in bytes: Span<UInt8>
  ) -> [UInt8] {
    var at = start
    // The control word ends with a space: `{\*\iap `.
    while at < end, bytes[at] != 0x20 { at += 1 }
    at += 1
    var content: [UInt8] = []
    content.reserveCapacity(max(end - at, 0))
    while at < end {
      if bytes[at] > 0x20 { content.append(bytes[at]) }
      at += 1
    }
    return content
  }

  /// Returns the fingerprint of bytes.
  static func fingerprint(of bytes: Span<UInt8>) -> UInt64 {
    // The function reads the buffer, which it does not keep.
    unsafe bytes.withUnsafeBufferPointer { unsafe RTFFingerprint.of($0) }
  }
}
