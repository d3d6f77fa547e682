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
  /// - Returns: A report of the content that the format cannot represent.
  /// - Throws: Errors of the sink, or `UnknownProfile`.
  func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport

  /// Returns whether the output shows all attributes of a set, so that hidden data does not contain them.
  ///
  /// - Parameters:
  ///   - attributes: The attributes of text.
  ///   - options: The options with which a document is written.
  /// - Returns: `false` if the output lacks an attribute, or if the writer cannot determine this;
  ///   the default implementation returns `false`.
  func shows(_ attributes: InlineAttributes, options: WriteOptions) -> Bool
}

extension DocumentWriter {
  /// Returns whether the output shows all of a set of attributes: `false`, because it is not known.
  public func shows(_ attributes: InlineAttributes, options: WriteOptions) -> Bool { false }
}

/// Options passed to a writer.
public struct WriteOptions: Sendable {
  /// The profile; `nil` for the first profile of the format.
  public var profile: String?
  /// Display options that override those of the document.
  public var display: DisplayOptions
  /// The render schemes that can be used by name.
  public var schemes: [RenderScheme]
  /// Whether to store content that the format cannot show as hidden data (`data-ia`, comments).
  public var keepsHiddenData: Bool
  /// The number of colours of a terminal: 16, 256 or 16,777,216.
  public var terminalColors: Int
  /// The sticker packs with which the plain text will be read again.
  ///
  /// Text that would be read as one of their tokens is escaped.
  public var stickerPacks: [StickerPack]
  /// Whether to write attachments as files beside the document even if the format can contain them;
  /// only if the sink accepts side files.
  public var linksMedia = false
  /// The treatment of tracked changes; `nil` to keep them in formats that support them and to
  /// accept them in others.
  public var changes: ChangePolicy?
  /// Whether laid-out plain text has a blank line between paragraphs.
  ///
  /// It is set if the input format separates paragraphs in this way.
  public var separatesParagraphs = false
  /// Whether formats without hidden text show it; otherwise it is omitted.
  public var showsHiddenText = false
  /// The format whose defaults apply to drawings and plain text; `nil` for the format from which the document was read.
  public var sourceFormat: FormatID?

  /// Whether a picture without a stated size is shown at 96 pixels per inch, because the document was read from a page
  /// format (HTML, RTF, RTFD or Markdown).
  ///
  /// In all other documents, such as messages, such a picture is reduced to fit a square of 160 points.
  package var hasPictureSizesOfPages: Bool {
    let formats: Set<String> = ["html", "rtf", "rtfd", "markdown"]
    return sourceFormat.map { formats.contains($0.rawValue) } == true
  }

  /// Creates options; parameters that are not given have their default values.
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

  /// Returns the display options for a document: the defaults, overridden by the document's own,
  /// overridden by `display`.
  public func effectiveDisplay(for document: IADocument) -> DisplayOptions {
    DisplayOptions.engineDefaults
      .overridden(by: document.string.options)
      .overridden(by: display)
  }

  /// Returns the scheme that shows a document: the one that `display` names, the document's own
  /// definition, or the one that the document names; the first scheme if the name is unknown or the
  /// definition is not valid.
  public func scheme(for document: IADocument) -> RenderScheme {
    if display.renderScheme == nil, let own = try? document.definedScheme() { return own }
    return scheme(for: effectiveDisplay(for: document))
  }

  /// Returns the scheme that display options name; the first scheme if the name is unknown.
  public func scheme(for display: DisplayOptions) -> RenderScheme {
    let name = display.renderScheme ?? ""
    return schemes.first { $0.name == name || $0.name == name + "Scheme" }
      ?? schemes.first ?? .weight()
  }
}

/// The error for a profile that a format does not have.
public struct UnknownProfile: Error, Hashable, Sendable {
  /// The requested name.
  public var name: String
  /// The names of the format's profiles.
  public var known: [String]

  /// Creates the error.
  public init(name: String, known: [String]) {
    self.name = name
    self.known = known
  }
}

extension FormatDescriptor {
  /// Returns the name of a profile; the first profile's for `nil`.
  ///
  /// - Throws: `UnknownProfile` if the format has no profile with this name.
  public func profile(named name: String?) throws -> String {
    guard let name else { return profiles.first?.name ?? "" }
    guard profiles.contains(where: { $0.name == name }) else {
      throw UnknownProfile(name: name, known: profiles.map(\.name))
    }
    return name
  }
}
