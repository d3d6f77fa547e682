internal import IABytes

/// Compares the local header and the data descriptor of an entry with the directory.
enum ZipLocalHeader {
  private static let descriptor = 0x0807_4B50

  /// Checks an entry.
  ///
  /// - Returns: The range of its bytes, the end of the whole entry, the needed version, and the
  ///   difference between its extra fields and those of the directory.
  /// - Throws: `InputError` at a contradiction to the directory.
  static func check<Input: ZipInput>(
    _ entry: ZipEntry, _ input: inout ZipWindow<Input>, before limit: Int
  ) throws(InputError) -> (data: Range<Int>, end: Int, version: Int, difference: String?) {
    let start = entry.headerOffset
    guard start <= limit - ZipLocalRecord.byteCount else {
      throw InputError(.zipHeader, at: entry.directoryOffset, detail: "no room at \(start)")
    }
    let fixed = try input.bytes(in: start..<start + ZipLocalRecord.byteCount)
    guard let fields = ZipLocalRecord(fixed.span)?.fields else {
      throw InputError(.zipHeader, at: start, other: entry.directoryOffset)
    }
    let nameEnd = ZipLocalRecord.byteCount + Int(fields.nameCount)
    let count = nameEnd + Int(fields.extraCount)
    guard count <= limit - start else { throw overlap(entry, start + count) }
    let bytes = try input.bytes(in: start..<start + count)
    var extra = try ZipExtra(bytes.part(nameEnd..<count), at: start + nameEnd)
    let byteCount = try extra.number(Int(fields.byteCount))
    let compressedCount = try extra.number(Int(fields.compressedCount))
    try require("flags", Int(fields.flags), entry.flags, entry)
    try require("method", Int(fields.method), entry.method, entry)
    try require("time", Int(fields.time), entry.time, entry)
    guard bytes.part(ZipLocalRecord.byteCount..<nameEnd).elementsEqual(entry.name) else {
      throw contradiction("name", entry)
    }
    // If a data descriptor follows, each of these fields may be zero or have the value of the directory.
    if !entry.hasDescriptor || fields.crc32 != 0 || byteCount != 0 || compressedCount != 0 {
      let isOpen = entry.hasDescriptor
      try require("crc32", Int(fields.crc32), Int(entry.crc32), entry, isOpen)
      try require("size", byteCount, entry.byteCount, entry, isOpen)
      try require("compressed size", compressedCount, entry.compressedCount, entry, isOpen)
    }
    if entry.method == 0, !entry.isEncrypted, entry.byteCount != entry.compressedCount {
      throw contradiction("stored size", entry)
    }
    let data = start + count
    guard entry.compressedCount <= limit - data else {
      throw overlap(entry, data)
    }
    var end = data + entry.compressedCount
    if entry.hasDescriptor { end = try descriptorEnd(of: entry, at: end, &input, before: limit) }
    let central = try ZipExtra(entry.extra[...], at: entry.directoryOffset)
    return (
      data..<data + entry.compressedCount, end, Int(fields.version),
      extra.difference(from: central, name: entry.name)
    )
  }

  /// Returns the end of the data descriptor that follows an entry's bytes.
  ///
  /// The descriptor may begin with a signature, and its sizes have 32 or 64 bits. Each of these four forms is accepted
  /// if its values are those of the directory.
  private static func descriptorEnd<Input: ZipInput>(
    of entry: ZipEntry, at offset: Int, _ input: inout ZipWindow<Input>, before limit: Int
  ) throws(InputError) -> Int {
    let bytes = try input.bytes(in: offset..<min(offset + 24, limit))
    for mark in [4, 0] {
      for size in [4, 8] {
        let count = mark + 4 + 2 * size
        guard bytes.count >= count, mark == 0 || bytes.long(0) == descriptor,
          bytes.long(mark) == Int(entry.crc32)
        else { continue }
        let sizes = [mark + 4, mark + 4 + size].map { size == 4 ? bytes.long($0) : bytes.wide($0) }
        if sizes == [entry.compressedCount, entry.byteCount] { return offset + count }
      }
    }
    throw InputError(
      .zipContradiction, at: offset, detail: "data descriptor", other: entry.directoryOffset)
  }

  private static func require(
    _ field: String, _ local: Int, _ central: Int, _ entry: ZipEntry, _ mayBeZero: Bool = false
  ) throws(InputError) {
    guard local == central || mayBeZero && local == 0 else { throw contradiction(field, entry) }
  }

  private static func contradiction(_ field: String, _ entry: ZipEntry) -> InputError {
    InputError(
      .zipContradiction, at: entry.headerOffset, detail: field, other: entry.directoryOffset)
  }

  private static func overlap(_ entry: ZipEntry, _ offset: Int) -> InputError {
    InputError(
      .zipOverlap, at: entry.headerOffset, detail: "its bytes reach into the directory",
      other: entry.directoryOffset)
  }
}
