internal import IABytes
internal import IALegacy
internal import IASyntax
internal import IAText

/// The source system's dictionary in a property list.
extension KitValue: LegacyValue {
  static var hasObjects: Bool { true }

  var isNull: Bool { kind == .null }

  var isArray: Bool { kind == .array }

  var isDictionary: Bool { kind == .dictionary }

  var count: Int {
    switch shape {
    case .plain: node.count
    default: (try? field("NS.objects"))?.flatMap { $0.node.count } ?? 0
    }
  }

  var bool: Bool? {
    guard shape.isPlain else { return nil }
    // Archives of older systems store Boolean values as numbers.
    return node.bool ?? (node.integer == 0 ? false : node.integer == 1 ? true : nil)
  }

  var integer: Int? { shape.isPlain ? node.integer : nil }

  /// The text of a string; keys may be numbers.
  var text: String? { (try? string()) ?? integer.map(String.init) }

  var hasLoneSurrogate: Bool {
    guard let units = try? units() else { return false }
    return String(validating: units, as: UTF16.self) == nil
  }

  var shortText: String { Self.short(text ?? "") }

  func isText(_ text: String) -> Bool {
    if shape.isPlain, node.kind == .string { return node.isText(text) }
    return self.text == text
  }

  func requireUTF16() throws(InputError) -> [UInt16] {
    guard let units = try units() else { throw wrongKind(expected: .string) }
    return units
  }

  func requireText() throws(InputError) -> String {
    guard let text = try string() else { throw wrongKind(expected: .string) }
    return text
  }

  func requireInteger() throws(InputError) -> Int {
    guard let integer else { throw wrongKind(expected: .integer) }
    return integer
  }

  func requireDouble() throws(InputError) -> Double {
    guard let double, !double.isNaN else { throw wrongKind(expected: .real) }
    return double
  }

  func requireElements() throws(InputError) -> [KitValue] {
    guard kind == .array else { throw wrongKind(expected: .array) }
    return try elements(of: shape.isPlain ? node : objects("NS.objects"))
  }

  func requireMembers() throws(InputError) -> [(key: KitValue, value: KitValue)] {
    guard kind == .dictionary else { throw wrongKind(expected: .dictionary) }
    guard !shape.isPlain else {
      let members = try node.requireMembers()
      try spend(members.count)
      var result: [(key: KitValue, value: KitValue)] = []
      result.reserveCapacity(members.count)
      for (key, value) in members {
        result.append((KitValue(node: key, archive: archive), try follow(value)))
      }
      return result
    }
    let keys = try objects("NS.keys")
    let values = try objects("NS.objects")
    guard keys.count == values.count else {
      throw InputError(
        .kitMember, at: byteOffset, detail: "\(keys.count) keys, \(values.count) objects")
    }
    return Array(zip(try elements(of: keys), try elements(of: values)).map { (key: $0, value: $1) })
  }

  func requireTriple() throws(InputError) -> (KitValue, KitValue, KitValue) {
    guard count == 3 || kind != .array else {
      throw InputError(.kitLength, at: byteOffset, detail: "expected 3 elements, found \(count)")
    }
    let elements = try requireElements()
    guard elements.count == 3 else {
      throw InputError(.kitLength, at: byteOffset, detail: "expected 3 elements")
    }
    return (elements[0], elements[1], elements[2])
  }

  func url(_ reading: inout FieldReading) throws(InputError) -> String? {
    guard !isNull else { return nil }
    guard let text = try urlText() else { throw wrongKind(expected: .url) }
    return text
  }

  func animation(_ reading: inout FieldReading) throws(InputError) -> AnimationParameters {
    var parameters = AnimationParameters.standard
    for (key, value) in try requireMembers() {
      let number = try value.requireDouble()
      switch key.text {
      case "duration" where (0...Double.greatestFiniteMagnitude).contains(number):
        parameters.duration = number
      case "topLayerFrom" where (0...1).contains(number): parameters.topLayerFrom = number
      case "topLayerTo" where (0...1).contains(number): parameters.topLayerTo = number
      case "bottomLayerFrom" where (0...1).contains(number): parameters.bottomLayerFrom = number
      case "bottomLayerTo" where (0...1).contains(number): parameters.bottomLayerTo = number
      default:
        try reading.tolerate(
          InputError(.fieldUnknown, at: key.byteOffset, detail: "\(key.shortText) \(number)"))
      }
    }
    return parameters
  }

  private func objects(_ key: String) throws(InputError) -> PropertyListValue {
    guard let list = node[key] else {
      throw InputError(.kitMember, at: byteOffset, detail: "no member \"\(key)\"")
    }
    guard list.kind == .array else { throw list.wrongKind(expected: .array) }
    return list
  }

  private func elements(of list: PropertyListValue) throws(InputError) -> [KitValue] {
    let elements = try list.requireElements()
    try spend(elements.count)
    var result: [KitValue] = []
    result.reserveCapacity(elements.count)
    for element in elements { result.append(try follow(element)) }
    return result
  }
}
