/// Conversion between paths as bytes and paths as strings, for paths that may not be UTF-8.
///
/// The scalar U+10FF00 + byte represents a byte that is not part of valid UTF-8. A scalar
/// U+10FF80…U+10FFFF of a name is represented by the scalars of its four bytes. Every path
/// therefore has a unique string, from which its bytes can be restored.
public enum PathBytes {
  /// Returns the string that represents a path.
  public static func string(from bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { carried(by: $0) != nil })
    {
      return text
    }
    var path = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let sequence = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
      if let sequence, let scalar = sequence.first, sequence.count == 1, carried(by: scalar) == nil
      {
        path.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        path.append(Unicode.Scalar(0x10FF00 + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(path)
  }

  /// Returns the bytes of a path.
  public static func bytes(of path: String) -> [UInt8] {
    ifNotText(path) ?? Array(path.utf8)
  }

  /// Returns the bytes of a path that is not UTF-8; `nil` for any other path.
  public static func ifNotText(_ path: String) -> [UInt8]? {
    guard path.unicodeScalars.contains(where: { carried(by: $0) != nil }) else { return nil }
    var bytes: [UInt8] = []
    for scalar in path.unicodeScalars {
      if let byte = carried(by: scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  /// Returns the byte that a scalar of a path represents; `nil` for other scalars.
  public static func carried(by scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= 0x10FF80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }
}
