internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAMarkup

/// The boxes in an element of which a page shows some beside each other.
struct BoxesInLine {
  /// Whether all are beside each other (`flex`, `grid`).
  var isRow = false
  /// The number of boxes in a row.
  var count = 0
  /// Whether a box in a row is a block.
  var hasBlock = false
  /// Whether the last element is in a line.
  var isAfterInline = false
  /// The place of a block in a line that has nothing beside it so far.
  var waiting: Int?

  /// Whether text in the element is of interest.
  var watchesText: Bool { isRow || waiting != nil }

  /// Whether it is a row of several boxes, of which one is a block.
  var isRowOfBlocks: Bool { isRow && count > 1 && hasBlock }
}

extension HTMLWalk {
  /// Notes an element that is displayed in the open one.
  mutating func noteSibling(_ node: HTMLNode, _ kind: ElementKind, _ style: Int) {
    guard let parent = frames.indices.last, !page.styles.styles[style].isUndisplayed,
      !page.styles.styles[style].isApart
    else { return }
    let isBlock = kind == .block || kind == .list || kind == .table
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

  /// Notes something that is displayed in a line of the open element.
  mutating func noteDrawn() {
    guard let parent = frames.indices.last else { return }
    frames[parent].boxes.isAfterInline = true
    if frames[parent].boxes.isRow { frames[parent].boxes.count += 1 }
    guard let place = frames[parent].boxes.waiting else { return }
    frames[parent].boxes.waiting = nil
    noteBeside(place)
  }

  /// Notes a text in the open element.
  mutating func noteText(_ node: HTMLNode) {
    if node.utf8.contains(where: { $0 > 0x20 }) { noteDrawn() }
  }

  /// Reports blocks that a page shows beside each other, which are below each other in a document.
  mutating func noteBeside(_ byteOffset: Int) {
    page.report.add(.dropped, .boxLayout, "display", byteOffset: byteOffset)
  }

  /// Returns whether the node before an element is text, but for white space and comments.
  private static func isAfterText(_ node: HTMLNode) -> Bool {
    var before = node.previous
    for _ in 0..<mostNodesBefore {
      guard let current = before, current.kind != .element else { return false }
      if current.kind == .text, current.utf8.contains(where: { $0 > 0x20 }) { return true }
      before = current.previous
    }
    return false
  }

  /// The maximum number of nodes before an element that are examined.
  private static let mostNodesBefore = 8
}
