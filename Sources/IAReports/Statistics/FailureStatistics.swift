internal import IAConvert

/// The failures by code, with example documents for each code.
struct FailureStatistics {
  /// The number of codes that are distinguished; others are counted together.
  static let maxCodes = 256
  /// The number of documents that are kept for each code.
  static let maxExamples = 8
  /// The name of the failures beyond `maxCodes`.
  static let otherCodes = "other codes"

  /// The failures with one code.
  struct Entry {
    let code: String
    var count = 0
    /// The first documents.
    var examples: [ReportRecord] = []
  }

  private(set) var entries: [Entry] = []
  private var numbers: [String: Int] = [:]

  /// Adds a result that is a failure.
  mutating func add(_ record: ReportRecord) {
    let number = number(of: record.fault.code.isEmpty ? record.status.rawValue : record.fault.code)
    entries[number].count += 1
    guard entries[number].examples.count < Self.maxExamples else { return }
    var example = record
    example.losses = []
    entries[number].examples.append(example)
  }

  private mutating func number(of code: String) -> Int {
    if let known = numbers[code] { return known }
    let name = entries.count < Self.maxCodes ? code : Self.otherCodes
    if let known = numbers[name] { return known }
    numbers[name] = entries.count
    entries.append(Entry(code: name))
    return entries.count - 1
  }

  /// The entries, the most frequent ones first.
  var byCount: [Entry] { entries.sorted { ($1.count, $0.code) < ($0.count, $1.code) } }
}
