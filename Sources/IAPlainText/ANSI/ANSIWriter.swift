public import IAFiles
public import IAFormats
public import IAText

/// Writes the appearance of a document for a terminal.
///
/// The output cannot be read back. Colours, weights and lines are SGR sequences, links OSC 8; no
/// character of the document can start a control sequence. Every line ends with a reset.
public struct ANSIWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// Text for terminals.
  public var descriptor: FormatDescriptor { .ansi }

  /// Writes the document as lines of a terminal with the colours of the options.
  ///
  /// - Throws: `UnknownProfile` for an unknown profile, and errors of the sink.
  /// - Complexity: O(*n*), and O(cells × columns) for tables.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink,
    options: WriteOptions = WriteOptions()
  ) throws -> ConversionReport {
    let profile = try descriptor.profile(named: options.profile)
    let display = options.effectiveDisplay(for: document)
    let scheme = options.scheme(for: document)
    let theme = ANSITheme(
      isLight: profile == FormatDescriptor.lightProfile,
      depth: ANSIColorDepth(colors: options.terminalColors))
    var shown = document.remainingText(options)
    let document = shown.document
    var report = ConversionReport()
    LossList(kept: theme.depth == .dumb ? Self.shownWithoutSequences : Self.shown)
      .list(document, in: &report)
    listLosses(of: scheme, theme, document.string, in: &report)
    let boxes = document.string.paragraphSets.flatMap { $0.blocks.compactMap(\.textBox) }
    if boxes.contains(where: \.hasLooks) {
      report.add(.approximated, .textBox, "a bar beside the text")
    }
    let steps = try document.string.stepRuns(
      of: scheme, smoothing: display.smoothing ?? .character)
    let text = ANSIText(document, scheme: scheme, steps: steps, theme: theme, report: report)
    var layout = ANSILayout(
      text, TextFlow(document.string, separatesParagraphs: options.separatesParagraphs))
    var output = ANSIOutput(theme: theme)
    for paragraph in TextFlow.paragraphs(of: document.string) {
      for line in layout.add(paragraph) { output.append(line) }
      try output.flush(to: &sink)
    }
    for line in layout.finish() { output.append(line) }
    try output.finish(to: &sink)
    shown.add(layout.report)
    return shown.report
  }

  /// The features that the output shows, or that the writer reports itself.
  private static let shown: Set<DocumentFeature> = [
    .intensity, .renderScheme, .smoothing, .bold, .italic, .underline, .strikethrough,
    .fontWeight, .foreground, .background, .link, .capitals, .heading, .quote,
    .codeBlock, .list, .listItem, .thematicBreak, .table, .tableRow, .tableCell,
    .footnote, .endnote, .annotation, .textBox, .paragraphSpacing,
  ]

  /// The features that the output for a terminal without control sequences shows.
  private static let shownWithoutSequences = shown.subtracting([
    .bold, .italic, .underline, .strikethrough, .fontWeight, .foreground, .background, .link,
  ])

  private func listLosses(
    of scheme: RenderScheme, _ theme: ANSITheme, _ string: IAString,
    in report: inout ConversionReport
  ) {
    guard !string.isEmpty else { return }
    let hasColors = !scheme.colors.isEmpty || !scheme.opacities.isEmpty
    let showsColors = hasColors && theme.depth != .none && theme.depth != .dumb
    let hidesSizes = !scheme.sizeOffsets.isEmpty || !scheme.sizeFactors.isEmpty
    let hidesColors = hasColors && !showsColors
    guard hidesSizes || hidesColors else { return }
    report.add(
      showsColors || !scheme.weights.isEmpty && theme.depth != .dumb ? .approximated : .dropped,
      .intensity,
      hidesSizes ? "a terminal has one size" : "a terminal without colours",
      utf16Range: string.utf16Range)
  }
}

extension FormatDescriptor {
  static let lightProfile = "light"

  /// Text for terminals.
  public static let ansi = FormatDescriptor(
    id: FormatID("ansi"), title: "terminal text", suffixes: ["ans"],
    mediaTypes: ["text/x-ansi"],
    profiles: [
      Profile("dark", "for a terminal with a dark background"),
      Profile(lightProfile, "for a terminal with a light background"),
    ])
}
