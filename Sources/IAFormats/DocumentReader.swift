public import IABytes
public import IAFiles
public import IAText

/// A reader of one format.
///
/// A reader throws `InputError` if the input is not of its format or exceeds a limit. Otherwise it
/// reads as much as possible, and reports the rest in the result. Readers are values without
/// mutable state: one reader may be used by several threads.
public protocol DocumentReader: Sendable {
  /// The format that this reader reads.
  var descriptor: FormatDescriptor { get }

  /// Returns the confidence that a file with these first bytes has the reader's format: from 0 (it
  /// does not) to 100 (it does).
  ///
  /// - Parameter prefix: The first bytes of the file, at most 4,096.
  func confidence(inPrefix prefix: [UInt8]) -> Int

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - source: The bytes of the input and its side files.
  ///   - options: The limits and other settings.
  /// - Returns: The document, and a report about input that could not be preserved.
  /// - Throws: `InputError` with a code of the format, at a byte offset, if the input is not of
  ///   this format, breaks a rule in strict mode, or exceeds a limit; `UnknownProfile`; the
  ///   source's errors.
  func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult
}

/// Options passed to a reader.
public struct ReadOptions: Sendable {
  /// The limits of the input and of the data that is made from it.
  public var limits: Limits
  /// The stickers whose tokens are recognised in plain text; of equal names the first applies.
  public var stickerPacks: [StickerPack]
  /// Whether to throw an error for input that breaks a rule of its format and could be repaired.
  public var isStrict: Bool
  /// The profile of the format, for example `legacy` for JSON; `nil` for the reader's default.
  public var profile: String?
  /// Whether to ignore hidden data, so that the document is the one that other programs show.
  public var ignoresHiddenData = false
  /// Whether the style sheets of a page for printed pages apply, not those for screens.
  package var isForPrint = false

  /// Creates options; parameters that are not given have their default values.
  public init(
    limits: Limits = .standard, stickerPacks: [StickerPack] = [], isStrict: Bool = false,
    profile: String? = nil
  ) {
    self.limits = limits
    self.stickerPacks = stickerPacks
    self.isStrict = isStrict
    self.profile = profile
  }
}

/// A document that was read, with a report.
public struct ReadResult: Sendable {
  /// The document.
  public var document: IADocument
  /// Notes about input that could not be preserved.
  public var report: ConversionReport
  /// A part of the input in another format that represents the same document more completely; `nil`
  /// if there is none.
  ///
  /// If there is a reader for its format, use the document that it reads from this part.
  public var embedded: EmbeddedPart?

  /// Creates a result.
  public init(_ document: IADocument, report: ConversionReport = ConversionReport()) {
    self.document = document
    self.report = report
  }
}
