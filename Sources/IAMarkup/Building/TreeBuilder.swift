internal import IABytes

/// The tree construction of the HTML Living Standard, section 13.2.6.
struct TreeBuilder {
  /// An insertion mode.
  enum Mode: UInt8 {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable
    case inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody
    case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  }

  /// The result of processing a token: done, or to be processed again in the new mode.
  enum Step { case done, again }

  /// The element that contains a fragment.
  struct Context {
    var name: MarkupName
    var space: MarkupNamespace
    var traits: ElementTraits
  }

  /// The `selectedcontent` elements and the selected options whose content they show.
  struct SelectedContents {
    /// The first `selectedcontent` of each `select`.
    var targets: [UInt32: UInt32] = [:]
    /// The selected option of each `select`.
    var options: [UInt32: UInt32] = [:]
  }

  typealias Token = Tokenizer.Token

  let options: MarkupOptions
  var tokenizer: Tokenizer
  var arena = NodeArena()
  var stack = OpenElements()
  var formatting = FormattingElements()
  var mode = Mode.initial
  /// The mode to return to after the modes "text" and "in table text".
  var originalMode = Mode.initial
  var templateModes: [Mode] = []
  var context: Context?
  var headElement: UInt32 = 0
  var formElement: UInt32 = 0
  /// Whether a `frameset` may replace the body.
  var allowsFrameset = true
  /// Whether content that is not allowed in a table is inserted before the table.
  var isFosterParenting = false
  /// Whether a line feed at the start of the next token is omitted.
  var ignoresLineFeed = false
  var pendingTableText: [TextPiece] = []
  var quirksMode = MarkupTree.QuirksMode.none
  var doctypes: [Tokenizer.Doctype] = []
  var omissions = MarkupOmissions()
  /// The number of start tags of each name that were omitted because the stack is full.
  var omittedTags: [MarkupName: Int] = [:]
  var selectedContents = SelectedContents()
  /// The number of copies of elements that may still be made.
  var copiesLeft: Int

  /// Creates a builder at the start of a page.
  init(_ page: [UInt8], options: MarkupOptions) throws(InputError) {
    guard page.count < Int(UInt32.max) else {
      throw .exceeds(
        .htmlNodes, limit: "pageBytes", maximum: Int(UInt32.max) - 1, seen: page.count, at: 0)
    }
    self.options = options
    let limits = options.limits
    tokenizer = Tokenizer(page, maxAttributes: limits.attributes)
    copiesLeft = max(limits.copies, page.count / limits.bytesPerCopy)
    arena.reserve(min(page.count / 24, limits.nodes) + 16)
  }

  /// Prepares the builder for a fragment.
  mutating func start(in around: MarkupContext) throws(InputError) {
    let name = tokenizer.names.name(of: around.name.utf8)
    var traits = ElementTraits.of(name, in: around.namespace)
    if around.isHTMLAnnotation, traits.contains(.annotation) { traits.insert(.htmlPoint) }
    context = Context(name: name, space: around.namespace, traits: traits)
    quirksMode = around.isQuirks ? .quirks : .none
    push(insertElement(named: .html, in: NodeArena.document), .html)
    guard around.namespace == .html else {
      resetMode()
      return
    }
    switch name {
    case .title, .textarea: tokenizer.model = .rcdata
    case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.model = .rawText
    case .script: tokenizer.model = .script
    case .noscript: if options.isScriptingEnabled { tokenizer.model = .rawText }
    case .plaintext: tokenizer.model = .plaintext
    case .template: templateModes.append(.inTemplate)
    default: break
    }
    // The form of the context is not in this tree; the document node represents it.
    if name == .form { formElement = NodeArena.document }
    resetMode()
  }

  /// Builds the tree.
  mutating func run() throws(InputError) {
    while true {
      tokenizer.allowsCDATA = !(currentTraits.contains(.html))
      let token = tokenizer.next()
      process(token)
      if token == .end { break }
      guard arena.count <= options.limits.nodes, tokenizer.aside.count < Int(UInt32.max) else {
        throw .exceeds(
          .htmlNodes, limit: "nodes", maximum: options.limits.nodes, seen: arena.count,
          at: tokenizer.tokenStart)
      }
    }
    while stack.count > 0 { pop() }
    omissions.attributes += tokenizer.droppedAttributes
  }

  // MARK: Dispatch

  /// The traits of the adjusted current node, which is the context element at the root of a
  /// fragment.
  var currentTraits: ElementTraits {
    if stack.count == 1, let context { return context.traits }
    return stack.count == 0 ? .html : stack.current.traits
  }

  private mutating func process(_ token: Token) {
    if ignoresLineFeed {
      ignoresLineFeed = false
      if token == .characters, firstByte == 0x0A {
        tokenizer.piece.start += 1
        tokenizer.piece.count -= 1
        if tokenizer.piece.count == 0 { return }
      }
    }
    var step = Step.again
    while step == .again {
      step = isForeign(token) ? processForeign(token) : process(token, in: mode)
    }
  }

  /// Processes a token by the rules of an insertion mode.
  mutating func process(_ token: Token, in mode: Mode) -> Step {
    switch mode {
    case .inBody: processInBody(token)
    case .text: processText(token)
    case .inTable: processInTable(token)
    case .inTableText: processInTableText(token)
    case .inCaption: processInCaption(token)
    case .inColumnGroup: processInColumnGroup(token)
    case .inTableBody: processInTableBody(token)
    case .inRow: processInRow(token)
    case .inCell: processInCell(token)
    case .initial: processInitial(token)
    case .beforeHTML: processBeforeHTML(token)
    case .beforeHead: processBeforeHead(token)
    case .inHead: processInHead(token)
    case .inHeadNoscript: processInHeadNoscript(token)
    case .afterHead: processAfterHead(token)
    case .inTemplate: processInTemplate(token)
    case .afterBody: processAfterBody(token)
    case .inFrameset: processInFrameset(token)
    case .afterFrameset: processAfterFrameset(token)
    case .afterAfterBody: processAfterAfterBody(token)
    case .afterAfterFrameset: processAfterAfterFrameset(token)
    }
  }

  /// Sets the insertion mode that the open elements determine.
  mutating func resetMode() {
    var index = stack.count - 1
    while index >= 0 {
      let isLast = index == 0
      var name = stack[index].name
      var isHTML = stack[index].traits.contains(.html)
      if isLast, let context {
        name = context.name
        isHTML = context.traits.contains(.html)
      }
      if isHTML, let mode = mode(for: name, isLast: isLast) {
        self.mode = mode
        return
      }
      index -= 1
    }
    mode = .inBody
  }

  private func mode(for name: MarkupName, isLast: Bool) -> Mode? {
    switch name {
    case .td, .th: isLast ? nil : .inCell
    case .tr: .inRow
    case .tbody, .thead, .tfoot: .inTableBody
    case .caption: .inCaption
    case .colgroup: .inColumnGroup
    case .table: .inTable
    case .template: templateModes.last
    case .head: isLast ? nil : .inHead
    case .body: .inBody
    case .frameset: .inFrameset
    case .html: headElement == 0 ? .beforeHead : .afterHead
    default: nil
    }
  }

  // MARK: Text

  /// The first byte of the current text.
  var firstByte: UInt8 {
    let piece = tokenizer.piece
    return piece.isAside ? tokenizer.aside[piece.start] : tokenizer.bytes[piece.start]
  }

  /// Returns the number of white space characters at the start of a text.
  func spaceCount(_ piece: TextPiece) -> Int {
    let bytes = piece.isAside ? tokenizer.aside.span : tokenizer.bytes.span
    var count = 0
    while count < piece.count, Tokenizer.isSpace(bytes[piece.start + count]) { count += 1 }
    return count
  }

  /// Removes and returns the white space at the start of the current text, or returns `nil` if
  /// there is none.
  mutating func takeSpace() -> TextPiece? {
    let count = spaceCount(tokenizer.piece)
    guard count > 0 else { return nil }
    let space = TextPiece(
      start: tokenizer.piece.start, count: count, isAside: tokenizer.piece.isAside)
    tokenizer.piece.start += count
    tokenizer.piece.count -= count
    return space
  }

  /// Inserts text at the appropriate place.
  mutating func insert(text piece: TextPiece) {
    let (parent, next) = place()
    if parent == NodeArena.document { return }
    let previous = next == 0 ? arena[parent].lastChild : arena[next].previous
    if previous != 0, arena[previous].kind == .text {
      append(piece, to: previous)
    } else {
      let node = arena.add(
        NodeRecord(
          kind: .text, isAside: piece.isAside, position: position(of: piece),
          start: UInt32(truncatingIfNeeded: piece.start),
          count: UInt32(truncatingIfNeeded: piece.count),
          capacity: UInt32(truncatingIfNeeded: piece.count)))
      arena.insert(node, in: parent, before: next)
    }
  }

  private func position(of piece: TextPiece) -> UInt32 {
    UInt32(truncatingIfNeeded: piece.isAside ? tokenizer.tokenStart : piece.start)
  }

  /// Appends text to a text node.
  ///
  /// Text that is contiguous in the page remains a range of the page. Other text moves to the end
  /// of `Tokenizer.aside`. Each further move doubles the capacity, so the total time of all moves
  /// is linear in the length of the text.
  private mutating func append(_ piece: TextPiece, to node: UInt32) {
    let record = arena[node]
    let count = UInt32(truncatingIfNeeded: piece.count)
    let end = Int(record.start) + Int(record.count)
    if record.isAside == piece.isAside, end == piece.start, record.capacity == record.count {
      arena[node].count += count
      arena[node].capacity += count
      return
    }
    if !record.isAside {
      arena[node].start = UInt32(truncatingIfNeeded: tokenizer.aside.count)
      arena[node].isAside = true
      tokenizer.aside.append(contentsOf: tokenizer.bytes[Int(record.start)..<end])
    } else if Int(record.start) + Int(record.capacity) != tokenizer.aside.count {
      if record.count + count <= record.capacity {
        for index in 0..<piece.count { tokenizer.aside[end + index] = byte(piece, index) }
        arena[node].count += count
        return
      }
      let start = tokenizer.aside.count
      for index in Int(record.start)..<end { tokenizer.aside.append(tokenizer.aside[index]) }
      appendAside(piece)
      tokenizer.aside.append(contentsOf: repeatElement(0, count: tokenizer.aside.count - start))
      arena[node].start = UInt32(truncatingIfNeeded: start)
      arena[node].count += count
      arena[node].capacity = UInt32(truncatingIfNeeded: tokenizer.aside.count - start)
      return
    } else if record.capacity > record.count {
      tokenizer.aside.removeLast(Int(record.capacity - record.count))
    }
    appendAside(piece)
    arena[node].count += count
    arena[node].capacity = arena[node].count
  }

  private func byte(_ piece: TextPiece, _ index: Int) -> UInt8 {
    piece.isAside
      ? tokenizer.aside[piece.start + index] : tokenizer.bytes[piece.start + index]
  }

  private mutating func appendAside(_ piece: TextPiece) {
    if piece.isAside {
      for index in piece.start..<piece.end { tokenizer.aside.append(tokenizer.aside[index]) }
    } else {
      tokenizer.aside.append(contentsOf: tokenizer.bytes[piece.start..<piece.end])
    }
  }

  // MARK: Nodes

  /// Returns the appropriate place for a node: its parent and the next sibling, or 0 for the last
  /// place.
  func place(in target: OpenElement? = nil) -> (parent: UInt32, next: UInt32) {
    let target = target ?? stack.current
    guard isFosterParenting, target.traits.contains(.tablePart) else { return (target.node, 0) }
    var index = stack.count - 1
    while index > 0 {
      let element = stack[index]
      if element.isHTML(.template) { return (element.node, 0) }
      if element.isHTML(.table) {
        let parent = arena[element.node].parent
        return parent == 0 ? (stack[index - 1].node, 0) : (parent, element.node)
      }
      index -= 1
    }
    return (stack[0].node, 0)
  }

  /// Inserts the current comment in a node or at the appropriate place.
  mutating func insertComment(in parent: UInt32? = nil) {
    let piece = tokenizer.piece
    let node = arena.add(
      NodeRecord(
        kind: .comment, isAside: piece.isAside,
        position: UInt32(truncatingIfNeeded: tokenizer.tokenStart),
        start: UInt32(truncatingIfNeeded: piece.start),
        count: UInt32(truncatingIfNeeded: piece.count)))
    let place = parent.map { ($0, 0) } ?? place()
    arena.insert(node, in: place.0, before: place.1)
  }

  /// Adds an element for the current tag without inserting it into the tree.
  @inline(__always) mutating func makeElement(
    _ name: MarkupName, _ space: MarkupNamespace = .html
  ) -> UInt32 {
    let node = arena.add(
      NodeRecord(
        kind: .element, space: space, name: name,
        position: UInt32(truncatingIfNeeded: tokenizer.tokenStart),
        start: UInt32(truncatingIfNeeded: tokenizer.firstAttribute),
        count: UInt32(truncatingIfNeeded: tokenizer.attributeCount)))
    tokenizer.adoptAttributes()
    return node
  }

  /// Inserts an HTML element without attributes in a node.
  mutating func insertElement(named name: MarkupName, in parent: UInt32) -> UInt32 {
    let node = arena.add(
      NodeRecord(
        kind: .element, name: name, position: UInt32(truncatingIfNeeded: tokenizer.tokenStart)))
    arena.insert(node, in: parent, before: 0)
    return node
  }

  /// Inserts and opens an element for which the page has no tag.
  @discardableResult
  mutating func insertImplied(_ name: MarkupName) -> UInt32 {
    let node = arena.add(
      NodeRecord(
        kind: .element, name: name, position: UInt32(truncatingIfNeeded: tokenizer.tokenStart)))
    let (parent, next) = place()
    arena.insert(node, in: parent, before: next)
    push(node, name)
    return node
  }

  /// Inserts and opens an element for the current start tag, regardless of the depth limit.
  @discardableResult
  @inline(__always) mutating func insertPart() -> UInt32 {
    let name = tokenizer.name
    let node = makeElement(name)
    let (parent, next) = place()
    arena.insert(node, in: parent, before: next)
    push(node, name)
    return node
  }

  /// Inserts and opens an element for the current start tag.
  ///
  /// - Returns: The element, or `nil` if it was omitted because the stack of open elements is full.
  @discardableResult
  @inline(__always) mutating func insertElement() -> UInt32? {
    guard stack.count < options.limits.openElements else {
      omitTag()
      return nil
    }
    return insertPart()
  }

  /// Counts an omitted start tag, so that its end tag is omitted too.
  mutating func omitTag() {
    omissions.deepElements += 1
    omittedTags[tokenizer.name, default: 0] += 1
  }

  /// Returns whether the current end tag belongs to an omitted start tag, and counts it.
  mutating func takeOmittedEnd() -> Bool {
    if omittedTags.isEmpty { return false }
    guard stack.count >= options.limits.openElements else {
      // The omitted elements were inside elements that are now closed.
      omittedTags.removeAll()
      return false
    }
    guard let count = omittedTags[tokenizer.name] else { return false }
    omittedTags[tokenizer.name] = count > 1 ? count - 1 : nil
    return true
  }

  /// Inserts a void element for the current start tag.
  mutating func insertVoid() {
    let node = makeElement(tokenizer.name)
    let (parent, next) = place()
    arena.insert(node, in: parent, before: next)
  }

  // MARK: Stack

  /// Opens an HTML element.
  @inline(__always) mutating func push(_ node: UInt32, _ name: MarkupName) {
    push(OpenElement(node: node, name: name, traits: .of(name, in: .html)))
  }

  /// Opens an element.
  @inline(__always) mutating func push(_ element: OpenElement) {
    if !omittedTags.isEmpty { omittedTags.removeAll() }
    stack.push(element)
    arena[element.node].isOpen = true
  }

  /// Closes the current node.
  @inline(__always) mutating func pop() {
    let element = stack.pop()
    arena[element.node].isOpen = false
    if element.isHTML(.option), !selectedContents.targets.isEmpty { finishOption(element.node) }
  }

  /// Closes an element at a depth.
  mutating func close(at index: Int) {
    let element = stack[index]
    stack.remove(at: index)
    arena[element.node].isOpen = false
    if element.isHTML(.option), !selectedContents.targets.isEmpty { finishOption(element.node) }
  }

  /// Closes elements up to and including an HTML element with a given name.
  mutating func pop(through name: MarkupName) {
    while stack.count > 1 {
      let isLast = stack.current.isHTML(name)
      pop()
      if isLast { return }
    }
  }

  /// Closes elements until at most a given number are open.
  mutating func pop(toCount count: Int) {
    while stack.count > count { pop() }
  }

  /// Closes elements whose end tag may be implied, except those with a given name.
  mutating func closeImplied(except name: MarkupName = MarkupName(rawValue: 0)) {
    while stack.current.traits.contains(.impliedEnd), stack.current.name != name { pop() }
  }

  /// Closes a `p` element and the elements inside it.
  mutating func closeParagraph() {
    closeImplied(except: .p)
    pop(through: .p)
  }

  /// Closes a `p` element if one is in button scope.
  @inline(__always) mutating func closeParagraphInScope() {
    if stack.hasInScope(.p, .buttonBounds) { closeParagraph() }
  }
}
