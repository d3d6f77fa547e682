/// The results of one run in intervals of equal length.
///
/// The length is doubled when the run becomes longer than all intervals, so that memory does not depend on the
/// duration or on the number of documents.
struct RunTimeline {
  /// The number of intervals.
  static let count = 240
  /// The number of workers that are distinguished.
  static let maxWorkers = 64

  /// The results of an interval.
  struct Interval {
    var documents = 0
    var failures = 0
    var byteCount = 0
    /// The largest stated memory of the program and of a worker in KiB; 0 if none was stated.
    var peakKiB = 0
    var residentKiB = 0

    mutating func add(_ other: Interval) {
      documents += other.documents
      failures += other.failures
      byteCount = min(byteCount + other.byteCount, 1 << 60)
      peakKiB = max(peakKiB, other.peakKiB)
      residentKiB = max(residentKiB, other.residentKiB)
    }
  }

  /// A worker: its time in conversions and the starts of its processes.
  struct Worker {
    /// Milliseconds in conversions for each interval.
    var busy = [Double](repeating: 0, count: RunTimeline.count)
    /// The number of processes that were started as replacements, for each interval.
    var restarts = [Int](repeating: 0, count: RunTimeline.count)
    var process: Int?
    var documents = 0
  }

  /// The start of the run in milliseconds since 1970; `nil` if it is unknown.
  let date: Int?
  /// The start of the first interval in milliseconds since the start of the run.
  private(set) var origin = 0
  /// The length of an interval in milliseconds.
  private(set) var width = 5
  private(set) var intervals = [Interval](repeating: Interval(), count: count)
  /// The workers by number.
  private(set) var workers: [Int: Worker] = [:]
  /// The documents of workers beyond `maxWorkers`.
  private(set) var otherWorkerDocuments = 0
  /// The number of results of the run, and of those that state their time.
  private(set) var documents = 0
  private(set) var timed = 0
  private(set) var failures = 0
  private(set) var byteCount = 0
  private(set) var start = Int.max
  private(set) var end = Int.min

  init(date: Int?) { self.date = date }

  /// The time from the first start to the last end in milliseconds; `nil` without times.
  var milliseconds: Int? { timed > 0 ? max(0, end - start) : nil }

  /// The number of intervals up to the last end.
  var usedCount: Int { timed > 0 ? min(Self.count, (end - origin) / width + 1) : 0 }

  /// The number of times that a worker's process was replaced.
  var restarts: Int { workers.values.reduce(0) { $0 + $1.restarts.reduce(0, +) } }

  /// Adds a result.
  mutating func add(_ record: ReportRecord) {
    documents += 1
    if record.isFailed { failures += 1 }
    byteCount = min(byteCount + (record.inputByteCount ?? 0), 1 << 60)
    guard let last = record.usage.endMilliseconds else { return }
    // A longer duration than a day is not plausible.
    let duration = min(record.usage.microseconds ?? 0, 86_400_000_000)
    let first = max(0, last - duration / 1000)
    cover(first, last)
    timed += 1
    start = min(start, first)
    end = max(end, last)
    intervals[(last - origin) / width].add(
      Interval(
        documents: 1, failures: record.isFailed ? 1 : 0, byteCount: record.inputByteCount ?? 0,
        peakKiB: record.usage.peakKiB ?? 0, residentKiB: record.usage.residentKiB ?? 0))
    addWork(record, Double(last) - Double(duration) / 1000, Double(last))
  }

  private mutating func addWork(_ record: ReportRecord, _ first: Double, _ last: Double) {
    let number = record.usage.worker
    guard workers[number] != nil || workers.count < Self.maxWorkers else {
      return otherWorkerDocuments += 1
    }
    var worker = workers[number] ?? Worker()
    // Removes the value from the dictionary, so that the lists have a single owner while they are changed.
    workers[number] = nil
    worker.documents += 1
    let width = Double(width)
    var place = max(0, Int((first - Double(origin)) / width))
    while place < Self.count, Double(origin) + Double(place) * width < last {
      let lower = Double(origin) + Double(place) * width
      worker.busy[place] += max(0, min(last, lower + width) - max(first, lower))
      place += 1
    }
    let process = record.usage.process
    if let known = worker.process, let process, known != process {
      worker.restarts[min((Int(first) - origin) / self.width, Self.count - 1)] += 1
    }
    worker.process = process ?? worker.process
    workers[number] = worker
  }

  /// Extends the intervals to a range of times.
  private mutating func cover(_ first: Int, _ last: Int) {
    if timed == 0 { origin = first }
    while first < origin || last >= origin + Self.count * width {
      let missing = (max(0, origin - first) + width - 1) / width
      let used = timed > 0 ? (end - origin) / width + 1 : 0
      if first < origin, missing + used <= Self.count,
        last < origin + (Self.count - missing) * width
      {
        shift(by: missing)
      } else {
        double()
      }
    }
  }

  /// Moves the contents to later intervals.
  private mutating func shift(by number: Int) {
    origin -= number * width
    intervals = Self.shifted(intervals, by: number, Interval())
    workers = workers.mapValues { worker in
      var worker = worker
      worker.busy = Self.shifted(worker.busy, by: number, 0)
      worker.restarts = Self.shifted(worker.restarts, by: number, 0)
      return worker
    }
  }

  private static func shifted<Value>(_ values: [Value], by number: Int, _ none: Value) -> [Value] {
    Array((repeatElement(none, count: number) + values).prefix(count))
  }

  /// Merges pairs of intervals, so that they are twice as long.
  private mutating func double() {
    width *= 2
    intervals = Self.merged(intervals, Interval()) { $0.add($1) }
    workers = workers.mapValues { worker in
      var worker = worker
      worker.busy = Self.merged(worker.busy, 0) { $0 += $1 }
      worker.restarts = Self.merged(worker.restarts, 0) { $0 += $1 }
      return worker
    }
  }

  private static func merged<Value>(
    _ values: [Value], _ none: Value, _ add: (inout Value, Value) -> Void
  ) -> [Value] {
    var merged = [Value](repeating: none, count: count)
    for (index, value) in values.enumerated() { add(&merged[index / 2], value) }
    return merged
  }
}
