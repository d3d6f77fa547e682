internal import IAText

/// A block around paragraphs whose lines all begin with a prefix.
struct BlockFrame {
  /// The quote, item or footnote.
  var container: BlockPlan.Container
  /// The prefix of the first line.
  var opening: String
  /// The prefix of all other lines.
  var continuation: String
  /// The blocks that a reader finds; for an item also its list.
  var kinds: [Block.Kind]

  var isItem: Bool { if case .item = container { true } else { false } }

  /// The list of an item or a definition; `nil` for any other block.
  var list: Int? { container.list }
}

/// The blocks around a paragraph, in the form in which they are written.
struct BlockPlan {
  /// The kind of block that contains the text of the paragraph.
  enum Leaf: Equatable {
    case plain
    case heading(level: Int)
    case code(id: Int, language: String?)
    case breakLine
    case cell(table: Int, row: Int, cell: Int, isHeader: Bool)
  }

  /// A quote, an item or a definition with its list, or a footnote.
  enum Container: Equatable {
    case quote(id: Int)
    case item(id: Int, list: Int, style: Block.OrderedListStyle?, task: Block.ListItem.TaskState?)
    case definition(id: Int, list: Int)
    case footnote(id: Int, label: String)

    var id: Int {
      switch self {
      case .quote(let id), .item(let id, _, _, _), .definition(let id, _), .footnote(let id, _): id
      }
    }

    /// The list of an item or a definition; `nil` for any other block.
    var list: Int? {
      switch self {
      case .item(_, let list, _, _), .definition(_, let list): list
      default: nil
      }
    }

    var isDefinition: Bool { if case .definition = self { true } else { false } }
  }

  /// The maximum nesting depth of blocks, which is far below the limit of readers.
  private static let deepest = 90

  private(set) var containers: [Container] = []
  private(set) var leaf = Leaf.plain
  private(set) var columns: [Block.Table.Column] = []
  /// Whether one of the containers is a definition.
  private(set) var hasDefinitions = false

  /// Replaces the definitions of some lists by items.
  mutating func replaceDefinitions(of lists: Set<Int>) {
    for index in containers.indices {
      guard case .definition(let id, let list) = containers[index], lists.contains(list) else {
        continue
      }
      containers[index] = .item(id: id, list: list, style: nil, task: nil)
    }
  }

  /// Returns the plans of paragraphs; paragraphs with equal attributes share a plan.
  static func plans(for paragraphs: [IAString.Paragraph]) -> [BlockPlan] {
    var last: (attributes: ParagraphAttributes, plan: BlockPlan)?
    return paragraphs.map { paragraph in
      if let last, last.attributes == paragraph.attributes { return last.plan }
      let plan = BlockPlan(paragraph.attributes.blocks)
      last = (paragraph.attributes, plan)
      return plan
    }
  }

  /// Creates the plan of a path.
  ///
  /// Omitted are blocks around a footnote; blocks inside a heading, code or a cell; and blocks beyond the maximum
  /// depth.
  init(_ path: [Block]) {
    var list: (id: Int, style: Block.OrderedListStyle?, isDefinition: Bool)?
    var table: (id: Int, row: Int, isHeader: Bool) = (0, 0, false)
    for block in path {
      let hasRoom = leaf == .plain && containers.count < Self.deepest
      switch block.kind {
      case .blockQuote where hasRoom: containers.append(.quote(id: block.id))
      case .orderedList(let style): list = (block.id, style, false)
      case .unorderedList(let marker): list = (block.id, nil, marker == Block.definitionMarker)
      case .listItem(let item) where hasRoom:
        if let terms = list, terms.isDefinition, item.task == nil {
          containers.append(.definition(id: block.id, list: terms.id))
          hasDefinitions = true
          list = nil
          continue
        }
        containers.append(
          .item(id: block.id, list: list?.id ?? 0, style: list?.style, task: item.task))
        list = nil
      case .footnote(let label) where leaf == .plain, .endnote(let label) where leaf == .plain:
        containers = [.footnote(id: block.id, label: label)]
      case .header(let level) where leaf == .plain:
        leaf = .heading(level: min(max(level, 1), 6))
      case .codeBlock(let language) where leaf == .plain:
        leaf = .code(id: block.id, language: language)
      case .thematicBreak where leaf == .plain: leaf = .breakLine
      case .table(let shape) where leaf == .plain:
        table.id = block.id
        columns = shape.columns
      case .tableRow(let isHeader, _): (table.row, table.isHeader) = (block.id, isHeader)
      case .tableCell where leaf == .plain && table.id > 0 && table.row > 0:
        leaf = .cell(
          table: table.id, row: table.row, cell: block.id, isHeader: table.isHeader)
      default: break
      }
    }
  }
}
