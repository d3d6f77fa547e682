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
    return withoutWhiteSpace(bytes.extracting(min(at, end)..<end))
  }

  /// Returns the bytes other than spaces and control characters.
  static func withoutWhiteSpace(_ bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    content.append(addingCapacity: bytes.count) { output in
      for index in bytes.indices where bytes[index] > 0x20 { output.append(bytes[index]) }
    }
    return content
  }

  /// Returns the fingerprint of bytes.
  static func fingerprint(of bytes: Span<UInt8>) -> UInt64 {
    // The function reads the buffer, which it does not keep.
    unsafe bytes.withUnsafeBufferPointer { unsafe RTFFingerprint.of($0) }
  }
}
