internal import IAText

/// The open quotes, items and footnotes, with the prefixes of their lines.
struct ContainerWriter {
  private(set) var frames: [BlockFrame] = []
  /// The prefix of each line in the open blocks.
  private(set) var continuation: [UInt8] = []
  /// The number of open blocks that a reader finds; an item counts as two.
  private(set) var kindCount = 0
  /// The number of these blocks that also contain the paragraph before.
  private(set) var shared = 0
  var labels = FootnoteLabels([])
  private var lists: [Int: ListState] = [:]
  /// The list that was written last at each depth, if nothing at that depth follows it.
  private var lastLists: [Int: Int] = [:]

  /// The form in which a list is written.
  private struct ListState {
    var bullet = "-"
    var start: Int
    var number: Int
    var delimiter: String
    var isOrdered: Bool
    /// The number of items that it has so far.
    var count = 0
  }

  /// The changes from the blocks around one paragraph to those around the next.
  struct Change {
    /// The number of containers that remain open.
    var common = 0
    /// Whether no empty line is needed before the next content.
    var isTight = false
    /// Whether a comment must separate two lists.
    var separates = false
    /// Whether the box of a task was opened.
    var hasBox = false
    /// The end tags of the definitions that end.
    var closing = ""
    /// The text that opens the new blocks.
    var opening = ""
    /// The number of blocks that a reader finds around both paragraphs.
    var shared = 0
  }

  /// Returns the number of containers that remain open around the next paragraph.
  private func commonCount(_ next: [BlockPlan.Container]) -> Int {
    var common = 0
    while common < frames.count, common < next.count, frames[common].container == next[common] {
      common += 1
    }
    return common
  }

  /// Returns whether the next paragraph opens the innermost container around it.
  func opensInnermost(_ next: [BlockPlan.Container]) -> Bool { commonCount(next) < next.count }

  /// Returns the prefix of each line in the first `count` containers.
  func continuation(_ count: Int) -> [UInt8] {
    guard count < frames.count else { return continuation }
    return Array(frames.prefix(count).map(\.continuation).joined().utf8)
  }

  /// Closes the blocks that end and opens those that begin.
  ///
  /// - Parameter isTightAfter: Whether a list may follow the last output without an empty line.
  mutating func change(
    to next: [BlockPlan.Container], startsPlain: Bool, isText: Bool,
    isTightAfter: Bool
  ) -> Change {
    var change = Change(common: commonCount(next))
    let common = change.common
    if common == frames.count, common == next.count, lastLists.isEmpty {
      change.shared = kindCount
      shared = kindCount
      return change
    }
    change.closing = closing(from: common, next)
    let closed = Array(frames[common...])
    frames.removeLast(closed.count)
    if let list = closed.first?.list { lastLists[common] = list }
    if !lastLists.isEmpty { lastLists = lastLists.filter { $0.key <= common } }
    change.isTight = isTight(next, common, closed, isText && startsPlain, isTightAfter)
    change.shared = frames.reduce(0) { $0 + $1.kinds.count }
    if let list = closed.first?.list, common < next.count, next[common].list == list {
      change.shared += 1
    }
    for (depth, container) in next.enumerated().dropFirst(common) {
      let isInnermost = depth == next.count - 1
      let continues = depth == common && closed.first?.list == container.list
      let frame = frame(
        for: container, depth: depth, continues: continues,
        hasBox: isInnermost && startsPlain, &change)
      change.opening += frame.opening
      frames.append(frame)
    }
    if common >= frames.count || !frames[common].isItem { lastLists[common] = nil }
    continuation = Array(frames.map(\.continuation).joined().utf8)
    kindCount = frames.reduce(0) { $0 + $1.kinds.count }
    shared = change.shared
    return change
  }

  /// Returns the end tags of the open definitions that do not contain the next paragraph.
  private func closing(from common: Int, _ next: [BlockPlan.Container]) -> String {
    var closing = ""
    for depth in (common..<frames.count).reversed() {
      guard case .definition(_, let list) = frames[depth].container else { continue }
      let start = frames.prefix(depth).map(\.continuation).joined()
      if closing.isEmpty { closing += Self.blankLine(start) }
      closing += start + "</dd>\n"
      let continues = depth == common && common < next.count && next[common].list == list
      if !continues { closing += start + "</dl>\n" }
    }
    return closing
  }

  /// Returns an empty line with the prefix of its blocks, which ends a block of HTML.
  static func blankLine(_ continuation: String) -> String {
    var line = continuation
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// Returns whether no empty line is needed before the next content: an item after one of the same
  /// list, or a list after the first paragraph of an item.
  private func isTight(
    _ next: [BlockPlan.Container], _ common: Int, _ closed: [BlockFrame], _ isText: Bool,
    _ isTightAfter: Bool
  ) -> Bool {
    guard common < next.count else { return false }
    if case .definition(_, let list) = next[common] {
      return closed.first.map { $0.list == list } ?? isTightAfter
    }
    guard case .item(_, let list, let style, _) = next[common] else { return false }
    if closed.first?.list == list { return true }
    guard closed.isEmpty, frames.last?.isItem == true, isTightAfter else { return false }
    // Only a list that starts with text and with the number 1 may follow a paragraph without an empty line.
    return isText && (style == nil || style?.start == 1) && next.count == common + 1
      && lists[list] == nil
  }

  private mutating func frame(
    for container: BlockPlan.Container, depth: Int, continues: Bool, hasBox: Bool,
    _ change: inout Change
  ) -> BlockFrame {
    switch container {
    case .quote:
      return BlockFrame(
        container: container, opening: "> ", continuation: "> ", kinds: [.blockQuote])
    case .footnote(let id, let label):
      let written = labels.written[id] ?? FootnoteLabels.valid(label)
      return BlockFrame(
        container: container, opening: "[^\(written)]: ", continuation: "    ",
        kinds: [.footnote(label: written)])
    case .definition(_, let list):
      var state =
        lists[list] ?? ListState(start: 1, number: 1, delimiter: "", isOrdered: false)
      state.count += 1
      lists[list] = state
      let start = frames.map(\.continuation).joined()
      return BlockFrame(
        container: container, opening: "<dd>\n" + Self.blankLine(start) + start, continuation: "",
        kinds: [
          .unorderedList(marker: Block.definitionMarker), .listItem(.init(ordinal: state.count)),
        ])
    case .item(_, let list, let style, let task):
      var state: ListState
      if continues, let known = lists[list] {
        state = known
      } else {
        state = newList(style, depth: depth, lists[list], &change)
      }
      let mark = state.isOrdered ? "\(state.number)\(state.delimiter) " : state.bullet + " "
      state.number = min(state.number + 1, 999_999_999)
      state.count += 1
      lists[list] = state
      let box = hasBox ? task.map { $0 == .done ? "[x] " : "[ ] " } ?? "" : ""
      change.hasBox = !box.isEmpty
      let listKind: Block.Kind =
        state.isOrdered
        ? .orderedList(.init(start: state.start, delimiter: state.delimiter))
        : .unorderedList(marker: nil)
      let item = Block.ListItem(
        ordinal: (state.isOrdered ? state.start : 1) + state.count - 1,
        task: box.isEmpty ? nil : task)
      return BlockFrame(
        container: container, opening: mark + box,
        continuation: String(repeating: " ", count: mark.utf8.count),
        kinds: [listKind, .listItem(item)])
    }
  }

  /// Returns the form of a list that starts at a depth, or that continues there after other content.
  private func newList(
    _ style: Block.OrderedListStyle?, depth: Int, _ earlier: ListState?, _ change: inout Change
  ) -> ListState {
    let delimiter = style?.delimiter == ")" ? ")" : "."
    let first = style.map { (0...999_999_999).contains($0.start) ? $0.start : 1 } ?? 1
    let start = style == nil ? 1 : earlier?.number ?? first
    var state = ListState(
      start: start, number: start, delimiter: delimiter, isOrdered: style != nil)
    if let last = lastLists[depth].flatMap({ lists[$0] }), last.isOrdered == state.isOrdered {
      if state.isOrdered {
        change.separates = change.separates || last.delimiter == delimiter
      } else {
        state.bullet = last.bullet == "-" ? "+" : "-"
      }
    }
    return state
  }
}
