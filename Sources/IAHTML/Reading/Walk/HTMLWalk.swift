internal import IABytes
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Builds a document from the nodes of a page, one after the other, without recursion.
struct HTMLWalk {
  /// An element that is open.
  struct Frame {
    var node: HTMLNode
    /// The node inside it that comes next.
    var next: HTMLNode?
    /// The style of what is inside.
    var style: Int
    /// What the walk goes back to after it.
    var blockStyle: Int
    var path: [Block]?
    var link: InlineAttributes.Link??
    /// What is done at its end.
    var end = End.nothing
    /// How many paragraphs there were when it was entered.
    var paragraphCount = 0
  }

  /// What is done at the end of an element.
  enum End {
    case nothing
    /// Its paragraph ends.
    case paragraph
    /// Its paragraph ends, and there is one even if it is empty.
    case wholeParagraph
    /// As `paragraph`; the list is left.
    case list
    /// As `paragraph`; the table is left.
    case table
    /// As `paragraph`; the table around goes on.
    case caption
    /// Its last line ends.
    case code
    /// A text is added.
    case text(String)
    /// The annotation of a ruby ends.
    case ruby
  }

  let source: any DocumentSource
  let options: ReadOptions
  let survey: PageSurvey
  /// Whether the page is one of this suite's.
  let isOwn: Bool

  var styles: StyleResolver
  var report: ConversionReport
  var builder = IAStringBuilder()
  /// What text and paragraphs look like of which nothing is said.
  var baseLooks = DisplayOptions()
  var document = IADocument()
  var frames: [Frame] = []
  /// The blocks around the place that is read.
  var path: [Block] = []
  var lastBlockID = 0
  /// The style of the innermost block.
  var blockStyle = 0
  /// The lists around.
  var lists: [ListState] = []
  /// The tables around.
  var tables: [TableState] = []
  /// The lists of Word that may go on.
  var msoLists: [MsoList] = []
  /// The items of a list of Word that is written as one, from the outermost.
  var msoItems: [MsoList] = []
  /// The levels of the list around that only its marks show.
  var writtenLevels: [WrittenLevel] = []
  /// How many such lists there were.
  var writtenListCount = 0
  /// The element that ends the mark of the item that is read.
  var writtenMarkEnd: HTMLNode?

  var text = TextState()
  /// The hidden data of paragraphs, by their number from 0.
  var records: [(paragraph: Int, data: HiddenParagraph)] = []
  /// The elements that stand for attachments, by the unit of the attachment.
  var figures: [Int: StandIns.Seen] = [:]
  /// Where the paragraph that is read starts.
  var paragraphStart = 0
  /// Whether the next paragraph starts a page.
  var startsPage = false
  /// How paragraphs of a style are set, by its number.
  var paragraphSets: [Int: ParagraphAttributes] = [:]
  /// The blocks that the last paragraph stood in.
  var lastPath: [Block] = []
  /// The break that the next paragraph stands in.
  var nextLeaf: Block?
  /// What the element of the paragraph says about it.
  var mark = ParagraphMark()
  var paragraphCount = 0
  /// The stickers that the page shows often, by their class.
  var stickers: [String: Attachment] = [:]
  private var bookmarkNames: Set<String> = []
  var pixelsLeft: Int
  var damagedRecords = 0
  /// Whether blocks were left out because they were nested too deeply.
  var isFlattened = false

  init(
    source: any DocumentSource, options: ReadOptions, survey: PageSurvey, byteCount: Int,
    report: ConversionReport
  ) {
    self.source = source
    self.options = options
    self.survey = survey
    self.report = report
    isOwn = survey.isOwn
    pixelsLeft = options.limits.pixels
    styles = StyleResolver(survey.sheet, isOwn: survey.isOwn, byteCount: byteCount)
  }

  /// Reads all that is inside an element.
  mutating func read(_ root: HTMLNode) {
    let (style, looks) = styles.page(root)
    baseLooks = looks
    baseLooks.paragraphSpacing = survey.paragraphSpacing
    frames = [Frame(node: root, next: root.firstChild, style: style, blockStyle: 0)]
    blockStyle = style
    while let index = frames.indices.last {
      if let child = frames[index].next {
        frames[index].next = child.next
        let style = frames[index].style
        switch child.kind {
        case .text: if writtenMarkEnd == nil { read(text: child, style: style) }
        case .element: if !child.isTemplate { enter(child, in: style) }
        default: break
        }
      } else {
        leave(frames[index])
        frames.removeLast()
      }
    }
    endParagraph()
  }

  /// A new block of a kind.
  mutating func block(_ kind: Block.Kind) -> Block {
    lastBlockID += 1
    return Block(id: lastBlockID, kind)
  }

  /// Opens an element, or reads it at once where nothing inside it is read as text.
  private mutating func enter(_ node: HTMLNode, in parentStyle: Int) {
    if !survey.notes.isEmpty, survey.notes.leftOut.contains(node) { return }
    let tag = node.tag
    let kind = node.isHTML ? ElementKind(tag) : .active
    switch kind {
    case .skipped: return
    case .active:
      report.add(.neutralised, "active-content", node.nameText, byteOffset: node.byteOffset)
      return
    default: break
    }
    // The code of a block of code is no code among text.
    let isBlockCode = tag == .code && node.parent?.tag == .pre
    let style = isBlockCode ? parentStyle : styles.style(of: node, in: parentStyle)
    if styles.styles[style].isMsoMark { return readMsoMark(node, parentStyle) }
    if let tail = writtenMarkEnd, tail == node {
      writtenMarkEnd = nil
      return
    }
    switch tag {
    case .br where Self.isInterchangeNewline(node): return
    case .br: return addLineBreak(node, style)
    case .wbr: return add(units: [0x200B], style: style)
    case .img: return readPicture(node, style: style)
    case .video: return readVideo(node, style: style)
    case .hr: return readRule(node, style: style)
    case .xml: return
    default: break
    }
    let classes = node.hasAttributes ? Classes(node) : Classes()
    if classes.isLeftOut, !classes.isBackLink || isEmpty(node) { return }
    if classes.isAttachment, !options.ignoresHiddenData {
      return readAttachment(node, style: style)
    }
    var frame = Frame(node: node, next: node.firstChild, style: style, blockStyle: blockStyle)
    frame.paragraphCount = paragraphCount
    let display = styles.styles[style].display
    let isBlock = kind != .inline || display == .block || display == .listItem || display == .table
    if isBlock, display != .inline || kind == .table || kind == .list {
      enterBlock(node, tag, style, classes, &frame)
    } else {
      noteAnchor(node, style)
      if node.hasAttributes { noteMark(node, classes) }
      enterInline(node, tag, style, &frame)
    }
    frames.append(frame)
  }

  /// Closes an element.
  private mutating func leave(_ frame: Frame) {
    switch frame.end {
    case .nothing: break
    case .paragraph: endParagraph()
    case .wholeParagraph:
      endParagraph()
      if paragraphCount == frame.paragraphCount { endParagraph(isForced: true) }
    case .caption: endParagraph()
    case .list:
      endParagraph()
      lists.removeLast()
    case .table:
      endParagraph()
      tables.removeLast()
    case .code: endParagraph(isForced: text.needsLine || paragraphCount == frame.paragraphCount)
    case .text(let added): add(units: Array(added.utf16), style: frame.style)
    case .ruby: add(units: [0x29], style: frame.style)
    }
    blockStyle = frame.blockStyle
    if let path = frame.path { self.path = path }
    if let link = frame.link { text.setLink(link) }
    if case .caption = frame.end, paragraphCount > frame.paragraphCount { cutTable() }
  }

  /// Whether an element shows no text: the link back from a note shows what the style sheet says.
  private func isEmpty(_ node: HTMLNode) -> Bool {
    node.allText(limit: 16).trimmingASCIISpace().isEmpty
  }

  /// Remembers the place of an element that a link may lead to.
  mutating func noteAnchor(_ node: HTMLNode, _ style: Int) {
    guard node.hasAttributes else { return }
    for attribute in [.id, .name] as [MarkupName] {
      guard let name = node[attribute], let anchor = bookmarkName(name),
        bookmarkNames.insert(anchor).inserted
      else { continue }
      settleSpace()
      builder.bookmark(anchor)
    }
  }

  private func bookmarkName(_ id: String) -> String? {
    if isOwn { return id.hasPrefix("b-") ? SafeURL.name(ofID: id, prefix: "b-") : nil }
    return survey.targets.contains(id) ? id : nil
  }
}

/// What the element of a paragraph says about it, apart from its style.
struct ParagraphMark {
  /// The value of `data-ia`.
  var data: String?
  /// Whether the end of the paragraph is plain, whatever the text before it.
  var hasPlainEnd = false
  /// Whether the paragraph stands in the same heading or break as the one before.
  var continuesLeaf = false
}

/// The classes of our own pages that say what an element is.
struct Classes {
  private var names: [Substring] = []
  private(set) var isAttachment = false
  /// Whether it is a link back from a note, or what Word writes to show remarks in browsers.
  private(set) var isLeftOut = false
  /// Whether it is the link back from a note of this suite.
  private(set) var isBackLink = false

  init() {}

  init(_ node: HTMLNode) {
    guard let value = node[.`class`] else { return }
    names = CSSSelector.Compound.classes(of: value)
    let isSpecial = names.contains {
      $0.utf8.starts(with: "ia-".utf8) || $0.utf8.starts(with: "msocom".utf8)
    }
    guard isSpecial else { return }
    isAttachment = has("ia-attachment") || has("ia-sticker")
    isBackLink = has("ia-back")
    isLeftOut = isBackLink || has("msocomoff") || has("msocomhide")
  }

  func has(_ name: StaticString) -> Bool { names.contains { $0 == "\(name)" } }

  /// The class of a sticker that the page shows often.
  var repeatedSticker: String? {
    names.first { $0.hasPrefix("ia-k") }.map(String.init)
  }

  /// The language that a class of code names.
  var language: String? {
    for name in names {
      if name.hasPrefix("language-") { return String(name.dropFirst("language-".count)) }
      if name.hasPrefix("lang-") { return String(name.dropFirst("lang-".count)) }
    }
    return nil
  }
}

extension HTMLWalk {
  /// Whether a line break only says that the last block of a clipboard was selected whole, as WebKit
  /// and Blink write it; in a paragraph, as Cocoa does, it is a line.
  private static func isInterchangeNewline(_ node: HTMLNode) -> Bool {
    node.parent?.tag == .body && node[.`class`] == "Apple-interchange-newline"
  }
}
