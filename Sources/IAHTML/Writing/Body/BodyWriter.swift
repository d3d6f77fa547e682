internal import IAFiles
internal import IAFormats
internal import IAText

/// Walks a document and writes the elements of its body.
///
/// The head of a page declares the classes that its body uses, so that the body is written first,
/// into memory. The part that exceeds the memory limit is walked twice with the same code: first
/// without output, to collect the classes, then to write. Open blocks are on a stack; there is no
/// recursion.
struct BodyWriter {
  enum Purpose {
    /// Collects the information for the head; nothing is written.
    case survey
    /// Writes paragraphs that were surveyed.
    case writing
    /// Collects and writes.
    case both
  }

  /// The document to write.
  let source: BodySource
  /// The destinations of attachment contents.
  var media = Media()

  var purpose = Purpose.both
  /// The bytes that are not written to the sink yet.
  var output = HTMLOutput()
  /// The classes and tags of the page.
  var styles: PageStyles
  /// The notes and the references to them.
  var notes = NoteLabels()
  var hidden: HiddenPages
  /// The conversion notes.
  var report = ConversionReport()
  /// The loaded part of the text.
  var window: TextWindow
  /// The pieces of the current paragraph.
  var plan: InlinePlan
  var nesting = BlockNesting()
  /// The current position.
  var cursor = Cursor()

  /// Whether the page shows fonts, sizes and colours.
  var isStyled: Bool { source.dialect.showsLooks }

  /// The destinations of attachment contents.
  struct Media {
    /// Whether attachments become files beside the page, if the sink accepts them.
    var linksFiles = false
    /// Whether pictures without a display size have their size in pixels, as on pages.
    var areNatural = false
    /// Whether the style sheet gives pictures rounded corners, as in messages.
    var haveRoundCorners = false
    /// The stickers whose picture is written only once.
    var stickers = RepeatedStickers()
  }

  /// The position in a document and the indices that belong to it.
  struct Cursor {
    /// The UTF-16 offset of the next unit.
    var position = 0
    var nextAttachment = 0
    var nextBookmark = 0
    /// A UTF-16 offset before which no unwritten bookmark or attachment exists.
    var nextMark = 0
  }

  /// Creates a writer at the start of a document.
  ///
  /// - Parameter steps: The scheme steps of the text; empty if no scheme is shown.
  init(
    _ document: IADocument, steps: [IAString.NumberedRun], styles: PageStyles, hidden: HiddenPages,
    dialect: HTMLDialect, idPrefix: String = ""
  ) {
    source = BodySource(document, steps: steps, dialect: dialect, idPrefix: idPrefix)
    self.styles = styles
    self.hidden = hidden
    plan = InlinePlan(setCount: source.inlineSets.count)
    window = TextWindow(source.string, hasIntensities: hidden.isKept && hidden.hasIntensities)
  }

  /// Writes paragraphs in their blocks.
  ///
  /// Paragraphs are fetched in windows of `TextWindow.size` units, so that their text stays in the
  /// processor cache.
  ///
  /// - Parameters:
  ///   - start: The UTF-16 offset of the first paragraph.
  ///   - held: The buffer behind the sink, or `nil`; the walk ends when it is full.
  /// - Returns: The UTF-16 offset of the first paragraph that was not written.
  mutating func walk(
    from start: Int, to sink: inout some DocumentSink, held: HeldBody? = nil
  ) throws -> Int {
    var start = start
    while start < source.string.utf16Count {
      let paragraphs = source.string.numberedParagraphs(
        in: start..<min(start + TextWindow.size, source.string.utf16Count))
      guard let end = paragraphs.last?.utf16Range.upperBound else { break }
      plan.fetchRuns(of: source.string, in: start..<end)
      for paragraph in paragraphs {
        try write(paragraph, to: &sink)
        try output.drain(into: &sink)
        if let held, held.isFull { return paragraph.utf16Range.upperBound }
      }
      start = end
    }
    return start
  }

  /// Closes all open blocks after the last paragraph and writes the remaining bookmarks.
  mutating func finish() {
    nesting.close(toLevel: 1, to: &output)
    nesting.closeGroup(of: 0, to: &output)
    writeBookmarks(through: source.string.utf16Count)
  }

  private mutating func write(
    _ paragraph: IAString.NumberedParagraph, to sink: inout some DocumentSink
  ) throws {
    let leaf = arrange(paragraph)
    let look = plan(paragraph)
    noteLosses(of: paragraph)
    cursor.position = paragraph.contentRange.lowerBound
    let hasOwnEnd = plan.hasOwnEnd(paragraph)
    let isInBox = leaf == .code && nesting.blocks.last?.codeClass != nil
    let start = StartTag(
      classes: isInBox
        ? nil
        : styles.className(
          ofSet: paragraph.number, source.paragraphSets, isEmpty: paragraph.contentRange.isEmpty),
      end: hasOwnEnd ? lineEnd(of: paragraph) : .asText,
      continuesLeaf: nesting.continuesLeaf && leaf != .text && leaf != .code,
      look: look, direction: direction(of: paragraph), hasData: hide(paragraph, hasOwnEnd))
    if purpose != .survey {
      switch leaf {
      case .code: try writeLine(paragraph, start, to: &sink)
      case .rule: try writeRule(paragraph, start, to: &sink)
      case .header(let level):
        let level = min(max(level, 1), 6)
        output.write("<h")
        output.write(level)
        write(start, of: paragraph)
        try writeInline(hoisted: start.look, to: &sink)
        output.write("</h")
        output.write(level)
        output.write(">\n")
      case .text:
        if !source.attachments.isEmpty, let figure = figure(of: paragraph) {
          try write(figure: figure, paragraph, start, to: &sink)
        } else {
          try writeParagraph(paragraph, start, to: &sink)
        }
      }
      noteFaults(of: paragraph)
    }
    nesting.closeWrappers(to: &output)
  }

  private mutating func writeParagraph(
    _ paragraph: IAString.NumberedParagraph, _ start: StartTag, to sink: inout some DocumentSink
  ) throws {
    output.write("<p")
    write(start, of: paragraph)
    try writeInline(hoisted: start.look, to: &sink)
    if source.dialect.isCocoa, paragraph.contentRange.isEmpty {
      output.write("<br class=\"Apple-interchange-newline\">")
    }
    if paragraph.utf16Range.upperBound == source.string.utf16Count {
      writeBookmarks(through: source.string.utf16Count)
    }
    output.write("</p>\n")
  }

  private mutating func writeRule(
    _ paragraph: IAString.NumberedParagraph, _ start: StartTag, to sink: inout some DocumentSink
  ) throws {
    output.write("<hr")
    if paragraph.contentRange.isEmpty {
      write(start, of: paragraph)
      output.write("\n")
    } else {
      // An `hr` element has no content; the text of the paragraph follows it.
      output.write(start.continuesLeaf ? " class=\"ia-bare ia-more\">\n" : " class=\"ia-bare\">\n")
      var start = start
      start.continuesLeaf = false
      try writeParagraph(paragraph, start, to: &sink)
    }
  }

  private mutating func writeLine(
    _ paragraph: IAString.NumberedParagraph, _ start: StartTag, to sink: inout some DocumentSink
  ) throws {
    let level = nesting.blocks.count - 1
    if nesting.blocks[level].hasLine { output.write("\n") }
    nesting.blocks[level].hasLine = true
    let hasBookmark =
      cursor.nextBookmark < source.string.bookmarks.count
      && source.string.bookmarks[cursor.nextBookmark].utf16Offset == paragraph.utf16Range.lowerBound
    let needsTag = hasBookmark || !start.isEmpty
    if needsTag {
      output.write("<span")
      write(start, of: paragraph)
    }
    try writeInline(hoisted: start.look, to: &sink)
    if needsTag { output.write("</span>") }
  }

  private mutating func direction(of paragraph: IAString.NumberedParagraph) -> String? {
    guard purpose != .survey else { return nil }
    let content = paragraph.contentRange
    let number = Int(paragraph.number)
    let own = source.areSetInThemselves[number] ? source.paragraphSets[number].direction : nil
    plan.isTextPrintable = isPrintable(content)
    if plan.isTextPrintable { return own?.rawValue }
    var direction = TextDirection()
    var at = content.lowerBound
    while at < content.upperBound {
      let end = window.end(from: at, to: content.upperBound)
      unsafe direction.scan(window.units(in: at..<end))
      at = end
    }
    direction.finish()
    if direction.isSuspicious {
      report.add(.neutralised, .bidiControl, "isolated", utf16Range: content)
    }
    if let own { return own.rawValue }
    return direction.needsIsolation ? "auto" : nil
  }
}

extension IAString.NumberedParagraph {
  /// The range without the final U+000A.
  var contentRange: Range<Int> {
    utf16Range.lowerBound..<utf16Range.upperBound - (isTerminated ? 1 : 0)
  }
}

/// The properties of the start tag of a paragraph.
struct StartTag {
  /// The class for the paragraph attributes.
  var classes: String?
  var end = End.asText
  /// Whether the paragraph belongs to the heading or thematic break of the previous one.
  var continuesLeaf = false
  /// The number of the scheme appearance that all text of the paragraph shares, or 0.
  var look: Int
  /// The value of `dir`.
  var direction: String?
  /// Whether the paragraph has hidden data.
  var hasData: Bool

  /// Whether the tag would have no attributes.
  var isEmpty: Bool {
    classes == nil && look == 0 && direction == nil && !hasData && end == .asText
  }

  /// The attributes of the end of a paragraph.
  enum End: Equatable {
    /// Those of the text before it.
    case asText
    /// None, although the text before it has some.
    case plain
    /// Those of an entry of the page's line end table, counted from 1.
    case entry(Int)
  }
}
