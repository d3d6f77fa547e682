internal import IAFormats
internal import IAText

/// Walks a document once and writes the elements of its body.
///
/// The head of a page declares what its body uses, so the body comes first: it is held until the head
/// is written. What does not fit is walked twice with the same code, silently to learn, then to write.
/// Nothing here recurses; blocks that are open lie on a stack.
struct BodyWriter {
  /// A stretch of one style and one look.
  struct Piece {
    var end: Int
    var style: Int
    var look: Int
    /// Whether the end of the paragraph has the looks of the piece.
    var reachesEnd = false
  }

  /// What a walk asks of a set of inline attributes at each of its runs.
  struct SetFacts {
    /// The number of its style; -1 where it was not met yet.
    var style = -1
    /// Whether it sets what schemes set too.
    var touchesScheme = false
    /// Whether hidden data holds something of it.
    var isHidden = false
    /// Whether it has tags.
    var hasTags = false
    /// Whether something of it is lost.
    var hasLosses = false
  }

  /// What a walk is for.
  enum Purpose {
    /// To learn what the head must declare; nothing is written.
    case survey
    /// To write what was surveyed.
    case writing
    /// To do both at once.
    case both
  }

  let string: IAString
  let blobs: AttachmentStore
  let dialect: HTMLDialect
  /// Whether fonts, sizes and colours are shown.
  var isStyled: Bool { dialect.showsLooks }
  /// Whether attachments go into files beside the page where the sink takes them.
  var linksMedia = false
  /// The stickers whose bytes are not written each time.
  var repeatedStickers = RepeatedStickers()
  let steps: [IAString.NumberedRun]
  /// Whether a scheme shows the text.
  let hasSteps: Bool
  /// The attributes of the document by their numbers.
  let inlineSets: [InlineAttributes]
  let paragraphSets: [ParagraphAttributes]
  /// Which of these set more than their blocks; few do.
  let areSetInThemselves: [Bool]
  /// What is known of the sets of inline attributes.
  var setFacts: [SetFacts]
  let attachments: [IAString.PlacedAttachment]
  let bookmarkNames: Set<String>

  var purpose = Purpose.both
  var output: HTMLOutput
  var styles: StyleTable
  var notes = NoteLabels()
  var hidden: HiddenPages
  var report = ConversionReport()
  var window: TextWindow
  /// The stretches of equal attributes of some paragraphs, and the one that was reached.
  var runs: [IAString.NumberedRun] = []
  var nextRun = 0
  var pieces: [Piece] = []
  /// The number of the attributes of the end of the paragraph; those of no text where it has none.
  var lineEnd: UInt32 = 0
  /// Whether the paragraph's text is printable ASCII; of no meaning on a survey, which does not look.
  var isTextPrintable = false
  /// Whether hidden data holds something of the attributes of the paragraph's text.
  var hidesInline = false
  /// The pairs of the paragraph whose halves differ in style.
  var pairs: [Range<Int>] = []
  var blocks = [OpenBlock(id: 0, base: 0, depth: 0)]
  var elements: [Element] = []
  var lastPath: [Block] = []
  /// The heading or break that the last paragraph stood in.
  var lastLeaf: Int?
  /// Whether the paragraph stands in the same one.
  var continuesLeaf = false
  /// The classes of the columns of tables that were met last.
  var columnClasses: [(column: Block.Table.Column, name: String?)] = []
  var nextStep = 0
  var nextAttachment = 0
  var nextBookmark = 0
  /// Before which offset there is neither a bookmark nor an attachment that was not written yet.
  var nextMark = 0
  var position = 0

  /// Starts at the first paragraph of a document.
  init(
    _ document: IADocument, steps: [IAString.NumberedRun], styles: StyleTable, hidden: HiddenPages,
    dialect: HTMLDialect
  ) {
    string = document.string
    blobs = document.attachments
    self.dialect = dialect
    self.hidden = hidden
    self.steps = steps
    hasSteps = !steps.isEmpty
    inlineSets = string.inlineSets
    setFacts = Array(repeating: SetFacts(), count: inlineSets.count)
    paragraphSets = string.paragraphSets
    areSetInThemselves = paragraphSets.map(\.isSetInItself)
    self.styles = styles
    attachments = string.attachments
    bookmarkNames = Set(string.bookmarks.map(\.name))
    output = HTMLOutput()
    window = TextWindow(string, hasIntensities: hidden.isKept && hidden.hasIntensities)
  }

  /// Writes paragraphs in their blocks.
  ///
  /// Paragraphs are found a window at a time, so that their text is looked at while it is near.
  ///
  /// - Parameters:
  ///   - start: Where the first begins.
  ///   - held: The buffer behind the sink; the walk ends when it is full. `nil` if there is none.
  /// - Returns: The offset of the first paragraph that was not written.
  mutating func walk(
    from start: Int, to sink: inout some DocumentSink, held: HeldBody? = nil
  ) throws -> Int {
    var start = start
    while start < string.utf16Count {
      let paragraphs = string.numberedParagraphs(
        in: start..<min(start + TextWindow.size, string.utf16Count))
      guard let end = paragraphs.last?.utf16Range.upperBound else { break }
      fetchRuns(in: start..<end)
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
    close(toLevel: 1)
    closeGroup(of: 0)
    writeBookmarks(through: string.utf16Count)
  }

  private mutating func fetchRuns(in range: Range<Int>) {
    runs.removeAll(keepingCapacity: true)
    nextRun = 0
    var found: [IAString.NumberedRun] = []
    swap(&found, &runs)
    string.forEachInlineRun(in: range) { found.append($0) }
    swap(&found, &runs)
  }

  private mutating func write(
    _ paragraph: IAString.NumberedParagraph, to sink: inout some DocumentSink
  ) throws {
    let leaf = arrange(paragraph)
    let look = plan(paragraph)
    noteLosses(of: paragraph)
    position = paragraph.contentRange.lowerBound
    let hasPlainEnd = hasPlainEnd(paragraph)
    let start = StartTag(
      classes: styles.className(
        ofSet: paragraph.number, paragraphSets, isEmpty: paragraph.contentRange.isEmpty),
      hasPlainEnd: hasPlainEnd,
      continuesLeaf: continuesLeaf && leaf != .text && leaf != .code,
      look: look, direction: direction(of: paragraph), hasData: hide(paragraph, hasPlainEnd))
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
        if !attachments.isEmpty, let figure = figure(of: paragraph) {
          try write(figure: figure, paragraph, start, to: &sink)
        } else {
          try writeParagraph(paragraph, start, to: &sink)
        }
      }
      noteFaults(of: paragraph)
    }
    closeWrappers()
  }

  private mutating func writeParagraph(
    _ paragraph: IAString.NumberedParagraph, _ start: StartTag, to sink: inout some DocumentSink
  ) throws {
    output.write("<p")
    write(start, of: paragraph)
    try writeInline(hoisted: start.look, to: &sink)
    if dialect.isCocoa, paragraph.contentRange.isEmpty {
      output.write("<br class=\"Apple-interchange-newline\">")
    }
    if paragraph.utf16Range.upperBound == string.utf16Count {
      writeBookmarks(through: string.utf16Count)
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
    let level = blocks.count - 1
    if blocks[level].hasLine { output.write("\n") }
    blocks[level].hasLine = true
    let hasBookmark =
      nextBookmark < string.bookmarks.count
      && string.bookmarks[nextBookmark].utf16Offset == paragraph.utf16Range.lowerBound
    let needsTag = hasBookmark || !start.isEmpty
    if needsTag {
      output.write("<span")
      write(start, of: paragraph)
    }
    try writeInline(hoisted: start.look, to: &sink)
    if needsTag { output.write("</span>") }
  }

  /// Whether a reader, which gives the end of a paragraph the attributes of the text before it,
  /// must be told not to.
  ///
  /// Mutating like all that is asked for each paragraph: else the writer would be copied for the call.
  private mutating func hasPlainEnd(_ paragraph: IAString.NumberedParagraph) -> Bool {
    let content = paragraph.contentRange
    guard paragraph.isTerminated else { return false }
    let isEndPlain = lineEnd == 0
    guard let last = pieces.last, !content.isEmpty else { return !isEndPlain }
    return pairs.last?.upperBound == content.upperBound ? !isEndPlain : !last.reachesEnd
  }

  private mutating func direction(of paragraph: IAString.NumberedParagraph) -> String? {
    guard purpose != .survey else { return nil }
    let content = paragraph.contentRange
    let number = Int(paragraph.number)
    let own = areSetInThemselves[number] ? paragraphSets[number].direction : nil
    isTextPrintable = isPrintable(content)
    if isTextPrintable { return own?.rawValue }
    var direction = TextDirection()
    var at = content.lowerBound
    while at < content.upperBound {
      let end = window.end(from: at, to: content.upperBound)
      direction.scan(window.units(in: at..<end))
      at = end
    }
    direction.finish()
    if direction.isSuspicious {
      report.add(.neutralised, "bidi-control", "isolated", utf16Range: content)
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

/// What the start tag of a paragraph carries.
struct StartTag {
  /// The class of the paragraph's attributes.
  var classes: String?
  /// Whether the end of the paragraph is plain, though the text before it is not.
  var hasPlainEnd = false
  /// Whether the paragraph stands in the same heading or break as the one before.
  var continuesLeaf = false
  /// The look that all text of the paragraph shares; 0 where it does not.
  var look: Int
  /// The value of `dir`.
  var direction: String?
  /// Whether there is hidden data.
  var hasData: Bool

  /// Whether the tag would carry nothing.
  var isEmpty: Bool {
    classes == nil && look == 0 && direction == nil && !hasData && !hasPlainEnd
  }
}
