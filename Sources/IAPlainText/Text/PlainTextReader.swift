internal import IABytes
public import IAFiles
public import IAFormats
internal import IAStickers
internal import IAText

/// Reads plain text, with sticker tokens if packs are given.
///
/// `Specs/text-backed.md` describes the format. Without packs, and without the profile `marked`,
/// text is verbatim.
public struct PlainTextReader: DocumentReader {
  /// Creates a reader.
  public init() {}

  /// Plain text.
  public var descriptor: FormatDescriptor { .plainText }

  /// Returns the confidence that the bytes are plain text, which is never high, because most
  /// formats are text too.
  public func confidence(inPrefix prefix: [UInt8]) -> Int {
    switch ByteOrderMark(prefix) {
    case .utf8, .utf16BigEndian, .utf16LittleEndian: return 30
    case nil: break
    }
    let bytes = prefix.span
    var at = 0
    var isWellFormed = true
    while at < bytes.count {
      if bytes[at] == 0 { return 0 }
      let step = UTF8Sequence(in: bytes, at: at)
      // The prefix may end within a scalar.
      if !step.isWellFormed, at + step.byteCount < bytes.count { isWellFormed = false }
      at += step.byteCount
    }
    return isWellFormed ? 10 : 2
  }

  /// Reads text.
  ///
  /// - Throws: `InputError` where the input is over a limit, or, for strict options, with
  ///   `text.ill-formed` at its first ill-formed byte; `UnknownProfile`.
  /// - Complexity: O(*n*) for given packs.
  public func read(
    _ source: any DocumentSource, options: ReadOptions = ReadOptions()
  ) throws -> ReadResult {
    let profile = try descriptor.profile(named: options.profile)
    let decoded = DecodedText(try source.bytes(limits: options.limits))
    if options.isStrict, let fault = decoded.firstFault { throw fault }
    let index = StickerIndex(options.stickerPacks)
    let readsMarks = profile == FormatDescriptor.markedProfile
    guard readsMarks || !index.isEmpty else {
      var document = IADocument(IAString(units: decoded.units))
      document.metadata.textForm = decoded.form
      return ReadResult(document, report: decoded.report)
    }
    var result = TextScanner(index: index, readsMarks: readsMarks).scan(decoded.units)
    var report = decoded.report
    report.add(result.report)
    result.report = report
    result.document.metadata.textForm = decoded.form
    return result
  }
}

extension FormatDescriptor {
  static let markedProfile = "marked"
  /// The profile of plain text in which blocks are laid out as lines.
  static let layoutProfile = "layout"

  /// Plain text.
  public static let plainText = FormatDescriptor(
    id: FormatID("text"), title: "plain text", suffixes: ["txt", "text"],
    mediaTypes: ["text/plain"],
    profiles: [
      Profile("verbatim", "the characters of the document and sticker tokens"),
      Profile(markedProfile, "text with intensity marks such as {85}"),
      Profile(layoutProfile, "lists, quotes, tables and notes laid out as lines"),
    ])
}
