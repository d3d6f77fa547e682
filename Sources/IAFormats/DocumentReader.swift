public import IABytes
public import IAFiles
public import IAText

/// What makes a document out of one format.
///
/// A reader throws `InputError` where the input is not of its format at all or goes over a limit.
/// What it can still make sense of it reads, and reports the rest in the result.
public protocol DocumentReader: Sendable {
  /// The format that is read.
  var descriptor: FormatDescriptor { get }

  /// How sure it is that a file with these first bytes is of its format: 0 (not) … 100 (certain).
  ///
  /// - Parameter prefix: Up to 4096 bytes from the start.
  func confidence(inPrefix prefix: [UInt8]) -> Int

  /// Reads a document.
  func read(_ source: any DocumentSource, options: ReadOptions) throws -> ReadResult
}

/// What a reader may be told.
public struct ReadOptions: Sendable {
  /// How much the input may ask for.
  public var limits: Limits
  /// The stickers that tokens in plain text may name, in order of preference.
  public var stickerPacks: [StickerPack]
  /// Whether input that breaks a rule of its format is refused where it could be repaired.
  public var isStrict: Bool
  /// The profile of the format, where it has several ways of being read: `legacy` for JSON.
  public var profile: String?
  /// Whether hidden data is passed over, so that the document is what other programs show.
  public var ignoresHiddenData = false

  /// Makes options from the defaults, each of which can be replaced.
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

/// A document that was read, and what happened on the way.
public struct ReadResult: Sendable {
  /// The document.
  public var document: IADocument
  /// What could not be taken over as it was.
  public var report: ConversionReport
  /// A part of another format that says the same as the document, and more: where there is a reader
  /// for it, its document is the better one.
  public var embedded: EmbeddedPart?

  /// Makes a result.
  public init(_ document: IADocument, report: ConversionReport = ConversionReport()) {
    self.document = document
    self.report = report
  }
}
