internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAHiddenData
internal import IAMarkup
internal import IAText

/// The text and paragraphs of a page while it is read.
///
/// `HTMLWalk` sets blocks and styles; this type collapses white space, ends paragraphs and appends
/// to the string builder.
struct PageDocument {
  /// Whether this suite wrote the page.
  let isOwn: Bool
  /// The maximum depth of block paths; deeper blocks are dropped.
  let maxDepth: Int
  var styles: StyleResolver
  /// The conversion notes.
  var report: ConversionReport
  /// The names that were already reported.
  var accounting = HTMLAccounting()

  var builder = IAStringBuilder()
  /// The state of white space and attributes at the current position.
  var text = TextState()
  /// The block path at the current position.
  var path: [Block] = []
  /// The block path of the last paragraph.
  var lastPath: [Block] = []
  private(set) var lastStyle = 0
  /// The block of a thematic break to which the text of the next paragraph belongs.
  var nextLeaf: Block?
  /// The number of the style of the innermost block.
  var blockStyle = 0
  /// Whether the block path contains a Word list, which sets the indents of its items.
  var isInWordList = false
  /// The last element of a list marker that is being skipped; `nil` outside of a marker.
  var markerEnd: HTMLNode?
  /// The properties that the element of the current paragraph sets.
  var mark = ParagraphMark()
  /// The table of line end attributes.
  var lineEnds: [IAStringBuilder.Attributes] = []
  /// Whether the next paragraph starts a page.
  var startsPage = false
  /// The floating pictures kept for the next paragraph, with the numbers of their styles.
  var heldPictures: [(attachment: Attachment, style: Int)] = []
  /// The positions and spaces of the page that only printed output uses.
  var places = PagePlaces()
  private(set) var paragraphCount = 0
  /// The hidden data of paragraphs, by paragraph number from 0.
  private(set) var records: [(paragraph: Int, data: HiddenParagraph)] = []

  /// The UTF-16 offset at which the current paragraph starts.
  var paragraphStart = 0
  private var lastBlockID = 0
  /// The cached paragraph attributes by style number.
  private var paragraphSets: [Int: ParagraphAttributes] = [:]
  /// Whether the limit of the block depth was reported.
  private var isFlattened = false

  init(isOwn: Bool, maxDepth: Int, styles: StyleResolver, report: ConversionReport) {
    self.isOwn = isOwn
    self.maxDepth = maxDepth
    self.styles = styles
    self.report = report
  }

  /// Whether pictures at the current position can float: not in tables, notes and text boxes.
  var placesPictures: Bool {
    path.allSatisfy { block in
      switch block.kind {
      case .header, .blockQuote, .orderedList, .unorderedList, .listItem: true
      default: false
      }
    }
  }

  /// Returns a new block with the next id.
  mutating func block(_ kind: Block.Kind) -> Block {
    lastBlockID += 1
    return Block(id: lastBlockID, kind)
  }

  /// Returns a new heading or thematic break, or that of the last paragraph if the mark continues
  /// it.
  mutating func leaf(_ kind: Block.Kind) -> Block {
    if mark.continuesLeaf, let last = lastPath.last { return last }
    return block(kind)
  }

  /// Ends the current paragraph if it has content.
  ///
  /// - Parameter isForced: Whether to end it even if it is empty.
  mutating func endParagraph(isForced: Bool = false) {
    let hasContent =
      text.hasContent || !text.pendingBreaks.isEmpty || text.heldBlank != nil || isForced
    guard hasContent else {
      text.pendingSpace = nil
      return
    }
    if !isOwn, isUndisplayedBlank {
      // A hidden paragraph without text is dropped; as a list item it would show a marker.
      text.clear()
      mark = ParagraphMark()
      markerEnd = nil
      return
    }
    let endsWithBreak = !text.pendingBreaks.isEmpty
    if !isOwn, endsWithBreak {
      // A line break at the end of a block does not start another line.
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
      // A page with deeper blocks would exceed the limits of readers.
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

  /// Removes the space around a code block from one of its lines, except the space above the first
  /// line.
  ///
  /// The last line gets the space below when the block ends.
  private func spaceLine(_ set: inout ParagraphAttributes) {
    if lastPath.last?.id == path.last?.id { set.spacingBefore = nil }
    set.spacingAfter = nil
  }

  /// Records the start of a link without underline, or in the colour of the surrounding text.
  mutating func startLink(_ style: ComputedStyle) {
    if style.hasNoUnderline { places.plainLinkStart = nextTextStart }
    if style.hasInk { places.inkLinkStart = nextTextStart }
  }

  /// Records the end of such a link.
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

  /// Ends a code block and records the space below its last line.
  mutating func endCode() {
    guard let style = text.code.style else { return }
    text.code.style = nil
    let space = styles.styles[style].paragraph(isOwn: isOwn).spacingAfter
    guard let space, lastStyle == style, lastPath.last?.id == path.last?.id else { return }
    text.code.spacesBelow.append((paragraphStart - 1, space))
  }

  /// Whether the current position is in a floating text box.
  private var isInFloat: Bool { path.first?.textBox?.placement != nil }

  /// Records that the next text starts below floats on some sides (`clear`).
  ///
  /// Ignored in table cells and floating boxes, which contain floats of their own.
  mutating func clear(_ sides: CSSSides) {
    guard !sides.isEmpty, !isInFloat else { return }
    let isInCell = path.contains { if case .tableCell = $0.kind { true } else { false } }
    guard !isInCell else { return }
    addHeldPictures()
    places.floats.clear(sides)
  }

  /// Whether the current paragraph is empty and not displayed.
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

  /// The attributes of the current paragraph without its block path.
  private var paragraphSet: ParagraphAttributes {
    mutating get {
      if let known = paragraphSets[blockStyle] { return known }
      var set = styles.styles[blockStyle].paragraph(isOwn: isOwn)
      if path.contains(where: \.kind.isItem), isInWordList {
        // The list sets the indents of its items.
        set.headIndent = nil
        set.firstLineIndent = nil
        return set
      }
      paragraphSets[blockStyle] = set
      return set
    }
  }
}

/// The positions and spaces of a page that the document model does not represent.
struct PagePlaces {
  var floats = PageFloats()
  /// The spaces between the paragraphs of a page of another program.
  var spaces = PageSpaces()
  /// The open blocks of a page of another program, outermost first.
  var edges: [HTMLWalk.Edges] = []
  /// The UTF-16 ranges of links without underline.
  var plainLinks: [Range<Int>] = []
  /// The start of the open link without underline.
  var plainLinkStart: Int?
  /// The UTF-16 ranges of links in the colour of the surrounding text.
  var inkLinks: [Range<Int>] = []
  /// The start of the open link in the colour of the surrounding text.
  var inkLinkStart: Int?
  /// The inline boxes, in the order of their ends.
  private var inlineBoxes: [PlacedBox] = []

  /// An inline box with its position.
  struct PlacedBox {
    /// The range and the box.
    var boxed: PrintedPlacement.BoxedText
    /// The byte offset of the element in the page.
    var byteOffset: Int
    /// Whether the box contains only white space.
    var isBlank = false
  }

  /// The maximum number of inline boxes.
  private static let mostInlineBoxes = 100_000

  /// The maximum length of an inline box in UTF-16 units; nested boxes are each examined, so that
  /// their lengths add up.
  private static let mostUnitsOfBox = 1000

  /// Adds the inline box of an element that ends, and returns whether it is within the limits.
  mutating func addBox(_ box: InlineBox, _ range: Range<Int>, at byteOffset: Int) -> Bool {
    guard !range.isEmpty, range.count <= Self.mostUnitsOfBox,
      inlineBoxes.count < Self.mostInlineBoxes
    else { return false }
    inlineBoxes.append(PlacedBox(boxed: .init(range, box), byteOffset: byteOffset))
    return true
  }

  /// Returns the inline boxes without white space at their ends, and the boxes that are dropped:
  /// nested boxes, blank boxes, and boxes that contain a paragraph end.
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
  /// Returns the declarations that are lost if the box is dropped.
  ///
  /// - Parameter isBlank: Whether the box contains no text, so that only its border would be
  ///   visible.
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

/// The properties that the element of a paragraph sets, apart from its style.
struct ParagraphMark {
  /// The value of `data-ia` (hidden data).
  var data: String?
  /// The attributes of the line end, or `nil` for those of the text before it.
  var end: IAStringBuilder.Attributes?
  /// Whether the paragraph belongs to the heading or thematic break of the previous one.
  var continuesLeaf = false
}
