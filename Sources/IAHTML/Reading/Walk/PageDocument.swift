internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAHiddenData
internal import IAMarkup
internal import IAText

/// The text and the paragraphs of a page while it is read.
///
/// The walk over the nodes sets the blocks and styles; this type collapses white space, ends paragraphs, and appends
/// to the builder of the string.
struct PageDocument {
  /// Whether a writer of this suite made the page.
  let isOwn: Bool
  /// The maximum number of blocks around a paragraph; deeper blocks are left out.
  let maxDepth: Int
  /// The styles of the page.
  var styles: StyleResolver
  /// The notes about the page.
  var report: ConversionReport
  /// The names that were already reported.
  var accounting = HTMLAccounting()

  /// The string that is built.
  var builder = IAStringBuilder()
  /// The white space and the attributes at the current place.
  var text = TextState()
  /// The blocks around the current place, from the outside in.
  var path: [Block] = []
  /// The blocks of the last paragraph.
  var lastPath: [Block] = []
  /// The number of the style of the last paragraph.
  private(set) var lastStyle = 0
  /// The break of which the next paragraph is the text.
  var nextLeaf: Block?
  /// The number of the style of the innermost block.
  var blockStyle = 0
  /// Whether the blocks around include a list of Word, which sets the indents of its items.
  var isInWordList = false
  /// The element that ends the list marker being skipped, or `nil` if the text counts.
  var markerEnd: HTMLNode?
  /// The properties of the current paragraph that its element states.
  var mark = ParagraphMark()
  /// The table of the attributes of paragraph ends.
  var lineEnds: [IAStringBuilder.Attributes] = []
  /// Whether the next paragraph starts a page.
  var startsPage = false
  /// The floating pictures that the next paragraph begins with, with the numbers of their styles.
  var heldPictures: [(attachment: Attachment, style: Int)] = []
  /// The places of the page that documents do not have.
  var places = PagePlaces()
  /// The number of paragraphs that have ended.
  private(set) var paragraphCount = 0
  /// The hidden data of paragraphs, by their number from 0.
  private(set) var records: [(paragraph: Int, data: HiddenParagraph)] = []

  /// The offset of the current paragraph.
  var paragraphStart = 0
  private var lastBlockID = 0
  /// The attributes of paragraphs by the number of their style.
  private var paragraphSets: [Int: ParagraphAttributes] = [:]
  /// Whether blocks beyond the maximum depth are reported.
  private var isFlattened = false

  /// Creates an empty document.
  init(isOwn: Bool, maxDepth: Int, styles: StyleResolver, report: ConversionReport) {
    self.isOwn = isOwn
    self.maxDepth = maxDepth
    self.styles = styles
    self.report = report
  }

  /// Whether pictures at the current place can be beside the text: not in tables, notes and boxes.
  var placesPictures: Bool {
    path.allSatisfy { block in
      switch block.kind {
      case .header, .blockQuote, .orderedList, .unorderedList, .listItem: true
      default: false
      }
    }
  }

  /// Returns a new block of a kind.
  mutating func block(_ kind: Block.Kind) -> Block {
    lastBlockID += 1
    return Block(id: lastBlockID, kind)
  }

  /// Returns a new heading or break, or that of the last paragraph if the mark requires it.
  mutating func leaf(_ kind: Block.Kind) -> Block {
    if mark.continuesLeaf, let last = lastPath.last { return last }
    return block(kind)
  }

  /// Ends the paragraph that is read, if there is one.
  ///
  /// - Parameter isForced: Whether there is one even if nothing is in it.
  mutating func endParagraph(isForced: Bool = false) {
    let hasContent =
      text.hasContent || !text.pendingBreaks.isEmpty || text.heldBlank != nil || isForced
    guard hasContent else {
      text.pendingSpace = nil
      return
    }
    if !isOwn, isUndisplayedBlank {
      // Without text, an empty line that is not displayed is nothing; its item would have a marker.
      text.clear()
      mark = ParagraphMark()
      markerEnd = nil
      return
    }
    let endsWithBreak = !text.pendingBreaks.isEmpty
    if !isOwn, endsWithBreak {
      // A break at the end of a block ends its last line and starts none.
      text.pendingBreaks.removeLast()
    }
    text.pendingSpace = nil
    settleSpace()
    let isEmpty =
      !endsWithBreak && builder.utf16Count == paragraphStart && text.heldBlank == nil
    var set = paragraphSet
    if let style = text.code.style, style == blockStyle { spaceLine(&set) }
    set.blocks = path
    if path.count > maxDepth {
      // Deeper than this, a page of it would be cut by any reader.
      set.blocks.removeSubrange(maxDepth...)
      if !isFlattened {
        report.add(.approximated, .nesting, "blocks beyond \(maxDepth)")
      }
      isFlattened = true
    }
    if startsPage { set.pageBreakBefore = true }
    if places.floats.last != nil { places.floats.note(paragraphStart, isFloat: isInFloat) }
    if builder.utf16Count == paragraphStart || mark.end != nil {
      builder.append(unit: 0x0A, attributes: mark.end ?? IAStringBuilder.plain)
    }
    builder.endParagraph(set)
    if !isOwn { noteSpaces(set, isEmpty: isEmpty) }
    if let data = mark.data {
      if let record = Self.record(data) {
        records.append((paragraphCount, record))
      } else {
        report.add(.dropped, .damagedHiddenData, "paragraph \(paragraphCount + 1)")
      }
    }
    lastPath = path
    lastStyle = blockStyle
    mark = ParagraphMark()
    text.clear()
    markerEnd = nil
    startsPage = false
    paragraphStart = builder.utf16Count
    paragraphCount += 1
  }

  /// Removes the space around a code block from a line, except that above from the first one.
  ///
  /// The last line gets that below when the block ends.
  private func spaceLine(_ set: inout ParagraphAttributes) {
    if lastPath.last?.id == path.last?.id { set.spacingBefore = nil }
    set.spacingAfter = nil
  }

  /// Notes the start of a link that is shown without an underline, or in the colour of the text around.
  mutating func startLink(_ style: ComputedStyle) {
    if style.hasNoUnderline { places.plainLinkStart = nextTextStart }
    if style.hasInk { places.inkLinkStart = nextTextStart }
  }

  /// Ends a link that is shown otherwise than links are.
  mutating func endLink() {
    if let start = places.plainLinkStart, start < builder.utf16Count {
      places.plainLinks.append(start..<builder.utf16Count)
    }
    if let start = places.inkLinkStart, start < builder.utf16Count {
      places.inkLinks.append(start..<builder.utf16Count)
    }
    places.plainLinkStart = nil
    places.inkLinkStart = nil
  }

  /// Ends a code block: notes the space below its last line.
  mutating func endCode() {
    guard let style = text.code.style else { return }
    text.code.style = nil
    let space = styles.styles[style].paragraph(isOwn: isOwn).spacingAfter
    guard let space, lastStyle == style, lastPath.last?.id == path.last?.id else { return }
    text.code.spacesBelow.append((paragraphStart - 1, space))
  }

  /// Whether the current place is in a floating box.
  private var isInFloat: Bool { path.first?.textBox?.placement != nil }

  /// Notes that the text is below the objects that float to some sides; cells and boxes have floats of their
  /// own.
  mutating func clear(_ sides: CSSSides) {
    guard !sides.isEmpty, !isInFloat else { return }
    let isInCell = path.contains { if case .tableCell = $0.kind { true } else { false } }
    guard !isInCell else { return }
    addHeldPictures()
    places.floats.clear(sides)
  }

  /// Whether the current paragraph has no units and is not displayed.
  private var isUndisplayedBlank: Bool {
    let style = styles.styles[blockStyle]
    guard style.isUndisplayed || style.isWithoutSize, builder.utf16Count == paragraphStart else {
      return false
    }
    if case .tableCell? = path.last?.kind { return false }
    return true
  }

  private static func record(_ text: String) -> HiddenParagraph? {
    let bytes = Array(text.utf8)
    guard let packed = try? Base64.decode(bytes.span) else { return nil }
    return try? HiddenParagraph(packed: packed)
  }

  /// The attributes of the current paragraph, without its blocks.
  private var paragraphSet: ParagraphAttributes {
    mutating get {
      if let known = paragraphSets[blockStyle] { return known }
      var set = styles.styles[blockStyle].paragraph(isOwn: isOwn)
      if path.contains(where: \.kind.isItem), isInWordList {
        // The list defines the indents of its items.
        set.headIndent = nil
        set.firstLineIndent = nil
        return set
      }
      paragraphSets[blockStyle] = set
      return set
    }
  }
}

/// The places of a page that documents do not have.
struct PagePlaces {
  /// The floating objects of the page, and what begins below them.
  var floats = PageFloats()
  /// The spaces between the paragraphs of a page of another program.
  var spaces = PageSpaces()
  /// The edges of the open blocks of such a page, from the outside in.
  var edges: [HTMLWalk.Edges] = []
  /// The links that are shown without an underline.
  var plainLinks: [Range<Int>] = []
  /// The start of the open one.
  var plainLinkStart: Int?
  /// The links that are shown in the colour of the text around.
  var inkLinks: [Range<Int>] = []
  /// The start of the open one.
  var inkLinkStart: Int?
  /// The boxes in lines, in the order of their ends.
  private var inlineBoxes: [PlacedBox] = []

  /// The box of an element in a line.
  struct PlacedBox {
    /// The text of the element and its box.
    var boxed: PrintedPlacement.BoxedText
    /// The place of the element in the file.
    var byteOffset: Int
    /// Whether it contains nothing but white space.
    var isBlank = false
  }

  /// The maximum number of boxes in lines.
  private static let mostInlineBoxes = 100_000

  /// The maximum length of the text in a box, in UTF-16 units: boxes can contain each other, and the text of each is examined.
  private static let mostUnitsOfBox = 1000

  /// Adds the box of an element that ends, and returns whether that was possible.
  mutating func addBox(_ box: InlineBox, _ range: Range<Int>, at byteOffset: Int) -> Bool {
    guard !range.isEmpty, range.count <= Self.mostUnitsOfBox,
      inlineBoxes.count < Self.mostInlineBoxes
    else { return false }
    inlineBoxes.append(PlacedBox(boxed: .init(range, box), byteOffset: byteOffset))
    return true
  }

  /// Returns the boxes in lines of a text, without white space at their ends, and those that are left out: boxes in
  /// other boxes, and those of several paragraphs.
  func inlineBoxes(in string: IAString) -> (kept: [PrintedPlacement.BoxedText], lost: [PlacedBox]) {
    let sorted = inlineBoxes.sorted { first, second in
      let (one, other) = (first.boxed.range, second.boxed.range)
      return (one.lowerBound, other.upperBound) < (other.lowerBound, one.upperBound)
    }
    var kept: [PrintedPlacement.BoxedText] = []
    var lost: [PlacedBox] = []
    var end = 0
    for var placed in sorted {
      let range = placed.boxed.range.clamped(to: 0..<string.utf16Count)
      let units = string.units(in: range)
      func isBlank(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x2028 }
      let first = units.prefix(while: isBlank).count
      let last = units.count - units.reversed().prefix(while: isBlank).count
      placed.isBlank = first >= last
      guard range.lowerBound >= end, !placed.isBlank, !units[first..<last].contains(0x0A) else {
        lost.append(placed)
        continue
      }
      end = range.lowerBound + last
      kept.append(.init(range.lowerBound + first..<end, placed.boxed.box))
    }
    return (kept, lost)
  }
}

extension InlineBox {
  /// Returns the declarations of the box that are not taken over if it is left out.
  ///
  /// - Parameter isBlank: Whether it contains no text, so that only its border is shown.
  func unread(isBlank: Bool) -> [CSSUnread] {
    var found: [CSSUnread] = []
    if [borders.top, borders.right, borders.bottom, borders.left].contains(where: { $0 != nil }) {
      found.append(CSSUnread(feature: .border, property: "border"))
    } else if !isBlank {
      found.append(CSSUnread(feature: .padding, property: "padding"))
    }
    if width != nil, !isBlank { found.append(CSSUnread(feature: .size, property: "width")) }
    return found
  }
}

/// The properties of a paragraph that its element states, apart from its style.
struct ParagraphMark {
  /// The value of `data-ia`.
  var data: String?
  /// The attributes of the end of the paragraph, or `nil` for those of the text before it.
  var end: IAStringBuilder.Attributes?
  /// Whether the paragraph belongs to the heading or break of the previous one.
  var continuesLeaf = false
}
