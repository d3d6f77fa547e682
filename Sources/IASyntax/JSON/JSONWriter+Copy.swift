extension JSONWriter {
  /// Writes a value of a table and all values in it.
  ///
  /// The text of numbers and the units of strings are preserved; escapes and white space are those of this writer.
  ///
  /// - Complexity: O(bytes of the value).
  public mutating func copy(_ value: JSONValue) {
    let table = value.table
    let last = table.index(after: value.index)
    var index = value.index
    // Whether each open container is an object, and whether a key is expected next in it.
    var open: [(isObject: Bool, wantsKey: Bool)] = []
    while index < last {
      let item = JSONValue(table: table, index: index)
      let word = item.word
      if word.tag == .end {
        guard let ended = open.popLast() else { return }
        if ended.isObject { endObject() } else { endArray() }
        index += 1
        continue
      }
      if let top = open.indices.last, open[top].isObject {
        open[top].wantsKey.toggle()
        if !open[top].wantsKey {
          copy(keyOf: item)
          index += 1
          continue
        }
      }
      switch word.tag {
      case .null, .end: null()
      case .bool: bool(word.smallValue == 1)
      case .smallInteger: integer(word.smallValue)
      case .integer, .real: number(verbatim: table.bytes[item.byteRange])
      case .asciiString, .plainString: string(item.text ?? "")
      case .escapedString, .loneString:
        let units = item.utf16 ?? []
        string(utf16: units.span)
      case .array: beginArray()
      case .object: beginObject()
      }
      if word.isContainer {
        open.append((isObject: word.tag == .object, wantsKey: true))
        index += 1
      }
      index += 1
    }
  }

  private mutating func copy(keyOf item: JSONValue) {
    if item.word.isPlain {
      key(item.text ?? "")
    } else {
      let units = item.utf16 ?? []
      key(utf16: units.span)
    }
  }
}
