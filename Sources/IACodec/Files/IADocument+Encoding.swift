public import IABytes
public import IAText

extension IADocument {
  /// Returns the document as an `.ia` file.
  ///
  /// - Parameter level: The compression level of zstd; `nil` for a file without compression, whose
  ///   bytes do not depend on the version of zstd.
  /// - Complexity: O(*n*).
  public func encoded(level: Int? = CompressionLevel.standard) -> [UInt8] {
    var encoder = DocumentEncoder(level: level)
    return encoder.encode(self)
  }

  /// Creates a document from the bytes of an `.ia` file and verifies all of them.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The maximum sizes and counts.
  /// - Throws: The errors of `DocumentDecoder.decode(_:limits:)`.
  /// - Complexity: O(*n*).
  public init(decoding bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    self = try DocumentDecoder.decode(bytes, limits: limits).document
  }
}
