internal import Foundation

/// The instructions of each function of workloads: a file of `Scripts/counters --profile`.
struct FunctionCosts: Codable {
  var schema: String
  var version: Int
  /// The compiler and the kind of machine: `6.3.1 x86_64-unknown-linux-gnu`.
  var compiler: String
  /// By workload, by function, the instructions that the function itself executed.
  var workloads: [String: [String: Int]]

  private static let maximumBytes = 64 << 20

  /// Reads a file.
  ///
  /// - Throws: `Results.Unreadable` with the file and the reason.
  static func read(_ path: String) throws -> FunctionCosts {
    let data = try Results.data(path, atMost: maximumBytes)
    let found: FunctionCosts
    do { found = try JSONDecoder().decode(FunctionCosts.self, from: data) } catch {
      throw Results.Unreadable(
        description: "\(path): no profile of ia-counters: \(FaultMessages.reason(error))")
    }
    guard found.schema == "ia-counters-profile", found.version == 1 else {
      throw Results.Unreadable(
        description:
          "\(path): \(found.schema) version \(found.version), not ia-counters-profile version 1")
    }
    return found
  }

  /// A function whose instructions changed.
  struct Change {
    var workload: String
    var function: String
    var before: Int
    var after: Int
    /// The instructions of the whole workload before.
    var whole: Int
    /// The change as a part of the whole workload.
    var share: Double { whole > 0 ? Double(after - before) / Double(whole) : 0 }
  }

  /// Returns the functions with the largest changes since another profile of the same compiler; empty for another compiler.
  func changes(since other: FunctionCosts, most: Int) -> [Change] {
    guard compiler == other.compiler else { return [] }
    var changes: [Change] = []
    for (workload, functions) in workloads {
      guard let former = other.workloads[workload] else { continue }
      let whole = former.values.reduce(0) { $0 &+ max($1, 0) }
      for function in Set(functions.keys).union(former.keys) {
        let (before, after) = (former[function] ?? 0, functions[function] ?? 0)
        guard before != after, before >= 0, after >= 0 else { continue }
        changes.append(
          Change(
            workload: workload, function: function, before: before, after: after, whole: whole))
      }
    }
    return Array(
      changes.sorted {
        (abs($0.share), $1.workload, $1.function) > (abs($1.share), $0.workload, $0.function)
      }.prefix(most))
  }
}
