internal import IABytes
public import IAFormats
internal import IAText

/// Reads RTF of Word, WordPad, TextEdit, LibreOffice, AbiWord, Outlook and our own writer.
///
/// One pass over the bytes, nothing executed, nothing fetched. What is active or external is left out
/// and reported; what breaks the rules of RTF is read as something near. `Specs/rtf.md` says what
/// becomes of what. HTML that a mail program hid in the document is handed on as a part of its own.
public struct RTFReader: DocumentReader {
  /// Makes a reader.
  public init() {}

  /// RTF.
  public var descriptor: FormatDescriptor { RTFWriter().descriptor }

  /// 100 where the signature is there, 0 where it is not.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    Self.start(in: prefix) == nil ? 0 : 100
  }

  /// Reads a document.
  ///
  /// - Throws: `rtf.type-mismatch` for input without the signature, `rtf.depth` at the first brace
  ///   too many, `rtf.table-size` for fonts, colours or styles over the limit; errors of the source.
  /// - Complexity: O(*n*).
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    guard let start = Self.start(in: bytes) else {
      throw InputError(.rtfType, at: 0, detail: "expected {\\rtf")
    }
    return try Self.parse(bytes, from: start, source, options).finish()
  }

  private static func parse(
    _ bytes: consuming [UInt8], from start: Int, _ source: any DocumentSource,
    _ options: ReadOptions
  ) throws -> RTFParser {
    try bytes.withUnsafeBufferPointer { buffer in
      let block =
        options.ignoresHiddenData ? nil : documentRecord(in: buffer, limits: options.limits)
      var parser = RTFParser(buffer, limits: options.limits, source: source, block: block)
      parser.at = start
      parser.ignoresHiddenData = options.ignoresHiddenData
      try parser.run()
      return parser
    }
  }

  /// Where the first brace is: at the start, or behind white space and a byte order mark.
  private static func start(in bytes: [UInt8]) -> Int? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, bytes[start] <= 0x20, start < 4000 { start += 1 }
    return bytes[start...].starts(with: Array("{\\rtf".utf8)) ? start : nil
  }

  /// The document record, which stands before the last brace.
  private static func documentRecord(
    in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) -> HiddenDocument? {
    var end = bytes.count
    for _ in 0..<2 {
      while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
      guard end > 0, bytes[end - 1] == UInt8(ascii: "}") else { return nil }
      end -= 1
    }
    var start = end
    while start > 0, isBase64(bytes[start - 1]) { start -= 1 }
    let name = Array("{\\*\\iadoc ".utf8)
    // The name's last letters and its space are no break for the search.
    guard start >= name.count, bytes[start - name.count..<start].elementsEqual(name) else {
      return nil
    }
    let text = bytes[start..<end].filter { $0 > 0x20 }
    guard let json = try? Base64.decode(text.span) else { return nil }
    return try? HiddenDocument(json: json, limits: limits)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D, 0x0A, 0x0D: true
    default: false
    }
  }
}
