internal import IAFiles

/// Records in the order of their bytes, from memory or from a merge of sorted runs on disk.
struct SortedRecords {
  /// The total size of the buffers of all runs in bytes.
  private static let bufferByteCount = 1 << 20

  /// The records in memory: their bytes, and their ranges in order.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int32>] = []
  private var position = 0
  private var runs: [RecordReader] = []
  /// The first remaining record of each run, and a binary heap of the numbers of the runs, ordered by these records.
  private var heads: [[UInt8]] = []
  private var heap: [Int] = []

  /// Creates the sequence of records that are in memory.
  init(_ bytes: [UInt8], _ ranges: [Range<Int32>]) {
    self.bytes = bytes
    self.ranges = ranges
  }

  /// Creates the merge of runs of a file.
  ///
  /// - Throws: `FileError`.
  init(_ ranges: [Range<Int>], of file: ScratchFile) throws(FileError) {
    let size = max(1 << 12, Self.bufferByteCount / max(ranges.count, 1))
    for range in ranges {
      var reader = RecordReader(file, range, bufferByteCount: size)
      guard let head = try reader.next() else { continue }
      heads.append(head)
      runs.append(reader)
    }
    heap = Array(heads.indices)
    for index in stride(from: heap.count / 2, through: 0, by: -1) { sink(index) }
  }

  /// Returns the next record, or `nil` after the last.
  ///
  /// - Throws: `FileError`.
  mutating func next() throws(FileError) -> [UInt8]? {
    guard runs.isEmpty else { return try nextOfRuns() }
    guard position < ranges.count else { return nil }
    let range = ranges[position]
    position += 1
    return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  private mutating func nextOfRuns() throws(FileError) -> [UInt8]? {
    guard let run = heap.first else { return nil }
    let record = heads[run]
    if let next = try runs[run].next() {
      heads[run] = next
    } else {
      let last = heap.removeLast()
      if heap.isEmpty { return record }
      heap[0] = last
    }
    sink(0)
    return record
  }

  /// Moves an entry of the heap down until neither of its children precedes it.
  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if RecordBytes.precedes(heads[heap[child]], heads[heap[least]]) { least = child }
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}

/// Reads records with their lengths from a range of a file.
struct RecordReader {
  private let file: ScratchFile
  private var offset: Int
  private let end: Int
  private let bufferByteCount: Int
  private var buffer: [UInt8] = []
  private var position = 0

  /// Creates a reader.
  init(_ file: ScratchFile, _ range: Range<Int>, bufferByteCount: Int = 1 << 16) {
    self.file = file
    offset = range.lowerBound
    end = range.upperBound
    self.bufferByteCount = bufferByteCount
  }

  /// Returns the next record, or `nil` after the last.
  ///
  /// - Throws: `FileError`.
  mutating func next() throws(FileError) -> [UInt8]? {
    guard try fill(4) else { return nil }
    let count = Int(RecordBytes.number(buffer, at: position, byteCount: 4))
    guard try fill(4 + count) else { return nil }
    let start = position + 4
    position = start + count
    return Array(buffer[start..<position])
  }

  /// Reads until the buffer has a number of bytes; returns `false` if the range ends before.
  private mutating func fill(_ count: Int) throws(FileError) -> Bool {
    guard buffer.count - position < count else { return true }
    buffer.removeSubrange(..<position)
    position = 0
    let wanted = min(max(bufferByteCount, count) - buffer.count, end - offset)
    guard wanted > 0 else { return false }
    let more = try file.bytes(wanted, at: offset)
    offset += more.count
    buffer += more
    return buffer.count >= count
  }
}

/// Writes records with their lengths to a scratch file.
struct RecordWriter {
  /// The file.
  let file: ScratchFile
  private var pending: [UInt8] = []

  /// Creates an empty file of records.
  ///
  /// - Throws: `FileError`.
  init(scratchFolder: String) throws(FileError) { file = try ScratchFile(in: scratchFolder) }

  /// Appends a record.
  ///
  /// - Throws: `FileError`.
  mutating func add(_ record: [UInt8]) throws(FileError) {
    RecordBytes.append(record, to: &pending)
    if pending.count >= 1 << 16 { try flush() }
  }

  /// Writes the records that are still in memory.
  ///
  /// - Throws: `FileError`.
  mutating func flush() throws(FileError) {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
