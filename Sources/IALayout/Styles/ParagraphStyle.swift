import IAText
import IAUnicode

/// How a paragraph is set, blocks counted in.
///
/// Lengths are points.
final class ParagraphStyle: Sendable {
  let alignment: ParagraphAttributes.Alignment?
  /// From the leading margin, blocks counted in.
  let firstLineIndent: Double
  let headIndent: Double
  let tailIndent: Double
  let spacingBefore: Double
  let spacingAfter: Double
  let lineHeight: ParagraphAttributes.LineHeight?
  /// From the leading margin.
  let tabStops: [ParagraphAttributes.TabStop]
  let direction: BaseDirection
  let context: TextContext
  /// The mark of the list's item that starts with this paragraph.
  let marker: String?
  /// Where bars of quotes stand, from the leading margin.
  let quoteBars: [Double]
  let isCodeBlock: Bool
  let isThematicBreak: Bool
  let isInTable: Bool

  /// An ordinary paragraph.
  static let plain = ParagraphStyle(ParagraphAttributes(), options: LayoutOptions())

  /// How far blocks move their text in, in points at the default size.
  static let listIndent = 28.0
  static let quoteIndent = 20.0
  static let codePadding = 8.0

  /// Resolves the attributes of a paragraph.
  ///
  /// - Parameter startsItem: Whether the paragraph is the first of the innermost list item or footnote.
  init(_ attributes: ParagraphAttributes, startsItem: Bool = true, options: LayoutOptions) {
    let scale = options.textScale
    func length(_ points: Double?) -> Double { StyleTable.bounded(points ?? 0) * scale }
    let blocks = BlockLook(attributes.blocks)
    let inset = blocks.inset * scale
    alignment = attributes.alignment ?? blocks.alignment
    firstLineIndent = length(attributes.firstLineIndent) + inset
    headIndent = length(attributes.headIndent) + inset
    tailIndent = length(attributes.tailIndent) + blocks.tailInset * scale
    spacingBefore = max(length(attributes.spacingBefore), 0)
    spacingAfter = max(length(attributes.spacingAfter), 0)
    lineHeight = attributes.lineHeight.map { Self.scaled($0, by: scale) }
    tabStops = attributes.tabStops.map { .init(length($0.position), $0.kind) }
      .sorted { $0.position < $1.position }
    direction =
      switch attributes.direction {
      case .leftToRight: .leftToRight
      case .rightToLeft: .rightToLeft
      case nil: .automatic
      }
    context = blocks.context
    marker = startsItem ? blocks.marker : nil
    quoteBars = blocks.quoteBars.map { $0 * scale }
    isCodeBlock = blocks.context == .code
    isThematicBreak = blocks.isThematicBreak
    isInTable = BlockScanner.table(around: attributes) != 0
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

/// What the blocks around a paragraph do to it.
struct BlockLook {
  var inset = 0.0
  var tailInset = 0.0
  var context = TextContext.body
  var marker: String?
  var quoteBars: [Double] = []
  var alignment: ParagraphAttributes.Alignment?
  var isThematicBreak = false

  /// Blocks deeper than this move nothing in any more: a line must keep room for text.
  private static let deepest = 12

  init(_ blocks: [Block]) {
    var list: Block.Kind?
    var columns: [Block.Table.Column] = []
    var depth = 0
    for block in blocks {
      let isDeep = depth >= Self.deepest
      switch block.kind {
      case .header(let level): context = .header(level)
      case .blockQuote:
        if !isDeep { quoteBars.append(inset + 4) }
        inset += isDeep ? 0 : ParagraphStyle.quoteIndent
        depth += 1
      case .codeBlock:
        context = .code
        inset += isDeep ? 0 : ParagraphStyle.codePadding
        tailInset = ParagraphStyle.codePadding
        depth += 1
      case .orderedList, .unorderedList:
        list = block.kind
        inset += isDeep ? 0 : ParagraphStyle.listIndent
        depth += 1
      case .listItem(let item):
        marker = ListMarker.text(of: item, in: list, depth: depth)
      case .thematicBreak: isThematicBreak = true
      case .table(let table):
        columns = table.columns
      case .tableRow(let isHeader):
        if isHeader { context = .header4 }
      case .tableCell(let cell):
        // A cell is a place of its own: what is around its table moves nothing in it.
        inset = 0
        tailInset = 0
        quoteBars = []
        marker = nil
        if columns.indices.contains(cell.column) { alignment = columns[cell.column].alignment }
      case .footnote(let label): marker = label
      case .annotation, .pageHeader, .pageFooter, .textBox: break
      }
    }
  }
}
