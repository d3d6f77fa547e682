public import IABytes

/// The directory of a ZIP archive, compared with all redundant data of the archive.
///
/// Some programs trust the directory and others the local headers: if the two differ, different programs see different
/// contents. This reader therefore refuses such an archive, and also entries that share bytes, more than one end
/// record, bytes after the archive, and bytes before it that the offsets do not include. Irregularities that are not
/// contradictions become remarks.
///
/// The content of entries is not read. The caller that reads it checks its CRC-32 and its size, and refuses encrypted
/// entries and unknown methods.
///
/// Source: PKWARE's APPNOTE 6.3.10, section 4.3.
public struct ZipDirectory: Sendable {
  /// The entries in the order of the directory.
  public let entries: [ZipEntry]
  /// The range of the directory, in bytes of the archive.
  public let byteRange: Range<Int>
  /// Irregularities that are not errors: bytes that belong to no entry, different needed versions,
  /// extra fields that differ; at most 64.
  public let remarks: [InputError]

  private static let maximumRemarks = 64

  /// Creates a directory by reading it and every local header.
  ///
  /// - Parameters:
  ///   - input: The archive.
  ///   - maximumEntries: The maximum number of entries.
  /// - Throws: `InputError` with one of the `zip.…` codes.
  /// - Complexity: O(*n* log *n*) in the number of entries.
  public init(
    _ input: some ZipInput, maximumEntries: Int = 1_000_000
  ) throws(InputError) {
    var window = ZipWindow(input)
    let end = try ZipEnd(&window)
    guard end.entryCount <= maximumEntries else {
      throw .exceeds(
        .zipLimit, limit: "entries", maximum: maximumEntries, seen: end.entryCount,
        at: end.directory.lowerBound)
    }
    var entries = try Self.entries(in: end, &window)
    let order = entries.indices.sorted { entries[$0].headerOffset < entries[$1].headerOffset }
    var remarks: [InputError] = []
    func remark(_ error: InputError) {
      if remarks.count < Self.maximumRemarks { remarks.append(error) }
    }
    var last = 0
    for index in order {
      let entry = entries[index]
      guard entry.headerOffset >= last else {
        throw InputError(
          .zipOverlap, at: entry.directoryOffset, detail: "its bytes begin at \(entry.headerOffset)"
        )
      }
      if entry.headerOffset > last {
        remark(Self.gap(last..<entry.headerOffset))
      }
      let checked = try ZipLocalHeader.check(entry, &window, before: end.directory.lowerBound)
      entries[index].dataRange = checked.data
      last = checked.end
      if checked.version != entry.version {
        remark(
          InputError(
            .zipVersion, at: entry.headerOffset, detail: "\(checked.version), \(entry.version)",
            other: entry.directoryOffset))
      }
      if let difference = checked.difference {
        remark(
          InputError(
            .zipExtraDifference, at: entry.headerOffset, detail: difference,
            other: entry.directoryOffset))
      }
    }
    if last < end.directory.lowerBound { remark(Self.gap(last..<end.directory.lowerBound)) }
    self.entries = entries
    self.remarks = remarks
    byteRange = end.directory
  }

  private static func gap(_ range: Range<Int>) -> InputError {
    InputError(.zipGap, at: range.lowerBound, detail: "\(range.count) bytes of no entry")
  }

  private static func entries<Input: ZipInput>(
    in end: ZipEnd, _ input: inout ZipWindow<Input>
  ) throws(InputError) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    var offset = end.directory.lowerBound
    while entries.count < end.entryCount {
      let room = end.directory.upperBound - offset
      guard room >= ZipCentralRecord.byteCount else {
        throw InputError(
          .zipDirectory, at: offset, detail: "\(entries.count) of \(end.entryCount) entries")
      }
      let fixed = try input.bytes(in: offset..<offset + ZipCentralRecord.byteCount)
      guard let record = ZipCentralRecord(fixed.span), record.totalByteCount <= room else {
        throw InputError(.zipDirectory, at: offset, detail: "no entry")
      }
      let bytes = try input.bytes(in: offset..<offset + record.totalByteCount)
      entries.append(try entry(record, bytes, at: offset))
      offset += record.totalByteCount
    }
    guard offset == end.directory.upperBound else {
      throw InputError(.zipDirectory, at: offset, detail: "more than \(end.entryCount) entries")
    }
    return entries
  }

  private static func entry(
    _ record: ZipCentralRecord, _ bytes: ArraySlice<UInt8>, at offset: Int
  ) throws(InputError) -> ZipEntry {
    let fields = record.fields
    let nameEnd = ZipCentralRecord.byteCount + Int(fields.nameCount)
    let extraBytes = bytes.part(nameEnd..<nameEnd + Int(fields.extraCount))
    var extra = try ZipExtra(extraBytes, at: offset + nameEnd)
    // The 64-bit field contains these numbers in this order, but only those that are too large for their 32-bit fields.
    let byteCount = try extra.number(Int(fields.byteCount))
    let compressedCount = try extra.number(Int(fields.compressedCount))
    let headerOffset = try extra.number(Int(record.headerOffset))
    guard record.disk == 0 else { throw InputError(.zipParts, at: offset) }
    return ZipEntry(
      name: Array(bytes.part(ZipCentralRecord.byteCount..<nameEnd)), flags: Int(fields.flags),
      method: Int(fields.method), crc32: fields.crc32, compressedCount: compressedCount,
      byteCount: byteCount, headerOffset: headerOffset, dataRange: 0..<0, directoryOffset: offset,
      system: Int(record.maker >> 8), attributes: Int(record.attributes),
      version: Int(fields.version), time: Int(fields.time), extra: Array(extraBytes))
  }
}
