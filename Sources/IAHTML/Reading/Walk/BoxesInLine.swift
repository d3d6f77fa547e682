internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAMarkup

/// Tracks the children of an element that a browser shows beside each other.
struct BoxesInLine {
  /// Whether all children are beside each other (`flex`, `grid`).
  var isRow = false
  /// Whether all children are below each other, as blocks (`flex`, `grid`).
  var isStack = false
  /// The number of children of a row.
  var count = 0
  /// Whether a child of a row is a block.
  var hasBlock = false
  /// Whether the last child is inline.
  var isAfterInline = false
  /// The byte offset of an inline block that has nothing beside it so far.
  var waiting: Int?

  /// Whether text in the element must be recorded.
  var watchesText: Bool { isRow || isStack || waiting != nil }

  /// Whether this is a row of several children, at least one of them a block.
  var isRowOfBlocks: Bool { isRow && count > 1 && hasBlock }
}

extension HTMLWalk {
  /// Records a child element of the open element.
  mutating func noteSibling(_ node: HTMLNode, _ kind: ElementKind, _ style: Int) {
    guard let parent = frames.indices.last, !page.styles.styles[style].isUndisplayed,
      !page.styles.styles[style].isApart
    else { return }
    let isBlock = kind == .block || kind == .list || kind == .table
    if frames[parent].boxes.isStack {
      if node.tag != .br, node.tag != .wbr { page.endParagraph() }
      return
    }
    if frames[parent].boxes.isRow {
      frames[parent].boxes.count += 1
      if isBlock { frames[parent].boxes.hasBlock = true }
      return
    }
    let display = page.styles.styles[style].display
    guard node.tag != .br,
      display == .inline || display == .inlineBlock || display == nil && !isBlock
    else {
      frames[parent].boxes.isAfterInline = false
      frames[parent].boxes.waiting = nil
      return
    }
    let isBeside = frames[parent].boxes.isAfterInline
    noteDrawn()
    guard isBlock, display == .inlineBlock else { return }
    if isBeside || Self.isAfterText(node) {
      noteBeside(node.byteOffset)
    } else {
      frames[parent].boxes.waiting = node.byteOffset
    }
  }

  /// Records inline content of the open element.
  mutating func noteDrawn() {
    guard let parent = frames.indices.last else { return }
    frames[parent].boxes.isAfterInline = true
    if frames[parent].boxes.isRow { frames[parent].boxes.count += 1 }
    guard let place = frames[parent].boxes.waiting else { return }
    frames[parent].boxes.waiting = nil
    noteBeside(place)
  }

  /// Records a text node of the open element, unless it is white space.
  mutating func noteText(_ node: HTMLNode) {
    guard node.utf8.contains(where: { $0 > 0x20 }) else { return }
    if frames[frames.count - 1].boxes.isStack, Self.isAfterBox(node) { page.endParagraph() }
    noteDrawn()
  }

  /// Reports blocks that a browser shows beside each other and the document shows below each other.
  mutating func noteBeside(_ byteOffset: Int) {
    page.report.add(.dropped, .boxLayout, "display", byteOffset: byteOffset)
  }

  /// Returns whether the nearest node before an element, except white space and comments, is text.
  private static func isAfterText(_ node: HTMLNode) -> Bool {
    var before = node.previous
    for _ in 0..<mostNodesBefore {
      guard let current = before, current.kind != .element else { return false }
      if current.kind == .text, current.utf8.contains(where: { $0 > 0x20 }) { return true }
      before = current.previous
    }
    return false
  }

  /// Returns whether the nearest node before a text, except white space and comments, is an element
  /// other than a line break.
  private static func isAfterBox(_ node: HTMLNode) -> Bool {
    var before = node.previous
    for _ in 0..<mostNodesBefore {
      guard let current = before else { return false }
      if current.kind == .element { return current.tag != .br && current.tag != .wbr }
      if current.kind == .text, current.utf8.contains(where: { $0 > 0x20 }) { return false }
      before = current.previous
    }
    return false
  }

  /// The maximum number of nodes before an element that are examined.
  private static let mostNodesBefore = 8
}
