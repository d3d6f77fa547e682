internal import IABytes
internal import IAFiles

/// The newest entry of each document of a journal, found by name with memory that does not depend on
/// their number.
///
/// A scratch file has a record for each entry, ordered by the hash of its name. A table of the first
/// records for the upper bits of the hashes limits a search to a few records.
struct JournalIndex {
  /// The size of a record: the hash of a name, the offset of the entry, the number of its run.
  private static let recordByteCount = 20
  /// The number of upper bits of a hash that select a bucket.
  private static let bucketBits = 14

  private var file: RandomAccessFile
  private let identity: FileIdentity?
  /// The bytes before `validByteCount`, by which a journal that was written again is noticed.
  private var lastBytes: [UInt8] = []
  private let records: ScratchFile
  /// The entries that were appended since the records were written, the newest of a name last, by hash.
  private var added: [UInt64: [Place]] = [:]
  private var addedCount = 0

  /// The number of appended entries from which on all records are written again.
  private static let maxAddedCount = 10_000

  /// The place of an entry.
  private struct Place {
    var offset: Int
    var run: Int
  }

  private var buckets: [Int] = []
  /// The runs of the journal.
  private(set) var runs: [JournalRun] = []
  /// The number of entries.
  private(set) var count = 0
  /// The size of the journal without a torn last line.
  private(set) var validByteCount = 0

  /// Creates the index by reading a journal.
  ///
  /// - Throws: `InputError` with a code `journal.…`, `FileError`.
  init(path: String, scratchFolder: String) throws {
    identity = FileIdentity(path: path)
    file = try RandomAccessFile(path: path)
    records = try ScratchFile(in: scratchFolder)
    var sorter = RecordSorter(scratchFolder: scratchFolder)
    var reader = JournalReader(file)
    while let (line, offset) = try reader.next() {
      switch line {
      case .run(let run):
        if runs.last != run { runs.append(run) }
      case .document(let entry):
        var record: [UInt8] = []
        RecordBytes.append(Self.hash(entry.name), to: &record)
        RecordBytes.append(UInt64(offset), to: &record)
        RecordBytes.append(UInt32(clamping: max(runs.count - 1, 0)), to: &record)
        try sorter.add(record)
        count += 1
      }
    }
    validByteCount = reader.validByteCount
    lastBytes = try bytesBeforeEnd()
    try write(&sorter)
  }

  /// Returns the index of the same journal with the lines that were appended since.
  ///
  /// - Parameter path: The path of the journal.
  /// - Returns: The index; `nil` if the journal is another file or was not only appended to, or if 10,000
  ///   entries were appended, so that it should be read again.
  /// - Throws: `InputError` with a code `journal.…`, `FileError`.
  /// - Complexity: O(the number of lines that were appended since `init`).
  func extended(path: String) throws -> JournalIndex? {
    guard addedCount < Self.maxAddedCount, let identity, FileIdentity(path: path) == identity else {
      return nil
    }
    var next = self
    next.file = try RandomAccessFile(path: path)
    guard next.file.byteCount >= validByteCount, try next.bytesBeforeEnd() == lastBytes else {
      return nil
    }
    var reader = JournalReader(next.file, from: validByteCount)
    while let (line, offset) = try reader.next() {
      switch line {
      case .run(let run):
        if next.runs.last != run { next.runs.append(run) }
      case .document(let entry):
        let place = Place(offset: offset, run: max(next.runs.count - 1, 0))
        next.added[Self.hash(entry.name), default: []].append(place)
        next.addedCount += 1
        next.count += 1
      }
    }
    next.validByteCount = reader.validByteCount
    next.lastBytes = try next.bytesBeforeEnd()
    return next
  }

  /// Returns the last bytes of the lines that were read.
  private func bytesBeforeEnd() throws(FileError) -> [UInt8] {
    try file.bytes(in: max(0, validByteCount - 256)..<validByteCount)
  }

  private mutating func write(_ sorter: inout RecordSorter) throws(FileError) {
    var sorted = try sorter.sorted()
    var pending: [UInt8] = []
    var written = 0
    while let record = try sorted.next() {
      let bucket = Int(RecordBytes.number(record, at: 0, byteCount: 8) >> (64 - Self.bucketBits))
      while buckets.count <= bucket { buckets.append(written) }
      pending += record
      written += 1
      if pending.count >= 1 << 16 {
        try records.append(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    try records.append(pending)
    while buckets.count <= 1 << Self.bucketBits { buckets.append(written) }
  }

  /// Returns the newest entry of a document and the run that made it, or `nil` if there is none.
  ///
  /// - Throws: `FileError`; `InputError` if the journal was changed since it was read.
  func entry(_ name: String) throws -> (entry: JournalEntry, run: JournalRun)? {
    var newest: (entry: JournalEntry, run: JournalRun)?
    try forEachEntry(name) { entry, run in
      newest = (entry, run)
      return false
    }
    return newest
  }

  /// Returns the outputs of a document that any of its entries lists, of equal ones the newest.
  ///
  /// A run with other options writes other files. All files of a folder that is an output are those of one
  /// entry.
  ///
  /// - Throws: As `entry(_:)`.
  func outputs(of name: String) throws -> [JournalEntry.Output] {
    var found: [JournalEntry.Output] = []
    var known: Set<Substring> = []
    try forEachEntry(name) { entry, _ in
      found += entry.outputs.filter { !known.contains(Self.output($0.path, of: name)) }
      known.formUnion(entry.outputs.map { Self.output($0.path, of: name) })
      return true
    }
    return found
  }

  /// Returns the path of the output of a document that is a file, or the folder that contains it.
  private static func output(_ path: String, of name: String) -> Substring {
    guard let rest = FilePaths.rest(of: path, after: name + "."),
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/"))
    else { return path[...] }
    return path[..<slash]
  }

  /// Calls a function with the entries of a document, the newest first, until it returns `false`.
  private func forEachEntry(
    _ name: String, _ body: (JournalEntry, JournalRun) -> Bool
  ) throws {
    let hash = Self.hash(name)
    for place in (added[hash] ?? []).reversed() {
      guard let entry = try entry(at: place.offset), entry.name == name else { continue }
      guard body(entry, runs[place.run]) else { return }
    }
    let bucket = Int(hash >> (64 - UInt64(Self.bucketBits)))
    let (start, end) = (buckets[bucket], buckets[bucket + 1])
    guard start < end else { return }
    let size = Self.recordByteCount
    let bytes = try records.bytes((end - start) * size, at: start * size)
    var offset = bytes.count - size
    // The newest entry of a name is the last one.
    while offset >= 0 {
      defer { offset -= size }
      guard RecordBytes.number(bytes, at: offset, byteCount: 8) == hash else { continue }
      let place = Int(RecordBytes.number(bytes, at: offset + 8, byteCount: 8))
      let run = Int(RecordBytes.number(bytes, at: offset + 16, byteCount: 4))
      guard runs.indices.contains(run), let entry = try entry(at: place), entry.name == name else {
        continue
      }
      guard body(entry, runs[run]) else { return }
    }
  }

  private func entry(at offset: Int) throws -> JournalEntry? {
    var count = 1 << 10
    while true {
      let bytes = try file.bytes(in: offset..<min(offset + count, max(offset, validByteCount)))
      if let end = bytes.firstIndex(of: 0x0A) {
        guard case .document(let entry) = try JournalLine(Array(bytes[..<end]), at: offset) else {
          return nil
        }
        return entry
      }
      guard bytes.count == count, count <= JournalLine.maximumByteCount else {
        throw InputError(.journalDamaged, at: offset, detail: "a line has no end")
      }
      count *= 4
    }
  }

  private static func hash(_ name: String) -> UInt64 {
    var hash = name.utf8.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 29
  }
}
