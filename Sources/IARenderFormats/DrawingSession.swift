internal import IABytes
internal import IAConvert
internal import IAEmbedding
internal import IAFiles
internal import IAFonts
internal import IAFormats
internal import IALayout
internal import IARender
internal import IAText

/// The state of one drawing: its format, options, renderer with fonts, and highlighting rules.
struct DrawingSession {
  private let format: FormatDescriptor
  private let options: DrawingOptions
  private let renderer: Renderer
  private let highlighting: Highlighting?

  init(
    _ format: FormatDescriptor, _ options: DrawingOptions, profile: String
  ) throws(Failure) {
    self.format = format
    self.options = options
    let theme = options.theme ?? DrawingOptions.Theme(rawValue: profile) ?? .light
    highlighting = try options.highlighting.map { choice throws(Failure) in
      try Highlighting(choice)
    }
    var limits = Limits.standard
    limits.pixels = options.maximumPixels
    renderer = Renderer(
      fonts: try options.fonts.collection(), theme: theme == .dark ? .dark : .light,
      limits: limits)
  }

  // MARK: Measures

  private var isPDF: Bool { format.id == FormatDescriptor.pdf.id }

  /// Returns the measures of the pages of a document, or of a picture of several documents.
  func measures(_ document: PageLayout? = nil, _ looks: WriteOptions) -> SheetMeasures {
    SheetMeasures(
      options, isPaged: isPDF, document: document, defaults: FormatDefaults(looks.sourceFormat))
  }

  // MARK: Sources and pages

  /// Returns the source of a drawing: a document with its scheme, options and marks.
  ///
  /// - Throws: `Failure` if a mark reaches beyond the text.
  func source(
    of document: IADocument, _ looks: WriteOptions
  ) throws(Failure) -> Renderer.Source {
    let display = looks.effectiveDisplay(for: document)
    let scheme = Self.shows(document, looks) ? looks.scheme(for: document) : nil
    let moves = format.id == FormatDescriptor.apng.id && display.animates != false
    let own = looks.display.animation ?? document.string.options.animation
    let placement = document.printedPlacement
    var document = StickerPictures.resolve(
      document.shownText(looks), from: looks.stickerPacks)
    if FormatDefaults(looks.sourceFormat).isPrinted, !placement.hasTitlePages {
      document.removeTextsOfFirstPages()
    }
    if let highlighting { document.string = try highlighting.shown(document.string) }
    let style = style(looks)
    let size =
      options.fonts.size ?? looks.display.fontSize ?? document.string.options.fontSize
      ?? style.fontSize(looks.sourceFormat)
    let defaults = FormatDefaults(looks.sourceFormat)
    let spacing = style == .kit || defaults.isPrinted ? nil : document.printedPlacement.pageSpacing
    if let spacing {
      document.string = ReadingRoom.asPage(document.string, spacing, fontSize: size)
    } else if style != .kit {
      document.string =
        defaults.isPrinted
        ? ReadingRoom.stated(document.string, placement.collapsesSpacing)
        : ReadingRoom.spread(
          document.string, fontSize: size,
          codePadding: looks.sourceFormat?.rawValue == "markdown" ? Looks.codePadding : 0)
    }
    var plainLinks = document.printedPlacement.plainLinks
    if defaults.isPrinted { plainLinks += ReadingRoom.takeContents(of: &document.string) }
    ReadingRoom.color(
      document.printedPlacement.inkLinks, of: &document.string, renderer.theme.text)
    if !plainLinks.isEmpty {
      document.string = ReadingRoom.underlined(document.string, except: plainLinks)
    }
    let boxes =
      style == .kit
      ? [] : ReadingRoom.box(&document.string, document.printedPlacement.inlineBoxes)
    // The text of HTML pages has the family that browsers use if no other is stated, usually one with serifs.
    let pageFamily = spacing.flatMap {
      LayoutOptions.BlockAppearance.pageFamilies[$0.genericFamily]
    }
    var source = Renderer.Source(
      document,
      looks: Looks(
        scheme: scheme, smoothing: display.smoothing ?? .character,
        animation: moves ? own ?? scheme?.animation?.parameters : nil,
        fontFamily: options.fonts.family ?? display.fontFamily ?? pageFamily ?? defaults.fontFamily,
        monospacedFamily: options.fonts.monospacedFamily, fontSize: size))
    source.looks.placesTextAsOffice = defaults.isPrinted
    source.looks.tableIndents = defaults.isPrinted ? placement.tableIndents : [:]
    source.looks.keptRows = defaults.isPrinted ? placement.keptRows : []
    source.looks.tableSpacing =
      defaults.isPrinted || style == .kit ? 0 : ReadingRoom.betweenTables(fontSize: size)
    source.looks.pageSpacing = spacing
    source.looks.inlineBoxes = boxes
    source.looks.isMarkdown = looks.sourceFormat?.rawValue == "markdown" && style != .kit
    source.looks.underlinesLinks = plainLinks.isEmpty
    source.looks.showsNaturalPictures =
      looks.hasPictureSizesOfPages && !document.printedPlacement.reducesPictures
      && (style == .article || style == .letter)
    source.looks.tabInterval =
      (defaults.isPrinted ? placement.tabInterval : nil) ?? defaults.tabInterval
    source.looks.showsIntensityBars = options.showsIntensityBars
    source.looks.drawsEquations = drawsEquations
    source.marks = try marks(in: document.string)
    source.links = Self.links(of: document.string)
    if isPDF, let destinations = DestinationUse(document.string, options).destinations {
      source.destinations = destinations
      source.links = DestinationUse.links(of: document.string, destinations) + source.links
    }
    return source
  }

  /// Whether equations are drawn as mathematics.
  ///
  /// In a PDF with an embedded source they are not, because a reader compares the source with the text of the glyphs.
  var drawsEquations: Bool { !isPDF || options.embedding == nil }

  /// Returns the style that the options name, or the default style of the input's format.
  private func style(_ looks: WriteOptions) -> DrawingOptions.Style {
    if let style = options.style { return style }
    let read: Set<String> = ["html", "rtf", "rtfd", "markdown", "text"]
    return looks.sourceFormat.map { read.contains($0.rawValue) } == true ? .article : .message
  }

  /// Returns whether a document is drawn with a scheme: if it has intensities other than the default, or if the
  /// document or the call names a scheme.
  ///
  /// HTML pages use the same rule.
  static func shows(_ document: IADocument, _ looks: WriteOptions) -> Bool {
    let string = document.string
    if looks.display.renderScheme != nil || string.options.renderScheme != nil { return true }
    let summary = string.summary(in: string.utf16Range)
    return [summary.lowestIntensity, summary.highestIntensity].contains {
      $0 != nil && $0 != DisplayOptions.defaultIntensity
    }
  }

  private func marks(in string: IAString) throws(Failure) -> Marks {
    func check(_ name: String, _ end: Int) throws(Failure) {
      guard end > string.utf16Count else { return }
      throw Failure(
        .usage, code: "render.range",
        "\(name) reaches to \(end); the text has \(string.utf16Count) UTF-16 units")
    }
    var marks = Marks()
    marks.selection = options.selection
    marks.caret = options.caret
    marks.stretches =
      options.found.map { .init($0, .found) } + options.misspelt.map { .init($0, .spelling) }
    if let selection = marks.selection { try check("the selection", selection.upperBound) }
    if let caret = marks.caret { try check("the caret", caret) }
    for stretch in marks.stretches { try check("a mark", stretch.utf16Range.upperBound) }
    return marks
  }

  private static func links(of string: IAString) -> [(utf16Range: Range<Int>, url: String)] {
    var links: [(utf16Range: Range<Int>, url: String)] = []
    for run in string.attributeRuns(in: string.utf16Range) {
      guard let url = run.attributes.link?.url,
        LinkSchemes.scheme(of: url).map({ LinkSchemes.isHarmless($0) }) == true
      else { continue }
      if let last = links.last, last.url == url,
        last.utf16Range.upperBound == run.utf16Range.lowerBound
      {
        links[links.count - 1].utf16Range =
          last.utf16Range.lowerBound..<run.utf16Range.upperBound
      } else {
        links.append((run.utf16Range, url))
      }
    }
    return links
  }

  /// Returns the pages of a document; pictures have one.
  func pages(of source: Renderer.Source, _ looks: WriteOptions) throws -> [Page] {
    let sheet = measures(source.document.string.options.page, looks)
    var source = source
    source.columns = columns(of: source.document, looks)
    return try drawing {
      if isPDF, let pageSize = sheet.pageSize {
        let style = style(looks)
        let numbers: Renderer.PageNumbers =
          switch options.numbersPages {
          case true?: .all
          case false?: .none
          case nil where FormatDefaults(looks.sourceFormat).isPrinted && options.style == nil:
            // Documents of these formats contain their own page numbers.
            .none
          case nil: style == .article ? .all : style == .letter ? .allButFirst : .none
          }
        let sections = try renderer.pages(
          ofSectionsIn: source, withContentsTitled: options.hasContents ? "Contents" : nil,
          numbers: numbers
        ) { sectionSheet($0, pageSize, looks) }
        let pages =
          try sections
          ?? (options.hasContents
            ? try renderer.pages(
              of: source, withContentsTitled: "Contents", size: pageSize, margins: sheet.margins,
              numbers: numbers)
            : try renderer.pages(
              of: source, size: pageSize, margins: sheet.margins, numbers: numbers))
        return options.showsLegend
          ? renderer.addLegend(
            of: source.looks, caption: Self.legendCaption(source.looks), to: pages,
            margins: sheet.margins) : pages
      }
      return [
        addLegend(
          of: source.looks,
          to: try renderer.page(
            of: source, width: sheet.width, margins: sheet.margins,
            leastHeight: sheet.pageSize?.height ?? 0))
      ]
    }
  }

  /// Returns the columns of the pages of a document; `nil` for one column.
  private func columns(of document: IADocument, _ looks: WriteOptions) -> Renderer.Columns? {
    columns(of: document.string.options.page, looks)
  }

  /// Returns the size, margins and columns of the pages of a section.
  private func sectionSheet(
    _ page: PageLayout?, _ size: Size, _ looks: WriteOptions
  ) -> Renderer.Sheet {
    let measures = measures(page, looks)
    return Renderer.Sheet(
      size: measures.pageSize ?? size, margins: measures.margins, columns: columns(of: page, looks))
  }

  private func columns(of page: PageLayout?, _ looks: WriteOptions) -> Renderer.Columns? {
    guard isPDF, let count = page?.columns, count > 1 else { return nil }
    let sheet = measures(page, looks)
    return Renderer.Columns(
      count, spacing: page?.columnSpacing,
      width: sheet.width - sheet.margins.left - sheet.margins.right,
      hasLine: page?.columnLine ?? false)
  }

  /// Returns several documents on one page.
  func page(of gathering: Gathering, _ looks: WriteOptions) throws -> Page {
    let sheet = measures(nil, looks)
    return try drawing {
      switch gathering.arrangement {
      case .contactSheet:
        let items = try gathering.documents.map { ($0.name, try source(of: $0.document, looks)) }
        return addLegend(
          of: items.first?.1.looks,
          to: try renderer.contactSheet(items, width: sheet.width, margins: sheet.margins))
      case .thread:
        let messages = try messages(of: gathering, looks)
        return addLegend(
          of: messages.first { $0.source.looks.scheme != nil }?.source.looks,
          to: try renderer.thread(messages, width: sheet.width, margins: sheet.margins))
      }
    }
  }

  /// Returns a page with the legend below its text, if the options request one.
  private func addLegend(of looks: Looks?, to page: Page) -> Page {
    guard options.showsLegend, let looks else { return page }
    return renderer.addLegend(of: looks, caption: Self.legendCaption(looks), to: page)
  }

  /// Returns the text above the steps of a legend.
  private static func legendCaption(_ looks: Looks) -> String {
    let name = looks.scheme.map { ": " + SchemeChoice.shortName(of: $0) } ?? ""
    let means = looks.smoothing == .character ? "" : ", mean of each \(looks.smoothing)"
    return "Intensity\(name)\(means)"
  }

  private func messages(
    of gathering: Gathering, _ looks: WriteOptions
  ) throws -> [Renderer.Message] {
    try MessageThread(gathering.documents.map(\.document)).rows.map { row in
      Renderer.Message(try source(of: row.document, looks), isOwn: row.isOwn, sender: row.sender)
    }
  }

  /// Reports a requested legend or table of contents that the drawing does not show.
  ///
  /// - Parameters:
  ///   - looks: The schemes and sizes of the documents.
  ///   - destinations: The places of a PDF; `nil` for other formats and several documents.
  func listAbsentParts(
    _ looks: [Looks], _ destinations: Destinations?, in report: inout ConversionReport
  ) {
    if options.showsLegend, looks.allSatisfy({ $0.scheme == nil }) {
      report.add(.dropped, .legend, "no scheme is shown")
    }
    guard options.hasContents else { return }
    if !isPDF {
      report.add(.dropped, .toc, "only a PDF has a table of contents")
    } else if destinations?.hasContents != true {
      report.add(.dropped, .toc, "no heading of the levels 1 to 3")
    }
  }

  /// Reports the boxes around text that the drawing does not show: all of them in messages, and those beyond the maximum
  /// number.
  func listBoxes(
    _ document: IADocument, _ looks: WriteOptions, in report: inout ConversionReport
  ) {
    let boxed = document.printedPlacement.inlineBoxes
    for text in style(looks) == .kit ? boxed : ReadingRoom.beyondLimit(boxed) {
      report.add(.dropped, .padding, "box in a line", utf16Range: text.range)
    }
  }

  // MARK: Writing

  func write(
    _ pages: [Page], facts: DocumentMetadata, animation: RenderScheme.Animation?,
    to sink: inout some DocumentSink
  ) throws {
    try sink.write(try drawing { try bytes(of: pages, facts, animation) })
  }

  /// Writes a drawing with an embedded document; omits and reports the document if it cannot be read back from the
  /// drawing.
  ///
  /// - Parameter source: The bytes of the `.ia` file to embed.
  func write(
    _ pages: [Page], facts: DocumentMetadata, embedding source: [UInt8],
    to sink: inout some DocumentSink, in report: inout ConversionReport
  ) throws {
    let drawn = try drawing { try bytes(of: pages, facts, nil, source) }
    do throws(InputError) {
      _ = try EmbeddedDocument.read(drawn, limits: .standard)
    } catch {
      report.add(
        .dropped, .embeddedSource, "the text of the drawing cannot be compared: \(error)")
      return try write(pages, facts: facts, animation: nil, to: &sink)
    }
    try sink.write(drawn)
  }

  private func bytes(
    of pages: [Page], _ facts: DocumentMetadata, _ animation: RenderScheme.Animation?,
    _ source: [UInt8]? = nil
  ) throws -> [UInt8] {
    guard let first = pages.first else { return [] }
    switch format.id {
    case FormatDescriptor.pdf.id:
      return try renderer.pdf(pages, facts: DocumentFacts(facts), source: source)
    case FormatDescriptor.svg.id:
      return Array(renderer.svg(first, title: facts.title, source: source).utf8)
    case FormatDescriptor.apng.id:
      return try renderer.animatedPNG(
        first, scale: options.scale, animation: animation,
        framesPerSecond: options.framesPerSecond)
    default:
      let picture = try renderer.png(first, scale: options.scale)
      guard let source else { return picture }
      return PNGSource.adding(source, to: picture) ?? picture
    }
  }

  /// Converts errors of the renderer to failures of a command.
  private func drawing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as RenderError {
      throw Failure(
        error.code == .page ? .usage : .badInput, code: error.code.rawValue, error.detail)
    }
  }

  /// Reports the families that are replaced by others, each once with the number of its runs.
  func listSubstitutes(
    _ document: IADocument, _ looks: WriteOptions, in report: inout ConversionReport
  ) {
    renderer.fonts.listSubstitutes(
      document, looks, options.fonts,
      followsConfiguration: FormatDefaults(looks.sourceFormat).isPrinted, in: &report)
  }

  /// Reports margins of a document that leave no space for its text, and columns that do not fit.
  func listMargins(
    _ document: IADocument, _ looks: WriteOptions, in report: inout ConversionReport
  ) {
    let first = document.string.options.page
    listMargins(first, looks, nil, in: &report)
    guard isPDF, document.string.paragraphSets.contains(where: { $0.section != nil }) else {
      return
    }
    var last = first
    var count = 0
    for paragraph in document.string.paragraphs {
      guard let section = paragraph.attributes.section else { continue }
      count += 1
      let page = (first ?? PageLayout()).overridden(by: section.page)
      let range = paragraph.utf16Range
      listMargins(page, looks, range, in: &report)
      func note(_ detail: String) {
        report.add(.approximated, .sectionBreak, detail, utf16Range: range)
      }
      if count > Renderer.maximumSections { note("one of too many starts a page") }
      switch section.start {
      case .column: note("a start in a column starts a page")
      case .continuous where measures(page, looks).pageSize != measures(last, looks).pageSize:
        note("a page of another size starts a page")
      default: break
      }
      last = page
    }
  }

  private func listMargins(
    _ page: PageLayout?, _ looks: WriteOptions, _ range: Range<Int>?,
    in report: inout ConversionReport
  ) {
    let stated = page?.columns ?? 1
    if let columns = columns(of: page, looks), columns.count < stated {
      report.add(
        .approximated, .columns, "\(columns.count) of \(stated) fit", utf16Range: range)
    }
    guard measures(page, looks).hasUnusableMargins else { return }
    report.add(.approximated, .pageMargins, "they leave no space for text", utf16Range: range)
  }

  /// Reports the weights that are drawn with thicker or thinner strokes, once for each face.
  private func listWeights(in report: inout ConversionReport) {
    for (number, weights) in renderer.missingWeights.sorted(by: { $0.key < $1.key }) {
      let face = renderer.fonts.faces[number]
      let names = weights.sorted().map(String.init).joined(separator: ", ")
      report.add(
        .approximated, .fontWeight,
        "\(face.families.first ?? ""): \(names) from \(Int(face.weights.lowerBound))")
    }
  }

  /// Reports what the renderer did not draw, or did not draw exactly.
  ///
  /// These are weights that the fonts lack, headers or footers that were cut off, lines that rows of an exact height
  /// cut off, text boxes and pictures that were moved into the text, and attachments that were replaced by a card or
  /// placeholder.
  func listUndrawn(in report: inout ConversionReport) {
    listWeights(in: &report)
    if renderer.hasCutOffRunningTexts {
      report.add(
        .dropped, .pageHeader, "a header or footer is cut off at three tenths of the page")
    }
    for range in renderer.clippedLines.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      report.add(
        .dropped, .clipped, "a line below the exact height of its row", utf16Range: range)
    }
    for range in renderer.objectsInText.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      report.add(.approximated, .frame, "in the text", utf16Range: range)
    }
    for loss in renderer.undrawnAttachments {
      report.add(
        .dropped, .attachment, loss.reason, utf16Range: loss.utf16Offset..<loss.utf16Offset + 1)
    }
  }
}

extension Looks {
  /// The animation of the scheme with the durations of these options, or `nil` if the drawing is static.
  var fading: RenderScheme.Animation? {
    guard let animation, var fading = scheme?.animation else { return nil }
    fading.parameters = animation
    return fading
  }
}

extension IADocument {
  /// Removes the headers and footers of first pages.
  mutating func removeTextsOfFirstPages() {
    var ranges: [Range<Int>] = []
    for paragraph in string.paragraphs {
      switch paragraph.attributes.blocks.first?.kind {
      case .pageHeader(.first)?, .pageFooter(.first)?: ranges.append(paragraph.utf16Range)
      default: break
      }
    }
    for range in ranges.reversed() { string.remove(range) }
    printedPlacement.remove(ranges)
  }
}

extension DocumentFacts {
  init(_ metadata: DocumentMetadata) {
    self.init()
    title = metadata.title
    author = metadata.authors.isEmpty ? nil : metadata.authors.joined(separator: ", ")
    subject = metadata.subject
    keywords = metadata.keywords.isEmpty ? nil : metadata.keywords.joined(separator: ", ")
    created = metadata.created
    modified = metadata.modified
    language = metadata.language
  }
}
