public import IAFiles
public import IAText

/// A writer of one format.
public protocol DocumentWriter: Sendable {
  /// The format that this writer produces.
  var descriptor: FormatDescriptor { get }

  /// Writes a document to a sink.
  ///
  /// Equal documents and options give equal bytes.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - sink: The destination, which receives the output in one or more pieces.
  ///   - options: The profile, display options and other settings.
  /// - Returns: What the format could not hold.
  /// - Throws: Errors of the sink, or `UnknownProfile`.
  func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport
}

/// What a writer may be told.
public struct WriteOptions: Sendable {
  /// The profile; nil for the writer's first.
  public var profile: String?
  /// What overrides the document's own display options.
  public var display: DisplayOptions
  /// The schemes that names are looked up in.
  public var schemes: [RenderScheme]
  /// Whether what the format cannot show is kept in hidden data (`data-ia`, comments).
  public var keepsHiddenData: Bool
  /// How many colours a terminal has: 16, 256 or 16 777 216.
  public var terminalColors: Int
  /// The stickers that a reader of plain text will know: literal text that would be read as one
  /// of their tokens is escaped.
  public var stickerPacks: [StickerPack]
  /// Whether attachments that the format could hold itself go into files beside the document where
  /// the sink takes those.
  public var linksMedia = false
  /// The treatment of tracked changes; `nil` to keep them in formats that can show them, and to
  /// accept them in others.
  public var changes: ChangePolicy?
  /// Whether a blank line separates paragraphs in plain text that is laid out, as in the format that
  /// the document was read from.
  public var separatesParagraphs = false
  /// Whether formats that cannot hide text show hidden text; otherwise it is left out.
  public var showsHiddenText = false
  /// The format that the document was read from; `nil` if it is not known.
  public var sourceFormat: FormatID?

  /// Makes options from the defaults, each of which can be replaced.
  public init(
    profile: String? = nil, display: DisplayOptions = DisplayOptions(),
    schemes: [RenderScheme] = RenderScheme.builtIn(), keepsHiddenData: Bool = true,
    terminalColors: Int = 1 << 24, stickerPacks: [StickerPack] = []
  ) {
    self.profile = profile
    self.display = display
    self.schemes = schemes
    self.keepsHiddenData = keepsHiddenData
    self.terminalColors = terminalColors
    self.stickerPacks = stickerPacks
  }

  /// The display options that hold for a document: the defaults, then its own, then the call's.
  public func effectiveDisplay(for document: IADocument) -> DisplayOptions {
    DisplayOptions.engineDefaults
      .overridden(by: document.string.options)
      .overridden(by: display)
  }

  /// The scheme that display options name; the first of all where the name is unknown.
  public func scheme(for display: DisplayOptions) -> RenderScheme {
    let name = display.renderScheme ?? ""
    return schemes.first { $0.name == name || $0.name == name + "Scheme" }
      ?? schemes.first ?? .weight()
  }
}

/// A profile that a writer does not have.
public struct UnknownProfile: Error, Hashable, Sendable {
  /// The name asked for.
  public var name: String
  /// The names there are.
  public var known: [String]

  /// Records a wrong name.
  public init(name: String, known: [String]) {
    self.name = name
    self.known = known
  }
}

extension FormatDescriptor {
  /// The profile of a name, the first for none; throws `UnknownProfile` for a wrong one.
  public func profile(named name: String?) throws -> String {
    guard let name else { return profiles.first?.name ?? "" }
    guard profiles.contains(where: { $0.name == name }) else {
      throw UnknownProfile(name: name, known: profiles.map(\.name))
    }
    return name
  }
}
