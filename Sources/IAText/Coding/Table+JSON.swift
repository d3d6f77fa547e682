internal import IABytes
internal import IASyntax

extension Field {
  /// Returns a member with the values of sides; values outside the domain are omitted, as is the
  /// member if no side has a value.
  static func sides<Part: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Model, Sides<Part>> & Sendable, of form: Form<Part>
  ) -> Field {
    let sides = Form<Sides<Part>>.sides(of: form)
    return Field(key: key, isRequired: false) { model, writer in
      let value = model[keyPath: path].filtered(form.admits)
      guard !value.isEmpty else { return }
      writer.key(key)
      sides.write(value, &writer)
    } read: { (value, model, reading) throws(InputError) in
      model[keyPath: path] = try sides.read(value, &reading)
    }
  }
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
