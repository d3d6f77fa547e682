public import IAFormats

extension FormatRegistry {
  /// How many bytes from the start of an input decide on its format.
  public static let prefixLength = 4096
  /// The confidence from which content speaks louder than a suffix.
  static let certain = 80

  /// Finds out which format an input has.
  ///
  /// The rule:
  /// 1. Nothing in the input: the format of the suffix, plain text without one.
  /// 2. The format of the suffix, where its reader does not rule the content out and no other
  ///    reader is certain (80 of 100 or more) and surer.
  /// 3. A reader that is certain, whatever the suffix.
  /// 4. With a suffix of a format that can be read, and content that is not of it: an error, for
  ///    a guess would hide a damaged file. With a suffix of a format that is only written: an error,
  ///    for a picture is no plain text.
  /// 5. Else the surest reader; of equals the first in the registry.
  ///
  /// - Parameters:
  ///   - prefix: The first `prefixLength` bytes, or all there are.
  ///   - fileName: The name of the file; `nil` for a stream.
  /// - Throws: `FormatError.mismatch`, `.onlyWritten` or `.undetected`.
  public func detect(
    prefix: [UInt8], fileName: String?
  ) throws(FormatError) -> any DocumentReader {
    let entry = fileName.flatMap { self.entry(fileName: $0) }
    let named = entry?.reader
    if prefix.isEmpty, entry == nil || named != nil,
      let reader = named ?? self.entry(id: FormatID("text"))?.reader
    {
      return reader
    }
    var best: (reader: any DocumentReader, confidence: Int)?
    for case let reader? in entries.lazy.map(\.reader) {
      let confidence = reader.confidence(inPrefix: prefix)
      if confidence > best?.confidence ?? 0 { best = (reader, confidence) }
    }
    guard let named else {
      if let entry, best?.confidence ?? 0 < Self.certain {
        throw .onlyWritten(entry.descriptor.id.rawValue)
      }
      guard let best else { throw .undetected }
      return best.reader
    }
    let own = named.confidence(inPrefix: prefix)
    if let best, best.confidence >= Self.certain, best.confidence > own { return best.reader }
    guard own > 0 else { throw .mismatch(named.descriptor.id.rawValue) }
    return named
  }
}
