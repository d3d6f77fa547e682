package import IABytes
internal import IAConvert

/// The results of a report in 32 bytes each, for a comparison.
final class ReportIndex {
  /// The largest number of results.
  static let maximumCount = 4_000_000

  /// The last result of a document.
  struct Entry {
    /// The hash of the path.
    var hash: UInt64
    /// The offset of the line in the report.
    var offset: Int
    /// The time in microseconds; 0 if it is unknown.
    var microseconds: UInt32
    /// A hash of the kinds and numbers of losses; 0 without losses.
    var losses: UInt32
    /// The number of the code of the failure; 0 for a document that was converted.
    var code: UInt16
    /// Whether the line is that of a conversion.
    var isAttempt: Bool
    /// Whether the losses are known.
    var hasLosses: Bool
  }

  private(set) var entries: [Entry] = []
  /// The codes by number; number 0 is that of documents without a failure.
  private(set) var codes = [""]
  private var numbers: [String: UInt16] = [:]

  /// Returns a hash of bytes (FNV-1a).
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  /// Adds a result.
  ///
  /// A result of a document that was not attempted is ignored, unless its earlier outputs are still valid.
  func add(_ record: ReportRecord, offset: Int, isFurther: Bool) {
    let isAttempt = record.isConverted || record.isFailed
    guard isAttempt || record.isKept, entries.count <= Self.maximumCount else { return }
    var losses: UInt32 = 0
    for loss in record.losses {
      let hash = Self.hash(Array("\(record.outputFormat) \(loss.kind) \(loss.count)".utf8))
      losses = losses &+ UInt32(truncatingIfNeeded: hash)
    }
    if isFurther, let last = entries.indices.last {
      entries[last].losses = entries[last].losses &+ losses
      return
    }
    entries.append(
      Entry(
        hash: Self.hash(record.path), offset: offset,
        microseconds: UInt32(clamping: record.usage.microseconds ?? 0), losses: losses,
        code: record.isFailed ? number(of: record.fault.code) : 0, isAttempt: isAttempt,
        hasLosses: record.isConverted && !record.isOfJournal))
  }

  private func number(of code: String) -> UInt16 {
    let code = code.isEmpty ? "unknown" : code
    if let known = numbers[code] { return known }
    // All further codes share the last number.
    guard codes.count < 4096 else { return UInt16(codes.count - 1) }
    let number = UInt16(codes.count)
    codes.append(code)
    numbers[code] = number
    return number
  }

  /// Sorts the entries by hash, and keeps one for each document: the last one or, if that states that earlier outputs
  /// are valid, the conversion before it.
  ///
  /// - Throws: `InputError` with `report.limit` if there are too many.
  /// - Complexity: O(*n* log *n*).
  func sort() throws(InputError) {
    guard entries.count <= Self.maximumCount else {
      throw .exceeds(
        .reportLimit, limit: "results", maximum: Self.maximumCount, seen: entries.count, at: 0)
    }
    entries.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
    var kept = 0
    for index in entries.indices {
      let isLast = index + 1 == entries.count || entries[index + 1].hash != entries[index].hash
      guard isLast else { continue }
      entries[kept] = entries[attempt(before: index)]
      kept += 1
    }
    entries.removeSubrange(kept...)
  }

  /// Returns the index of the conversion whose outputs a sorted entry states to be valid, or the index of the entry if
  /// there is no such conversion.
  private func attempt(before index: Int) -> Int {
    let hash = entries[index].hash
    var found = index
    while !entries[found].isAttempt {
      guard found > 0, entries[found - 1].hash == hash else { return index }
      found -= 1
    }
    return entries[found].code == 0 ? found : index
  }
}

extension InputError.Code {
  /// A report has more results than a comparison can hold; compare parts of it.
  package static let reportLimit = InputError.Code(rawValue: "report.limit")
}
