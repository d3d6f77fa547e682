internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAText

/// Reads the bytes of a document once, from start to end, and passes each token to the destination
/// of its group.
///
/// The tokenizer divides the bytes into tokens, the groups store the current formatting, each
/// destination has a separate type, and the builder creates the document. Only `apply(_:_:start:_:)`
/// passes control words to them; `RTFControlWords` lists the words. A word that is not in the list
/// goes to `note(_:_:)`.
struct RTFParser {
  let limits: Limits
  let source: any DocumentSource
  /// The document record of the suite's own writer, if there is one.
  let documentRecord: HiddenDocument?
  /// The state of hidden data: the objects and marks that were read.
  var hidden = RTFHiddenState()

  var tokenizer: RTFTokenizer
  var groups: RTFGroups
  var decoder = RTFTextDecoder()
  var destinations = RTFDestinations()
  var bookmarks: RTFBookmarks
  var document = RTFDocumentBuilder()
  var report = ConversionReport()
  /// The parts of the input that are not used.
  var accounting = RTFAccounting()

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - start: The offset of the first brace.
  ///   - limits: The limits of the document.
  ///   - source: The source, which may have side files.
  ///   - documentRecord: The document record, if there is one.
  ///   - ignoresHiddenData: Whether hidden data is skipped, as in other programs.
  init(
    from start: Int, limits: Limits, source: any DocumentSource, documentRecord: HiddenDocument?,
    ignoresHiddenData: Bool
  ) {
    self.limits = limits
    self.source = source
    self.documentRecord = documentRecord
    hidden.isIgnored = ignoresHiddenData
    tokenizer = RTFTokenizer(at: start)
    groups = RTFGroups(depthLimit: limits.depth)
    bookmarks = RTFBookmarks(documentRecord)
  }

  /// Whether hidden data or a mark of the writer was found.
  var hasHiddenData: Bool {
    documentRecord != nil || hidden.hasMarks || !document.stream.records.isEmpty
      || document.streams.contains { !$0.records.isEmpty }
  }

  /// Reads all bytes.
  ///
  /// - Throws: `rtf.depth`, `rtf.table-size`, and errors of the source.
  mutating func run(_ bytes: Span<UInt8>) throws {
    while let kind = tokenizer.kind(in: bytes) {
      switch kind {
      case .text: text(tokenizer.takeText(bytes), bytes)
      case .control: try control(bytes)
      case .openingBrace: try openGroup(bytes)
      case .closingBrace:
        try closeGroup(bytes)
        if groups.isEmpty { return noteTextAfterEnd(bytes) }
      case .ignored: _ = tokenizer.takeByte(bytes)
      case .byte: rawByte(bytes)
      }
    }
    guard !groups.isEmpty else { return }
    report.add(
      .repaired, .unclosedGroup, "\(groups.count) open at the end",
      byteOffset: groups.current.start)
    while !groups.isEmpty { try closeGroup(bytes) }
  }

  private mutating func noteTextAfterEnd(_ bytes: Span<UInt8>) {
    var rest = tokenizer.offset
    while rest < bytes.count, bytes[rest] <= 0x20 { rest += 1 }
    guard rest < bytes.count else { return }
    report.add(
      .repaired, .textAfterEnd, "\(bytes.count - rest) bytes left out", byteOffset: rest)
  }

  /// A document that was read, with facts about its reading.
  struct Finished {
    var result: ReadResult
    /// The writer's profile with which to check the document; `nil` if no check is needed, because hidden data does not
    /// move, omit or change visible text.
    var profileToProve: String?
    /// Whether hidden data changes visible text, which is correct only if the file has exactly the bytes that
    /// the writer produces.
    var isDistorted: Bool
    /// Whether an attachment was found in a file beside the document.
    var hasSideFiles: Bool
  }

  /// Returns the document that was read, with its hidden data restored.
  ///
  /// `HiddenDataRestorer` uses a record only if the hash of the visible text of its paragraph matches
  /// and the file shows what the record restores. `RTFReader.proved` checks whole documents if their blocks
  /// changed, or if they have tasks, omitted marks, pictures shown as text, or streams in a recorded order.
  consuming func finish() -> Finished {
    if decoder.hasPendingBytes { flushBytes() }
    groups.current = RTFGroup()
    flushSurrogate()
    var report = report
    document.endBody(report: &report)
    if document.isInEmptySection, document.page.statesLaterSection { endParagraph() }
    document.endSections(&report, byteOffset: tokenizer.offset)
    let assembly = RTFAssembly(document)
    let string = hidden.withoutPictures(assembly.string, document.attachments)
    let metadata = destinations.information.metadata
    var result = ReadResult(
      IADocument(string, metadata: metadata, attachments: document.attachments),
      report: report)
    result.document.printedPlacement.collapsesSpacing = document.collapsesSpacing
    result.document.printedPlacement.tableIndents = document.tableIndents
    result.document.printedPlacement.keptRows = document.keptRows
    result.document.printedPlacement.tabInterval = document.tabInterval
    result.document.printedPlacement.hasTitlePages = document.hasTitlePages
    if document.hasHeaderRows { result.document.string.implyBoldHeaderRows() }
    if metadata.language == "" { result.document.metadata.language = nil }
    // TextEdit shows each link with an underline and a colour.
    if destinations.html == nil, !document.tables.isCocoa {
      result.document.noteLinks(document.different)
      if document.different.hasLinksByStyle {
        result.report.add(.approximated, .linkStyle, "stated by a character style alone")
      }
      // In Word and LibreOffice, this text has a size of 12 points, is upright and has regular weight.
      for (flag, feature) in [
        (RTFCharacter.Flags.ownSize, DocumentFeature.fontSize), (.bold, .bold), (.italic, .italic),
      ] where document.different.ofComplexText.contains(flag) {
        result.report.add(.approximated, feature, "of complex scripts, stated for other text alone")
      }
    }
    if destinations.notes.countsTogether, !document.tables.isOwn {
      result.report.add(.approximated, .noteNumbering, "endnotes counted with footnotes")
    }
    if !document.tables.isOwn {
      for (kind, feature) in [
        (Block.Kind.pageHeader(on: .all), DocumentFeature.pageHeader),
        (.pageFooter(on: .all), .pageFooter),
      ] {
        let difference = destinations.notes.differenceOnFirstPages(
          kind, hasTitlePages: document.hasTitlePages)
        if let difference { result.report.add(.approximated, feature, difference) }
      }
    }
    for property in document.numbers.markerProperties.sorted() {
      result.report.add(.dropped, .listMarker, property)
    }
    if document.numbers.hasOtherSpace {
      result.report.add(
        .approximated, .listDelimiter, "a tab after a marker that a space or nothing follows")
    }
    // LibreOffice does not show these cells.
    if document.different.hasOpenRow {
      result.report.add(.approximated, .tableRow, "without an end")
    }
    // Only some programs show these paragraphs as items.
    if destinations.html == nil, document.numbers.unmarkedCount > 0 {
      result.report.add(
        .dropped, .listItem, "\(document.numbers.unmarkedCount) without a marker")
    }
    if destinations.html == nil, document.numbers.undefinedCount > 0, !document.tables.isOwn {
      result.report.add(
        .approximated, .listItem,
        "\(document.numbers.undefinedCount) of lists that the list table does not define")
    }
    if destinations.html == nil {
      for format in document.numbers.unknownFormats.sorted() {
        result.report.add(.approximated, .listNumber, "levelnfc\(format)")
      }
    }
    if documentRecord == nil, destinations.html == nil {
      result.document.string.options = document.tables.baseOptions(
        isOwn: metadata.generator == "intensity-suite")
    }
    result.document.string.options.page = document.page.layout
    if let page = documentRecord?.options.page, RTFPageWords(page).found == document.page.layout {
      // The document record has the lengths of the page without the rounding to twips.
      result.document.string.options.page = page
    }
    var isElsewhere = false
    var isDistorted = false
    let isRestored =
      documentRecord != nil || assembly.records.contains { $0?.hidden != nil }
    if isRestored {
      let shown = ShownStructure(result.document.string)
      if documentRecord != nil,
        destinations.information.isUntouched || destinations.information.range == nil
      {
        result.document.metadata = DocumentMetadata()
      }
      let visible = HiddenDataRestorer(
        documentRecord ?? HiddenDocument(), standIns: .rtf,
        refusesDistortions: hidden.refusesDistortions
      ).restoreVisible(
        result.document, paragraphs: assembly.records.map { $0?.hidden },
        untouched: assembly.records.map { $0?.isUntouched ?? false },
        unshown: .rtf(first: document.page.layout),
        shownSize: document.tables.base.hasSize
          ? Double(document.tables.base.halfPoints) / 2 : nil)
      result.document = visible.result.document
      result.report.add(visible.result.report)
      isDistorted = visible.isDistorted && !hidden.refusesDistortions
      isElsewhere = ShownStructure(result.document.string) != shown
    }
    if let html = destinations.html, !html.isEmpty {
      result.embedded = EmbeddedPart(html.bytes, format: FormatID("html"))
    }
    let isCocoa = document.tables.isCocoa
    let hasTasks = isRestored && result.document.string.hasTasks
    let isOrdered = document.streams.contains { $0.paragraphCount > 0 && $0.order != nil }
    let needsProof =
      hidden.hasMarks || !hidden.pictures.isEmpty || isElsewhere || hasTasks || isOrdered
    return Finished(
      result: result, profileToProve: needsProof || isDistorted ? isCocoa ? "cocoa" : "word" : nil,
      isDistorted: isDistorted, hasSideFiles: hidden.hasSideFiles)
  }

  // MARK: Groups

  private mutating func openGroup(_ bytes: Span<UInt8>) throws {
    try groups.open(at: tokenizer.offset)
    decoder.fallback = 0
    _ = tokenizer.takeByte(bytes)
    if case .stylesheet = groups.current.role {
      groups.current.role = .ordinary
      beginStyle()
    }
  }

  private mutating func closeGroup(_ bytes: Span<UInt8>) throws {
    decoder.fallback = 0
    if decoder.hasPendingBytes,
      groups.current.ending != .none
        || !tokenizer.isSecondByteNext(from: tokenizer.offset + 1, in: bytes)
    {
      flushBytes()
    }
    tokenizer.takeClosingBrace(bytes)
    guard !groups.isEmpty else { return }
    if groups.count == 1 { document.lastParagraph = groups.current.paragraph }
    if case .none = groups.current.ending, document.tables.fullTableOffset == nil {
      return groups.close()
    }
    let closed = groups.current
    let around = groups.closeKeepingState()
    try end(closed, around, bytes)
    if let offset = document.tables.fullTableOffset {
      throw InputError.exceeds(
        .rtfTableSize, limit: "tableEntries", maximum: limits.tableEntries,
        seen: limits.tableEntries + 1, at: offset)
    }
    groups.current = around
    switch closed.ending {
    case .graphic: decoder.fallback = 1
    case .stylesheet: beginOrdinaryParagraph()
    case .fontTable: set(RTFWord.Character.f, document.tables.fonts.defaultNumber, bytes)
    case .oldList:
      let last = document.tables.lists.lastOldList
      groups.current.paragraph.oldList = last
    default: break
    }
  }

  // MARK: Control words

  @inline(__always)
  private mutating func control(_ bytes: Span<UInt8>) throws {
    switch tokenizer.takeControl(bytes, report: &report) {
    case .word(let word, let value, let start): try apply(word, value, start: start, bytes)
    case .unread(let word): note(word, bytes)
    case .symbol(let symbol): apply(symbol, bytes)
    case .byte(let byte): self.byte(byte)
    case .damagedByte:
      if decoder.hasPendingBytes { flushBytes() }
      unit(0xFFFD)
      groups.current.isFresh = false
    case .end: break
    }
  }

  private mutating func apply(_ symbol: UInt8, _ bytes: Span<UInt8>) {
    switch symbol {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): byte(symbol)
    case UInt8(ascii: "*"):
      if groups.current.isFresh { groups.current.isIgnorable = true }
      return
    case UInt8(ascii: "~"): unit(0xA0)
    case UInt8(ascii: "-"): unit(0xAD)
    case UInt8(ascii: "_"): unit(0x2011)
    case 0x09: unit(0x09)
    // Cocoa ends paragraphs with a backslash and a line end.
    case 0x0A, 0x0D: end(.par, bytes)
    default: break
    }
    groups.current.isFresh = false
  }

  /// Reports a control word that is not read, and skips its group if the table lists the word as a destination.
  ///
  /// After `\*`, the group of an unknown word is skipped as well. Without `\*`, its text is body text.
  private mutating func note(_ word: RTFUnreadWord, _ bytes: Span<UInt8>) {
    let isFresh = groups.current.isFresh
    groups.current.isFresh = false
    // Borders of pages and characters are not read. The following border words must not be applied to the paragraph.
    document.tables.frames.close()
    let destination = groups.current.destination
    if destination == .text, accounting.drawnWords.contain(word.hash) { applyDrawn(word) }
    if destination == .styles { document.tables.styles.note(word) }
    let isShown =
      destination == .text || destination == .picture || groups.current.ending == .oldList
    let isDestination = accounting.note(word, in: bytes, isText: isShown, report: &report)
    // Outside any inner group, a destination would skip the whole document.
    if isFresh && groups.current.isIgnorable || groups.count > 1 && isDestination {
      groups.current.destination = .skip
    }
  }

  /// Applies a control word that only drawings of the file use.
  private mutating func applyDrawn(_ word: RTFUnreadWord) {
    let value = min(max(word.value ?? 0, -31_680), 31_680)
    switch word.hash {
    case accounting.drawnWords.htmautsp: document.collapsesSpacing = word.value != 0
    case accounting.drawnWords.deftab: document.tabInterval = value > 0 ? Double(value) / 20 : nil
    case accounting.drawnWords.titlepg: document.hasTitlePages = true
    case _ where groups.current.isNestedTable: break
    case accounting.drawnWords.trkeep: document.stream.rows.outer.format.isKept = word.value != 0
    default: document.stream.rows.outer.format.left = value
    }
  }

  /// Applies a control word of any kind.
  @inline(__always)
  private mutating func apply(
    _ word: RTFWord, _ value: Int32?, start: Int, _ bytes: Span<UInt8>
  ) throws {
    groups.current.isFresh = false
    switch word {
    case .character(let word):
      if decoder.hasPendingBytes, !tokenizer.isSecondByteNext(from: tokenizer.offset, in: bytes) {
        flushBytes()
      }
      set(word, value, bytes)
    case .paragraph(let word): set(word, value)
    case .symbol(let word): insert(word, value, start, bytes)
    case .ending(let word): end(word, bytes)
    case .table(let word): set(word, value)
    case .destination(let word): try begin(word, value, start, bytes)
    case .definition(let word): define(word, value)
    case .document(let word): set(word, value)
    case .page(let word): set(word, value, start)
    case .picture(let word): destinations.picture.apply(word, value)
    case .math(let part): begin(part, value, start)
    case .frame(let word):
      groups.current.paragraph.frame = document.tables.frames.placed(
        groups.current.paragraph.frame, limit: limits.tableEntries
      ) { $0.apply(word, value) }
    case .shape(let word): destinations.shape.apply(word, value)
    }
  }
}

extension IAString {
  /// Whether the document has tasks, whose boxes the RTF writer shows as text.
  fileprivate var hasTasks: Bool {
    paragraphSets.contains { $0.blocks.contains { $0.kind.isTask } }
  }
}

extension Block.Kind {
  /// Whether the block is an item that is a task.
  fileprivate var isTask: Bool {
    guard case .listItem(let item) = self else { return false }
    return item.task != nil
  }
}
