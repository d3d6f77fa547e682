internal import IABytes

/// The end record of a ZIP archive, including the 64-bit record.
///
/// Source: PKWARE's APPNOTE 6.3.10, sections 4.3.14 to 4.3.16.
struct ZipEnd {
  /// The number of entries in the directory.
  var entryCount: Int
  /// The range of the directory, in bytes of the archive.
  var directory: Range<Int>

  /// Creates the values from the end record at the end of an archive.
  ///
  /// - Throws: `InputError` if there is no such record, or if the records contradict each other.
  init<Input: ZipInput>(_ input: inout ZipWindow<Input>) throws(InputError) {
    let count = input.byteCount
    let tailStart = max(count - ZipEndRecord.byteCount - 0xFFFF, 0)
    let tail = try input.bytes(in: tailStart..<count)
    let (offset, record) = try Self.last(in: tail, at: tailStart)
    let fields = Fields(
      disk: Int(record.disk), startDisk: Int(record.startDisk),
      diskEntries: Int(record.diskEntries), entries: Int(record.entries),
      size: Int(record.directoryCount), offset: Int(record.directoryOffset))
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

    /// Returns whether each field equals that of the 64-bit record, or has the value that refers to it.
    func agrees(with other: Fields) -> Bool {
      (disk == other.disk || disk == 0xFFFF)
        && (startDisk == other.startDisk || startDisk == 0xFFFF)
        && (diskEntries == other.diskEntries || diskEntries == 0xFFFF)
        && (entries == other.entries || entries == 0xFFFF)
        && (size == other.size || size == 0xFFFF_FFFF)
        && (offset == other.offset || offset == 0xFFFF_FFFF)
    }
  }

  /// Returns the only end record whose comment extends to the end of the archive, and its offset in the archive.
  private static func last(
    in tail: ArraySlice<UInt8>, at tailStart: Int
  ) throws(InputError) -> (offset: Int, record: ZipEndRecord) {
    let bytes = tail.span
    var found: (offset: Int, record: ZipEndRecord)?
    var isMarked = false
    var offset = tail.count - ZipEndRecord.byteCount
    while offset >= 0 {
      if bytes[offset] == ZipEndRecord.signature[0],
        let record = ZipEndRecord(bytes, at: offset)
      {
        isMarked = true
        if Int(record.commentCount) == tail.count - offset - ZipEndRecord.byteCount {
          if let found {
            throw InputError(
              .zipEnd, at: tailStart + offset, detail: "two records", other: found.offset)
          }
          found = (tailStart + offset, record)
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
    guard offset >= ZipLocator.byteCount else { return nil }
    let start = offset - ZipLocator.byteCount
    let found = try input.bytes(in: start..<offset)
    guard let locator = ZipLocator(found.span) else { return nil }
    guard locator.disk == 0, locator.diskCount == 1 else {
      throw InputError(.zipParts, at: start)
    }
    guard let place = Int(exactly: locator.recordOffset), place <= start,
      start - place >= ZipWideEndRecord.byteCount
    else { throw InputError(.zipEndRecord, at: start, detail: "the locator leads elsewhere") }
    let bytes = try input.bytes(in: place..<place + ZipWideEndRecord.byteCount)
    guard let wide = ZipWideEndRecord(bytes.span),
      wide.remainingCount == UInt64(start - place - 12)
    else {
      throw InputError(.zipEndRecord, at: place, detail: "no 64-bit record before its locator")
    }
    guard let diskEntries = Int(exactly: wide.diskEntries),
      let entries = Int(exactly: wide.entries),
      let directorySize = Int(exactly: wide.directoryCount),
      let directoryOffset = Int(exactly: wide.directoryOffset)
    else { throw InputError(.zipEndRecord, at: place, detail: "a number of 64 bits") }
    let fields = Fields(
      disk: Int(wide.disk), startDisk: Int(wide.startDisk), diskEntries: diskEntries,
      entries: entries, size: directorySize, offset: directoryOffset)
    return (fields, place)
  }
}
