internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAMarkup
internal import IAText

/// Builds a document from the nodes of a page in their order, without recursion.
struct HTMLWalk {
  /// An element that is open.
  struct Frame {
    var node: HTMLNode
    /// The node inside it that comes next.
    var next: HTMLNode?
    /// The style of what is inside.
    var style: Int
    /// The block style to restore after the element.
    var blockStyle: Int
    var path: [Block]?
    var link: InlineAttributes.Link??
    /// The tag of the form field around, to restore after the element.
    var form: String??
    /// The action at the end of the element.
    var end = End.nothing
    /// The number of paragraphs before the element.
    var paragraphCount = 0
    /// The start of the flow of floating boxes around an element that ends below those in it.
    var flowStart: Int?
    /// Whether it is a displayed block of a page of another program, whose edges are the last ones of the page.
    var hasEdges = false
    /// The place at which an element with a box in the line starts.
    var boxStart: Int?
    /// The boxes in it that can be beside each other.
    var boxes = BoxesInLine()
  }

  /// An action at the end of an element.
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
    /// As `paragraph`; the enclosing table continues.
    case caption
    /// Its last line ends.
    case code
    /// A text is added.
    case text(String)
    /// The annotation of a ruby ends.
    case ruby
    /// A box that is not beside the text around ends.
    case gap
  }

  let options: ReadOptions
  let survey: PageSurvey
  /// Whether a writer of this suite made the page.
  let isOwn: Bool

  /// The document that is built.
  var page: PageDocument
  /// The pictures of the page.
  var pictures: PictureReader
  /// The lists of Word that are open.
  var wordLists: WordLists
  /// The attributes of text and paragraphs without a style.
  var baseLooks = DisplayOptions()
  /// The open elements, from the outside in.
  var frames: [Frame] = []
  /// The open lists, from the outside in.
  var lists: [ListState] = []
  /// The open tables, from the outside in.
  var tables: [TableState] = []
  /// The elements that represent attachments, by the offset of the attachment.
  var figures: [Int: StandIns.Seen] = [:]
  private var bookmarkNames: Set<String> = []

  /// Creates a walk over a page.
  init(
    source: any DocumentSource, options: ReadOptions, survey: PageSurvey, report: ConversionReport
  ) {
    self.options = options
    self.survey = survey
    isOwn = survey.isOwn
    page = PageDocument(
      isOwn: survey.isOwn, maxDepth: options.limits.depth,
      styles: StyleResolver(
        survey.sheet, isOwn: survey.isOwn, isQuirky: survey.isQuirky, isOfOffice: survey.isOfOffice,
        byteCount: survey.byteCount),
      report: report)
    pictures = PictureReader(source: source, limits: options.limits, isOwn: survey.isOwn)
    wordLists = WordLists(definitions: survey.sheet.msoLevels)
    page.places.spaces.isQuirky = survey.isQuirky
    if !isOwn { page.report.add(survey.unread) }
  }

  /// Reads all that is inside an element.
  mutating func read(_ root: HTMLNode) {
    let (style, looks, genericFamily) = page.styles.page(root)
    baseLooks = looks
    if let genericFamily { page.places.spaces.setFamily(genericFamily) }
    baseLooks.paragraphSpacing = survey.paragraphSpacing
    frames = [Frame(node: root, next: root.firstChild, style: style, blockStyle: 0)]
    page.blockStyle = style
    while let index = frames.indices.last {
      if let child = frames[index].next {
        frames[index].next = child.next
        let style = frames[index].style
        switch child.kind {
        case .text:
          if frames[index].boxes.watchesText { noteText(child) }
          if page.markerEnd == nil { page.read(child, style: style) }
        case .element: if !child.isTemplate { enter(child, in: style) }
        default: break
        }
      } else {
        leave(frames[index])
        frames.removeLast()
      }
    }
    page.endParagraph()
    page.addHeldPictures()
    page.places.floats.finish(at: page.paragraphStart)
    page.places.spaces.finish()
  }

  /// Opens an element, or reads it at once where nothing inside it is read as text.
  private mutating func enter(_ node: HTMLNode, in parentStyle: Int) {
    if !survey.notes.isEmpty, survey.notes.leftOut.contains(node) { return }
    let tag = node.tag
    if tag == .math, node.namespace == .mathML {
      noteDrawn()
      return readEquation(node, style: parentStyle)
    }
    if tag == .svg, node.namespace == .svg {
      noteDrawn()
      return readDrawing(node, style: parentStyle)
    }
    let kind = node.isHTML ? ElementKind(tag) : .active
    switch kind {
    case .skipped:
      if isOwn, !Classes(node).has("ia-form") { return }
      let place = page.builder.utf16Count
      if !readFormField(node, tag, style: styleOfField(node, tag, in: parentStyle)) {
        page.noteElement(node)
      }
      if page.builder.utf16Count > place { noteDrawn() }
      return
    case .inline: if !isOwn { page.noteElement(node) }
    case .block where tag == .details && !isOwn: page.noteDetails(node)
    case .active where StyleSheetFiles.isLink(node): return
    case .active:
      page.report.add(.neutralised, .activeContent, node.nameText, byteOffset: node.byteOffset)
      return
    default: break
    }
    // The `code` of a code block is not inline code.
    let isBlockCode = tag == .code && node.parent?.tag == .pre
    var style =
      isBlockCode
      ? page.styles.styleOfBlockCode(node, in: parentStyle)
      : page.styles.style(of: node, in: parentStyle)
    if tag == .pre { style = page.styles.styleOfCodeBlock(node, style) }
    if !page.styles.unread.isEmpty { noteUnreadDeclarations(node) }
    if !isOwn, !page.styles.styles[style].flow.floats.isEmpty, kind == .inline, tag != .img {
      noteFloat(node)
    }
    if page.styles.styles[style].isMsoMark {
      return wordLists.readMarker(node, parentStyle, in: &page)
    }
    if let tail = page.markerEnd, tail == node {
      page.markerEnd = nil
      return
    }
    if !isOwn { noteSibling(node, kind, style) }
    switch tag {
    case .br where Self.isInterchangeNewline(node): return
    case .br: return addLineBreak(node, style)
    case .wbr: return page.add(units: [0x200B], style: style)
    case .img: return readPicture(node, style: style)
    case .video: return readVideo(node, style: style)
    case .hr: return readRule(node, style: style)
    case .xml: return
    default: break
    }
    let classes = node.hasAttributes ? Classes(node) : Classes()
    if classes.isLeftOut, !classes.isBackLink || isEmpty(node) { return }
    if isOwn, classes.has("ia-ends"), readLineEnds(node, style: parentStyle) { return }
    if classes.isAttachment, !options.ignoresHiddenData {
      return readAttachment(node, style: style)
    }
    var frame = Frame(node: node, next: node.firstChild, style: style, blockStyle: page.blockStyle)
    frame.paragraphCount = page.paragraphCount
    let display = page.styles.styles[style].display
    // A floating element in a line is beside its text, whatever it is displayed as.
    let isBeside = kind == .inline && !isOwn && !page.styles.styles[style].flow.floats.isEmpty
    let isBlock =
      kind != .inline
      || !isBeside && (display == .block || display == .listItem || display == .table)
    if isBlock, display != .inline || kind == .table || kind == .list {
      enterBlock(node, tag, style, classes, &frame)
      // A link can be displayed as a block.
      if tag == .a { enterInline(node, tag, style, &frame) }
    } else {
      noteAnchor(node, style)
      if node.hasAttributes { noteMark(node, classes) }
      if !page.styles.styles[style].flow.inlineBoxes.isEmpty {
        frame.boxStart = page.builder.utf16Count
      }
      if page.styles.styles[style].isApart, !isOwn, !isInitial(node) {
        page.addGap(style: parentStyle)
        frame.end = .gap
      }
      if kind == .block, !isOwn, ElementKind.headingLevel(tag) != nil {
        frame.style = page.styles.headingAsText(style)
      }
      enterInline(node, tag, style, &frame)
    }
    frames.append(frame)
  }

  private mutating func noteUnreadDeclarations(_ node: HTMLNode) {
    page.noteDeclarations(page.styles.takeUnread(), at: node.byteOffset)
  }

  /// Closes an element.
  private mutating func leave(_ frame: Frame) {
    switch frame.end {
    case .nothing: break
    case .paragraph: page.endParagraph()
    case .wholeParagraph:
      page.endParagraph()
      if page.paragraphCount == frame.paragraphCount { page.endParagraph(isForced: true) }
    case .caption: page.endParagraph()
    case .list:
      page.endParagraph()
      lists.removeLast()
    case .table:
      page.endParagraph()
      tables.removeLast()
    case .code:
      page.endParagraph(
        isForced: page.text.needsLine || page.paragraphCount == frame.paragraphCount)
      page.endCode()
    case .text(let added): page.add(units: Array(added.utf16), style: frame.style)
    case .ruby: page.add(units: [0x29], style: frame.style)
    case .gap: page.addGap(style: frame.style)
    }
    if let start = frame.boxStart,
      let box = page.styles.styles[frame.style].flow.inlineBoxes.first
    {
      let range = start..<page.builder.utf16Count
      if !page.places.addBox(box, range, at: frame.node.byteOffset) {
        page.noteDeclarations(box.unread(isBlank: range.isEmpty), at: frame.node.byteOffset)
      }
    }
    if frame.boxes.isRowOfBlocks { noteBeside(frame.node.byteOffset) }
    if frame.hasEdges { leaveSpace(page.places.edges.removeLast(), frame) }
    page.blockStyle = frame.blockStyle
    if let path = frame.path { page.path = path }
    if let start = frame.flowStart { leaveFlow(frame, start) }
    if let link = frame.link {
      page.text.setLink(link)
      if page.places.plainLinkStart != nil || page.places.inkLinkStart != nil { page.endLink() }
    }
    if let form = frame.form { page.text.setForm(form) }
    if case .caption = frame.end, page.paragraphCount > frame.paragraphCount { cutTable() }
  }

  /// Adds a line break inside a paragraph, which is dropped if nothing follows.
  private mutating func addLineBreak(_ node: HTMLNode, _ style: Int) {
    if page.styles.styles[style].flow.breaksPage {
      page.endParagraph()
      page.text.pendingSpace = nil
      page.startsPage = true
      return
    }
    page.clear(page.styles.styles[style].flow.clears)
    noteAnchor(node, style)
    // Apple's programs mark an empty paragraph with an element that is not a line break.
    if isOwn, node[.`class`] == "Apple-interchange-newline" { return }
    if page.path.last?.kind.isCode ?? false, !isOwn { return page.endParagraph(isForced: true) }
    page.addLineBreak(style: style)
  }

  /// Returns whether a box contains one character, as the first letter of a text does that continues beside it.
  private func isInitial(_ node: HTMLNode) -> Bool {
    node.allText(limit: 4).trimmingASCIISpace().count == 1
  }

  /// Returns whether an element shows no text: the link back from a note shows what the style sheet says.
  private func isEmpty(_ node: HTMLNode) -> Bool {
    node.allText(limit: 16).trimmingASCIISpace().isEmpty
  }

  /// Records the place of an element that a link may lead to.
  mutating func noteAnchor(_ node: HTMLNode, _ style: Int) {
    guard node.hasAttributes else { return }
    for attribute in [.id, .name] as [MarkupName] {
      guard let name = node[attribute], let anchor = bookmarkName(name),
        bookmarkNames.insert(anchor).inserted
      else { continue }
      page.settleSpace()
      page.builder.bookmark(anchor)
    }
  }

  private func bookmarkName(_ id: String) -> String? {
    if isOwn { return id.hasPrefix("b-") ? SafeURL.name(ofID: id, prefix: "b-") : nil }
    return survey.targets.contains(id) ? id : nil
  }
}

/// The classes of our own pages that say what an element is.
struct Classes {
  private var names: [Substring] = []
  /// Whether any name starts with `ia-` or `msocom`.
  private var isSpecial = false
  private(set) var isAttachment = false
  /// Whether it is a link back from a note, or what Word writes to show remarks in browsers.
  private(set) var isLeftOut = false
  /// Whether it is the link back from a note of this suite.
  private(set) var isBackLink = false

  init() {}

  init(_ node: HTMLNode) {
    guard let value = node[.`class`] else { return }
    names = CSSSelector.Compound.classes(of: value)
    isSpecial = names.contains {
      $0.utf8.starts(with: "ia-".utf8) || $0.utf8.starts(with: "msocom".utf8)
    }
    guard isSpecial else { return }
    isAttachment = has("ia-attachment") || has("ia-sticker")
    isBackLink = has("ia-back")
    isLeftOut = isBackLink || has("msocomoff") || has("msocomhide")
  }

  /// Returns whether there is a name that starts with `ia-` or `msocom`.
  func has(_ name: String) -> Bool { isSpecial && names.contains { $0 == name } }

  /// The class of a sticker that the page shows often.
  var repeatedSticker: String? {
    isSpecial ? names.first { $0.hasPrefix("ia-k") }.map(String.init) : nil
  }

  /// The entry of the table of paragraph ends that a class names.
  var lineEnd: Int? {
    guard isSpecial else { return nil }
    let start = "ia-end-".utf8
    return names.lazy.filter { $0.utf8.starts(with: start) }
      .compactMap { Int($0.dropFirst(7)) }.first
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
  /// Returns whether a line break only says that the last block of a clipboard was selected whole, as WebKit
  /// and Blink write it; in a paragraph, as Cocoa does, it is a line.
  private static func isInterchangeNewline(_ node: HTMLNode) -> Bool {
    node.parent?.tag == .body && node[.`class`] == "Apple-interchange-newline"
  }
}
