internal import IABytes
internal import IASyntax

/// Checks that traversing all values takes bounded time, and that their properties are consistent.
@Sendable func fuzzPropertyList(_ bytes: [UInt8]) throws(FuzzFailure) {
  let table: PropertyListTable
  do {
    table = try PropertyListTable(bytes)
  } catch {
    try require(0...bytes.count ~= error.byteOffset, "offset outside the input: \(error)")
    return
  }
  // Each object and reference takes at least one byte; the traversal visits at most four times as
  // many.
  var budget = 4 * bytes.count
  var open = [(value: table.root, depth: 0)]
  while let (value, depth) = open.popLast() {
    budget -= 1
    try require(budget >= 0, "walking is bounded")
    try require(value.byteOffset < bytes.count, "offset inside the input")
    switch value.kind {
    case .array:
      try require(depth < 256, "depth is bounded")
      let elements = value.elements.map { Array($0) } ?? []
      try require(elements.count == value.count, "elements are counted")
      for element in elements { open.append((element, depth + 1)) }
    case .dictionary:
      try require(depth < 256, "depth is bounded")
      let members = value.members.map { Array($0) } ?? []
      try require(members.count == value.count, "members are counted")
      var keys: Set<[UInt16]> = []
      for member in members {
        guard let key = member.key.utf16 else {
          throw FuzzFailure(description: "keys are strings")
        }
        try require(keys.insert(key).inserted, "keys differ")
        budget -= 1
        open.append((member.value, depth + 1))
      }
    case .string:
      let units = value.utf16 ?? []
      try require(value.text == String(decoding: units, as: UTF16.self), "text and units agree")
    case .integer:
      try require(value.integer != nil || value.unsignedInteger != nil, "an integer has a value")
      if let integer = value.integer, let unsigned = value.unsignedInteger {
        try require(UInt64(exactly: integer) == unsigned, "integers agree")
      }
    case .real: try require(value.double != nil, "a real has a value")
    case .bool: try require(value.bool != nil, "a truth value has a value")
    case .date: try require(value.secondsSinceReferenceDate != nil, "a date has a value")
    case .data: try require(value.data != nil, "data have bytes")
    case .uid: try require((value.uid ?? -1) >= 0, "a UID has a value")
    }
  }
}
