import Foundation

/// The figures that are known to be right: counts that hold everywhere, and instructions that hold
/// for one compiler on one kind of machine.
struct Baselines: Codable, Equatable {
  /// What each workload counted by itself.
  var counts: [String: [String: Int]] = [:]
  /// The instructions of each workload, by compiler.
  var instructions: [String: [String: Int]] = [:]
  /// The allocations of each workload, by compiler.
  var allocations: [String: [String: Int]] = [:]

  /// Wider bands of workloads whose instructions differed between builds of the same source, by workload.
  var bands: [String: Double]?

  /// The part by which instructions may differ, unless a workload has a band of its own.
  static let tolerance = 0.02

  /// Returns the part by which the instructions of a workload may differ.
  func tolerance(of workload: String) -> Double { bands?[workload] ?? Self.tolerance }

  /// Returns whether instructions are within the band of a workload around its baseline.
  func accept(_ instructions: Int, of workload: String, baseline: Int) -> Bool {
    abs(Double(instructions - baseline)) <= Double(baseline) * tolerance(of: workload)
  }

  /// The number of allocations of which one may be missing or too much; below it, allocations are exact.
  ///
  /// An array takes the bytes that malloc had left as capacity, so that the state of the heap before the workload adds or
  /// saves a few calls where there are many (decision 0113).
  static let allocationsPerDeviation = 10_000

  /// The file they are kept in.
  static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Baselines/counters.json")

  /// Reads the file; empty where there is none.
  static func read() throws -> Baselines {
    guard let data = try? Data(contentsOf: url) else { return Baselines() }
    return try JSONDecoder().decode(Baselines.self, from: data)
  }

  /// The file's bytes: keys sorted, so that differences are lines.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Takes over what was found, leaving instructions and allocations as they are where they are near enough.
  mutating func accept(_ found: Workload.Figures, of name: String, compiler: String) {
    counts[name] = found.counts
    if let new = found.allocations {
      let old = allocations[compiler]?[name]
      if old.map({ abs(new - $0) > $0 / Self.allocationsPerDeviation }) ?? true {
        allocations[compiler, default: [:]][name] = new
      }
    }
    guard let new = found.instructions else { return }
    if let old = instructions[compiler]?[name], accept(new, of: name, baseline: old) { return }
    instructions[compiler, default: [:]][name] = new
  }

  /// Takes over those figures of others that this file has not.
  mutating func adopt(_ others: Baselines, compiler: String) {
    counts.merge(others.counts) { own, _ in own }
    for figures in [\Baselines.instructions, \Baselines.allocations] {
      guard let new = others[keyPath: figures][compiler] else { continue }
      self[keyPath: figures][compiler, default: [:]].merge(new) { own, _ in own }
    }
  }

  /// Returns what a workload has no baseline of; an empty list if it has all.
  func missing(_ name: String, compiler: String) -> [String] {
    var missing: [String] = []
    if counts[name] == nil { missing.append("counts") }
    if instructions[compiler]?[name] == nil { missing.append("instructions") }
    return missing
  }

  /// Forgets workloads that are no more.
  mutating func keepOnly(_ names: Set<String>) {
    counts = counts.filter { names.contains($0.key) }
    bands = bands?.filter { names.contains($0.key) }
    for compiler in instructions.keys {
      instructions[compiler] = instructions[compiler]?.filter { names.contains($0.key) }
      allocations[compiler] = allocations[compiler]?.filter { names.contains($0.key) }
    }
  }
}
