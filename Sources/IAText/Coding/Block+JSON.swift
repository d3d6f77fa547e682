public import IABytes
public import IASyntax

extension Block {
  /// Writes the block as a JSON object with `id`, `kind` and the members of that kind.
  public func write(to writer: inout JSONWriter) {
    let draft = BlockDraft(self)
    writer.beginObject()
    BlockDraft.fields.writeMembers(of: draft, to: &writer)
    draft.kind.fields.writeMembers(of: draft, to: &writer)
    writer.endObject()
  }

  /// Creates a block from a JSON object.
  ///
  /// - Throws: `InputError` at the first invalid value.
  public init(json: JSONValue, reading: inout FieldReading) throws(InputError) {
    guard let kind = json["kind"] else {
      _ = try json.requireMembers()
      throw InputError(.fieldMissing, at: json.byteOffset, detail: "kind")
    }
    var draft = BlockDraft(id: 0, kind: try Form<BlockDraft.Kind>.name.read(kind, &reading))
    try draft.kind.allFields.read(json, into: &draft, &reading)
    self = draft.block
  }
}

extension Block.Kind {
  /// The name of the kind, as in Specs/json.md.
  public var name: String { BlockDraft(Block(id: 0, self)).kind.rawValue }

  /// The names of all kinds, in the order of their declaration.
  public static let allNames = BlockDraft.Kind.allCases.map(\.rawValue)
}

/// A block with the values of all kinds, into which the members of a JSON object are read.
private struct BlockDraft {
  enum Kind: String, CaseIterable {
    case header
    case blockQuote = "block-quote"
    case codeBlock = "code-block"
    case orderedList = "ordered-list"
    case unorderedList = "unordered-list"
    case listItem = "list-item"
    case thematicBreak = "thematic-break"
    case table
    case tableRow = "table-row"
    case tableCell = "table-cell"
    case footnote
    case endnote
    case annotation
    case pageHeader = "page-header"
    case pageFooter = "page-footer"
    case textBox = "text-box"
  }

  var id: Int
  var kind: Kind
  var level = 1
  var language: String?
  var list = Block.OrderedListStyle()
  var marker: String?
  var item = Block.ListItem(ordinal: 1)
  var table = Block.Table(columns: [])
  var isHeader = false
  var height: Block.RowHeight?
  var cell = Block.TableCell(column: 0)
  var label = ""
  var pages = Block.Pages.all
  var annotation = Block.Annotation()
  var box = Block.TextBox()
}

extension BlockDraft {
  init(_ block: Block) {
    self.init(id: block.id, kind: .header)
    switch block.kind {
    case .header(let level): self.level = level
    case .blockQuote: kind = .blockQuote
    case .codeBlock(let language): (kind, self.language) = (.codeBlock, language)
    case .orderedList(let style): (kind, list) = (.orderedList, style)
    case .unorderedList(let marker): (kind, self.marker) = (.unorderedList, marker)
    case .listItem(let item): (kind, self.item) = (.listItem, item)
    case .thematicBreak: kind = .thematicBreak
    case .table(let table): (kind, self.table) = (.table, table)
    case .tableRow(let isHeader, let height):
      (kind, self.isHeader, self.height) = (.tableRow, isHeader, height)
    case .tableCell(let cell): (kind, self.cell) = (.tableCell, cell)
    case .footnote(let label): (kind, self.label) = (.footnote, label)
    case .endnote(let label): (kind, self.label) = (.endnote, label)
    case .annotation(let annotation): (kind, self.annotation) = (.annotation, annotation)
    case .pageHeader(let pages): (kind, self.pages) = (.pageHeader, pages)
    case .pageFooter(let pages): (kind, self.pages) = (.pageFooter, pages)
    case .textBox(let box): (kind, self.box) = (.textBox, box)
    }
  }

  var block: Block {
    let kind: Block.Kind =
      switch kind {
      case .header: .header(level: level)
      case .blockQuote: .blockQuote
      case .codeBlock: .codeBlock(language: language)
      case .orderedList: .orderedList(list)
      case .unorderedList: .unorderedList(marker: marker)
      case .listItem: .listItem(item)
      case .thematicBreak: .thematicBreak
      case .table: .table(table)
      case .tableRow: .tableRow(isHeader: isHeader, height: height)
      case .tableCell: .tableCell(cell)
      case .footnote: .footnote(label: label)
      case .endnote: .endnote(label: label)
      case .annotation: .annotation(annotation)
      case .pageHeader: .pageHeader(on: pages)
      case .pageFooter: .pageFooter(on: pages)
      case .textBox: .textBox(box)
      }
    return Block(id: id, kind)
  }
}

extension BlockDraft {
  private static let common: [Field<BlockDraft>] = [
    .required("id", \.id, .integer(in: 1...Block.maxID)),
    .required("kind", \.kind, .name),
  ]

  static let fields = FieldList(common)

  fileprivate static let own: [Kind: [Field<BlockDraft>]] = [
    .header: [.required("level", \.level, .integer(in: 1 ... .max))],
    .codeBlock: [.optional("language", \.language, .text)],
    .orderedList: [
      .defaulted("numbering", \.list.numbering, .name, .decimal),
      .defaulted("start", \.list.start, .integer(), 1),
      .defaulted("delimiter", \.list.delimiter, .text, "."),
      .defaulted("prefix", \.list.prefix, .text, ""),
    ],
    .unorderedList: [.optional("marker", \.marker, .text)],
    .listItem: [
      .required("ordinal", \.item.ordinal, .integer()),
      .optional("task", \.item.task, .name),
    ],
    .table: [
      .required(
        "columns", \.table.columns,
        .list(of: .object(Block.Table.Column.fields, from: Block.Table.Column()))),
      .optional("borderWidth", \.table.borderWidth, .magnitude),
    ]
      + Block.Table.Details.fields.map { field in
        field.lifted(
          from: { $0.table.details.first },
          into: { $0.table.details = $1 == .none ? [] : [$1] }, empty: .none)
      },
    .tableRow: [.flag("isHeader", \.isHeader), .optional("height", \.height, .rowHeight)],
    .tableCell: [
      .required("column", \.cell.column, .integer(in: 0 ... .max)),
      .defaulted("columnSpan", \.cell.columnSpan, .integer(in: 1 ... .max), 1),
      .defaulted("rowSpan", \.cell.rowSpan, .integer(in: 1 ... .max), 1),
      .optional("shading", \.cell.shading, .color),
    ]
      + Block.TableCell.Details.fields.map { field in
        field.lifted(
          from: { $0.cell.details.first },
          into: { $0.cell.details = $1 == .none ? [] : [$1] }, empty: .none)
      },
    .footnote: [.required("label", \.label, .text)],
    .endnote: [.required("label", \.label, .text)],
    .pageHeader: [.defaulted("pages", \.pages, .name, .all)],
    .pageFooter: [.defaulted("pages", \.pages, .name, .all)],
    .annotation: [
      .optional("author", \.annotation.author, .text),
      .optional("date", \.annotation.date, .text),
    ],
    .textBox: Block.TextBox.Details.fields.map { field in
      field.lifted(
        from: { $0.box.details.first },
        into: { $0.box.details = $1 == .none ? [] : [$1] }, empty: .none)
    },
  ]

  fileprivate static let ownLists = Kind.allCases.reduce(into: [Kind: FieldList<BlockDraft>]()) {
    $0[$1] = FieldList(own[$1] ?? [])
  }
  fileprivate static let allLists = Kind.allCases.reduce(into: [Kind: FieldList<BlockDraft>]()) {
    $0[$1] = FieldList(common + (own[$1] ?? []))
  }
}

extension BlockDraft.Kind {
  /// The members of this kind that other kinds do not have.
  fileprivate var fields: FieldList<BlockDraft> { BlockDraft.ownLists[self] ?? FieldList([]) }
  /// All members of this kind.
  fileprivate var allFields: FieldList<BlockDraft> { BlockDraft.allLists[self] ?? FieldList([]) }
}

extension Block.Table.Column {
  fileprivate static let fields = FieldList<Self>([
    .optional("alignment", \.alignment, .name),
    .optional("width", \.width, .magnitude),
  ])
}

extension Form<[Block]> {
  /// The path of blocks, outermost first.
  static let blocks = Form { value, writer in
    writer.beginArray()
    for block in value { block.write(to: &writer) }
    writer.endArray()
  } read: { (value, reading) throws(InputError) in
    var path: [Block] = []
    for element in try value.requireElements() {
      guard path.count < reading.limits.depth else {
        throw .exceeds(
          .fieldLimit, limit: "depth", maximum: reading.limits.depth, seen: value.count,
          at: element.byteOffset)
      }
      path.append(try Block(json: element, reading: &reading))
    }
    return path
  }
}
