internal import Foundation

/// A ratio of two kernels, in the words of a report.
struct Claim {
  /// What the interval allows to claim, with a sign that does not depend on colour.
  enum Direction: String {
    case faster
    case slower
    case undecided
    case unclaimed = "no claim"

    var sign: String {
      switch self {
      case .faster: "▼"
      case .slower: "▲"
      case .undecided: "◆"
      case .unclaimed: "○"
      }
    }

    /// The class of the style sheet.
    var style: String {
      switch self {
      case .faster: "ok"
      case .slower: "bad"
      default: "dim"
      }
    }
  }

  var name: String
  var kernel: String
  var reference: String
  /// Whether the kernel is ours, not another implementation.
  var isOurs: Bool
  /// Whether the reference is a limit of the machine, which nothing reaches: a bar beside the limit shows it.
  var isAgainstLimit: Bool
  var value: Double
  var interval: Bootstrap.Ratio?
  var command: String

  var direction: Direction {
    guard let interval else { return .unclaimed }
    return interval.high < 1 ? .faster : interval.low > 1 ? .slower : .undecided
  }

  /// Returns the command that repeats a comparison.
  static func command(suite: String, comparison: String) -> String {
    if suite == "engines" { return "Scripts/engines run" }
    return
      "swift run -c release --package-path Benchmarks ia-bench --suite \(quoted(suite)) --filter \(quoted(comparison))"
  }

  private static func quoted(_ word: String) -> String {
    word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" } && !word.isEmpty
      ? word
      : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

extension Results {
  /// The measurements of each comparison, in the order of the file.
  var comparisons: [(name: String, rows: [Measurement])] {
    var order: [String] = []
    var rows: [String: [Measurement]] = [:]
    for one in measurements {
      let name = "\(one.suite)/\(one.comparison)"
      if rows[name] == nil { order.append(name) }
      rows[name, default: []].append(one)
    }
    return order.map { ($0, rows[$0] ?? []) }
  }

  /// The ratios of all kernels to their references.
  var claims: [Claim] {
    comparisons.flatMap { name, rows in
      let first = rows.first { $0.role != "candidate" }?.kernel
      return rows.compactMap { one -> Claim? in
        guard let ratio = one.ratio, let reference = one.reference ?? first,
          reference != one.kernel, one.role != "limit"
        else { return nil }
        return Claim(
          name: name, kernel: one.kernel, reference: reference, isOurs: one.role == "candidate",
          isAgainstLimit: rows.contains { $0.kernel == reference && $0.role == "limit" },
          value: one.interval?.value ?? ratio, interval: one.interval,
          command: Claim.command(suite: one.suite, comparison: one.comparison))
      }
    }
  }

  /// A figure that was measured at several sizes.
  struct Growth {
    var suite: String
    var comparison: String
    var points: [BenchCharts.Point]
    /// The slope of the line through the logarithms.
    var slope: Double
    var name: String { "\(suite)/\(comparison)" }
  }

  /// The comparisons whose kernels are called “at SIZE”.
  var growth: [Growth] {
    comparisons.compactMap { _, rows in
      let points = rows.compactMap { row -> BenchCharts.Point? in
        guard row.kernel.hasPrefix("at "), let size = Double(row.kernel.dropFirst(3)), size > 0,
          row.nanoseconds > 0
        else { return nil }
        return (size, row.nanoseconds)
      }.sorted { $0.x < $1.x }
      guard points.count > 1, let first = rows.first else { return nil }
      let logarithms = points.map { (x: log($0.x), y: log($0.y)) }
      let count = Double(points.count)
      let (x, y) = (
        logarithms.reduce(0) { $0 + $1.x } / count, logarithms.reduce(0) { $0 + $1.y } / count
      )
      let square = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
      let product = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
      return Growth(
        suite: first.suite, comparison: first.comparison, points: points,
        slope: square > 0 ? product / square : 0)
    }
  }
}
