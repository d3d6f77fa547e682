internal import IABytes
internal import IASyntax
internal import IAText

/// Reads a column of attribute runs, page by page.
struct RunColumnReader<Value> {
  /// The values by number; number 0 represents no attributes.
  private(set) var values: [Value]
  private var texts: Set<[UInt8]> = []

  /// Creates an empty column.
  init(_ empty: Value) { values = [empty] }

  /// Reads the content for a number of units.
  ///
  /// - Parameters:
  ///   - reader: The reader, at the start of the content, which it must read to its end.
  ///   - bytes: The bytes.
  ///   - count: The number of units that the content covers.
  ///   - limits: `tableEntries` limits the table, `depth` and `entries` each text.
  ///   - value: Reads one text.
  /// - Returns: The runs, with numbers as indices.
  mutating func runs(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, count: Int, limits: Limits,
    value: (Range<Int>) throws(InputError) -> Value
  ) throws(InputError) -> [StringColumns.Run] {
    let known = values.count
    for range in try reader.table(bytes, known: known - 1, limits: limits) {
      let offset = reader.origin + range.lowerBound
      let text = Array(copying: range, of: bytes)
      guard text != AttributeText.empty, texts.insert(text).inserted else {
        throw InputError(.iaCanonical, at: offset, detail: "the same attributes twice")
      }
      values.append(try value(range))
    }
    var used = known - 1
    var left = count
    var runs: [StringColumns.Run] = []
    while left > 0 {
      let offset = reader.byteOffset
      let length = try reader.varint(atMost: left, bytes)
      let number = try reader.varint(atMost: min(used + 1, values.count - 1), bytes)
      guard length > 0, runs.last?.index != number else {
        throw InputError(.iaCanonical, at: offset, detail: "runs that should be one")
      }
      runs.append(.init(count: length, index: number))
      used = max(used, number)
      left -= length
    }
    guard used == values.count - 1, runs.count > 1 || runs.first?.index ?? 0 > 0 else {
      throw InputError(.iaCanonical, at: reader.byteOffset, detail: "attributes without use")
    }
    return runs
  }
}

extension ByteReader {
  /// Reads a count of texts, each with its length, and returns their ranges.
  mutating func table(
    _ bytes: Span<UInt8>, known: Int, limits: Limits
  ) throws(InputError) -> [Range<Int>] {
    let offset = byteOffset
    // A text has at least two bytes, and one byte for its length.
    let count = try varint(atMost: remaining / 3, bytes)
    guard known + count <= limits.entries else {
      throw .exceeds(
        .iaLimit, limit: "entries", maximum: limits.entries, seen: known + count, at: offset)
    }
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(count)
    for _ in 0..<count { ranges.append(try stretch(try varint(bytes))) }
    return ranges
  }
}

extension Array<UInt8> {
  /// Creates an array from a range of a span.
  init(copying range: Range<Int>, of bytes: Span<UInt8>) {
    self = []
    append(addingCapacity: range.count) { output in
      for index in range { output.append(bytes[index]) }
    }
  }
}
