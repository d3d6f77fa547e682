internal import IABytes
internal import IASyntax

/// Checks that accepted text is stable after writing in both styles, and that errors have offsets
/// inside the input.
@Sendable func fuzzJSON(_ bytes: [UInt8]) throws(FuzzFailure) {
  let table: JSONTable
  do {
    table = try JSONTable(bytes)
  } catch {
    try require(0...bytes.count ~= error.byteOffset, "offset outside the input: \(error)")
    try require(
      error.code != .jsonTruncated || error.byteOffset == bytes.count, "truncated before the end")
    return
  }
  try walk(table)
  let compact = written(table, .compact)
  let pretty = written(table, .pretty)
  do {
    try require(written(try JSONTable(compact), .compact) == compact, "compact text is stable")
    try require(written(try JSONTable(compact), .pretty) == pretty, "styles agree")
    try require(written(try JSONTable(pretty), .compact) == compact, "pretty text says the same")
    try require(written(try JSONTable(pretty), .pretty) == pretty, "pretty text is stable")
  } catch let error as InputError {
    throw FuzzFailure(description: "own text refused: \(error)")
  } catch let error as FuzzFailure {
    throw error
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

private func written(_ table: JSONTable, _ style: JSONWriter.Style) -> [UInt8] {
  var writer = JSONWriter(style: style)
  writer.copy(table.root)
  return writer.finish()
}

/// Checks that the properties of each value are consistent with each other.
private func walk(_ table: JSONTable) throws(FuzzFailure) {
  var open = [table.root]
  while let value = open.popLast() {
    let range = value.byteRange
    try require(
      range.lowerBound == value.byteOffset && range.upperBound <= table.bytes.count
        && !range.isEmpty, "range inside the text")
    switch value.kind {
    case .number:
      let double = value.double
      if let integer = value.integer {
        try require(double == Double(integer), "integer and double agree")
      }
      let text = String(decoding: table.bytes[range], as: UTF8.self)
      let expected = Double(text) ?? .nan
      if expected.isFinite {
        try require(double?.bitPattern == expected.bitPattern, "double is the nearest of \(text)")
      } else {
        try require(double == nil, "too large is no double: \(text)")
      }
    case .string:
      let units = value.utf16 ?? []
      let text = value.text ?? ""
      let isSame = text.utf16.elementsEqual(units)
      try require(isSame != value.hasLoneSurrogate, "lone surrogates are known")
      try require(value.isText(text) == isSame, "a string equals its text")
    case .array:
      let elements = Array(value.elements.map { Array($0) } ?? [])
      try require(elements.count == value.count, "elements are counted")
      if let integers = try? value.requireIntegers() {
        try require(integers == elements.compactMap(\.integer), "integers agree")
      }
      open.append(contentsOf: elements)
    case .object:
      let members = value.members.map { Array($0) } ?? []
      try require(members.count == value.count, "members are counted")
      for member in members {
        try require(member.key.kind == .string, "keys are strings")
        try require(member.key.byteRange.upperBound < member.value.byteOffset, "keys come first")
        open.append(member.value)
      }
    case .null, .bool: try require(value.isNull == (value.bool == nil), "null is no truth value")
    }
  }
}
