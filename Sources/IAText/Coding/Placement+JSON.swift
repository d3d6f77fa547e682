extension Placement {
  static let fields = FieldList<Self>([
    .defaulted("across", \.across, .position, Position()),
    .defaulted("down", \.down, .position, Position()),
    .defaulted("wrap", \.wrap, .name, .around),
    .sides(
      "distance", of: .number(in: Placement.distances), get: { $0.distance },
      set: { $0.distance = $1 }),
    .flag("belongsToNext", \.belongsToNext),
  ])
}

extension Placement.Position {
  static let fields = FieldList<Self>([
    .defaulted("reference", \.reference, .name, .text),
    .defaulted("offset", \.offset, .number(in: Placement.offsets), 0),
    .optional("edge", \.edge, .name),
  ])
}

extension Form<Placement.Position> {
  static let position = object(Placement.Position.fields, from: Placement.Position())
}

extension Form<Placement> {
  static let placement = object(Placement.fields, from: Placement())
}

extension Block.TextBox.Details {
  static let fields: [Field<Self>] = [
    .optional("placement", \.placement, .placement),
    .optional("width", \.width, .number(in: Block.tableLengths)),
    .optional("height", \.height, .rowHeight),
    .optional("fill", \.fill, .color),
    .optional("border", \.border, .border),
    .sides("borders", of: .border, get: { $0.borders }, set: { $0.borders = $1 }),
    .sides(
      "padding", of: .number(in: Block.cellPaddings), get: { $0.padding },
      set: { $0.padding = $1 }),
    .sides(
      "margin", of: .number(in: Block.cellPaddings), get: { $0.margin }, set: { $0.margin = $1 }),
  ]
}
