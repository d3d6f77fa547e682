internal import IAFiles

/// Sorts records by their bytes, with memory that does not depend on their number.
///
/// Records are collected in a buffer. A full buffer is sorted and written to a scratch file as a
/// run; the sorted sequence is the merge of all runs. A record is at most 2^31 bytes long.
struct RecordSorter {
  /// A record in the buffer: its place, and as a sort key the eight bytes after the prefix that all records of the
  /// buffer share.
  private struct Entry {
    var key: UInt64 = 0
    var start: Int32
    var count: Int32
  }

  /// The size of the buffer in bytes.
  private let bufferByteCount: Int
  private let scratchFolder: String
  private var buffer: [UInt8] = []
  private var entries: [Entry] = []
  private var isSorted = false
  private var file: ScratchFile?
  private var runs: [Range<Int>] = []
  /// The number of records.
  private(set) var count = 0

  /// Creates a sorter without records.
  ///
  /// - Parameters:
  ///   - scratchFolder: The folder for runs; no run is written while all records fit in the buffer.
  ///   - bufferByteCount: The size of the buffer in bytes.
  init(scratchFolder: String, bufferByteCount: Int = 1 << 20) {
    self.scratchFolder = scratchFolder
    self.bufferByteCount = bufferByteCount
  }

  /// Adds a record.
  ///
  /// - Throws: `FileError`.
  mutating func add(_ record: [UInt8]) throws(FileError) {
    if buffer.count + record.count + 24 * entries.count > bufferByteCount, !entries.isEmpty {
      try writeRun()
    }
    entries.append(Entry(start: Int32(buffer.count), count: Int32(record.count)))
    buffer += record
    isSorted = false
    count += 1
  }

  /// Returns the records in the order of their bytes.
  ///
  /// It may be called several times, also after further additions; the results of earlier calls do not contain these.
  ///
  /// - Throws: `FileError`.
  mutating func sorted() throws(FileError) -> SortedRecords {
    if runs.isEmpty {
      sort()
      return SortedRecords(
        buffer, entries.map { $0.start..<$0.start + $0.count })
    }
    if !entries.isEmpty { try writeRun() }
    // The records are on disk; their memory is released.
    buffer = []
    entries = []
    guard let file else { return SortedRecords([], []) }
    return try SortedRecords(runs, of: file)
  }

  private func record(_ entry: Entry) -> ArraySlice<UInt8> {
    buffer[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
  }

  private mutating func writeRun() throws(FileError) {
    sort()
    let file: ScratchFile
    if let known = self.file { file = known } else { file = try ScratchFile(in: scratchFolder) }
    self.file = file
    let start = file.byteCount
    var output: [UInt8] = []
    output.reserveCapacity(1 << 16)
    for entry in entries {
      RecordBytes.append(record(entry), to: &output)
      if output.count >= 1 << 16 {
        try file.append(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try file.append(output)
    runs.append(start..<file.byteCount)
    buffer.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func sort() {
    guard !isSorted else { return }
    isSorted = true
    let skipped = sharedPrefixCount
    let bytes = buffer
    for index in entries.indices {
      entries[index].key = RecordBytes.key(
        bytes, Int(entries[index].start) + skipped,
        Int(entries[index].start) + Int(entries[index].count))
    }
    entries.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      return RecordBytes.precedes(
        bytes, Int(left.start)..<Int(left.start) + Int(left.count), bytes,
        Int(right.start)..<Int(right.start) + Int(right.count))
    }
  }

  /// The length in bytes of the prefix that all records of the buffer share.
  private var sharedPrefixCount: Int {
    guard let first = entries.first else { return 0 }
    var count = Int(first.count)
    let base = Int(first.start)
    for entry in entries {
      count = min(count, Int(entry.count))
      let start = Int(entry.start)
      var same = 0
      while same < count, buffer[start + same] == buffer[base + same] { same += 1 }
      count = same
    }
    return count
  }
}

/// Functions on records of bytes.
enum RecordBytes {
  /// Appends a record after its length.
  static func append(_ record: some Collection<UInt8>, to output: inout [UInt8]) {
    append(UInt32(record.count), to: &output)
    output.append(contentsOf: record)
  }

  /// Appends a number in big-endian order, so that the order of the bytes is that of the numbers.
  static func append(_ number: some FixedWidthInteger & UnsignedInteger, to output: inout [UInt8]) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Returns the big-endian number of `byteCount` bytes at an offset; 0 if there are fewer bytes.
  static func number(_ bytes: [UInt8], at offset: Int, byteCount: Int) -> UInt64 {
    guard offset >= 0, offset + byteCount <= bytes.count else { return 0 }
    var number: UInt64 = 0
    for index in offset..<offset + byteCount { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  /// Returns the eight bytes from an offset on as a number, with zeros after the end.
  static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in start..<start + 8 { key = key << 8 | (index < end ? UInt64(bytes[index]) : 0) }
    return key
  }

  /// Returns whether a range of bytes is ordered before another.
  static func precedes(
    _ left: [UInt8], _ leftRange: Range<Int>, _ right: [UInt8], _ rightRange: Range<Int>
  ) -> Bool {
    let shared = min(leftRange.count, rightRange.count)
    for index in 0..<shared {
      let (one, other) = (left[leftRange.lowerBound + index], right[rightRange.lowerBound + index])
      if one != other { return one < other }
    }
    return leftRange.count < rightRange.count
  }

  /// Returns whether a record is ordered before another.
  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    precedes(left, left.indices, right, right.indices)
  }
}
