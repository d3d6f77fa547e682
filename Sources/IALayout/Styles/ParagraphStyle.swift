import IAText
import IAUnicode

/// The resolved style of a paragraph, including its blocks.
///
/// Lengths are in points.
final class ParagraphStyle: Sendable {
  /// The alignment of the lines; `nil` for the side on which they start.
  let alignment: ParagraphAttributes.Alignment?
  /// The distance of the first line from the leading margin, including the indents of blocks.
  let firstLineIndent: Double
  /// The distance of the other lines from the leading margin, including the indents of blocks.
  let headIndent: Double
  /// The distance of all lines from the trailing margin, including the indents of blocks.
  let tailIndent: Double
  /// The space above the first line, including the border of a frame and the space beside it.
  let spacingBefore: Double
  /// The space below the last line, including the border of a frame and the space beside it.
  let spacingAfter: Double
  /// The rule for the height of the lines; `nil` for the height of their fonts.
  let lineHeight: ParagraphAttributes.LineHeight?
  /// The tab stops by position, measured from the leading margin.
  let tabStops: [ParagraphAttributes.TabStop]
  /// The borders and the shading; `nil` if there are none.
  let frame: FrameStyle?
  let direction: BaseDirection
  let context: TextContext
  /// The marker of the list item, or the label of the note, that starts with this paragraph; `nil`
  /// if none starts.
  let marker: String?
  /// The distance of the marker from the leading margin, in the placement of LibreOffice; `nil` if
  /// the marker ends beside the text.
  let markerStart: Double?
  /// The bars of quotes, from the outside in.
  let quoteBars: [QuoteBar]
  /// The ground of the code block that the paragraph is in; `nil` outside of code blocks.
  let code: CodeGround?
  /// The boxes around the paragraph, from the outside in.
  let boxes: [BoxGround]
  /// The blocks that the paragraph shares with its neighbours.
  let shared: SharedBlocks
  /// Whether the paragraph is in an item of a list.
  let isItem: Bool
  let isThematicBreak: Bool
  let isInTable: Bool
  /// The width in points of the text in a box with a place of its own; `nil` outside of such boxes.
  let placedWidth: Double?
  /// Whether pictures with a place of their own take no space in their line.
  let placesPictures: Bool

  /// The style of a paragraph without attributes and blocks; it is recognised by identity (`===`).
  static let plain = ParagraphStyle(ParagraphAttributes(), options: LayoutOptions())

  /// The style of a paragraph without attributes, whose pictures have places of their own.
  private static let plainWithPlaces = {
    var options = LayoutOptions()
    options.placesObjects = true
    return ParagraphStyle(ParagraphAttributes(), options: options)
  }()

  /// Returns the style of a paragraph without attributes.
  static func plain(_ options: LayoutOptions) -> ParagraphStyle {
    options.placesObjects ? plainWithPlaces : plain
  }

  /// The indents of blocks, in points at the default scale.
  static let listIndent = 28.0
  static let quoteIndent = 20.0
  static let codePadding = 8.0
  /// The indent of lists and quotes in the placement of LibreOffice; the marker of an item starts
  /// half of this indent before the text.
  static let officeIndent = 36.0

  /// Creates the style from the attributes of a paragraph.
  ///
  /// - Parameters:
  ///   - attributes: The paragraph's attributes.
  ///   - startsItem: Whether the paragraph is the first of the innermost list item or note.
  ///   - joins: The neighbours with which the paragraph is in one box.
  ///   - shared: The blocks that the paragraph shares with its neighbours.
  ///   - options: The options of the layout.
  init(
    _ attributes: ParagraphAttributes, startsItem: Bool = true, joins: FrameStyle.Joins = [],
    shared: SharedBlocks = .all, options: LayoutOptions
  ) {
    let scale = options.textScale
    func length(_ points: Double?) -> Double { StyleTable.bounded(points ?? 0) * scale }
    let blocks = BlockStyle(
      attributes.blocks, options,
      hasBorders: attributes.isSetInItself && !attributes.borders.isEmpty)
    let inset = blocks.inset * scale
    frame = FrameStyle(
      attributes, isItem: blocks.marker != nil, joins: joins,
      padsShading: options.blockAppearance == .page, scale: scale)
    var (lead, tail) = frame?.sideInsets(in: options.placement) ?? (0, 0)
    if attributes.direction == .rightToLeft { (lead, tail) = (tail, lead) }
    alignment = attributes.alignment ?? blocks.alignment
    headIndent = length(attributes.headIndent) + inset + lead
    // The marker of an item is before its text: a hanging indent would contain only the marker.
    let first = length(attributes.firstLineIndent) + inset + lead
    firstLineIndent = blocks.isItem ? max(first, headIndent) : first
    tailIndent = length(attributes.tailIndent) + blocks.tailInset * scale + tail
    boxes = BoxGround.placed(
      blocks.boxes, shared, (frame?.topInset ?? 0, frame?.bottomInset ?? 0), scale)
    self.shared = shared
    let (above, below) = (
      boxes.first?.space(above: true) ?? frame?.topInset ?? 0,
      boxes.first?.space(above: false) ?? frame?.bottomInset ?? 0
    )
    spacingBefore = max(length(attributes.spacingBefore), 0) + above
    spacingAfter = max(length(attributes.spacingAfter), 0) + below
    lineHeight = attributes.lineHeight.map { Self.scaled($0, by: scale) }
    tabStops = attributes.tabStops.map { .init(length($0.position), $0.kind, leader: $0.leader) }
      .sorted { $0.position < $1.position }
    direction =
      switch attributes.direction {
      case .leftToRight: .leftToRight
      case .rightToLeft: .rightToLeft
      case nil: .automatic
      }
    context = blocks.context
    isItem = blocks.isItem
    marker = startsItem ? blocks.marker : nil
    markerStart =
      options.placement == .office && blocks.isItem && marker != nil
      ? first - Self.officeIndent / 2 * scale : nil
    quoteBars = blocks.quoteBars.map { QuoteBar(distance: $0.distance * scale, depth: $0.depth) }
    code = blocks.code.map {
      CodeGround(depth: $0.depth, left: $0.left * scale, right: $0.right * scale)
    }
    isThematicBreak = blocks.isThematicBreak
    isInTable = BlockScanner.table(around: attributes) != 0
    placedWidth =
      options.placesObjects ? Self.placedWidth(of: attributes.blocks.first, scale) : nil
    placesPictures = options.placesObjects && LayoutManager.placesObjects(in: attributes)
  }

  var isCodeBlock: Bool { code != nil }

  /// Whether the paragraph has a quote bar, or is in a code block or a box.
  var hasGround: Bool { code != nil || !quoteBars.isEmpty || !boxes.isEmpty }

  /// Returns the space between the first line, or the last line, and the edge of a block that
  /// starts, or ends, with the paragraph.
  ///
  /// - Parameters:
  ///   - depth: The number of blocks around the block.
  ///   - above: Whether the space is above the first line.
  func space(insideBlockAt depth: Int, above: Bool) -> Double {
    for box in boxes where box.depth > depth { return box.space(above: above) }
    return (above ? frame?.topInset : frame?.bottomInset) ?? 0
  }

  /// The distance from the first line to the upper edge of the outermost frame or box around the
  /// paragraph.
  var edgeAbove: Double { boxes.first?.edgeAbove ?? frame?.topInset ?? 0 }

  /// Returns the width in points, at least 8 at the default scale, of the text of a box with a
  /// place of its own; `nil` for any other block.
  private static func placedWidth(of block: Block?, _ scale: Double) -> Double? {
    guard let box = block?.textBox, box.placement != nil, let width = box.width else { return nil }
    let padding = (box.padding.left ?? 0) + (box.padding.right ?? 0)
    return max(StyleTable.bounded(width - padding), 8) * scale
  }

  private static func scaled(
    _ height: ParagraphAttributes.LineHeight, by scale: Double
  ) -> ParagraphAttributes.LineHeight {
    func bounded(_ value: Double) -> Double { min(max(StyleTable.bounded(value), 0), 4096) }
    return switch height {
    case .multiple(let factor): .multiple(factor.isFinite ? min(max(factor, 0.1), 100) : 1)
    case .atLeast(let points): .atLeast(bounded(points * scale))
    case .exactly(let points): .exactly(max(bounded(points * scale), 1))
    }
  }
}

/// The bar beside a quote.
struct QuoteBar: Sendable {
  /// The distance from the leading margin in points.
  var distance: Double
  /// The number of blocks around the quote.
  var depth: Int
}

/// The ground behind a code block.
struct CodeGround: Sendable {
  /// The number of blocks around the code block.
  var depth: Int
  /// The distances from the leading and the trailing margin in points.
  var left: Double
  var right: Double
}

/// The numbers of blocks, from the outside in, that a paragraph shares with the paragraphs before
/// and after it.
struct SharedBlocks: Sendable {
  var before: Int
  var after: Int

  /// All blocks are shared with both neighbours.
  static let all = SharedBlocks(before: .max, after: .max)

  /// Returns the number of blocks that two paths share.
  static func count(_ first: [Block], _ second: [Block]) -> Int {
    var count = 0
    while count < min(first.count, second.count), first[count].id == second[count].id { count += 1 }
    return count
  }
}

/// The effect of the blocks around a paragraph on its style.
///
/// Lengths are in points at the default scale.
struct BlockStyle {
  /// The indent that lists, quotes, code blocks and boxes add at the leading margin.
  var inset = 0.0
  /// The indent that lists, quotes, code blocks and boxes add at the trailing margin.
  var tailInset = 0.0
  var context = TextContext.body
  /// The marker of the innermost list item, or the label of the note; `nil` outside both, and in a
  /// list without markers.
  var marker: String?
  /// Whether the paragraph is in a list item; in a table, in a list item of the innermost cell.
  var isItem = false
  /// The bars of quotes, from the outside in.
  var quoteBars: [QuoteBar] = []
  /// The ground of the innermost code block, if the paragraph is program text.
  var code: CodeGround?
  /// The boxes with lines or a colour, from the outside in.
  var boxes: [BoxGround] = []
  /// The alignment of the cell's column, or centred in a header row if the options state this;
  /// `nil` otherwise.
  var alignment: ParagraphAttributes.Alignment?
  var isThematicBreak = false

  /// The maximum depth at which blocks add an indent, so that lines keep space for text.
  private static let maxIndentDepth = 12

  /// Creates the effect of blocks.
  ///
  /// - Parameters:
  ///   - blocks: The blocks, from the outside in.
  ///   - options: The options of the layout.
  ///   - hasBorders: Whether the paragraph has borders, which replace the ground of a code block.
  init(_ blocks: [Block], _ options: LayoutOptions, hasBorders: Bool = false) {
    let isOffice = options.placement == .office
    let isPage = options.blockAppearance == .page && !isOffice
    let placesObjects = options.placesObjects
    let listIndent = isOffice ? ParagraphStyle.officeIndent : options.blockAppearance.listIndent
    let quoteIndents =
      isOffice
      ? .init(start: ParagraphStyle.officeIndent, end: 0) : options.blockAppearance.quoteIndents
    var list: Block.Kind?
    var columns: [Block.Table.Column] = []
    var isHeaderRow = false
    var depth = 0
    var lists = 0
    for (index, block) in blocks.enumerated() {
      let isDeep = depth >= Self.maxIndentDepth
      switch block.kind {
      case .header(let level): context = .header(level)
      case .blockQuote:
        // The lines of a box in a quote replace its bar.
        let isBoxed = index + 1 < blocks.count && blocks[index + 1].textBox?.isGround ?? false
        if !isDeep, !isBoxed, !isPage {
          quoteBars.append(QuoteBar(distance: inset + 4, depth: index))
        }
        let indents = options.blockSpaces.indents[block.id] ?? quoteIndents
        inset += isDeep ? 0 : indents.start
        tailInset += isDeep ? 0 : indents.end
        depth += 1
      case .codeBlock:
        context = .code
        if hasBorders || isPage { break }
        code = CodeGround(depth: index, left: inset, right: tailInset)
        inset += isDeep ? 0 : ParagraphStyle.codePadding
        tailInset += ParagraphStyle.codePadding
        depth += 1
      case .orderedList, .unorderedList:
        list = block.kind
        // Browsers do not count definition lists when they select the bullet for a depth.
        if block.kind != .unorderedList(marker: Block.definitionMarker) { lists += 1 }
        let indents = options.blockSpaces.indents[block.id] ?? .init(start: listIndent, end: 0)
        inset += isDeep ? 0 : indents.start
        tailInset += isDeep ? 0 : indents.end
        depth += 1
      case .listItem(let item):
        marker = ListMarker.text(
          of: item, in: list, depth: lists, isOffice: options.placement == .office)
        isItem = true
        if let indents = options.blockSpaces.indents[block.id], !isDeep {
          inset += indents.start
          tailInset += indents.end
        }
        for number in boxes.indices { boxes[number].isOfItem = false }
      case .thematicBreak: isThematicBreak = true
      case .table(let table):
        columns = table.columns
      case .tableRow(let isHeader, _):
        isHeaderRow = isHeader
        if isHeader { context = .header4 }
      case .tableCell(let cell):
        // A cell has its own margins: the blocks around its table add no indent.
        inset = 0
        tailInset = 0
        quoteBars = []
        boxes = []
        marker = nil
        isItem = false
        alignment =
          columns.indices.contains(cell.column) ? columns[cell.column].alignment : nil
        if alignment == nil, isHeaderRow, options.centersHeaders { alignment = .center }
      case .footnote(let label), .endnote(let label): marker = label
      case .textBox(let box):
        // A box with a place of its own is drawn there.
        guard box.hasGround, !placesObjects || index > 0 || box.placement == nil, !isDeep else {
          break
        }
        var ground = BoxGround(box, depth: index, left: inset, right: tailInset)
        if index > 0, case .listItem = blocks[index - 1].kind { ground.isOfItem = true }
        boxes.append(ground)
        inset = ground.left + ground.insets.left
        tailInset = ground.right + ground.insets.right
        depth += 1
      case .annotation, .pageHeader, .pageFooter: break
      }
    }
    if context != .code { code = nil }
  }
}
