internal import IAFiles

/// An index of the entries of a journal by the hash of a text, such as their name.
///
/// A scratch file contains a record for each entry, sorted by hash. A table states where the records for each value of
/// the upper bits of the hash begin, so that a search reads only a few records.
struct EntryPlaces {
  /// The place of an entry.
  struct Place {
    /// The offset of its line in the journal.
    var offset: Int
    /// The number of its run.
    var run: Int
    /// The number of its record; `nil` if it was appended since the records were written.
    var record: Int?
  }

  /// A set of places, with one bit for each record.
  struct Marks {
    private var words: [UInt64] = []
    /// The offsets of the entries that were appended since the records were written.
    private var offsets: Set<Int> = []

    /// Adds a place.
    mutating func insert(_ place: Place) {
      guard let record = place.record else {
        offsets.insert(place.offset)
        return
      }
      while words.count <= record / 64 { words.append(0) }
      words[record / 64] |= 1 << UInt64(record % 64)
    }

    /// Returns whether a place was added.
    func contains(_ place: Place) -> Bool {
      guard let record = place.record else { return offsets.contains(place.offset) }
      return record / 64 < words.count && words[record / 64] & 1 << UInt64(record % 64) != 0
    }
  }

  /// The size of a record: the hash of a text, the offset of the entry, the number of its run.
  private static let recordByteCount = 20
  /// The number of upper bits of a hash that select a bucket.
  private static let bucketBits = 14

  private let records: ScratchFile
  private var buckets: [Int] = []
  /// The entries that were appended since the records were written, by hash, with the newest entry last.
  private var added: [UInt64: [Place]] = [:]

  /// Returns the record of an entry for the sorter that `init` takes.
  static func record(_ place: Place, of text: String) -> [UInt8] {
    var record: [UInt8] = []
    record.reserveCapacity(recordByteCount)
    RecordBytes.append(hash(text), to: &record)
    RecordBytes.append(UInt64(place.offset), to: &record)
    RecordBytes.append(UInt32(clamping: place.run), to: &record)
    return record
  }

  /// Creates the places of sorted records.
  ///
  /// - Throws: `FileError`.
  init(_ sorter: inout RecordSorter, scratchFolder: String) throws(FileError) {
    records = try ScratchFile(in: scratchFolder)
    var sorted = try sorter.sorted()
    var pending: [UInt8] = []
    var written = 0
    while let record = try sorted.next() {
      let hash = RecordBytes.number(record, at: 0, byteCount: 8)
      let bucket = Int(hash >> (64 - Self.bucketBits))
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

  /// Adds the place of an entry that follows all others in the journal.
  mutating func append(_ place: Place, of text: String) {
    added[Self.hash(text), default: []].append(place)
  }

  /// Calls a function with the places of the entries whose text has the same hash as the given one, the newest first,
  /// until it returns `false`.
  ///
  /// - Throws: `FileError`, and the errors of `body`.
  func forEach(of text: String, _ body: (Place) throws -> Bool) throws {
    let hash = Self.hash(text)
    for place in (added[hash] ?? []).reversed() {
      guard try body(place) else { return }
    }
    let bucket = Int(hash >> (64 - UInt64(Self.bucketBits)))
    let (start, end) = (buckets[bucket], buckets[bucket + 1])
    guard start < end else { return }
    let size = Self.recordByteCount
    let bytes = try records.bytes((end - start) * size, at: start * size)
    // Records of equal hashes are in the order of the journal, so that the newest one is the last.
    for offset in stride(from: bytes.count - size, through: 0, by: -size)
    where RecordBytes.number(bytes, at: offset, byteCount: 8) == hash {
      guard try body(Self.place(bytes, at: offset, record: start + offset / size)) else { return }
    }
  }

  /// Calls a function with the place of the newest entry of each hash, except of hashes with a marked place.
  ///
  /// - Throws: `FileError`, and the errors of `body`.
  func forEachNewest(besides marks: Marks, _ body: (Place) throws -> Void) throws {
    var newest: (hash: UInt64, place: Place, isMarked: Bool)?
    func finish() throws {
      guard let newest, !newest.isMarked, added[newest.hash] == nil else { return }
      try body(newest.place)
    }
    let size = Self.recordByteCount
    var record = 0
    while true {
      let bytes = try records.bytes(size << 12, at: record * size)
      guard bytes.count >= size else { break }
      for offset in stride(from: 0, through: bytes.count - size, by: size) {
        let hash = RecordBytes.number(bytes, at: offset, byteCount: 8)
        let place = Self.place(bytes, at: offset, record: record)
        var isMarked = marks.contains(place)
        if newest?.hash == hash {
          isMarked = isMarked || newest?.isMarked == true
        } else {
          try finish()
        }
        newest = (hash, place, isMarked)
        record += 1
      }
    }
    try finish()
    for places in added.values where !places.contains(where: marks.contains) {
      if let place = places.last { try body(place) }
    }
  }

  /// Returns the place that a record describes.
  private static func place(_ bytes: [UInt8], at offset: Int, record: Int) -> Place {
    Place(
      offset: Int(RecordBytes.number(bytes, at: offset + 8, byteCount: 8)),
      run: Int(RecordBytes.number(bytes, at: offset + 16, byteCount: 4)), record: record)
  }

  private static func hash(_ text: String) -> UInt64 {
    var hash = text.utf8.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 29
  }
}
