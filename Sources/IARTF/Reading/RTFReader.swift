public import IABytes
public import IAFiles
public import IAFormats
internal import IAHiddenData
internal import IAText

/// Reads RTF of Word, WordPad, TextEdit, LibreOffice, AbiWord, Outlook and this suite.
///
/// The reader makes one pass over the bytes. Further passes are needed only if hidden data must be checked and the file
/// is not exactly the output of this suite's writer. The reader neither executes nor downloads anything. Active and
/// external content is omitted and reported; input that violates the rules of RTF is repaired and reported.
/// `Specs/rtf.md` describes the result for each part of RTF. HTML that a mail program embedded in the document is
/// returned as an embedded part.
public struct RTFReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// RTF.
  public var descriptor: FormatDescriptor { RTFWriter().descriptor }

  /// Returns 100 if the bytes start with the signature, otherwise 0.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    Self.start(in: prefix) == nil ? 0 : 100
  }

  /// Reads a document.
  ///
  /// - Throws: `rtf.type-mismatch` for input without the signature; `rtf.depth` at the first brace beyond the limit;
  ///   `rtf.table-size` for a font, a colour or a style beyond the limit; the errors of the source.
  /// - Complexity: O(*n*) in the bytes.
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let bytes = try source.bytes(limits: options.limits)
    guard let start = Self.start(in: bytes) else {
      throw InputError(.rtfType, at: 0, detail: "expected {\\rtf")
    }
    let (parser, kept) = try Self.parse(bytes, from: start, source, options)
    let finished = parser.finish()
    guard let profile = finished.profileToProve, let kept else { return finished.result }
    return try Self.proved(finished, profile, kept, from: start, source, options)
  }

  /// Parses the bytes, and returns them only if the document must be checked.
  ///
  /// Otherwise they are freed before the document is assembled.
  private static func parse(
    _ bytes: consuming [UInt8], from start: Int, _ source: any DocumentSource,
    _ options: ReadOptions, refusesDistortions: Bool = false
  ) throws -> (parser: RTFParser, bytes: [UInt8]?) {
    let record =
      options.ignoresHiddenData ? nil : documentRecord(in: bytes.span, limits: options.limits)
    var parser = RTFParser(
      from: start, limits: options.limits, source: source, documentRecord: record,
      ignoresHiddenData: options.ignoresHiddenData)
    parser.hidden.refusesDistortions = refusesDistortions
    try parser.run(bytes.span)
    return (parser, parser.hasHiddenData ? bytes : nil)
  }

  /// Returns the document if the check shows that the file shows the same content; otherwise returns the document that
  /// is read with less hidden data or without it.
  private static func proved(
    _ finished: RTFParser.Finished, _ profile: String, _ bytes: [UInt8], from start: Int,
    _ source: any DocumentSource, _ options: ReadOptions
  ) throws -> ReadResult {
    guard finished.hasSideFiles else {
      let proof = HiddenDataProof(
        RTFReader(), RTFWriter(), profile: profile, hasSideFiles: false, limits: options.limits)
      return try proved(finished, by: proof, bytes, from: start, source, options)
    }
    let proof = HiddenDataProof(
      RTFDReader(), RTFDWriter(), profile: profile, hasSideFiles: true, limits: options.limits)
    return try proved(finished, by: proof, bytes, from: start, source, options)
  }

  /// Returns the same document, given the check for RTF or RTFD.
  private static func proved(
    _ finished: RTFParser.Finished,
    by proof: HiddenDataProof<some DocumentReader, some DocumentWriter>, _ bytes: [UInt8],
    from start: Int, _ source: any DocumentSource, _ options: ReadOptions
  ) throws -> ReadResult {
    let document = finished.result.document
    let isOutput = proof.isOutput(bytes, of: document) { name in
      try? source.sideFile(named: name, limits: options.limits)
    }
    if isOutput { return finished.result }
    if finished.isDistorted {
      let limited = try parse(bytes, from: start, source, options, refusesDistortions: true)
        .parser.finish()
      guard limited.profileToProve != nil else { return limited.result }
      return try proved(limited, by: proof, bytes, from: start, source, options)
    }
    var ignoring = options
    ignoring.ignoresHiddenData = true
    var shown = try parse(bytes, from: start, source, ignoring).parser.finish().result
    let content = ShownContent(shown.document)
    if proof.holds(for: document, shown: content, byteCount: bytes.count) { return finished.result }
    shown.report.add(.dropped, .refusedHiddenData, "all: text would change its place")
    return shown
  }

  /// Returns the offset of the first brace, which may follow white space and a byte order mark, or
  /// `nil` if the input is not RTF.
  private static func start(in bytes: [UInt8]) -> Int? {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count, bytes[start] <= 0x20, start < 4000 { start += 1 }
    return bytes[start...].starts(with: Array("{\\rtf".utf8)) ? start : nil
  }

  /// Returns the document record, which is at the end of the document, or `nil` if there is none.
  private static func documentRecord(in bytes: Span<UInt8>, limits: Limits) -> HiddenDocument? {
    var end = bytes.count
    for _ in 0..<2 {
      while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
      guard end > 0, bytes[end - 1] == UInt8(ascii: "}") else { return nil }
      end -= 1
    }
    var start = end
    while start > 0, isBase64(bytes[start - 1]) { start -= 1 }
    let name = Array("{\\*\\iadoc ".utf8)
    // The letters of `iadoc` and the space are also skipped by the search for the start of the base64 data.
    guard start >= name.count,
      name.indices.allSatisfy({ bytes[start - name.count + $0] == name[$0] })
    else { return nil }
    let text = RTFHiddenGroup.withoutWhiteSpace(bytes.extracting(start..<end))
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

extension InputError.Code {
  /// The nesting of groups is deeper than the limit.
  public static let rtfDepth = InputError.Code(rawValue: "rtf.depth")
  /// The input is not RTF.
  public static let rtfType = InputError.Code(rawValue: "rtf.type-mismatch")
  /// A table of the document has more entries than the limit.
  public static let rtfTableSize = InputError.Code(rawValue: "rtf.table-size")
}
