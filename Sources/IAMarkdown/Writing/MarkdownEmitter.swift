internal import IAText

/// Writes all paragraphs of a string as Markdown, in order, and records what a reader finds.
struct MarkdownEmitter {
  let string: IAString
  let forms: AttributeForms
  let paragraphs: [IAString.Paragraph]
  private(set) var plans: [BlockPlan]
  /// The ids of blocks that a reader finds in another form: definition lists that are written as other lists because no
  /// one-line paragraph precedes them, and tables whose columns get the alignment of their text.
  var otherBlocks: Set<Int> = []
  var out: [UInt8] = []
  /// The text that a reader finds, for paragraphs in which it differs from the written text.
  private(set) var shown: [Int: ShownText] = [:]
  private(set) var blocks = ShownBlocks()
  var inline: InlineEmitter
  private(set) var anchors: AnchorWriter
  private var containers = ContainerWriter()
  private var previous = Previous.nothing

  /// The kind of the last output.
  private enum Previous { case nothing, alert, paragraph, other }

  init(
    _ string: IAString, _ paragraphs: [IAString.Paragraph], pictures: [Int: PictureText]
  ) {
    self.string = string
    self.paragraphs = paragraphs
    plans = BlockPlan.plans(for: paragraphs)
    anchors = AnchorWriter(string)
    forms = AttributeForms(string.inlineSets)
    containers.labels = FootnoteLabels(plans)
    inline = InlineEmitter(
      forms,
      InlineCutter(
        string, forms, pictures: pictures, footnoteLabels: containers.labels.references))
    if plans.contains(where: { $0.hasDefinitions }) { settleDefinitions(pictures) }
    out.reserveCapacity(string.utf16Count + string.utf16Count / 4)
  }

  /// Replaces definition lists without a term by other lists.
  private mutating func settleDefinitions(_ pictures: [Int: PictureText]) {
    otherBlocks = listsWithoutTerm(pictures)
    guard !otherBlocks.isEmpty else { return }
    for index in plans.indices where plans[index].hasDefinitions {
      plans[index].replaceDefinitions(of: otherBlocks)
    }
  }

  /// Writes all paragraphs.
  mutating func emit() {
    var index = 0
    while index < paragraphs.count {
      let end = leafEnd(index)
      emitLeaf(index..<end)
      index = end
    }
    let end = containers.change(to: [], startsPlain: false, isText: false, isTightAfter: false)
    out.append(contentsOf: end.closing.utf8)
  }

  /// Removes and returns the output.
  mutating func takeOutput() -> [UInt8] {
    defer { out = [] }
    return out
  }

  /// Returns the index after the last paragraph of the leaf block that starts at a paragraph.
  private func leafEnd(_ index: Int) -> Int {
    var end = index + 1
    switch plans[index].leaf {
    case .code(let id, _):
      while end < plans.count, case .code(id, _) = plans[end].leaf,
        plans[end].containers == plans[index].containers
      {
        end += 1
      }
    case .cell(let id, _, _, _):
      while end < plans.count, case .cell(id, _, _, _) = plans[end].leaf,
        plans[end].containers == plans[index].containers
      {
        end += 1
      }
    default: break
    }
    return end
  }

  private mutating func emitLeaf(_ range: Range<Int>) {
    let index = range.lowerBound
    let plan = plans[index]
    let isPlain = plan.leaf == .plain
    let isEmpty = paragraphs[index].contentRange.isEmpty
    let isText = isPlain && !(isEmpty && (isAlone(index) || hasBox(index)))
    let change = containers.change(
      to: plan.containers, startsPlain: isPlain, isText: isText,
      isTightAfter: previous == .paragraph)
    let continues =
      previous == .alert && isText && !isEmpty && change.opening.isEmpty && !change.separates
      && change.common == plan.containers.count
    out.append(contentsOf: change.closing.utf8)
    if previous != .nothing, !change.isTight, !continues { blankLine(change.common) }
    if change.separates {
      out.append(contentsOf: containers.continuation(change.common))
      out.append(contentsOf: MarkdownTag.separator.utf8)
      out.append(0x0A)
      blankLine(change.common)
    }
    out.append(contentsOf: containers.continuation(change.common))
    out.append(contentsOf: change.opening.utf8)
    if isText, change.common == 0, let alert = alert(index) {
      writeAlert(alert, index)
      previous = .alert
      return
    }
    writeLeaf(range, change, continues: continues)
    previous = isText ? .paragraph : .other
  }

  private mutating func writeLeaf(
    _ range: Range<Int>, _ change: ContainerWriter.Change, continues: Bool
  ) {
    let index = range.lowerBound
    var kinds: [Block.Kind] = []
    switch plans[index].leaf {
    case .code(_, let language):
      writeCode(range, language)
      return
    case .cell:
      writeTable(range)
      return
    case .heading(let level):
      for _ in 0..<level { out.append(UInt8(ascii: "#")) }
      if !paragraphs[index].contentRange.isEmpty {
        out.append(0x20)
        note(index, writeText(index, .init(isInHeading: true)))
      }
      kinds = [.header(level: level)]
    case .breakLine where paragraphs[index].contentRange.isEmpty:
      out.append(contentsOf: "***".utf8)
      kinds = [.thematicBreak]
    case .plain where opensDefinitions(after: index): writeTerm(index, change)
    case .breakLine, .plain: writeParagraph(index, change, continues: continues)
    }
    out.append(0x0A)
    blocks.note(
      paragraphs[index].attributes.blocks, containers.frames, leaf: kinds, shared: change.shared)
  }

  /// Appends a paragraph as the term of the definitions that follow, without its last line end.
  private mutating func writeTerm(_ index: Int, _ change: ContainerWriter.Change) {
    let start = String(decoding: continuation, as: UTF8.self)
    let blank = ContainerWriter.blankLine(start)
    out.append(contentsOf: "<dl>\n\(start)<dt>\n\(blank)\(start)".utf8)
    writeParagraph(index, change, continues: false)
    out.append(contentsOf: "\n\(blank)\(start)</dt>".utf8)
  }

  private mutating func writeParagraph(
    _ index: Int, _ change: ContainerWriter.Change, continues: Bool
  ) {
    if paragraphs[index].contentRange.isEmpty {
      let isRule = change.opening.hasSuffix("- - - ")
      if !change.hasBox, !isAlone(index) || isRule {
        out.append(contentsOf: "&nbsp;".utf8)
      } else {
        removeSpaces()
      }
      return
    }
    let context = InlineEmitter.Context(
      isAfterBox: change.hasBox, continuesLines: continues, linePrefix: containers.continuation)
    note(index, writeText(index, context))
  }

  /// Appends the anchors and the text of a paragraph.
  mutating func writeText(_ index: Int, _ context: InlineEmitter.Context) -> ShownText {
    let start = out.count
    let text = inline.write(paragraphs[index].contentRange, context, to: &out)
    let place = paragraphs[index].utf16Range.lowerBound
    if anchors.mayWrite(at: place, isInHeading: context.isInHeading) {
      let units = text.units ?? string.units(in: paragraphs[index].contentRange)
      let markup = anchors.markup(at: place, units, isInHeading: context.isInHeading)
      out.insert(contentsOf: markup, at: start)
    }
    return text
  }

  /// Records the text that a reader finds in a paragraph.
  mutating func note(_ index: Int, _ text: ShownText) {
    if !text.isExact { shown[index] = text }
  }

  /// Records the blocks that a reader finds around a paragraph, ending with those of its leaf.
  mutating func noteBlocks(_ index: Int, _ leaf: [Block.Kind], shared: Int) {
    blocks.note(
      paragraphs[index].attributes.blocks, containers.frames, leaf: leaf, shared: shared)
  }

  /// The number of blocks around the current leaf.
  var containerKindCount: Int { containers.kindCount }

  /// The number of these blocks that also contain the paragraph before.
  var sharedKindCount: Int { containers.shared }

  /// The prefix of each line of the leaf except the first.
  var continuation: [UInt8] { containers.continuation }

  // MARK: Lines

  /// Appends an empty line with the prefix of the first `count` containers.
  private mutating func blankLine(_ count: Int) {
    out.append(contentsOf: containers.continuation(count))
    removeSpaces()
    out.append(0x0A)
  }

  /// Removes the spaces after block marks if no text follows.
  mutating func removeSpaces() {
    while out.last == 0x20 { out.removeLast() }
  }

  // MARK: Leaves

  /// Returns whether a paragraph is the only content of the innermost block around it.
  private func isAlone(_ index: Int) -> Bool {
    guard let inner = plans[index].containers.last, !inner.isDefinition else { return false }
    let depth = plans[index].containers.count - 1
    func isInside(_ other: Int) -> Bool {
      plans.indices.contains(other) && plans[other].containers.count > depth
        && plans[other].containers[depth] == inner
    }
    return !isInside(index - 1) && !isInside(index + 1)
  }

  /// Returns whether the box of a task would precede a paragraph.
  private func hasBox(_ index: Int) -> Bool {
    guard case .item(_, _, _, .some)? = plans[index].containers.last else { return false }
    return containers.opensInnermost(plans[index].containers)
  }

  // MARK: Alerts

  /// Returns the alert whose label is a paragraph: the first of several paragraphs of a quote that is inside no other
  /// block.
  func alert(_ index: Int) -> MarkdownAlert? {
    guard case .quote? = plans[index].containers.first, plans[index].containers.count == 1,
      plans.indices.contains(index + 1),
      plans[index + 1].containers.first == plans[index].containers[0]
    else { return nil }
    let range = paragraphs[index].contentRange
    guard range.count < 16 else { return nil }
    var alert: MarkdownAlert?
    var isLabel = true
    string.forEachInlineRun(in: range) { run in
      let number = Int(run.number)
      let found = forms.sets[number][tag: MarkdownTag.alert].flatMap { MarkdownAlert(rawValue: $0) }
      isLabel =
        isLabel && found != nil && (alert == nil || alert == found)
        && forms.forms[number].marks == .bold && !forms.forms[number].isCode
      alert = found
    }
    guard isLabel, let alert, string.units(in: range).elementsEqual(alert.label.utf16) else {
      return nil
    }
    return alert
  }

  private mutating func writeAlert(_ alert: MarkdownAlert, _ index: Int) {
    out.append(contentsOf: alert.mark.utf8)
    out.append(0x0A)
    let range = paragraphs[index].contentRange
    shown[index] = ShownText(
      ranges: [.init(utf16Range: range, attributes: alert.attributes)])
    noteBlocks(index, [], shared: containers.shared)
  }
}
