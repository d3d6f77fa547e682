public import IAFormats

extension FormatRegistry {
  /// The number of bytes at the start of an input from which its format is detected.
  public static let prefixLength = 4096
  /// The confidence from which the content of an input takes precedence over its suffix.
  static let certain = 80

  /// Detects the format of an input.
  ///
  /// The first of these rules that applies is used:
  ///
  /// - An empty input has the format of the suffix if it can be read, or is plain text if there is
  ///   no suffix.
  /// - A reader with a confidence of at least 80 of 100 that is also greater than that of the
  ///   suffix's reader is chosen, whatever the suffix is.
  /// - Otherwise the reader of the suffix is chosen if it does not reject the content.
  /// - If it rejects the content, an error is thrown, because a guess would hide a damaged file.
  /// - If the format of the suffix can only be written, an error is thrown: for example, a picture must not be read as
  ///   plain text. The same applies to the suffix of an archive.
  /// - Without a known suffix, the reader with the greatest confidence is chosen; if several have the same confidence,
  ///   the first in the registry.
  ///
  /// - Parameters:
  ///   - prefix: The first `prefixLength` bytes, or all bytes of a shorter input.
  ///   - fileName: The name of the file; `nil` for a stream.
  /// - Returns: The reader of the detected format.
  /// - Throws: `FormatError.mismatch`, `.onlyWritten`, `.otherProgram` or `.undetected`.
  /// - Complexity: O(*r*) in the number of readers; each examines at most `prefixLength` bytes.
  public func detect(
    prefix: [UInt8], fileName: String?
  ) throws(FormatError) -> any DocumentReader {
    let entry = fileName.flatMap { self.entry(fileName: $0) }
    let named = entry?.reader
    let archive = entry == nil ? fileName.flatMap(ArchiveNames.format) : nil
    if prefix.isEmpty, archive == nil, entry == nil || named != nil,
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
      guard let best else {
        throw OtherFormat.name(inPrefix: prefix).map { .otherProgram($0) } ?? .undetected
      }
      if let archive, best.confidence < Self.certain { throw .mismatch(archive) }
      return best.reader
    }
    let own = named.confidence(inPrefix: prefix)
    if let best, best.confidence >= Self.certain, best.confidence > own { return best.reader }
    guard own > 0 else { throw .mismatch(named.descriptor.id.rawValue) }
    return named
  }
}
