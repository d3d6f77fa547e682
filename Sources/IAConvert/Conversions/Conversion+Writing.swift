internal import IAFiles
internal import IAFormats
internal import IAText

extension Conversion {
  /// Returns the maximum size of an output; `nil` for drawings, whose size depends on the scale and is bounded by the
  /// limit of pixels.
  private func budget(of format: FormatID, for document: IADocument) -> WritingBudget? {
    if Self.drawnFormats.contains(format) { return nil }
    return WritingBudget(for: document, limits: readOptions.limits)
  }

  /// A document as it is passed to a writer.
  private struct Prepared {
    /// The document with its tracked changes resolved as requested, and the notes about them.
    var resolved: RemainingText
    /// The same document with the requested display options, if the format stores them.
    var document: IADocument
  }

  /// Returns a document as it is passed to the writer of a format.
  private func prepared(_ document: IADocument, for format: FormatID) -> Prepared {
    let resolved = document.remainingText(writeOptions.changes ?? .keep)
    var prepared = Prepared(resolved: resolved, document: resolved.document)
    if Self.storesOptions(format) { writeOptions.storeDisplay(in: &prepared.document) }
    return prepared
  }

  /// Reads a source and returns the document that an `.ia` file of the conversion contains, with the
  /// losses and repairs.
  ///
  /// An `.iaa` archive uses this document directly, because writing each document as a file and reading it back would
  /// take longer than storing it.
  ///
  /// - Throws: The errors of `run(from:to:onProgress:)`.
  func document(from source: any DocumentSource) throws -> Input {
    try checkWriter()
    var input = try read(source)
    onDocument?(input.document)
    let prepared = prepared(input.document, for: outputFormat)
    var outcome = outcome(of: input, as: outputFormat)
    outcome.report.add(prepared.resolved.report)
    if isStrict, !outcome.report.isLossless { throw RefusedLoss(outcome: outcome) }
    (input.document, input.report) = (prepared.document, outcome.report)
    return input
  }

  /// Returns the outcome of a conversion before its output is written.
  private func outcome(of input: Input, as format: FormatID) -> ConversionOutcome {
    var report = input.report
    report.add(lossesOfModel(in: input.document, for: format))
    return ConversionOutcome(
      inputFormat: input.format.id, outputFormat: format, inputByteCount: input.byteCount,
      inputDigest: input.digest, outputs: [], report: report)
  }

  /// Returns the losses of properties of the source that only drawings use, because the document model does not have
  /// them.
  private func lossesOfModel(in document: IADocument, for format: FormatID) -> ConversionReport {
    var report = ConversionReport()
    let placement = document.printedPlacement
    guard !Self.drawnFormats.contains(format) else { return report }
    if let first = placement.clearings.keys.min() {
      report.add(.dropped, .position, "clear", utf16Range: first..<first)
    }
    if let indents = placement.pageSpacing?.indents, !indents.isEmpty,
      document.string.paragraphSets.contains(where: { set in
        set.blocks.contains { Self.hasOtherIndents($0, indents[$0.id]) }
      })
    {
      report.add(.dropped, .indent, "of lists and quotes")
    }
    if format != .html {
      for text in placement.inlineBoxes {
        report.add(.dropped, .padding, "box in a line", utf16Range: text.range)
      }
    }
    // HTML and RTF show the links as the source does, except RTF of the profile cocoa: its program shows all links in
    // the same way.
    let isCocoa = writeOptions.profile == "cocoa"
    guard format != .html, format != .rtf || isCocoa else { return report }
    for link in placement.plainLinks {
      report.add(.approximated, .linkStyle, "not underlined", utf16Range: link)
    }
    for link in placement.inkLinks
    where !PrintedPlacement.contains(link.lowerBound, placement.plainLinks) {
      report.add(.approximated, .linkStyle, "without a colour", utf16Range: link)
    }
    return report
  }

  /// Returns whether a page states other indents of a list, item or quote than browsers use, in points.
  ///
  /// The paragraphs of definition lists, whose marker is a colon, have their indents themselves.
  private static func hasOtherIndents(_ block: Block, _ stated: PageSpacing.Indents?) -> Bool {
    guard let stated else { return false }
    switch block.kind {
    case .unorderedList(marker: ":"): return false
    case .unorderedList, .orderedList: return stated != PageSpacing.Indents(start: 30, end: 0)
    case .listItem: return stated != PageSpacing.Indents(start: 0, end: 0)
    case .blockQuote: return stated != PageSpacing.Indents(start: 30, end: 30)
    default: return false
    }
  }

  /// Writes a document that was read; one input can be written to several formats.
  ///
  /// - Parameters:
  ///   - input: The document.
  ///   - sink: The destination. If an error is thrown, its contents are incomplete.
  ///   - onProgress: Called after each piece of output.
  /// - Throws: Errors of the sink, `FormatError`, `UnknownProfile`; `RefusedLoss` if the conversion
  ///   is strict and would lose something; `Failure` for a scheme that the format cannot store.
  func write<Sink: DocumentSink>(
    _ input: Input, to sink: inout Sink, onProgress: ((Phase) -> Void)? = nil
  ) throws -> ConversionOutcome {
    var outcome = outcome(of: input, as: outputFormat)
    if isStrict, !outcome.report.isLossless { throw RefusedLoss(outcome: outcome) }
    let written = try write(
      input.document, readFrom: input.format.id, to: &sink, onProgress: onProgress)
    outcome.report.add(written.report)
    if isStrict, !outcome.report.isLossless { throw RefusedLoss(outcome: outcome) }
    outcome.outputs = written.outputs
    return outcome
  }

  /// Writes a document that a program created or changed, in contrast to one that this conversion read.
  ///
  /// - Returns: The losses.
  /// - Throws: Errors of the sink, `FormatError`, `UnknownProfile`; `Failure` for a scheme that the format
  ///   cannot store.
  func write<Sink: DocumentSink>(
    _ document: IADocument, to sink: inout Sink
  ) throws -> ConversionReport {
    var report = lossesOfModel(in: document, for: outputFormat)
    let source = writeOptions.sourceFormat ?? document.sourceFormat.map { FormatID($0) }
    report.add(try write(document, readFrom: source, to: &sink, onProgress: nil).report)
    return report
  }

  /// The outputs of a document, with their losses.
  private struct WrittenDocument {
    var outputs: [ConversionOutcome.Output]
    var report: ConversionReport
  }

  private func write<Sink: DocumentSink>(
    _ document: IADocument, readFrom source: FormatID?, to sink: inout Sink,
    onProgress: ((Phase) -> Void)?
  ) throws -> WrittenDocument {
    let writer = try registry.writer(id: outputFormat)
    let format = writer.descriptor.id
    var prepared = prepared(document, for: format)
    let verification = OutputVerification(
      of: prepared.resolved.document, registry.entry(id: format), writeOptions, readOptions)
    var measured = MeasuredSink(
      sink, hashes: hashes, keepsOutput: verification != nil,
      budget: budget(of: format, for: document),
      onProgress: onProgress.map { report in { report(.writing(byteCount: $0)) } })
    defer { sink = measured.target }
    var report = try writer.write(prepared.document, to: &measured, options: options(source))
    if Self.showsSchemes(format) { writeOptions.noteUnknownScheme(of: prepared.document, &report) }
    if let output = measured.kept { verification?.add(prepared.document, output, to: &report) }
    prepared.resolved.add(report)
    return WrittenDocument(
      outputs: [.init(path: nil, byteCount: measured.byteCount, digest: measured.finish())]
        + measured.sideFiles,
      report: prepared.resolved.report)
  }

  /// Returns the options of the writer for a document that was read from a format.
  private func options(_ source: FormatID?) -> WriteOptions {
    var options = writeOptions
    options.sourceFormat = source
    if let source, Self.separatingFormats.contains(source) { options.separatesParagraphs = true }
    return options
  }
}
