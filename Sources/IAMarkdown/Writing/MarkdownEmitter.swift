internal import IAFormats
internal import IAText

/// Writes all paragraphs of a string as Markdown, in order.
struct MarkdownEmitter {
  let string: IAString
  let pictures: [Int: PictureText]
  let footnoteLabels: Set<String>
  /// The paragraphs that are written with all care, since they did not read back otherwise.
  let cautious: Set<Int>

  let paragraphs: [IAString.Paragraph]
  let plans: [BlockPlan]
  private(set) var out: [UInt8] = []
  private var frames: [BlockFrame] = []
  private var lists: [Int: ListState] = [:]
  /// The list that was written last at each depth, with nothing after it at that depth.
  private var lastLists: [Int: Int] = [:]
  private var previous = Previous.nothing

  /// The form in which a list is written.
  private struct ListState {
    var bullet: String
    var number: Int
    var delimiter: String
    var isOrdered: Bool
  }

  /// The kind of the last output.
  private enum Previous { case nothing, paragraph, html, other }

  init(
    _ string: IAString, _ paragraphs: [IAString.Paragraph], _ plans: [BlockPlan],
    pictures: [Int: PictureText], footnoteLabels: Set<String>, cautious: Set<Int>
  ) {
    self.string = string
    self.paragraphs = paragraphs
    self.plans = plans
    self.pictures = pictures
    self.footnoteLabels = footnoteLabels
    self.cautious = cautious
  }

  /// Writes all paragraphs.
  mutating func emit() {
    var index = 0
    while index < paragraphs.count {
      let end = leafEnd(index)
      emitLeaf(index..<end)
      index = end
    }
  }

  /// Returns the index after the last paragraph of the leaf that starts at one.
  private func leafEnd(_ index: Int) -> Int {
    var end = index + 1
    switch plans[index].leaf {
    case .code(let id, _):
      while end < plans.count, case .code(id, _) = plans[end].leaf { end += 1 }
    case .cell(let id, _, _, _):
      while end < plans.count, case .cell(id, _, _, _) = plans[end].leaf { end += 1 }
    default: break
    }
    return end
  }

  private mutating func emitLeaf(_ range: Range<Int>) {
    let plan = plans[range.lowerBound]
    let html = rawHTML(range.lowerBound)
    let lines = html ?? lines(of: range)
    let isText = lines != [""]
    var prefix = enter(
      plan.containers, startsPlain: plan.leaf == .plain && html == nil, isText: isText)
    for line in lines {
      write(prefix, line)
      prefix = frames.map(\.continuation).joined()
    }
    previous = html != nil ? .html : plan.leaf == .plain && isText ? .paragraph : .other
  }

  /// Writes a line; marks without anything after them lose their space.
  private mutating func write(_ prefix: String, _ line: String) {
    var bytes = Array(prefix.utf8)
    if line.isEmpty { while bytes.last == 0x20 { bytes.removeLast() } }
    out.append(contentsOf: bytes)
    out.append(contentsOf: line.utf8)
    out.append(0x0A)
  }

  // MARK: Containers

  /// Closes the blocks that end and opens those that begin, with the line between.
  ///
  /// - Returns: The text before the first line of the next content.
  private mutating func enter(
    _ containers: [BlockPlan.Container], startsPlain: Bool, isText: Bool
  ) -> String {
    var common = 0
    while common < frames.count, common < containers.count,
      frames[common].id == containers[common].id
    {
      common += 1
    }
    let closed = Array(frames[common...])
    frames.removeLast(closed.count)
    if case .item(let list) = closed.first?.kind { lastLists[common] = list }
    for depth in lastLists.keys where depth > common { lastLists[depth] = nil }
    let isTight = startsTight(containers, common, closed, startsPlain && isText)
    var opening = ""
    var separates = false
    for (depth, container) in containers.enumerated().dropFirst(common) {
      let isInnermost = depth == containers.count - 1
      let frame = frame(
        for: container, depth: depth, hasBox: isInnermost && startsPlain, &separates)
      opening += frame.opening
      frames.append(frame)
    }
    if case .item? = frames.dropFirst(common).first?.kind {} else { lastLists[common] = nil }
    let before = frames.prefix(common).map(\.continuation).joined()
    if previous != .nothing, !isTight { write(before, "") }
    if separates {
      write(before, MarkdownTag.separator)
      write(before, "")
    }
    return before + opening
  }

  /// Returns whether no empty line is needed before the next content: an item after one of the same
  /// list, or a list after the first paragraph of an item.
  private func startsTight(
    _ containers: [BlockPlan.Container], _ common: Int, _ closed: [BlockFrame], _ isText: Bool
  ) -> Bool {
    guard common < containers.count,
      case .item(_, let list, let style, _) = containers[common]
    else { return false }
    if case .item(list) = closed.first?.kind { return previous != .html }
    guard closed.isEmpty, frames.last?.isItem == true, previous == .paragraph else {
      return false
    }
    // Only a list that starts with text, and at 1, may follow a paragraph at once.
    return isText && (style == nil || style?.start == 1) && containers.count == common + 1
  }

  private mutating func frame(
    for container: BlockPlan.Container, depth: Int, hasBox: Bool, _ separates: inout Bool
  ) -> BlockFrame {
    switch container {
    case .quote(let id):
      return BlockFrame(id: id, kind: .quote, opening: "> ", continuation: "> ")
    case .footnote(let id, let label):
      return BlockFrame(
        id: id, kind: .footnote, opening: "[^\(Self.footnoteLabel(label))]: ",
        continuation: "    ")
    case .item(let id, let list, let style, let task):
      var state = lists[list] ?? newList(style, depth: depth, &separates)
      let mark = state.isOrdered ? "\(state.number)\(state.delimiter) " : state.bullet + " "
      state.number = min(state.number + 1, 999_999_999)
      lists[list] = state
      let box = hasBox ? task.map { $0 == .done ? "[x] " : "[ ] " } ?? "" : ""
      return BlockFrame(
        id: id, kind: .item(list: list), opening: mark + box,
        continuation: String(repeating: " ", count: mark.utf8.count))
    }
  }

  private func newList(
    _ style: Block.OrderedListStyle?, depth: Int, _ separates: inout Bool
  ) -> ListState {
    let delimiter = style?.delimiter == ")" ? ")" : "."
    let start = style.map { (0...999_999_999).contains($0.start) ? $0.start : 1 } ?? 1
    var state = ListState(
      bullet: "-", number: start, delimiter: delimiter, isOrdered: style != nil)
    if let last = lastLists[depth].flatMap({ lists[$0] }), last.isOrdered == state.isOrdered {
      if state.isOrdered {
        separates = separates || last.delimiter == delimiter
      } else {
        state.bullet = last.bullet == "-" ? "+" : "-"
      }
    }
    return state
  }

  /// Returns a label in a form that is valid in brackets.
  static func footnoteLabel(_ label: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in label.unicodeScalars {
      let isSafe =
        scalar.value > 0x20 && scalar != "[" && scalar != "]" && scalar.value != 0x7F
        && !scalar.properties.isWhitespace
      safe.append(isSafe ? scalar : "-")
    }
    return safe.isEmpty ? "note" : String(safe)
  }

  // MARK: Leaves

  private func lines(of range: Range<Int>) -> [String] {
    let index = range.lowerBound
    switch plans[index].leaf {
    case .code(_, let language): return codeLines(range, language)
    case .cell: return tableLines(range)
    case .heading(let level):
      let text = inlineText(index, .init(isInHeading: true))
      let mark = String(repeating: "#", count: level)
      return [text.isEmpty ? mark : mark + " " + text]
    case .breakLine where paragraphs[index].contentRange.isEmpty: return ["***"]
    case .breakLine, .plain: return paragraphLines(index)
    }
  }

  private func paragraphLines(_ index: Int) -> [String] {
    if paragraphs[index].contentRange.isEmpty { return [isAlone(index) ? "" : "&nbsp;"] }
    let text = inlineText(index, .init())
    if text == "\u{A0}" { return ["&nbsp;"] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns whether a paragraph is all there is in the innermost block around it.
  private func isAlone(_ index: Int) -> Bool {
    guard let inner = plans[index].containers.last else { return false }
    let depth = plans[index].containers.count - 1
    func isInside(_ other: Int) -> Bool {
      plans.indices.contains(other) && plans[other].containers.count > depth
        && plans[other].containers[depth].id == inner.id
    }
    return !isInside(index - 1) && !isInside(index + 1)
  }

  /// Returns the lines of a paragraph that is raw HTML as a whole.
  private func rawHTML(_ index: Int) -> [String]? {
    guard plans[index].leaf == .plain, !cautious.contains(index) else { return nil }
    let range = paragraphs[index].contentRange
    let isHTML = string.constantValue(of: \.tags, in: range)?.contains(
      .init(MarkdownTag.html, "block"))
    guard isHTML == true, !range.isEmpty else { return nil }
    let text = string.text(in: range)
    guard RawHTML.isClosed(text) else { return nil }
    return text.split(separator: "\u{2028}", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the Markdown of one paragraph's text.
  func inlineText(_ index: Int, _ context: InlineEmitter.Context) -> String {
    var context = context
    context.isCautious = cautious.contains(index)
    let cutter = InlineCutter(
      string: string, pictures: pictures, footnoteLabels: footnoteLabels,
      isCautious: context.isCautious, isInTable: context.isInTable)
    return InlineEmitter.markdown(cutter.pieces(of: paragraphs[index].contentRange), context)
  }

  private func codeLines(_ range: Range<Int>, _ language: String?) -> [String] {
    let lines = range.map { index in
      String(
        String.UnicodeScalarView(
          string.text(in: paragraphs[index].contentRange).unicodeScalars.map {
            $0 == "\r" ? " " : $0 == "\0" ? "\u{FFFD}" : $0
          }))
    }
    let first = paragraphs[range.lowerBound].contentRange
    let tagged =
      first.isEmpty ? nil : string.attributes(at: first.lowerBound)[tag: MarkdownTag.info]
    let info = Self.info(tagged ?? language ?? "")
    let mark: Character = info.contains("`") ? "~" : "`"
    var longest = 2
    for line in lines {
      var run = 0
      for character in line {
        run = character == mark ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: mark, count: longest + 1)
    let isEmpty = lines == [""]
    return [fence + info] + (isEmpty ? [] : lines) + [fence]
  }

  /// Returns an info string in which the characters that would be read as an escape or a reference
  /// are escaped.
  private static func info(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in LinkText.protected(text).unicodeScalars {
      if scalar == "\\" { out.append("\\") }
      out.append(scalar.value < 0x20 || scalar.properties.isWhitespace ? " " : scalar)
    }
    while out.first == " " { out.removeFirst() }
    while out.last == " " { out.removeLast() }
    return String(out)
  }
}
