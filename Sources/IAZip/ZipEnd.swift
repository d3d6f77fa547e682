internal import IABytes

/// The end record of a ZIP archive, its 64-bit form included.
///
/// Source: PKWARE's APPNOTE 6.3.10, sections 4.3.14 to 4.3.16.
struct ZipEnd {
  /// The number of entries in the directory.
  var entryCount: Int
  /// The range of the directory, in bytes of the archive.
  var directory: Range<Int>

  private static let recordSize = 22
  private static let record: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  private static let wideSize = 56
  private static let wideRecord = 0x0606_4B50
  private static let locatorSize = 20
  private static let locator = 0x0706_4B50

  /// Creates the description of the end record that ends with the archive.
  ///
  /// - Throws: `InputError` if there is no such record, or if it is contradicted.
  init<Input: ZipInput>(_ input: inout ZipWindow<Input>) throws(InputError) {
    let count = input.byteCount
    let tailStart = max(count - Self.recordSize - 0xFFFF, 0)
    let tail = try input.bytes(in: tailStart..<count)
    let offset = tailStart + (try Self.offset(in: tail, at: tailStart))
    let record = tail.part(offset - tailStart..<offset - tailStart + Self.recordSize)
    let fields = Fields(
      disk: record.word(4), startDisk: record.word(6), diskEntries: record.word(8),
      entries: record.word(10), size: record.long(12), offset: record.long(16))
    let wide = try Self.wide(before: offset, &input)
    let isWideNeeded =
      fields.diskEntries == 0xFFFF || fields.entries == 0xFFFF || fields.size == 0xFFFF_FFFF
      || fields.offset == 0xFFFF_FFFF || fields.disk == 0xFFFF || fields.startDisk == 0xFFFF
    guard !isWideNeeded || wide != nil || fields.isPlausible(endingAt: offset) else {
      throw InputError(.zipEndRecord, at: offset, detail: "no 64-bit record")
    }
    let whole = wide?.fields ?? fields
    if wide != nil, !fields.agrees(with: whole) {
      throw InputError(.zipEndRecord, at: offset, detail: "the 64-bit record says otherwise")
    }
    guard whole.disk == 0, whole.startDisk == 0 else { throw InputError(.zipParts, at: offset) }
    guard whole.diskEntries == whole.entries else {
      throw InputError(.zipEndRecord, at: offset, detail: "two numbers of entries")
    }
    let end = wide?.offset ?? offset
    guard whole.isPlausible(endingAt: end) else {
      throw InputError(
        .zipEndRecord, at: offset,
        detail: "\(whole.size) bytes at \(whole.offset) do not end at \(end)")
    }
    entryCount = whole.entries
    directory = whole.offset..<end
  }

  private struct Fields {
    var disk: Int
    var startDisk: Int
    var diskEntries: Int
    var entries: Int
    var size: Int
    var offset: Int

    /// Returns whether the directory of this record ends at `end`.
    func isPlausible(endingAt end: Int) -> Bool {
      offset >= 0 && size >= 0 && offset <= end && end - offset == size
    }

    /// Returns whether each field equals that of another record, or refers to it.
    func agrees(with other: Fields) -> Bool {
      (disk == other.disk || disk == 0xFFFF)
        && (startDisk == other.startDisk || startDisk == 0xFFFF)
        && (diskEntries == other.diskEntries || diskEntries == 0xFFFF)
        && (entries == other.entries || entries == 0xFFFF)
        && (size == other.size || size == 0xFFFF_FFFF)
        && (offset == other.offset || offset == 0xFFFF_FFFF)
    }
  }

  /// Returns the offset of the single end record whose comment ends with the archive.
  private static func offset(
    in tail: ArraySlice<UInt8>, at tailStart: Int
  ) throws(InputError) -> Int {
    var found: Int?
    var isMarked = false
    var offset = tail.count - recordSize
    while offset >= 0 {
      let start = tail.startIndex + offset
      if tail[start] == record[0], tail[start..<start + 4].elementsEqual(record) {
        isMarked = true
        if tail.part(offset..<offset + recordSize).word(20) == tail.count - offset - recordSize {
          if let found {
            throw InputError(
              .zipEnd, at: tailStart + offset, detail: "two records", other: tailStart + found)
          }
          found = offset
        }
      }
      offset -= 1
    }
    guard let found else {
      throw InputError(
        .zipEnd, at: tailStart + tail.count,
        detail: isMarked ? "bytes after the record" : "no end record")
    }
    return found
  }

  /// Returns the 64-bit record if a locator precedes the end record.
  private static func wide<Input: ZipInput>(
    before offset: Int, _ input: inout ZipWindow<Input>
  ) throws(InputError) -> (fields: Fields, offset: Int)? {
    guard offset >= locatorSize else { return nil }
    let start = offset - locatorSize
    let found = try input.bytes(in: start..<offset)
    guard found.long(0) == locator else { return nil }
    guard found.long(4) == 0, found.long(16) == 1 else { throw InputError(.zipParts, at: start) }
    guard let place = found.wide(8), place <= start, start - place >= wideSize else {
      throw InputError(.zipEndRecord, at: start, detail: "the locator leads elsewhere")
    }
    let wide = try input.bytes(in: place..<place + wideSize)
    guard wide.long(0) == wideRecord, let size = wide.wide(4), size == start - place - 12 else {
      throw InputError(.zipEndRecord, at: place, detail: "no 64-bit record before its locator")
    }
    guard let diskEntries = wide.wide(24), let entries = wide.wide(32),
      let directorySize = wide.wide(40), let directoryOffset = wide.wide(48)
    else { throw InputError(.zipEndRecord, at: place, detail: "a number of 64 bits") }
    let fields = Fields(
      disk: wide.long(16), startDisk: wide.long(20), diskEntries: diskEntries, entries: entries,
      size: directorySize, offset: directoryOffset)
    return (fields, place)
  }
}
