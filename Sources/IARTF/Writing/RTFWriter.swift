public import IAFiles
public import IAFormats
internal import IAHiddenData
internal import IASyntax
public import IAText

/// Writes a document as RTF.
///
/// The profile `word` is for Word and LibreOffice, `cocoa` for TextEdit. The formatting of the
/// render scheme is visible; intensities and all features that RTF cannot represent are stored in
/// ignorable destinations. `Specs/rtf.md` describes the result for each feature.
public struct RTFWriter: DocumentWriter {
  /// Creates a writer.
  public init() {}

  /// RTF with its two profiles.
  public let descriptor = FormatDescriptor(
    id: FormatID("rtf"), title: "Rich Text Format", suffixes: ["rtf"],
    mediaTypes: ["application/rtf", "text/rtf"], profiles: [.word, .cocoa])

  /// Writes a document and returns a report of what RTF cannot represent.
  ///
  /// - Throws: An error of the sink, or of an unknown profile.
  /// - Complexity: O(*n*), with about 12 bytes of memory for each unit in addition to the document.
  public func write(
    _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
  ) throws -> ConversionReport {
    let profile = try descriptor.profile(named: options.profile)
    return try RTFDocumentWriter.write(
      document, isCocoa: profile == "cocoa", isFolder: false, options, to: &sink)
  }
}

extension FormatDescriptor.Profile {
  static let word = Self("word", "for Word and LibreOffice")
  static let cocoa = Self("cocoa", "for TextEdit and other programs of macOS")
}

/// Writes one document: header, text, hidden data.
struct RTFDocumentWriter {
  private let document: IADocument
  private let context: RTFBodyWriter.Context
  private let lists: RTFLists
  private let base: RTFDefaultStyle
  /// The losses before writing.
  private let lost: ConversionReport

  /// Writes a document and returns the report.
  static func write(
    _ document: IADocument, isCocoa: Bool, isFolder: Bool, _ options: WriteOptions,
    to sink: inout some DocumentSink
  ) throws -> ConversionReport {
    // The data that only the text needs is freed before the hidden data is written.
    var ending = try RTFDocumentWriter(
      document, isCocoa: isCocoa, isFolder: isFolder, options
    ).writeText(to: &sink)
    try ending.write(to: &sink)
    return ending.report
  }

  private init(
    _ document: IADocument, isCocoa: Bool, isFolder: Bool, _ options: WriteOptions
  ) throws {
    var lost = ConversionReport()
    self.document = document.withoutSchemeDefinition(&lost).withoutTextForm(&lost)
    self.lost = lost
    let display = options.effectiveDisplay(for: document)
    // A scheme is used if intensities differ from the default or if it is set explicitly.
    let hasDefaultIntensity = Self.hasDefaultIntensity(document.string)
    var columns = document.string.structure
    columns.units = document.string.units(in: document.string.utf16Range)
    if !hasDefaultIntensity {
      columns.intensities = document.string.intensities(in: document.string.utf16Range)
    }
    let isExplicit = document.string.options.overridden(by: options.display).renderScheme != nil
    let isShown = !columns.units.isEmpty && (isExplicit || !hasDefaultIntensity)
    let scheme = isShown ? options.scheme(for: document) : nil
    let steps =
      try scheme.map {
        try document.string.numberedSteps(of: $0, smoothing: display.smoothing ?? .character)
      } ?? []
    let hasComplexText = !isCocoa && RTFScript.hasComplex(columns.units.span)
    base = RTFDefaultStyle(display, isCocoa: isCocoa, hasComplexText: hasComplexText)
    var tables = RTFTables(font: base.font, isCocoa: isCocoa)
    let pieces = RTFPieces(
      columns, scheme: scheme, steps: steps, fontSize: base.fontSize,
      hasComplexText: hasComplexText, &tables)
    let plan = RTFPlan(columns, movesNotes: !isCocoa)
    var lists = RTFLists()
    let base = self.base
    let styles = RTFParagraphStyle.styles(
      of: columns.paragraphSets, &lists, &tables, base, isCocoa: isCocoa, floats: plan.floats)
    for set in columns.paragraphSets {
      for block in set.blocks { tables.addColors(of: block.kind) }
    }
    var layout = RTFTableLayout()
    layout.add(plan.body, plan, styles, columns.paragraphSets)
    for group in plan.moved {
      layout.add(Array(group.paragraphs), plan, styles, columns.paragraphSets)
    }
    self.lists = lists
    context = RTFBodyWriter.Context(
      columns: columns,
      bookmarks: Dictionary(
        zip(columns.bookmarks.map(\.name), columns.bookmarks.indices), uniquingKeysWith: min),
      blobs: document.attachments, plan: plan, pieces: pieces, styles: styles,
      starts: RTFParagraphStarts(styles), layout: layout,
      columnWidth: RTFTableLayout.columnWidth(document.string.options.page), tables: tables,
      placement: document.printedPlacement, isCocoa: isCocoa,
      keepsHiddenData: options.keepsHiddenData,
      hasDefaultIntensity: hasDefaultIntensity, isFolder: isFolder)
  }

  /// Returns whether all units have the default intensity; true for an empty text.
  private static func hasDefaultIntensity(_ string: IAString) -> Bool {
    let summary = string.summary(in: string.utf16Range)
    return [summary.lowestIntensity, summary.highestIntensity].allSatisfy {
      $0 == nil || $0 == DisplayOptions.defaultIntensity
    }
  }

  /// Writes the head and the text.
  private func writeText(to sink: inout some DocumentSink) throws -> Ending {
    var body = RTFBodyWriter(context)
    writeHead(to: &body.output)
    try body.writeBody(to: &sink)
    body.noteDocumentLosses(document, hasIntensities: !context.hasDefaultIntensity)
    if context.layout.isTruncated {
      body.reportLoss(.table, .approximated, "cells over many rows end earlier")
    }
    if lists.isTruncated { body.reportLoss(.listNumber, .approximated) }
    var report = lost
    report.add(body.report)
    var records = context.keepsHiddenData ? body.records : nil
    records?.removeText()
    return Ending(
      document: document, report: report, shownBlobs: body.shownBlobs, output: body.output,
      records: records)
  }

  /// The part of a document after its text: the hidden data.
  private struct Ending {
    let document: IADocument
    let report: ConversionReport
    /// The blobs that are written as visible content, so that hidden data need not repeat them.
    let shownBlobs: Set<SHA256Digest>
    var output: RTFOutput
    /// The hidden data; `nil` if it is not kept.
    var records: RTFRecords?

    mutating func write(to sink: inout some DocumentSink) throws {
      try writeHiddenData(to: &sink)
      output.write("}\n")
      try output.drain(into: &sink, isEnd: true)
    }

    private mutating func writeHiddenData(to sink: inout some DocumentSink) throws {
      guard let json = takeDocumentRecord() else { return }
      for digest in document.attachments.digests where !shownBlobs.contains(digest) {
        guard let bytes = document.attachments[digest] else { continue }
        output.write("{\\*\\iablob ")
        try output.write(base64: bytes, to: &sink)
        output.write("}\n")
      }
      output.write("{\\*\\iadoc ")
      try output.write(base64: json, to: &sink)
      output.write("}\n")
    }

    /// Returns the document record, and frees the data from which it was created.
    private mutating func takeDocumentRecord() -> [UInt8]? {
      guard let record = records?.documentRecord(of: document) else { return nil }
      records = nil
      return record.json
    }
  }

  private func writeHead(to output: inout RTFOutput) {
    let used = context.isCocoa ? usedStyles : nil
    if let used {
      output.write("{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\\uc0\n")
      output.write("\\cocoatextscaling0\\cocoaplatform0")
      context.tables.writeCocoaFonts(
        to: &output,
        hasCode: used.contains(RTFStyles.code) || used.contains(RTFStyles.preformatted))
    } else {
      output.write("{\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1\n")
      context.tables.writeFonts(to: &output)
    }
    context.tables.writeColors(to: &output, isCocoa: context.isCocoa)
    RTFStyles.write(
      base, only: used,
      hasEndnotes: context.styles.contains { $0.number == RTFStyles.endnote },
      hasOwnFormat: context.pieces.styles.contains(where: \.hasOwnFormat),
      hasEastAsianFonts: context.pieces.hasEastAsianFonts, to: &output)
    lists.write(to: &output)
    context.tables.writeAuthors(
      to: &output,
      hasChanges: context.columns.inlineSets.contains {
        $0.insertion != nil || $0.deletion != nil
      })
    output.write("{\\*\\generator intensity-suite}\n")
    RTFInfo(document.metadata).write(to: &output, isMarked: context.keepsHiddenData)
    if let page = document.string.options.page { RTFPageWords(page).write(to: &output) }
    if context.isCocoa {
      output.write("\\vieww12000\\viewh9000\\viewkind0\n\\deftab720\n")
    } else {
      let interval = RTFWords.count(
        document.printedPlacement.tabInterval, parts: 20, in: 1...31_680)
      output.write("\\deftab", interval ?? 720)
      output.write("\\ftnbj")
      if context.plan.hasEndnotes { output.write("\\aftnnrlc") }
      if document.printedPlacement.collapsesSpacing { output.write("\\htmautsp") }
      if context.plan.hasHeaders(on: [.even, .odd]) { output.write("\\facingp") }
      if context.plan.hasFirstPage(section: nil) { output.write("\\titlepg") }
      output.write("\n")
    }
    if let language = document.metadata.language.flatMap(RTFLanguage.number) {
      output.write("\\deflang", language)
      let regional = RTFLanguage.regionalNumber(of: language)
      if regional != language { output.write("\\deflang", regional) }
      output.write("\n")
    }
  }

  /// The numbers of the styles that the text uses and that have a meaning for the suite's reader.
  private var usedStyles: Set<Int> {
    var used = Set(context.styles.map(\.number))
    if context.columns.inlineSets.contains(where: \.code) { used.insert(RTFStyles.code) }
    if context.pieces.hasSchemeFormats { used.insert(RTFStyles.scheme) }
    if !context.columns.attachments.isEmpty || context.styles.contains(where: { $0.task != nil }) {
      used.insert(RTFStyles.mark)
    }
    return used
  }
}
