internal import IABytes
internal import IASyntax

/// The JSON form of a kind of value.
struct Form<Value>: Sendable {
  /// Writes the value; a value outside the domain is clamped to it.
  let write: @Sendable (Value, inout JSONWriter) -> Void
  let read: @Sendable (JSONValue, inout FieldReading) throws(InputError) -> Value
  /// Returns whether a value is in the domain; optional fields omit all others.
  var admits: @Sendable (Value) -> Bool = { _ in true }
}

extension Form<Bool> {
  static let flag = Form { value, writer in
    writer.bool(value)
  } read: { (value, _) throws(InputError) in
    try value.requireBool()
  }
}

extension Form<String> {
  static let text = Form { value, writer in
    writer.string(value)
  } read: { (value, reading) throws(InputError) in
    let text = try value.requireText()
    if value.hasLoneSurrogate {
      try reading.tolerate(InputError(.fieldLoneSurrogate, at: value.byteOffset))
    }
    return text
  }
}

extension Form<Int> {
  static func integer(in range: ClosedRange<Int> = .min ... .max) -> Form {
    Form { value, writer in
      writer.integer(min(max(value, range.lowerBound), range.upperBound))
    } read: { (value, _) throws(InputError) in
      try value.requireInteger(in: range)
    } admits: {
      range.contains($0)
    }
  }
}

extension Form<Int16> {
  static func short(in range: ClosedRange<Int>) -> Form {
    let integer = Form<Int>.integer(in: range)
    return Form { value, writer in
      integer.write(Int(value), &writer)
    } read: { (value, reading) throws(InputError) in
      Int16(clamping: try integer.read(value, &reading))
    } admits: {
      range.contains(Int($0))
    }
  }
}

extension Form<Double> {
  /// A finite number; `positive` and ranges are narrower.
  static let number = number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  /// A finite number greater than 0.
  static let positive = number(
    in: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude, called: "more than 0")
  /// A finite number, 0 or above.
  static let magnitude = number(in: 0...Double.greatestFiniteMagnitude, called: "0 or more")

  static func number(in range: ClosedRange<Double>, called name: String? = nil) -> Form {
    Form { value, writer in
      let inside = value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
      // 0 and −0 are equal, so both are written as 0.
      writer.double(inside == 0 ? 0 : inside)
    } read: { (value, _) throws(InputError) in
      let number = try value.requireDouble()
      guard range.contains(number) else {
        let expected = name ?? "\(range.lowerBound)...\(range.upperBound)"
        throw InputError(
          .jsonNumberRange, at: value.byteOffset, detail: "expected \(expected), found \(number)")
      }
      return number
    } admits: {
      range.contains($0)
    }
  }
}

extension Form<Color> {
  /// The form `#RRGGBB`, or `#RRGGBBAA` if the colour is not opaque.
  static let color = Form { value, writer in
    writer.string(value.hex)
  } read: { (value, _) throws(InputError) in
    guard let color = Color(hex: try value.requireText()) else {
      throw InputError(
        .fieldValue, at: value.byteOffset, detail: "no colour: \"\(value.shortText)\"")
    }
    return color
  }
}

extension Form<SHA256Digest> {
  /// The form of 64 hexadecimal digits.
  static let digest = Form { value, writer in
    writer.string(value.description)
  } read: { (value, _) throws(InputError) in
    guard let digest = SHA256Digest(hex: try value.requireText()) else {
      throw InputError(
        .fieldValue, at: value.byteOffset, detail: "no SHA-256: \"\(value.shortText)\"")
    }
    return digest
  }
}

extension Form
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// The name of a case.
  static var name: Form {
    let cases = Array(Value.allCases)
    return Form { value, writer in
      writer.string(value.rawValue)
    } read: { (value, _) throws(InputError) in
      let name = try value.requireText()
      guard let found = cases.first(where: { $0.rawValue == name }) else {
        let names = cases.map(\.rawValue).joined(separator: ", ")
        throw InputError(
          .fieldValue, at: value.byteOffset,
          detail: "expected one of \(names), found \"\(value.shortText)\"")
      }
      return found
    }
  }
}

extension Form {
  /// Returns the form of an array.
  static func list<Element>(of form: Form<Element>) -> Form where Value == [Element] {
    Form { value, writer in
      writer.beginArray()
      for element in value { form.write(element, &writer) }
      writer.endArray()
    } read: { (value, reading) throws(InputError) in
      var elements: [Element] = []
      for element in try value.requireElements() {
        elements.append(try form.read(element, &reading))
      }
      return elements
    }
  }

  /// Returns the form of an object; members that are missing have the values of `empty`.
  static func object(_ fields: FieldList<Value>, from empty: Value) -> Form where Value: Sendable {
    Form { value, writer in
      fields.write(value, to: &writer)
    } read: { (value, reading) throws(InputError) in
      var model = empty
      try fields.read(value, into: &model, &reading)
      return model
    }
  }
}

extension Form<[InlineAttributes.Tag]> {
  /// An object of names and texts, sorted by name.
  static let tags = Form { value, writer in
    writer.beginObject()
    for tag in sortedUnique(value) {
      writer.key(tag.name)
      writer.string(tag.value)
    }
    writer.endObject()
  } read: { (value, reading) throws(InputError) in
    var tags: [(tag: InlineAttributes.Tag, offset: Int)] = []
    for (key, item) in try value.requireMembers() {
      let tag = InlineAttributes.Tag(
        try Form<String>.text.read(key, &reading), try Form<String>.text.read(item, &reading))
      tags.append((tag, key.byteOffset))
    }
    tags.sort { ($0.tag.name, $0.offset) < ($1.tag.name, $1.offset) }
    // Different JSON keys can be the same name: they may be canonically equivalent, or equal after a repair.
    for (tag, next) in zip(tags, tags.dropFirst()) where tag.tag.name == next.tag.name {
      throw InputError(
        .fieldDuplicate, at: next.offset, detail: next.tag.name, other: tag.offset)
    }
    return tags.map(\.tag)
  }

  private static func sortedUnique(_ tags: [InlineAttributes.Tag]) -> [InlineAttributes.Tag] {
    var kept: [InlineAttributes.Tag] = []
    let order = tags.indices.sorted { (tags[$0].name, $0) < (tags[$1].name, $1) }
    for index in order where kept.last?.name != tags[index].name { kept.append(tags[index]) }
    return kept
  }
}
