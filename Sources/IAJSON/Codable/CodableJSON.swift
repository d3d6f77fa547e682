internal import IABytes
internal import IASyntax

/// A JSON value that is written into the containers of an encoder.
struct CodableJSON: Encodable {
  let value: JSONValue

  /// The limits for JSON that is encoded or decoded by `Codable`.
  ///
  /// The schema needs a nesting depth of 8.
  static var limits: Limits {
    var limits = Limits.standard
    limits.depth = min(limits.depth, 64)
    return limits
  }

  /// The name of a member.
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  // An encoder calls this method for each nested value; `limits` bounds the depth of the recursion.
  func encode(to encoder: any Encoder) throws {
    switch value.kind {
    case .object:
      var container = encoder.container(keyedBy: Key.self)
      for (key, member) in try value.requireMembers() {
        try container.encode(
          CodableJSON(value: member), forKey: Key(stringValue: key.requireText()))
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for element in try value.requireElements() {
        if let integer = element.integer {
          try container.encode(integer)
        } else {
          try container.encode(CodableJSON(value: element))
        }
      }
    case .string:
      var container = encoder.singleValueContainer()
      try container.encode(value.requireText())
    case .number:
      var container = encoder.singleValueContainer()
      if let integer = value.integer {
        try container.encode(integer)
      } else {
        try container.encode(value.requireDouble())
      }
    case .bool:
      var container = encoder.singleValueContainer()
      try container.encode(value.requireBool())
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  /// Returns whether a JSON text that `JSONWriter` wrote has an escape of a lone surrogate.
  ///
  /// The writer uses `\u` followed by a D only for these; surrogate pairs are written as UTF-8.
  static func hasLoneSurrogate(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "u"), bytes[index + 2] | 0x20 == UInt8(ascii: "d") {
        return true
      }
      index += 2
    }
    return false
  }
}

/// The JSON text of a value that was read from the containers of a decoder.
struct CollectedJSON {
  /// The JSON text.
  let bytes: [UInt8]

  /// Creates a value from a decoder: an object, or a string that holds JSON text.
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodableJSON.Key.self) {
      var writer = JSONWriter()
      try Self.write(container, to: &writer, depth: 1)
      bytes = writer.finish()
    } else {
      bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8)
    }
  }

  private typealias Object = KeyedDecodingContainer<CodableJSON.Key>

  private static func write(
    _ container: Object, to writer: inout JSONWriter, depth: Int
  ) throws {
    try check(depth, container.codingPath)
    writer.beginObject()
    // The keys are sorted, because a decoder need not keep their order, and decoding must be deterministic.
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      writer.key(key.stringValue)
      if let value = try? container.decode(Int.self, forKey: key) {
        writer.integer(value)
      } else if let value = try? container.decode(String.self, forKey: key) {
        writer.string(value)
      } else if let value = try? container.nestedUnkeyedContainer(forKey: key) {
        var value = value
        try write(&value, to: &writer, depth: depth + 1)
      } else if let value = try? container.nestedContainer(
        keyedBy: CodableJSON.Key.self, forKey: key)
      {
        try write(value, to: &writer, depth: depth + 1)
      } else if let value = try? container.decode(Bool.self, forKey: key) {
        writer.bool(value)
      } else if let value = try? container.decode(Double.self, forKey: key), value.isFinite {
        writer.double(value)
      } else {
        guard try container.decodeNil(forKey: key) else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: container, debugDescription: "not a value of JSON")
        }
        writer.null()
      }
    }
    writer.endObject()
  }

  private static func write(
    _ container: inout any UnkeyedDecodingContainer, to writer: inout JSONWriter, depth: Int
  ) throws {
    try check(depth, container.codingPath)
    writer.beginArray()
    while !container.isAtEnd {
      if let value = try? container.decode(Int.self) {
        writer.integer(value)
      } else if let value = try? container.decode(String.self) {
        writer.string(value)
      } else if let value = try? container.nestedUnkeyedContainer() {
        var value = value
        try write(&value, to: &writer, depth: depth + 1)
      } else if let value = try? container.nestedContainer(keyedBy: CodableJSON.Key.self) {
        try write(value, to: &writer, depth: depth + 1)
      } else if let value = try? container.decode(Bool.self) {
        writer.bool(value)
      } else if let value = try? container.decode(Double.self), value.isFinite {
        writer.double(value)
      } else {
        guard try container.decodeNil() else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "not a value of JSON")
        }
        writer.null()
      }
    }
    writer.endArray()
  }

  private static func check(_ depth: Int, _ path: [any CodingKey]) throws {
    guard depth <= CodableJSON.limits.depth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "nested deeper than \(CodableJSON.limits.depth)"))
    }
  }
}
