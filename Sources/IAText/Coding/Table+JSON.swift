internal import IABytes
internal import IASyntax

extension Field {
  /// Returns a member with the values of sides; values outside the domain are omitted, as is the
  /// member if no side has a value.
  static func sides<Part: Equatable & Sendable>(
    _ key: String, of form: Form<Part>, get: @escaping @Sendable (Model) -> Sides<Part>,
    set: @escaping @Sendable (inout Model, Sides<Part>) -> Void
  ) -> Field {
    .optional(
      key, .sides(of: form),
      get: { model in
        let sides = get(model)
        if sides.isEmpty { return nil }
        let admitted = sides.filtered(form.admits)
        return admitted.isEmpty ? nil : admitted
      }, set: set)
  }
}

extension Block.Table.Details {
  static let fields: [Field<Self>] = [
    .sides("borders", of: .border, get: { $0.borders }, set: { $0.borders = $1 }),
    .optional(
      "borderBetweenRows", .border, get: { $0.borderBetweenRows },
      set: { $0.borderBetweenRows = $1 }),
    .optional(
      "borderBetweenColumns", .border, get: { $0.borderBetweenColumns },
      set: { $0.borderBetweenColumns = $1 }),
    .sides(
      "padding", of: .number(in: Block.cellPaddings), get: { $0.padding },
      set: { $0.padding = $1 }),
    .optional("alignment", .name, get: { $0.alignment }, set: { $0.alignment = $1 }),
    .optional("width", .tableWidth, get: { $0.width }, set: { $0.width = $1 }),
  ]
}

extension Block.TableCell.Details {
  static let fields: [Field<Self>] = [
    .sides("borders", of: .border, get: { $0.borders }, set: { $0.borders = $1 }),
    .sides(
      "padding", of: .number(in: Block.cellPaddings), get: { $0.padding },
      set: { $0.padding = $1 }),
    .optional(
      "verticalAlignment", .name, get: { $0.verticalAlignment },
      set: { $0.verticalAlignment = $1 }),
  ]
}

extension Sides {
  /// Returns the sides whose values satisfy a condition.
  fileprivate func filtered(_ isIncluded: (Value) -> Bool) -> Sides {
    func keep(_ value: Value?) -> Value? { value.flatMap { isIncluded($0) ? $0 : nil } }
    return Sides(top: keep(top), right: keep(right), bottom: keep(bottom), left: keep(left))
  }
}

extension Form<Block.RowHeight> {
  private static let points = Form<Double>.number(in: Block.tableLengths)

  /// An object with one member whose key is the kind of height.
  static let rowHeight = Form { value, writer in
    writer.beginObject()
    switch value {
    case .atLeast(let height):
      writer.key("atLeast")
      points.write(height, &writer)
    case .exactly(let height):
      writer.key("exactly")
      points.write(height, &writer)
    }
    writer.endObject()
  } read: { (value, reading) throws(InputError) in
    let (name, item) = try value.requireOnlyMember(of: ["atLeast", "exactly"])
    let height = try points.read(item, &reading)
    return name == "atLeast" ? .atLeast(height) : .exactly(height)
  } admits: {
    points.admits($0.points)
  }
}

extension Form<Block.Table.Width> {
  private static let points = Form<Double>.number(in: Block.tableLengths)
  private static let percent = Form<Double>.number(in: Block.tablePercents)

  /// An object with one member whose key is the unit.
  static let tableWidth = Form { value, writer in
    writer.beginObject()
    switch value {
    case .points(let width):
      writer.key("points")
      points.write(width, &writer)
    case .percent(let width):
      writer.key("percent")
      percent.write(width, &writer)
    }
    writer.endObject()
  } read: { (value, reading) throws(InputError) in
    let (name, item) = try value.requireOnlyMember(of: ["points", "percent"])
    guard name == "points" else { return .percent(try percent.read(item, &reading)) }
    return .points(try points.read(item, &reading))
  } admits: { value in
    switch value {
    case .points(let width): points.admits(width)
    case .percent(let width): percent.admits(width)
    }
  }
}
