public import Foundation

/// The ratios of gates on known processors: what `ia-bench gate` compares with, beside the limits.
///
/// Limits say what a ratio should be; baselines say what it was. Ratios of times differ by a third between runs of the same
/// code on a busy machine, so that a baseline finds what doubles. Smaller regressions are found by instructions
/// (`Scripts/counters`). Limits are shown as targets; without a baseline a ratio is compared with its limit instead, by
/// the same factor, since limits were chosen on other processors.
public struct RatioBaselines: Codable, Equatable {
  /// The ratios, by processor, by the name of the comparison and the claim.
  public var ratios: [String: [String: Double]] = [:]

  /// How many times its baseline, or without one its limit, a ratio may be.
  public static let factor = 1.5

  /// The file of this project.
  public static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Baselines/ratios.json")

  /// Creates baselines without ratios.
  public init() {}

  /// Creates the baselines that the ratios of results are, all of one processor: the medians of several runs.
  public init(_ results: [Results]) {
    guard let processor = results.first?.machine.processor else { return }
    accept(results, processor: processor)
  }

  /// Reads a file; a file that does not exist has no baselines.
  ///
  /// - Throws: If the content is not JSON of this form.
  public static func read(_ url: URL = url) throws -> RatioBaselines {
    guard FileManager.default.fileExists(atPath: url.path) else { return RatioBaselines() }
    return try JSONDecoder().decode(RatioBaselines.self, from: Data(contentsOf: url))
  }

  /// Replaces the ratios of a processor by the medians of results of that processor.
  public mutating func accept(_ results: [Results], processor: String) {
    var found: [String: [Double]] = [:]
    for one in results where one.machine.processor == processor {
      for gate in one.gates where gate.isRatioOfTimes {
        found[gate.name, default: []].append(gate.found)
      }
    }
    // Three digits: more are noise, and each would be a difference of the file.
    ratios[processor] = found.mapValues { (Statistics.median($0) * 1000).rounded() / 1000 }
  }

  /// Returns the ratio of a name on a processor; `nil` if there is none to compare with.
  func ratio(of name: String, on processor: String) -> Double? {
    ratios[processor]?[name].flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the file's content, with keys in order, so that differences are lines.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Adds verdicts on the ratios of times, and makes their limits targets.
  ///
  /// - Returns: The names of the ratios without a baseline, which are compared with their limits.
  public func judge(_ results: inout Results) -> [String] {
    let (verdicts, missing) = verdicts(on: results)
    for index in results.gates.indices where results.gates[index].isRatioOfTimes {
      results.gates[index].kind = "target"
    }
    results.gates += verdicts
    return missing
  }

  /// Compares the ratios of results with the baselines of their processor, or with their limits.
  ///
  /// - Returns: A verdict for each ratio with a baseline or with a limit that is a gate, and the names of those without a
  ///   baseline.
  public func verdicts(on results: Results) -> (verdicts: [Results.Verdict], missing: [String]) {
    var verdicts: [Results.Verdict] = []
    var missing: [String] = []
    var names: Set<String> = []
    // A ratio with a limit and a target is compared once.
    for gate in results.gates where gate.isRatioOfTimes && names.insert(gate.name).inserted {
      let baseline = ratio(of: gate.name, on: results.machine.processor)
      if baseline == nil {
        missing.append(gate.name)
        if gate.kind == "target" { continue }
      }
      let known = baseline ?? gate.limit
      let low = gate.low.map { $0 / known }
      let found = gate.found / known
      verdicts.append(
        Results.Verdict(
          comparison: gate.comparison,
          claim: gate.claim + (baseline == nil ? " / limit" : " / baseline"), found: found,
          limit: Self.factor, stretch: nil, passes: (low ?? found) <= Self.factor,
          attempts: gate.attempts, low: low, high: gate.high.map { $0 / known }))
    }
    return (verdicts, missing)
  }
}

extension Results.Verdict {
  /// The name among baselines.
  var name: String { "\(comparison): \(claim)" }

  /// Whether the figure is a ratio of times, and no count.
  var isRatioOfTimes: Bool { low != nil }
}
