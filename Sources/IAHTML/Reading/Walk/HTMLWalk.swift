internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAMarkup
internal import IAText

/// Builds a document from the nodes of a page in document order, without recursion.
struct HTMLWalk {
  /// An open element.
  struct Frame {
    var node: HTMLNode
    /// The next child to read.
    var next: HTMLNode?
    /// The number of the style of the content.
    var style: Int
    /// The block style to restore after the element.
    var blockStyle: Int
    var path: [Block]?
    var link: InlineAttributes.Link??
    /// The tag of the enclosing form field, to restore after the element.
    var form: String??
    var end = End.nothing
    /// The number of paragraphs that ended before the element.
    var paragraphCount = 0
    /// The start of the outer flow of floats, if the element extends below its floats.
    var flowStart: Int?
    /// Whether the element is a displayed block in a page of another program; `page.places.edges`
    /// then has an entry for it.
    var hasEdges = false
    /// The offset at which an element with an inline box starts.
    var boxStart: Int?
    /// The children that a browser may show beside each other.
    var boxes = BoxesInLine()
  }

  enum End {
    case nothing
    /// Ends the paragraph.
    case paragraph
    /// Ends the paragraph, and adds an empty one if the element has none.
    case wholeParagraph
    /// As `paragraph`; closes the list.
    case list
    /// As `paragraph`; closes the table.
    case table
    /// As `paragraph`; splits the enclosing table if the caption follows rows.
    case caption
    /// Ends the last line of a code block.
    case code
    /// Adds a text.
    case text(String)
    /// Adds the closing parenthesis of a ruby annotation.
    case ruby
    /// Adds a space after an element outside of the normal flow.
    case gap
  }

  let options: ReadOptions
  let survey: PageSurvey
  /// Whether this suite wrote the page.
  let isOwn: Bool

  var page: PageDocument
  var pictures: PictureReader
  /// The open Word lists.
  var wordLists: WordLists
  /// The default style of the document.
  var baseLooks = DisplayOptions()
  /// The open elements, outermost first.
  var frames: [Frame] = []
  /// The open lists, outermost first.
  var lists: [ListState] = []
  /// The open tables, outermost first.
  var tables: [TableState] = []
  /// The elements of attachments, by the UTF-16 offset of the attachment.
  var figures: [Int: StandIns.Seen] = [:]
  private var bookmarkNames: Set<String> = []

  /// Creates a walk over a surveyed page.
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

  /// Reads the content of an element and ends the document.
  mutating func read(_ root: HTMLNode) {
    let (style, looks, genericFamily) = page.styles.page(root)
    if !page.styles.unread.isEmpty { noteUnreadDeclarations(root) }
    baseLooks = looks
    if let genericFamily { page.places.spaces.setFamily(genericFamily) }
    baseLooks.paragraphSpacing = survey.paragraphSpacing
    frames = [Frame(node: root, next: root.firstChild, style: style, blockStyle: 0)]
    frames[0].boxes.isRow = !isOwn && page.styles.styles[style].isRow
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

  /// Opens an element, or reads it as a whole if its content is not read as text.
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
    // The `code` element of a code block is not inline code.
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
    if !isOwn {
      noteSibling(node, kind, style)
      noteLostLayout(of: node, tag, style)
    }
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
    // A floating inline element stays in its line regardless of its `display`.
    let isBeside = kind == .inline && !isOwn && !page.styles.styles[style].flow.floats.isEmpty
    let isBlock =
      kind != .inline
      || !isBeside && (display == .block || display == .listItem || display == .table)
    if isBlock, display != .inline || kind == .table || kind == .list {
      enterBlock(node, tag, style, classes, &frame)
      // A link displayed as a block is still a link.
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

  /// Adds a line break inside a paragraph; it is dropped if nothing follows.
  private mutating func addLineBreak(_ node: HTMLNode, _ style: Int) {
    if page.styles.styles[style].flow.breaksPage {
      page.endParagraph()
      page.text.pendingSpace = nil
      page.startsPage = true
      return
    }
    page.clear(page.styles.styles[style].flow.clears)
    noteAnchor(node, style)
    // Cocoa marks an empty paragraph with this element, which is not a line break.
    if isOwn, node[.`class`] == "Apple-interchange-newline" { return }
    if page.path.last?.kind.isCode ?? false, !isOwn { return page.endParagraph(isForced: true) }
    page.addLineBreak(style: style)
  }

  /// Returns whether an element contains one character, such as a drop cap.
  private func isInitial(_ node: HTMLNode) -> Bool {
    node.allText(limit: 4).trimmingASCIISpace().count == 1
  }

  /// Returns whether an element has no text; an empty link back gets its text from the style sheet.
  private func isEmpty(_ node: HTMLNode) -> Bool {
    node.allText(limit: 16).trimmingASCIISpace().isEmpty
  }

  /// Records the position of an element that is the target of a link.
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

/// The classes of an element that have a meaning for the reader.
struct Classes {
  private var names: [Substring] = []
  /// Whether at least one name starts with `ia-` or `msocom`.
  private var isSpecial = false
  private(set) var isAttachment = false
  /// Whether the element is a link back from a note, or part of the comment display of Word.
  private(set) var isLeftOut = false
  /// Whether the element is a link back from a note in a page of this suite.
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

  /// Returns whether the element has a class; only for names that start with `ia-` or `msocom`.
  func has(_ name: String) -> Bool { isSpecial && names.contains { $0 == name } }

  /// The class of a sticker whose picture the page contains once.
  var repeatedSticker: String? {
    isSpecial ? names.first { $0.hasPrefix("ia-k") }.map(String.init) : nil
  }

  /// The number, from 1, of an entry of the line end table.
  var lineEnd: Int? {
    guard isSpecial else { return nil }
    let start = "ia-end-".utf8
    return names.lazy.filter { $0.utf8.starts(with: start) }
      .compactMap { Int($0.dropFirst(7)) }.first
  }

  /// The programming language from a class `language-…` or `lang-…`.
  var language: String? {
    for name in names {
      if name.hasPrefix("language-") { return String(name.dropFirst("language-".count)) }
      if name.hasPrefix("lang-") { return String(name.dropFirst("lang-".count)) }
    }
    return nil
  }
}

extension HTMLWalk {
  /// Returns whether a line break only marks that whole blocks were copied, as WebKit and Blink
  /// write it at the end of the body.
  ///
  /// Inside a paragraph (Cocoa) it is an empty line.
  private static func isInterchangeNewline(_ node: HTMLNode) -> Bool {
    node.parent?.tag == .body && node[.`class`] == "Apple-interchange-newline"
  }
}
