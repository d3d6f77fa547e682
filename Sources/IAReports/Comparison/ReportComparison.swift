internal import IAConvert
internal import IAFiles

/// The differences between two reports.
package struct ReportComparison {
  /// The number of documents that are named for each kind of difference.
  static let maxListed = 20
  /// The ratio of the new time to the old one from which a document counts as slower.
  static let slowerRatio = 2
  /// The minimum increase in microseconds from which a document counts as slower.
  static let slowerMicroseconds = 50_000

  /// A document that differs.
  struct Document {
    var path: String
    /// The state in the older report and in the newer one.
    var old: String
    var new: String
  }

  /// The documents with one kind of difference.
  struct Group {
    var count = 0
    /// Some of the documents.
    var documents: [Document] = []
  }

  /// The name of the older report, for people.
  let oldName: String
  /// Documents that fail in the newer report and were converted in the older one.
  private(set) var newFailures = Group()
  /// Documents that are converted in the newer report and failed in the older one.
  private(set) var fixed = Group()
  /// Documents that fail in both reports, with different codes.
  private(set) var otherCodes = Group()
  private(set) var slower = Group()
  /// The number of documents that are faster, by the same limits as for slower ones.
  private(set) var faster = 0
  /// Documents whose losses differ.
  private(set) var changedLosses = Group()
  /// The numbers of documents that only the newer and only the older report contains.
  private(set) var added = 0
  private(set) var removed = 0
  /// The number of documents that both reports contain.
  private(set) var common = 0
  /// The sums of the times, in microseconds, of documents for which both reports state a time.
  private(set) var oldMicroseconds = 0
  private(set) var newMicroseconds = 0

  /// Sentences about limits of the comparison: other formats, no common documents.
  private(set) var remarks: [String] = []

  private struct Pair {
    var old: ReportIndex.Entry
    var new: ReportIndex.Entry
  }

  /// Compares two reports by the paths of their documents.
  ///
  /// - Parameters:
  ///   - path: The newer report, a regular file.
  ///   - oldPath: The older report.
  /// - Returns: The numbers of the newer report, and the differences.
  /// - Throws: `FileError`, `InputError`.
  /// - Complexity: O(*n* log *n*) time, 32 bytes for each result.
  package static func reading(
    _ path: String, against oldPath: String
  ) throws -> (report: BatchReport, comparison: ReportComparison) {
    let (oldIndex, newIndex) = (ReportIndex(), ReportIndex())
    let old = try BatchReport(path: oldPath, index: oldIndex)
    let report = try BatchReport(path: path, index: newIndex)
    try oldIndex.sort()
    try newIndex.sort()
    var comparison = ReportComparison(oldName: old.name)
    let file = try RandomAccessFile(path: BatchReport.file(of: path))
    try comparison.compare(oldIndex, newIndex, file)
    comparison.addRemarks(old, report)
    return (report, comparison)
  }

  private mutating func addRemarks(_ old: BatchReport, _ new: BatchReport) {
    if common == 0, added > 0, removed > 0 {
      remarks.append(
        "No document is in both reports: documents are the same if their paths are, as they were given."
      )
    }
    let (before, now) = (old.outputFormats, new.outputFormats)
    if !before.isEmpty, !now.isEmpty, before != now {
      remarks.append(
        "The reports are of other formats: \(Self.list(now)), and \(Self.list(before)) before. Losses and "
          + "times differ for that reason.")
    }
  }

  private static func list(_ formats: Set<String>) -> String {
    formats.sorted().map(\.harmless).joined(separator: ", ")
  }

  private init(oldName: String) { self.oldName = oldName }

  private struct Selection {
    var newFailures = TopList<Pair>(capacity: maxListed)
    var fixed = TopList<Pair>(capacity: maxListed)
    var otherCodes = TopList<Pair>(capacity: maxListed)
    var slower = TopList<Pair>(capacity: maxListed)
    var changedLosses = TopList<Pair>(capacity: maxListed)
  }

  private mutating func compare(
    _ old: ReportIndex, _ new: ReportIndex, _ file: RandomAccessFile
  ) throws {
    var selection = Selection()
    var (left, right) = (0, 0)
    while left < old.entries.count || right < new.entries.count {
      let oldHash = left < old.entries.count ? old.entries[left].hash : .max
      let newHash = right < new.entries.count ? new.entries[right].hash : .max
      if right == new.entries.count || left < old.entries.count && oldHash < newHash {
        removed += 1
        left += 1
      } else if left == old.entries.count || newHash < oldHash {
        added += 1
        right += 1
      } else {
        let pair = Pair(old: old.entries[left], new: new.entries[right])
        add(pair, old.codes[Int(pair.old.code)] == new.codes[Int(pair.new.code)], &selection)
        left += 1
        right += 1
      }
    }
    newFailures.documents = try Self.documents(selection.newFailures, file) { pair, _ in
      ("converted", new.codes[Int(pair.new.code)])
    }
    fixed.documents = try Self.documents(selection.fixed, file) { pair, _ in
      (old.codes[Int(pair.old.code)], "converted")
    }
    otherCodes.documents = try Self.documents(selection.otherCodes, file) { pair, _ in
      (old.codes[Int(pair.old.code)], new.codes[Int(pair.new.code)])
    }
    slower.documents = try Self.documents(selection.slower, file) { pair, _ in
      (Quantity.time(Int(pair.old.microseconds)), Quantity.time(Int(pair.new.microseconds)))
    }
    changedLosses.documents = try Self.documents(selection.changedLosses, file) { pair, record in
      let losses = record.losses.map { "\($0.kind) (\($0.count))" }.joined(separator: ", ")
      return (
        pair.old.losses == 0 ? "no losses" : "other losses",
        losses.isEmpty ? "no losses" : losses.cut(to: 200)
      )
    }
  }

  /// Adds a document that both reports have.
  private mutating func add(_ pair: Pair, _ hasSameCode: Bool, _ selection: inout Selection) {
    common += 1
    // Documents at the start of the report are listed first.
    let order = -pair.new.offset
    switch (pair.old.code == 0, pair.new.code == 0) {
    case (true, false):
      newFailures.count += 1
      return selection.newFailures.add(order, pair)
    case (false, true):
      fixed.count += 1
      return selection.fixed.add(order, pair)
    case (false, false):
      guard !hasSameCode else { return }
      otherCodes.count += 1
      return selection.otherCodes.add(order, pair)
    case (true, true): break
    }
    if pair.old.hasLosses, pair.new.hasLosses, pair.old.losses != pair.new.losses {
      changedLosses.count += 1
      selection.changedLosses.add(order, pair)
    }
    compareTimes(pair, &selection)
  }

  private mutating func compareTimes(_ pair: Pair, _ selection: inout Selection) {
    let (old, new) = (Int(pair.old.microseconds), Int(pair.new.microseconds))
    guard old > 0, new > 0 else { return }
    oldMicroseconds += old
    newMicroseconds += new
    if new >= old * Self.slowerRatio, new - old >= Self.slowerMicroseconds {
      slower.count += 1
      selection.slower.add(new - old, pair)
    } else if old >= new * Self.slowerRatio, old - new >= Self.slowerMicroseconds {
      faster += 1
    }
  }

  private static func documents(
    _ list: TopList<Pair>, _ file: RandomAccessFile,
    _ states: (Pair, ReportRecord) -> (String, String)
  ) throws -> [Document] {
    try list.items.map { item in
      let record = try Self.record(at: item.element.new.offset, in: file)
      let (old, new) = states(item.element, record)
      return Document(path: record.shownPath.cut(to: 400), old: old, new: new)
    }
  }

  /// Returns the result at an offset of a report; an empty result if the report was changed since it was indexed.
  private static func record(at offset: Int, in file: RandomAccessFile) throws -> ReportRecord {
    var bytes: [UInt8] = []
    while bytes.count <= RawLines.maximumByteCount {
      let start = offset + bytes.count
      let piece = try file.bytes(in: start..<max(start, min(start + 4096, file.byteCount)))
      let end = piece.firstIndex(of: 0x0A)
      bytes += piece[..<(end ?? piece.endIndex)]
      if end != nil || piece.isEmpty { break }
    }
    guard case .result(let record) = ReportItem(bytes) else { return ReportRecord() }
    return record
  }

  /// The groups with their titles.
  var groups: [(title: String, group: Group)] {
    [
      ("new failures", newFailures), ("fixed", fixed), ("failures with another code", otherCodes),
      ("slower", slower), ("changed losses", changedLosses),
    ]
  }
}
