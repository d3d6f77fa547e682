internal import IABytes

/// The decompressed columns of a block.
struct BlockColumns {
  let documentCount: Int
  private var contents: [BlockColumn: [UInt8]] = [:]
  private var places: [BlockColumn: Int] = [:]
  private let byteCount: Int

  /// Creates the columns of a data block by decompressing all of them.
  init(
    _ block: [UInt8], limits: Limits, dictionary: CompressionDictionary?
  ) throws(InputError) {
    guard block.count <= limits.inputBytes else {
      throw .exceeds(
        .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: block.count,
        at: limits.inputBytes)
    }
    let bytes = block.span
    byteCount = block.count
    var reader = ByteReader(0..<block.count)
    guard try reader.byte(bytes) == BlockDecoder.version else {
      throw InputError(.iaVersion, at: 0)
    }
    documentCount = try reader.varint(atMost: limits.entries, bytes)
    var storage = StoredBytes(limits: limits, inputByteCount: block.count, dictionary: dictionary)
    var last: UInt8 = 0
    while !reader.isAtEnd {
      let offset = reader.byteOffset
      let number = try reader.byte(bytes)
      guard let column = BlockColumn(rawValue: number) else {
        throw InputError(.iaCriticalChunk, at: offset, detail: "block column \(number)")
      }
      guard number > last else { throw InputError(.iaOrder, at: offset) }
      last = number
      places[column] = offset
      contents[column] = try storage.column(&reader, bytes)
    }
  }

  /// Returns whether the block has a column.
  func has(_ column: BlockColumn) -> Bool { contents[column] != nil }

  /// Removes and returns a column, which must have `count` bytes; a missing column counts as empty.
  mutating func take(_ column: BlockColumn, count: Int) throws(InputError) -> [UInt8] {
    let content = contents.removeValue(forKey: column) ?? []
    guard content.count == count else {
      throw InputError(
        .iaCount, at: places[column] ?? byteCount,
        detail: "\(content.count) bytes in column \(column.rawValue), expected \(count)")
    }
    return content
  }

  /// Removes a column of varints and returns their running sums.
  mutating func ends(_ column: BlockColumn, count: Int) throws(InputError) -> [Int] {
    let content = contents.removeValue(forKey: column) ?? []
    let offset = places[column] ?? byteCount
    var reader = ByteReader(0..<content.count)
    var ends: [Int] = []
    // A forged count must not reserve more memory than the column can fill.
    ends.reserveCapacity(min(count, content.count))
    var end = 0
    do {
      let bytes = content.span
      while ends.count < count {
        end += try reader.varint(atMost: 1 << 32, bytes)
        ends.append(end)
      }
    } catch { throw InputError(.iaCount, at: offset, detail: "too few numbers") }
    guard reader.isAtEnd else { throw InputError(.iaCount, at: offset, detail: "too many numbers") }
    return ends
  }

  /// Removes the columns of layouts, and returns for each document its layout and its first intensity; 0 if the layout
  /// does not begin with one.
  mutating func layouts(
    count: Int
  ) throws(InputError) -> (layouts: [IntensityLayout], firsts: [UInt8]) {
    let offset = places[.layouts] ?? byteCount
    let content = try take(.layouts, count: count)
    var layouts: [IntensityLayout] = []
    layouts.reserveCapacity(count)
    for byte in content {
      guard let layout = IntensityLayout(byte: byte) else {
        throw InputError(.iaReserved, at: offset, detail: "layout \(byte)")
      }
      layouts.append(layout)
    }
    let firstCount = layouts.count { $0.beginsWithValue }
    let place = places[.firstIntensities] ?? byteCount
    let values = try take(.firstIntensities, count: firstCount)
    guard values.allSatisfy({ $0 <= 100 }) else { throw InputError(.iaIntensities, at: place) }
    var next = values.makeIterator()
    return (layouts, layouts.map { $0.beginsWithValue ? next.next() ?? 0 : 0 })
  }

  /// Removes and decodes the text, which must have `count` units.
  mutating func units(count: Int) throws(InputError) -> [UInt16] {
    let content = contents.removeValue(forKey: .text) ?? []
    let offset = places[.text] ?? byteCount
    var units: [UInt16] = []
    do { try TextColumn.append(content.span, origin: 0, to: &units) } catch {
      throw InputError(error.code, at: offset, detail: "byte \(error.byteOffset) of the text")
    }
    guard units.count == count else {
      throw InputError(.iaCount, at: offset, detail: "\(units.count) units, expected \(count)")
    }
    return units
  }

  /// Checks that no column remains.
  func finish() throws(InputError) {
    if let (column, _) = contents.first {
      throw InputError(.iaOrder, at: places[column] ?? byteCount)
    }
  }
}
