internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Information that is collected from all nodes of a page before its text is read.
struct PageSurvey {
  /// The rules of all style sheets.
  var sheet = CSSSheet()
  /// The metadata from the `head` element and the `lang` attribute of the root.
  var metadata = DocumentMetadata()
  /// The names of `a` elements, and the fragment identifiers of links inside the page.
  var targets: Set<String> = []
  /// Whether this suite wrote the page.
  var isOwn = false
  /// Whether this suite wrote the page in the profile `cocoa`.
  private(set) var isCocoa = false
  /// The content of the metadata `ia-doc` (hidden data of the document).
  var hiddenDocument: String?
  /// Whether the last paragraph ends with U+000A.
  var hasFinalLineEnd = true
  /// The contents of the metadata `ia-blob`.
  var blobs: [String] = []
  /// The ids that begin with `b-`, which are bookmarks in pages of this suite.
  var bookmarks: Set<String> = []
  /// The notes of a page that this suite did not write.
  var notes = PageNotes()
  /// The space after paragraphs in points, in a page of this suite with a rule for `p`.
  var paragraphSpacing: Double?
  /// Whether the page is in quirks mode.
  let isQuirky: Bool
  /// The `body` or `frameset` element.
  var body: HTMLNode?
  /// The size of the page in bytes of UTF-8.
  let byteCount: Int

  /// The attributes and page properties that are not read.
  private(set) var unread = ConversionReport()

  private var accounting = HTMLAccounting()
  private var sheets: [HTMLNode] = []
  private var generator: String?
  /// Whether an office program wrote the page; a percentage as line height is then a multiple of
  /// the font's natural line height.
  private(set) var isOfOffice = false

  /// Creates the survey of a page and reads its style sheets.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - byteCount: The size of the page in bytes of UTF-8.
  ///   - source: The source of the page and of the style sheets beside it.
  ///   - isForPrint: Whether print style sheets apply; ignored for pages of this suite.
  ///   - limits: `tableEntries` limits the number of rules, `inputBytes` the size of style sheet
  ///     files.
  ///   - report: Receives a note for each part that is not read.
  /// - Complexity: O(*n*) in the number of nodes, without recursion.
  init(
    _ root: HTMLNode, byteCount: Int, from source: any DocumentSource, isForPrint: Bool,
    limits: Limits, report: inout ConversionReport
  ) {
    self.byteCount = byteCount
    isQuirky = root.tree.quirksMode == .quirks
    if let language = root[.lang], SafeURL.isLanguageTag(language) { metadata.language = language }
    var node: HTMLNode? = root
    while let current = node {
      var isEntered = false
      if current.isElement {
        isEntered = visit(current, report: &report)
      }
      node = current.next(in: root, entering: isEntered)
    }
    isOwn = isOwn || generator == Self.ownGenerator
    isOfOffice = Self.isOffice(generator) || root.tree.name("xmlns:w").map(root.has) ?? false
    if !isOwn {
      notes.settle(in: root)
      targets.subtract(notes.names)
    }
    if !isOwn || generator != Self.ownGenerator, generator != "Cocoa HTML Writer" {
      metadata.generator = generator
    }
    sheet.readsVariables = !isOwn
    sheet.media = CSSMedia(isPrint: isForPrint && !isOwn)
    readSheets(from: source, limits: limits, report: &report)
    if isOwn { paragraphSpacing = sheet.takeParagraphSpacing() } else { sheet.roundPage() }
    for part in sheet.page.unread { unread.add(.dropped, part.feature, part.property) }
    if sheet.isCut { report.add(.dropped, .styleSheet, "more than \(limits.tableEntries) rules") }
    if sheet.isNestingCut {
      report.add(.dropped, .styleSheet, "rules for too many nested elements")
    }
    for name in sheet.unreadRules.sorted() { report.add(.dropped, .styleSheet, "@\(name)") }
    for name in sheet.loads { report.add(.neutralised, .externalContent, name) }
  }

  private mutating func readSheets(
    from source: any DocumentSource, limits: Limits, report: inout ConversionReport
  ) {
    var files = StyleSheetFiles(source: source, limits: limits)
    for style in sheets where !isDerived(style) && applies(style) {
      if style.tag == .link {
        if let linked = style[.href].flatMap({ files.sheet(at: $0) }) {
          sheet.add(linked, from: &files, limit: limits.tableEntries)
        } else {
          let absence = style[.href].flatMap { files.absence(of: $0) }
          report.add(
            .neutralised, .externalContent, "style sheet" + (absence.map { " " + $0 } ?? ""),
            byteOffset: style.byteOffset)
        }
      }
      for text in style.children where text.kind == .text {
        let tokens = CSSTokenizer.tokens(text.utf8)
        sheet.add(SheetTokens(tokens: tokens), from: &files, limit: limits.tableEntries)
      }
    }
    sheet.rankLayers()
  }

  /// Returns whether the generator is an office program.
  private static func isOffice(_ generator: String?) -> Bool {
    guard let generator = generator?.lowercased() else { return false }
    return ["microsoft", "office", "word.document", "excel.sheet", "powerpoint.slide"].contains {
      generator.contains($0)
    }
  }

  /// The content of the metadata `generator` in pages of this suite.
  static let ownGenerator = "intensity-suite"

  /// Returns whether the writer marked an element as derived from other data, with the class
  /// `ia-s`.
  private func isDerived(_ node: HTMLNode) -> Bool {
    guard let classes = node[.`class`] else { return false }
    return CSSSelector.Compound.classes(of: classes).contains("ia-s")
  }

  /// Returns whether a style sheet is CSS and its media queries are true.
  private func applies(_ node: HTMLNode) -> Bool {
    if let type = node[.type]?.lowercased(), !type.isEmpty, type != "text/css" { return false }
    guard let media = node.tree.name("media").flatMap({ node[$0] }) else { return true }
    return sheet.media.holds(CSSTokenizer.tokens(Array(media.utf8), limit: 256)[...])
  }

  /// Records an element and returns whether its children are visited.
  private mutating func visit(_ node: HTMLNode, report: inout ConversionReport) -> Bool {
    if node.namespace == .mathML {
      noteHandlers(of: node, report: &report)
      return true
    }
    if node.namespace == .svg {
      noteHandlers(of: node, report: &report)
      return node.nameText != "foreignObject"
    }
    switch node.tag {
    case .body, .frameset: if body == nil { body = node }
    case .style:
      sheets.append(node)
      return false
    case .link: if StyleSheetFiles.isLink(node) { sheets.append(node) }
    case .meta: read(meta: node, report: &report)
    case .script, .base, .template:
      // Those in the body are noted as the text is read.
      if node.parent?.tag == .head {
        report.add(.neutralised, .activeContent, node.nameText, byteOffset: node.byteOffset)
      }
    case .title where node.isHTML:
      if metadata.title == nil, !isDerived(node), let title = node.firstChild, title.kind == .text {
        metadata.title = title.text
      }
      return false
    case .a:
      if let name = node[.name], !name.isEmpty { targets.insert(name) }
      if let href = node[.href], href.hasPrefix("#") { targets.insert(String(href.dropFirst())) }
    default: break
    }
    if node.hasAttributes { look(atAttributesOf: node, report: &report) }
    return ElementKind(node.tag) != .active || node.tag == .frameset
  }

  private mutating func look(atAttributesOf node: HTMLNode, report: inout ConversionReport) {
    accounting.noteAttributes(of: node, report: &unread)
    let id = node[.id]
    if let id, id.hasPrefix("b-") { bookmarks.insert(id) }
    notes.look(at: node, id: id)
    noteHandlers(of: node, report: &report)
  }

  private func noteHandlers(of node: HTMLNode, report: inout ConversionReport) {
    node.forEachAttributeName { name in
      guard node.tree.name(name, starts: "on") else { return }
      let text = node.tree.text(of: name)
      if text.utf8.count > 2 { report.add(.neutralised, .eventHandler, text) }
    }
  }

  /// The maximum number of custom metadata entries.
  static let maxCustomMetadata = 1000

  private mutating func addCustom(_ name: String, _ content: String) {
    guard name.hasPrefix(PageHead.customPrefix),
      metadata.custom.count < Self.maxCustomMetadata
    else { return }
    var found = DocumentMetadata()
    found.custom = [.init(String(name.dropFirst(PageHead.customPrefix.count)), content)]
    metadata = metadata.overridden(by: found)
  }

  private mutating func read(meta node: HTMLNode, report: inout ConversionReport) {
    if node[.httpEquiv]?.lowercased() == "refresh" {
      report.add(.neutralised, .externalContent, "meta refresh")
    }
    guard let name = node[.name] ?? node[.property], let content = node[.content] else { return }
    switch name.lowercased() {
    case "author", "dc.creator": metadata.authors.append(content)
    case "description", "dc.description", "subject": metadata.subject = metadata.subject ?? content
    case "keywords":
      metadata.keywords += content.split(separator: ",").map { $0.trimmingASCIISpace() }
        .filter { !$0.isEmpty }
    case "dcterms.created", "created", "dc.date": metadata.created = metadata.created ?? content
    case "dcterms.modified", "changed", "last-modified":
      metadata.modified = metadata.modified ?? content
    case "generator", "progid": generator = generator ?? content
    case "ia-profile":
      isOwn = true
      isCocoa = content == "cocoa"
    case "ia-doc": hiddenDocument = hiddenDocument ?? content
    case "ia-blob": blobs.append(content)
    case "ia-final-line-end": hasFinalLineEnd = content != PageHead.noFinalEnd
    default: addCustom(name, content)
    }
  }
}
