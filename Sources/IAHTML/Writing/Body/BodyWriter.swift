internal import IAFiles
internal import IAFormats
internal import IAText

/// Walks a document once and writes the elements of its body.
///
/// The head of a page declares what its body uses, so the body comes first: it is held until the head
/// is written. What does not fit is walked twice with the same code, silently to learn, then to write.
/// Nothing here recurses; blocks that are open lie on a stack.
struct BodyWriter {
  /// The purpose of a walk.
  enum Purpose {
    /// To learn what the head must declare; nothing is written.
    case survey
    /// To write what was surveyed.
    case writing
    /// To do both at once.
    case both
  }

  /// The document that is written.
  let source: BodySource
  /// The destinations of pictures and other content of attachments.
  var media = Media()

  /// The purpose of the current walk.
  var purpose = Purpose.both
  /// The bytes of the page.
  var output = HTMLOutput()
  /// The classes and tags of the page.
  var styles: PageStyles
  /// The footnotes, and the references to them.
  var notes = NoteLabels()
  /// The hidden data of the page.
  var hidden: HiddenPages
  /// The notes about what the page does not show.
  var report = ConversionReport()
  /// The part of the text that is near.
  var window: TextWindow
  /// The pieces of the current paragraph.
  var plan: InlinePlan
  /// The open blocks and elements.
  var nesting = BlockNesting()
  /// The next places that are written.
  var cursor = Cursor()

  /// Whether fonts, sizes and colours are shown.
  var isStyled: Bool { source.dialect.showsLooks }

  /// The destinations of the content of attachments.
  struct Media {
    /// Whether attachments go into files beside the page if the sink accepts them.
    var linksFiles = false
    /// Whether pictures without a display size have that of their pixels, as on pages.
    var areNatural = false
    /// Whether the style sheet makes the corners of pictures round, as in messages.
    var haveRoundCorners = false
    /// The stickers whose bytes are written once.
    var stickers = RepeatedStickers()
  }

  /// The next places of a document that are written.
  struct Cursor {
    /// The offset of the next code unit.
    var position = 0
    /// The index of the next attachment.
    var nextAttachment = 0
    /// The index of the next bookmark.
    var nextBookmark = 0
    /// An offset before which there is no bookmark and no attachment that is not written yet.
    var nextMark = 0
  }

  /// Creates a writer at the first paragraph of a document.
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
  /// Paragraphs are fetched by window, so that their text is in the cache.
  ///
  /// - Parameters:
  ///   - start: Where the first begins.
  ///   - held: The buffer behind the sink; the walk ends when it is full. `nil` if there is none.
  /// - Returns: The offset of the first paragraph that was not written.
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

  /// Closes what is open behind the last paragraph.
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
      // A break holds no text; what it is said to hold follows it.
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
  /// The units without the U+000A.
  var contentRange: Range<Int> {
    utf16Range.lowerBound..<utf16Range.upperBound - (isTerminated ? 1 : 0)
  }
}

/// The properties that the start tag of a paragraph states.
struct StartTag {
  /// The class of the paragraph's attributes.
  var classes: String?
  /// The attributes of the end of the paragraph.
  var end = End.asText
  /// Whether the paragraph belongs to the heading or break of the previous one.
  var continuesLeaf = false
  /// The number of the appearance that all text of the paragraph shares, or 0.
  var look: Int
  /// The value of `dir`.
  var direction: String?
  /// Whether there is hidden data.
  var hasData: Bool

  /// Whether the tag would carry nothing.
  var isEmpty: Bool {
    classes == nil && look == 0 && direction == nil && !hasData && end == .asText
  }

  /// The attributes of the end of a paragraph.
  enum End: Equatable {
    /// Those of the text before it.
    case asText
    /// None, though the text before it has some.
    case plain
    /// Those of an entry of the page's table, counted from 1.
    case entry(Int)
  }
}
