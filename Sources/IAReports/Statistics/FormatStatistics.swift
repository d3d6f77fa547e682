/// A document with its size and time.
struct TimedDocument {
  /// The path, escaped for people.
  var path: String
  var byteCount: Int
  var microseconds: Int
  /// The code of the failure; empty for a document that was converted.
  var code: String
}

/// The documents of one input format: sizes and times in classes.
struct FormatStatistics {
  /// The number of slow documents that are kept for each class of sizes.
  private static let slowPerClass = 3

  let name: String
  var documents = 0
  var failures = 0
  var inputByteCount = 0
  var outputByteCount = 0
  /// The number of documents with a size and a time, and the sum of the times.
  private(set) var timed = 0
  private(set) var microseconds = 0
  /// The number of documents of each class of sizes and times: `[size * HalfOctaves.count + time]`.
  private(set) var cells = [UInt32](repeating: 0, count: HalfOctaves.count * HalfOctaves.count)
  private var slow = [TopList<TimedDocument>](
    repeating: TopList(capacity: slowPerClass), count: HalfOctaves.count)

  init(name: String) { self.name = name }

  /// Adds a document that has a size and a time.
  mutating func add(_ byteCount: Int, _ time: Int, _ document: @autoclosure () -> TimedDocument) {
    timed += 1
    microseconds = min(microseconds + time, 1 << 60)
    let size = HalfOctaves.index(of: byteCount)
    let cell = size * HalfOctaves.count + HalfOctaves.index(of: time)
    cells[cell] = cells[cell] &+ 1
    slow[size].add(time, document())
  }

  /// Returns the number of documents of a class of sizes.
  func count(ofSize size: Int) -> Int {
    cells[(size * HalfOctaves.count)..<((size + 1) * HalfOctaves.count)].reduce(0) { $0 + Int($1) }
  }

  /// Returns the class of the median time of a class of sizes; `nil` if it has no document.
  func medianTime(ofSize size: Int) -> Int? {
    let column = cells[(size * HalfOctaves.count)..<((size + 1) * HalfOctaves.count)]
    return Self.median(of: column.map(Int.init))
  }

  /// The class of the median time of all documents; `nil` if there is none.
  var medianTime: Int? { Self.median(of: times) }

  /// The number of documents of each class of times.
  var times: [Int] {
    var times = [Int](repeating: 0, count: HalfOctaves.count)
    for (index, count) in cells.enumerated() where count > 0 {
      times[index % HalfOctaves.count] += Int(count)
    }
    return times
  }

  private static func median(of counts: [Int]) -> Int? {
    let total = counts.reduce(0, +)
    var seen = 0
    for (index, count) in counts.enumerated() where count > 0 {
      seen += count
      if seen * 2 >= total { return index }
    }
    return nil
  }

  /// Returns the time of the slowest document of a class of sizes in microseconds; 0 if there is none.
  func longestTime(ofSize size: Int) -> Int { slow[size].items.first?.key ?? 0 }

  /// A document that took much longer than others of its size.
  struct Outlier {
    var document: TimedDocument
    /// The time divided by the typical time of documents of this size.
    var ratio: Double
  }

  /// The ratio from which a document is an outlier.
  static let outlierRatio = 4.0
  /// The minimum time of an outlier in microseconds: shorter times vary by chance.
  static let outlierMicroseconds = 10_000

  /// Returns the outliers with the largest ratios.
  func outliers(atMost maximum: Int) -> [Outlier] {
    var outliers: [Outlier] = []
    for size in 0..<HalfOctaves.count {
      guard let median = typicalTime(ofSize: size) else { continue }
      for item in slow[size].items where item.key >= Self.outlierMicroseconds {
        let ratio = Double(item.key) / median
        if ratio >= Self.outlierRatio {
          outliers.append(Outlier(document: item.element, ratio: ratio))
        }
      }
    }
    outliers.sort { ($1.ratio, $0.document.path) < ($0.ratio, $1.document.path) }
    return Array(outliers.prefix(maximum))
  }

  /// Returns the middle of the median class of times, from at least 8 documents of this size and of
  /// the neighbouring ones; `nil` if there are fewer.
  private func typicalTime(ofSize size: Int) -> Double? {
    var times = [Int](repeating: 0, count: HalfOctaves.count)
    var documents = 0
    for near in max(0, size - 1)...min(HalfOctaves.count - 1, size + 1) {
      for (time, count) in cells[(near * HalfOctaves.count)...].prefix(HalfOctaves.count)
        .enumerated()
      {
        times[time] += Int(count)
        documents += Int(count)
      }
    }
    guard documents >= 8, let median = Self.median(of: times) else { return nil }
    return HalfOctaves.lowerBound(of: median) * 1.19
  }
}
