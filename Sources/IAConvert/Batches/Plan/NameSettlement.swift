internal import IAFiles

/// Settles the names of outputs of which several documents prefer the same.
///
/// Names are compared without case. The first document in the order of the paths gets the name, the
/// others get it with the smallest numbers from 2 on that no document prefers and that were not
/// assigned. Everything is sorted and merged on disk, so that memory depends neither on the number of
/// documents nor on the number of equal names.
struct NameSettlement {
  private let scratchFolder: String
  private let suffix: String
  /// Records of a preferred name, its kind and the index of its document.
  private var preferred: RecordSorter

  /// Kinds of preferred names: a folder, which no document can have, precedes documents.
  private static let folderKind: UInt8 = 0
  private static let documentKind: UInt8 = 1

  init(scratchFolder: String, suffix: String) {
    self.scratchFolder = scratchFolder
    self.suffix = suffix
    preferred = RecordSorter(scratchFolder: scratchFolder)
  }

  /// Adds a document with its preferred name.
  mutating func add(_ name: [UInt8], index: UInt64) throws(FileError) {
    var record = OutputNames.folded(name)
    record.append(0)
    record.append(Self.documentKind)
    RecordBytes.append(index, to: &record)
    try preferred.add(record)
  }

  /// Adds a name that is taken by a folder of outputs.
  mutating func addFolder(_ name: [UInt8]) throws(FileError) {
    try preferred.add(OutputNames.folded(name) + [0, Self.folderKind])
  }

  /// Returns the documents that get numbers: records of the index and the number, in the order of
  /// the indexes.
  mutating func numbers() throws(FileError) -> SortedRecords {
    var waiting = try firstRequests()
    var accepted = RecordSorter(scratchFolder: scratchFolder)
    var results = RecordSorter(scratchFolder: scratchFolder)
    while waiting.count > 0 {
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
      waiting = try nextRequests(&rejected)
    }
    return try assignments(&results)
  }

  /// A request of a group of equal names for one numbered name.
  private struct Request {
    /// The name that the documents of the group prefer, folded.
    var name: [UInt8]
    /// The number that is requested.
    var number: UInt32
    /// The largest number that the group has requested.
    var largest: UInt32

    init(name: [UInt8], number: UInt32, largest: UInt32) {
      self.name = name
      self.number = number
      self.largest = largest
    }

    init(record: [UInt8]) {
      let end = record.count - 8
      name = Array(record.prefix(max(end - 1, 0)))
      number = UInt32(RecordBytes.number(record, at: end, byteCount: 4))
      largest = UInt32(RecordBytes.number(record, at: end + 4, byteCount: 4))
    }

    var record: [UInt8] {
      var record = resultRecord
      RecordBytes.append(largest, to: &record)
      return record
    }

    /// The record without the largest number.
    var resultRecord: [UInt8] {
      var record = name
      record.append(0)
      RecordBytes.append(number, to: &record)
      return record
    }

    /// Returns the record that is ordered by the name that is requested.
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
      let largest = UInt32(clamping: group.count)
      for number in 2...largest {
        let request = Request(name: group.name, number: number, largest: largest)
        try requests.add(request.candidateRecord(suffix: suffix))
      }
    }
    return requests
  }

  /// Accepts each request whose name is free, and of several for one name the first.
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

  /// Returns requests for larger numbers, as many as were rejected.
  private func nextRequests(_ rejected: inout RecordSorter) throws(FileError) -> RecordSorter {
    var requests = RecordSorter(scratchFolder: scratchFolder)
    var sorted = try rejected.sorted()
    var first: Request?
    var count: UInt32 = 0
    while true {
      let record = try sorted.next()
      let request = record.map { Request(record: $0) }
      if let group = first, request?.name != group.name {
        let largest = group.largest + count
        for number in (group.largest + 1)...largest {
          let next = Request(name: group.name, number: number, largest: largest)
          try requests.add(next.candidateRecord(suffix: suffix))
        }
        count = 0
      }
      guard let request else { return requests }
      if count == 0 { first = request }
      count += 1
    }
  }

  /// Assigns the accepted numbers of each group to its documents in their order.
  private mutating func assignments(
    _ results: inout RecordSorter
  ) throws(FileError) -> SortedRecords {
    var assigned = RecordSorter(scratchFolder: scratchFolder)
    var numbers = try results.sorted()
    var records = try preferred.sorted()
    var last: [UInt8]?
    while let record = try records.next() {
      let end = record.firstIndex(of: 0) ?? record.count
      let name = Array(record[..<end])
      defer { last = name }
      guard name == last, record[end + 1] == Self.documentKind, let next = try numbers.next() else {
        continue
      }
      let number = RecordBytes.number(next, at: next.count - 4, byteCount: 4)
      var assignment = Array(record[(end + 2)...])
      RecordBytes.append(UInt32(number), to: &assignment)
      try assigned.add(assignment)
    }
    return try assigned.sorted()
  }

  /// Groups of equal names.
  private struct GroupReader {
    private var records: SortedRecords
    private var ahead: [UInt8]?
    private var hasBegun = false

    init(_ records: SortedRecords) { self.records = records }

    /// Returns the next name with the number of documents that prefer it, folders counted as one.
    mutating func next() throws(FileError) -> (name: [UInt8], count: Int)? {
      if !hasBegun {
        ahead = try records.next()
        hasBegun = true
      }
      guard let first = ahead else { return nil }
      let end = first.firstIndex(of: 0) ?? first.count
      let name = first[..<end]
      var count = 0
      var hasFolder = false
      while let record = ahead, record.count > end, record[end] == 0, record[..<end] == name {
        if record[end + 1] == NameSettlement.folderKind { hasFolder = true } else { count += 1 }
        ahead = try records.next()
      }
      return (Array(name), count + (hasFolder ? 1 : 0))
    }
  }
}
