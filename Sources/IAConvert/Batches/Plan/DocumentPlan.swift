internal import IABytes
internal import IAFiles

/// The documents of a batch and the names of their outputs, which are determined before anything is written.
///
/// The documents are in the order of the bytes of their paths, or in a random order. The names depend only on the set
/// of documents and on the names that earlier runs gave them. The plan is stored in scratch files, so that memory does
/// not depend on the number of documents.
package struct DocumentPlan {
  /// The number of documents.
  package private(set) var count = 0
  /// The total size of the documents in bytes.
  package private(set) var byteCount = 0
  /// Whether files were left out because they were changed less than the settling time ago.
  package private(set) var hasUnsettledFiles = false
  /// The files that were left out because they are being written or were changed recently.
  let unsettledFiles: FileChanges

  private let sources: BatchSources
  private let suffix: String
  private let scratchFolder: String
  private let drafts: ScratchFile
  private var numbers: SortedRecords
  /// The numbers of documents in a random order; `nil` for the order of the paths.
  private var order: SortedRecords?
  /// The number of documents in each size class; the class of the largest documents is first.
  private var classCounts = Array(repeating: 0, count: minClassSizes.count + 1)

  /// The minimum size in bytes of each size class except the last.
  private static let minClassSizes = [64 << 20, 4 << 20, 256 << 10]

  /// Returns the size class of a document, where 0 is that of the largest documents.
  static func sizeClass(of byteCount: Int) -> Int {
    minClassSizes.firstIndex { byteCount >= $0 } ?? minClassSizes.count
  }

  /// Creates the plan of a batch.
  ///
  /// - Parameters:
  ///   - sources: The documents.
  ///   - target: The folder to write to.
  ///   - suffixes: The suffixes of the formats, without full stops.
  ///   - report: The report of the batch, which is not a document.
  ///   - registry: The available formats.
  ///   - scratchFolder: A folder for intermediate data.
  ///   - onOmission: Called with each file that is left out.
  /// - Throws: `Failure`, and the errors of `onOmission`.
  package init(
    _ sources: BatchSources, target: String, suffixes: [String], report: String? = nil,
    registry: FormatRegistry = .standard, scratchFolder: String,
    onOmission: (BatchOmission) throws -> Void
  ) throws {
    let listing = SourceListing(
      sources, target: target, report: report, scratchFolder: scratchFolder, registry: registry)
    try self.init(listing, target: target, suffixes: suffixes, onOmission: onOmission)
  }

  /// Creates the plan of the files that a listing finds.
  ///
  /// - Parameter earlierName: Returns the name that an earlier run gave to the document with a path, or `nil`.
  /// - Throws: `Failure`, and the errors of the functions.
  init(
    _ listing: SourceListing, target: String, suffixes: [String],
    earlierName: (_ path: String) throws -> String? = { _ in nil },
    onOmission: (BatchOmission) throws -> Void
  ) throws {
    let sources = listing.sources
    let scratchFolder = listing.scratchFolder
    self.sources = sources
    self.scratchFolder = scratchFolder
    let suffix = suffixes.max { $0.utf8.count < $1.utf8.count } ?? ""
    self.suffix = suffix
    try SourceListing.refuseOverlap(sources.paths, target: target)
    var found = RecordSorter(scratchFolder: scratchFolder)
    var isIncomplete = false
    var unsettled = FileChanges()
    try listing.forEach(onOmission: onOmission) { draft in
      switch sources.unsettled?.state(of: draft.path) {
      case .open: unsettled.add(draft.path)
      case .recent:
        unsettled.add(draft.path)
        isIncomplete = true
      case .settled, nil: try found.add(draft.sortRecord)
      }
    }
    hasUnsettledFiles = isIncomplete
    unsettledFiles = unsettled
    var writer = try RecordWriter(scratchFolder: scratchFolder)
    var names = NameSettlement(scratchFolder: scratchFolder, suffix: suffix)
    var folders = FolderNames(suffixes: suffixes)
    var shuffled = RecordSorter(scratchFolder: scratchFolder)
    var records = try found.sorted()
    var last: [UInt8]?
    var index: UInt64 = 0
    while let record = try records.next() {
      let draft = DraftDocument(sortRecord: record)
      guard draft.path != last else { continue }
      last = draft.path
      try writer.add(record)
      let name = draft.preferredName(suffix: suffix)
      let earlier = try earlierName(PathBytes.string(from: draft.path))
      try names.add(name, index: index, earlier: earlier.map { PathBytes.bytes(of: $0) })
      for folder in folders.new(in: name) { try names.addFolder(folder) }
      if Self.isChosen(draft, sources.sample) {
        count += 1
        byteCount += draft.byteCount
        classCounts[Self.sizeClass(of: draft.byteCount)] += 1
        if let seed = sources.shuffleSeed {
          var key: [UInt8] = []
          RecordBytes.append((draft.hash ^ seed) &* 0x9E37_79B9_7F4A_7C15, to: &key)
          RecordBytes.append(index, to: &key)
          try shuffled.add(key + record)
        }
      }
      index += 1
    }
    try writer.flush()
    drafts = writer.file
    numbers = try names.numbers()
    if sources.shuffleSeed != nil { order = try numbered(&shuffled) }
  }

  /// Returns the documents in their order; may be called several times.
  ///
  /// - Parameter largestFirst: Whether documents of at least 64 MiB come first, then those of at least 4 MiB, of at
  ///   least 256 KiB, and the others, each class in the order of the paths. This prevents that one worker converts a
  ///   large document at the end while the others are idle. It has no effect on a random order.
  package func documents(largestFirst: Bool = false) -> PlannedDocuments {
    var classes: [Int] = []
    if largestFirst { classes = classCounts.indices.filter { classCounts[$0] > 0 } }
    return PlannedDocuments(
      drafts: drafts, numbers: numbers, order: order, classes: classes, sample: sources.sample,
      suffix: suffix)
  }

  /// Adds the assigned numbers to shuffled records.
  private func numbered(_ shuffled: inout RecordSorter) throws(FileError) -> SortedRecords {
    var byIndex = RecordSorter(scratchFolder: scratchFolder)
    var sorted = try shuffled.sorted()
    while let record = try sorted.next() {
      // The index comes first, then the key.
      try byIndex.add(Array(record[8..<16]) + record[..<8] + record[16...])
    }
    var result = RecordSorter(scratchFolder: scratchFolder)
    var numbers = numbers
    var next = try numbers.next()
    var documents = try byIndex.sorted()
    while let record = try documents.next() {
      let index = RecordBytes.number(record, at: 0, byteCount: 8)
      while let number = next, RecordBytes.number(number, at: 0, byteCount: 8) < index {
        next = try numbers.next()
      }
      var number: UInt32 = 0
      if let found = next, RecordBytes.number(found, at: 0, byteCount: 8) == index {
        number = UInt32(RecordBytes.number(found, at: 8, byteCount: 4))
      }
      var output = Array(record[8..<16]) + record[..<8]
      RecordBytes.append(number, to: &output)
      try result.add(output + record[16...])
    }
    return try result.sorted()
  }

  static func isChosen(_ draft: DraftDocument, _ sample: Double?) -> Bool {
    guard let sample else { return true }
    return Double(draft.hash >> 11) / Double(1 << 53 as UInt64) < sample
  }
}

/// Finds folders of outputs whose names have the suffix of an output: no output can have the same name.
private struct FolderNames {
  private let suffixes: [[UInt8]]
  private var last: ArraySlice<UInt8> = []

  init(suffixes: [String]) { self.suffixes = suffixes.map { Array(".".utf8) + Array($0.utf8) } }

  /// Returns the folders of a name that have such a suffix, without the suffix; empty if the previous name was in the
  /// same folder.
  mutating func new(in name: [UInt8]) -> [[UInt8]] {
    guard let slash = name.lastIndex(of: 0x2F) else { return [] }
    let folder = name[..<slash]
    guard folder != last else { return [] }
    last = folder
    var found: [[UInt8]] = []
    var part = folder
    while true {
      let folded = OutputNames.folded(Array(part))
      for suffix in suffixes where folded.count > suffix.count && folded.ends(with: suffix) {
        found.append(Array(part.dropLast(suffix.count)))
      }
      guard let slash = part.lastIndex(of: 0x2F) else { return found }
      part = part[..<slash]
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count) == end[...] }
}

/// The documents of a plan in their order.
package struct PlannedDocuments {
  private let file: ScratchFile
  /// The numbers for the next pass; `nil` if there is only one.
  private let allNumbers: SortedRecords?
  /// The remaining size classes, the current one first; empty if all documents are in one pass.
  private var classes: [Int]
  private var drafts: RecordReader
  private var numbers: SortedRecords
  private var order: SortedRecords?
  private let sample: Double?
  private let suffix: String
  private var index: UInt64 = 0
  private var nextNumber: [UInt8]?
  private var hasBegun = false

  init(
    drafts: ScratchFile, numbers: SortedRecords, order: SortedRecords?, classes: [Int],
    sample: Double?, suffix: String
  ) {
    file = drafts
    self.drafts = RecordReader(drafts, 0..<drafts.byteCount)
    allNumbers = classes.count > 1 ? numbers : nil
    self.numbers = numbers
    self.classes = classes
    self.order = order
    self.sample = sample
    self.suffix = suffix
  }

  /// Returns the next document, or `nil` after the last.
  ///
  /// - Throws: `FileError`.
  package mutating func next() throws(FileError) -> PlannedDocument? {
    if let record = try order?.next() {
      let number = RecordBytes.number(record, at: 16, byteCount: 4)
      return document(DraftDocument(sortRecord: Array(record[20...])), Int(number))
    }
    if order != nil { return nil }
    repeat {
      while let record = try drafts.next() {
        let draft = DraftDocument(sortRecord: record)
        let number = try number(of: index)
        index += 1
        if DocumentPlan.isChosen(draft, sample), isOfClass(draft) { return document(draft, number) }
      }
    } while beginsNextClass()
    return nil
  }

  private func isOfClass(_ draft: DraftDocument) -> Bool {
    classes.first.map { $0 == DocumentPlan.sizeClass(of: draft.byteCount) } ?? true
  }

  /// Begins the pass for the next size class; returns `false` after the last.
  private mutating func beginsNextClass() -> Bool {
    guard classes.count > 1, let allNumbers else { return false }
    classes.removeFirst()
    drafts = RecordReader(file, 0..<file.byteCount)
    numbers = allNumbers
    index = 0
    hasBegun = false
    return true
  }

  /// Returns the number that is added to the name of a document; 0 if none is added.
  private mutating func number(of index: UInt64) throws(FileError) -> Int {
    if !hasBegun {
      nextNumber = try numbers.next()
      hasBegun = true
    }
    guard let record = nextNumber, RecordBytes.number(record, at: 0, byteCount: 8) == index else {
      return 0
    }
    nextNumber = try numbers.next()
    return Int(RecordBytes.number(record, at: 8, byteCount: 4))
  }

  private func document(_ draft: DraftDocument, _ number: Int) -> PlannedDocument {
    var name = draft.preferredName(suffix: suffix)
    if number > 0 { name = OutputNames.numbered(name, number, suffix: suffix) }
    return PlannedDocument(
      path: PathBytes.string(from: draft.path), byteCount: draft.byteCount,
      name: PathBytes.string(from: name), root: draft.root.map(PathBytes.string(from:)))
  }
}
