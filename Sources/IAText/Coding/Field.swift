internal import IABytes
internal import IASyntax

/// A member of a JSON object: its key, and the functions that read and write its value.
struct Field<Model>: Sendable {
  let key: String
  let isRequired: Bool
  /// Writes key and value, or nothing if the model has the default.
  let write: @Sendable (Model, inout JSONWriter) -> Void
  let read: @Sendable (JSONValue, inout Model, inout FieldReading) throws(InputError) -> Void

  /// Returns a member that is omitted if its value is `nil` or not in the domain of the form.
  static func optional<Value>(
    _ key: String, _ path: any WritableKeyPath<Model, Value?> & Sendable, _ form: Form<Value>
  ) -> Field {
    let place = FieldStorage(path)
    return Field(key: key, isRequired: false) { model, writer in
      guard let value = place.value(in: model), form.admits(value) else { return }
      writer.key(key)
      form.write(value, &writer)
    } read: { (value, model, reading) throws(InputError) in
      model[keyPath: path] = try form.read(value, &reading)
    }
  }

  /// Returns a member that is omitted if its value is `nil` or not in the domain of the form, with
  /// functions instead of a key path, because a key path of a generic model takes long to create.
  static func optional<Value>(
    _ key: String, _ form: Form<Value>, get: @escaping @Sendable (Model) -> Value?,
    set: @escaping @Sendable (inout Model, Value) -> Void
  ) -> Field {
    Field(key: key, isRequired: false) { model, writer in
      guard let value = get(model), form.admits(value) else { return }
      writer.key(key)
      form.write(value, &writer)
    } read: { (value, model, reading) throws(InputError) in
      set(&model, try form.read(value, &reading))
    }
  }

  /// Returns a member that is omitted if it has the default value.
  static func defaulted<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Model, Value> & Sendable, _ form: Form<Value>,
    _ standard: Value
  ) -> Field {
    let place = FieldStorage(path)
    return Field(key: key, isRequired: false) { model, writer in
      let value = place.value(in: model)
      guard value != standard else { return }
      writer.key(key)
      form.write(value, &writer)
    } read: { (value, model, reading) throws(InputError) in
      model[keyPath: path] = try form.read(value, &reading)
    }
  }

  /// Returns a member that is always written, and without which reading fails.
  static func required<Value>(
    _ key: String, _ path: any WritableKeyPath<Model, Value> & Sendable, _ form: Form<Value>
  ) -> Field {
    let place = FieldStorage(path)
    return Field(key: key, isRequired: true) { model, writer in
      writer.key(key)
      form.write(place.value(in: model), &writer)
    } read: { (value, model, reading) throws(InputError) in
      model[keyPath: path] = try form.read(value, &reading)
    }
  }

  /// Returns a Boolean member that is omitted if it is false.
  static func flag(_ key: String, _ path: any WritableKeyPath<Model, Bool> & Sendable) -> Field {
    .defaulted(key, path, .flag, false)
  }

  /// Returns an array member that is omitted if it is empty.
  static func list<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Model, [Value]> & Sendable, of form: Form<Value>
  ) -> Field {
    .defaulted(key, path, .list(of: form), [])
  }

  /// Returns a member for an object of names and texts that is omitted if it is empty.
  static func tags(
    _ key: String, _ path: any WritableKeyPath<Model, [InlineAttributes.Tag]> & Sendable
  ) -> Field {
    .defaulted(key, path, .tags, [])
  }
}

extension Field {
  /// Returns the same member for an outer model that contains this model; if the outer model has none, one is created
  /// when a value is read.
  func lifted<Outer>(
    from part: @escaping @Sendable (Outer) -> Model?,
    into change: @escaping @Sendable (inout Outer, Model) -> Void, empty: Model
  ) -> Field<Outer> where Model: Sendable {
    Field<Outer>(key: key, isRequired: isRequired) { outer, writer in
      if let model = part(outer) { write(model, &writer) }
    } read: { (value, outer, reading) throws(InputError) in
      var model = part(outer) ?? empty
      try read(value, &model, &reading)
      change(&outer, model)
    }
  }
}

/// Access to a value in a model.
///
/// For a stored property the byte offset is used, because access by offset is several times faster than by key path.
private struct FieldStorage<Model, Value>: Sendable {
  private let path: any KeyPath<Model, Value> & Sendable
  private let offset: Int?

  init(_ path: any KeyPath<Model, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Model>.offset(of: path)
  }

  func value(in model: Model) -> Value {
    guard let offset else { return model[keyPath: path] }
    // `MemoryLayout.offset(of:)` returns an offset only for a stored property of this type, and the
    // pointer stays in the closure.
    return unsafe withUnsafePointer(to: model) {
      unsafe (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}

/// The members of a kind of JSON object, in the order in which they are written.
///
/// The list is the only definition of the keys of a model, for both writing and reading.
struct FieldList<Model>: Sendable {
  private let fields: [Field<Model>]
  private let required: UInt64

  /// Creates a list of at most 64 fields.
  init(_ fields: [Field<Model>]) {
    self.fields = fields
    required = fields.indices.reduce(0) { $0 | (fields[$1].isRequired ? 1 << UInt64($1) : 0) }
  }

  /// Writes a model as a JSON object.
  func write(_ model: Model, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: model, to: &writer)
    writer.endObject()
  }

  /// Writes the members of a model into an object that has been started.
  func writeMembers(of model: Model, to writer: inout JSONWriter) {
    for field in fields { field.write(model, &writer) }
  }

  /// Reads the members of an object into a model.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - model: Receives the values; keeps those that the object does not have.
  ///   - reading: Decides whether unknown members are errors.
  ///   - others: Keys that the caller reads itself.
  /// - Throws: `InputError` at the first invalid value, or if a required member is missing.
  func read(
    _ value: JSONValue, into model: inout Model, _ reading: inout FieldReading,
    besides others: [String] = []
  ) throws(InputError) {
    var seen: UInt64 = 0
    for (key, item) in try value.requireMembers() {
      if let index = fields.firstIndex(where: { key.isText($0.key) }) {
        seen |= 1 << UInt64(index)
        try fields[index].read(item, &model, &reading)
      } else if !others.contains(where: { key.isText($0) }) {
        try reading.tolerate(
          InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
      }
    }
    let missing = required & ~seen
    if missing != 0 {
      let key = fields[missing.trailingZeroBitCount].key
      throw InputError(.fieldMissing, at: value.byteOffset, detail: key)
    }
  }
}

extension JSONValue {
  /// The first 40 characters of a text, for an error message.
  package var shortText: String {
    let text = text ?? ""
    return text.count > 40 ? String(text.prefix(40)) + "…" : text
  }
}
