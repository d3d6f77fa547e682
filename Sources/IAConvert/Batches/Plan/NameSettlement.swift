internal import IAFiles

/// Assigns the names of outputs if several documents prefer the same name.
///
/// Names are compared without case. The first document in the order of the paths gets the preferred name. Each other
/// document gets the name with the smallest number, from 2 on, such that no document prefers the result and it is not
/// yet assigned. Records are sorted and merged on disk, so that memory depends neither on the number of documents nor
/// on the number of equal names.
///
/// If an earlier run gave a document its preferred name, with or without a number, the document keeps that name. The
/// other documents then treat the name as used, like the name of a folder.
///
/// In the first pass, a group of equal names requests as many numbers as it needs. While some of them are in use, it
/// requests further numbers, in each pass twice as many for each missing number as before. Therefore the number of
/// passes is logarithmic in the number of documents, and the number of requests is linear.
struct NameSettlement {
  private let scratchFolder: String
  private let suffix: String
  /// Records of a preferred name, its kind and the index of its document.
  private var preferred: RecordSorter
  /// Records of a name and its kind.
  ///
  /// A record of a name that an earlier run gave to a document also contains the index of the document, the number in
  /// the name, and the preferred name.
  private var earlier: RecordSorter

  init(scratchFolder: String, suffix: String) {
    self.scratchFolder = scratchFolder
    self.suffix = suffix
    preferred = RecordSorter(scratchFolder: scratchFolder)
    earlier = RecordSorter(scratchFolder: scratchFolder)
  }

  /// Adds a document with its preferred name.
  ///
  /// - Parameter earlierName: The name that an earlier run gave to it, or `nil`.
  mutating func add(
    _ name: [UInt8], index: UInt64, earlier earlierName: [UInt8]? = nil
  ) throws(FileError) {
    if let earlierName, let number = number(in: earlierName, of: name) {
      var record = NameRecord.document(OutputNames.folded(earlierName), index)
      RecordBytes.append(number, to: &record)
      return try earlier.add(record + OutputNames.folded(name))
    }
    try preferred.add(NameRecord.document(OutputNames.folded(name), index))
  }

  /// Adds a name that is used by a folder of outputs.
  mutating func addFolder(_ name: [UInt8]) throws(FileError) {
    try preferred.add(NameRecord.folder(OutputNames.folded(name)))
    try earlier.add(NameRecord.folder(OutputNames.folded(name)))
  }

  /// Returns the number in the name of a document: 0 for its preferred name, `nil` for another name.
  private func number(in earlierName: [UInt8], of name: [UInt8]) -> UInt32? {
    if earlierName == name { return 0 }
    let digits = earlierName.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let number = UInt32(String(decoding: digits.reversed(), as: UTF8.self)), number > 1,
      OutputNames.numbered(name, Int(number), suffix: suffix) == earlierName
    else { return nil }
    return number
  }

  /// Assigns each name that earlier runs gave to the first document that had it; other documents with this name get
  /// names like new documents.
  ///
  /// - Returns: Records of the indexes and numbers of the documents that keep their names with a number.
  private mutating func keepEarlierNames() throws(FileError) -> RecordSorter {
    var kept = RecordSorter(scratchFolder: scratchFolder)
    var sorted = try earlier.sorted()
    var last: ArraySlice<UInt8>?
    while let record = try sorted.next().map(NameRecord.init) {
      defer { last = record.name }
      guard let index = record.index else { continue }
      guard record.name != last else {
        try preferred.add(NameRecord.document(record.preferredName, index))
        continue
      }
      try preferred.add(NameRecord.folder(record.name))
      let number = record.earlierNumber
      if number.contains(where: { $0 != 0 }) { try kept.add(Array(index + number)) }
    }
    return kept
  }

  /// Returns the documents whose names get numbers: records of the index and the number, in the order of the indexes.
  mutating func numbers() throws(FileError) -> SortedRecords {
    var kept = try keepEarlierNames()
    var waiting = try firstRequests()
    var accepted = RecordSorter(scratchFolder: scratchFolder)
    var results = RecordSorter(scratchFolder: scratchFolder)
    var factor: UInt32 = 1
    while waiting.count > 0 {
      factor = min(factor * 2, 1 << 20)
      var rejected = RecordSorter(scratchFolder: scratchFolder)
      var additions = RecordSorter(scratchFolder: scratchFolder)
      try decide(
        &waiting, &accepted,
        onAccept: { name, request throws(FileError) in
          try additions.add(name)
          try results.add(request.resultRecord)
        }, onReject: { request throws(FileError) in try rejected.add(request.record) })
      if rejected.count > 0 {
        var names = try additions.sorted()
        while let name = try names.next() { try accepted.add(name) }
      }
      waiting = try nextRequests(&rejected, factor: factor)
    }
    return try assignments(&results, &kept)
  }

  /// A request of a group of equal names for one numbered name.
  private struct Request {
    /// The name that the documents of the group prefer, folded.
    var name: [UInt8]
    /// The number that is requested.
    var number: UInt32
    /// The requests of the group in this pass.
    var pass: Pass

    /// The requests of a group in one pass.
    struct Pass {
      /// The largest number that the group has requested.
      var largest: UInt32
      /// The number of requests.
      var count: UInt32
      /// The number of requests that must be accepted.
      var needed: UInt32
    }

    init(name: [UInt8], number: UInt32, pass: Pass) {
      self.name = name
      self.number = number
      self.pass = pass
    }

    init(record: [UInt8]) {
      let end = record.count - 16
      func field(_ index: Int) -> UInt32 {
        UInt32(RecordBytes.number(record, at: end + 4 * index, byteCount: 4))
      }
      name = Array(record.prefix(max(end - 1, 0)))
      number = field(0)
      pass = Pass(largest: field(1), count: field(2), needed: field(3))
    }

    var record: [UInt8] {
      var record = resultRecord
      for field in [pass.largest, pass.count, pass.needed] {
        RecordBytes.append(field, to: &record)
      }
      return record
    }

    /// The record without the pass.
    var resultRecord: [UInt8] {
      var record = name
      record.append(0)
      RecordBytes.append(number, to: &record)
      return record
    }

    /// Returns a record that is sorted by the requested name.
    func candidateRecord(suffix: String) -> [UInt8] {
      let candidate = OutputNames.numbered(name, Int(number), suffix: suffix)
      return OutputNames.folded(candidate) + [0] + record
    }
  }

  /// Returns requests for the numbers from 2 on, one for each document of a group but the first.
  private mutating func firstRequests() throws(FileError) -> RecordSorter {
    var requests = RecordSorter(scratchFolder: scratchFolder)
    var groups = GroupReader(try preferred.sorted())
    while let group = try groups.next() {
      guard group.count > 1 else { continue }
      let needed = UInt32(clamping: group.count - 1)
      try add(needed, of: needed, for: group.name, after: 1, to: &requests)
    }
    return requests
  }

  /// Adds the next requests of a group.
  ///
  /// - Parameters:
  ///   - count: The number of requests.
  ///   - needed: The number of requests that must be accepted.
  ///   - last: The largest number that the group has requested before.
  private func add(
    _ count: UInt32, of needed: UInt32, for name: [UInt8], after last: UInt32,
    to requests: inout RecordSorter
  ) throws(FileError) {
    let pass = Request.Pass(largest: last + count, count: count, needed: needed)
    for number in (last + 1)...pass.largest {
      let request = Request(name: name, number: number, pass: pass)
      try requests.add(request.candidateRecord(suffix: suffix))
    }
  }

  /// Accepts each request whose name is unused; if several requests are for the same name, accepts the first.
  private mutating func decide(
    _ requests: inout RecordSorter, _ accepted: inout RecordSorter,
    onAccept: (_ name: [UInt8], Request) throws(FileError) -> Void,
    onReject: (Request) throws(FileError) -> Void
  ) throws(FileError) {
    var groups = GroupReader(try preferred.sorted())
    var names = try accepted.sorted()
    var sorted = try requests.sorted()
    var group = try groups.next()
    var taken = try names.next()
    var last: [UInt8]?
    while let record = try sorted.next() {
      let end = record.firstIndex(of: 0) ?? record.count
      let name = Array(record[..<end])
      let request = Request(record: Array(record[min(end + 1, record.count)...]))
      while let next = group, RecordBytes.precedes(next.name, name) { group = try groups.next() }
      while let next = taken, RecordBytes.precedes(next, name) { taken = try names.next() }
      if group?.name == name || taken == name || last == name {
        try onReject(request)
      } else {
        last = name
        try onAccept(name, request)
      }
    }
  }

  /// Returns requests for larger numbers of the groups that need more of them.
  ///
  /// - Parameter factor: The number of requests for each number that a group needs.
  private func nextRequests(
    _ rejected: inout RecordSorter, factor: UInt32
  ) throws(FileError) -> RecordSorter {
    var requests = RecordSorter(scratchFolder: scratchFolder)
    var sorted = try rejected.sorted()
    var first: Request?
    var count: UInt32 = 0
    while true {
      let request = try sorted.next().map { Request(record: $0) }
      if let group = first, request?.name != group.name {
        let accepted = group.pass.count - count
        if accepted < group.pass.needed {
          let needed = group.pass.needed - accepted
          try add(
            needed * factor, of: needed, for: group.name, after: group.pass.largest,
            to: &requests)
        }
        count = 0
      }
      guard let request else { return requests }
      if count == 0 { first = request }
      count += 1
    }
  }

  /// Assigns the accepted numbers of each group to its documents in their order, the smallest first.
  ///
  /// - Parameter kept: The numbers that documents keep.
  private mutating func assignments(
    _ results: inout RecordSorter, _ kept: inout RecordSorter
  ) throws(FileError) -> SortedRecords {
    var assigned = RecordSorter(scratchFolder: scratchFolder)
    var earlier = try kept.sorted()
    while let record = try earlier.next() { try assigned.add(record) }
    var numbers = try results.sorted()
    var records = try preferred.sorted()
    var last: ArraySlice<UInt8>?
    while let record = try records.next().map(NameRecord.init) {
      defer { last = record.name }
      guard record.name == last, let index = record.index else { continue }
      // More requests of a group can be accepted than it needs.
      while let next = try numbers.next() {
        guard next.dropLast(5).elementsEqual(record.name) else { continue }
        try assigned.add(Array(index + next.suffix(4)))
        break
      }
    }
    return try assigned.sorted()
  }

  /// A record of a name: the name of a folder of outputs, or one that a document prefers or got in an earlier run.
  ///
  /// Records are sorted by name. For equal names, folders come first, because no document can have the name of a
  /// folder; documents follow in the order of their indexes.
  private struct NameRecord {
    private static let folderKind: UInt8 = 0
    private static let documentKind: UInt8 = 1

    private let bytes: [UInt8]
    private let end: Int

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      end = bytes.firstIndex(of: 0) ?? bytes.count
    }

    /// The name, folded.
    var name: ArraySlice<UInt8> { bytes[..<end] }
    /// The index of the document, with the most significant byte first; `nil` for a folder.
    var index: ArraySlice<UInt8>? {
      bytes.count >= end + 10 && bytes[end + 1] == Self.documentKind
        ? bytes[(end + 2)..<(end + 10)] : nil
    }
    /// The number in a name of an earlier run, four bytes.
    var earlierNumber: ArraySlice<UInt8> { bytes[(end + 10)..<(end + 14)] }
    /// The name that the document prefers, in a record of a name that an earlier run gave it.
    var preferredName: ArraySlice<UInt8> { bytes[(end + 14)...] }

    /// Returns the record of a folder.
    static func folder(_ name: some Collection<UInt8>) -> [UInt8] { name + [0, folderKind] }

    /// Returns the record of a document.
    static func document(_ name: [UInt8], _ index: UInt64) -> [UInt8] {
      var record = name
      record.append(0)
      record.append(documentKind)
      RecordBytes.append(index, to: &record)
      return record
    }

    static func document(_ name: ArraySlice<UInt8>, _ index: ArraySlice<UInt8>) -> [UInt8] {
      Array(name) + [0, documentKind] + index
    }
  }

  /// Reads the groups of equal names from sorted records.
  private struct GroupReader {
    private var records: SortedRecords
    private var ahead: NameRecord?
    private var hasBegun = false

    init(_ records: SortedRecords) { self.records = records }

    /// Returns the next name with the number of documents that prefer it; all folders of this name count as one
    /// document.
    mutating func next() throws(FileError) -> (name: [UInt8], count: Int)? {
      if !hasBegun {
        ahead = try records.next().map(NameRecord.init)
        hasBegun = true
      }
      guard let first = ahead else { return nil }
      var count = 0
      var hasFolder = false
      while let record = ahead, record.name == first.name {
        if record.index == nil { hasFolder = true } else { count += 1 }
        ahead = try records.next().map(NameRecord.init)
      }
      return (Array(first.name), count + (hasFolder ? 1 : 0))
    }
  }
}
