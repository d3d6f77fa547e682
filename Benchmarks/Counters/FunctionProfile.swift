import Foundation

/// The instructions of each function of workloads, for `ia-bench report --functions`.
struct FunctionProfile: Codable {
  var schema = "ia-counters-profile"
  var version = 1
  var compiler: String
  /// By workload, by function, the instructions that the function itself executed.
  var workloads: [String: [String: Int]] = [:]

  /// The functions of a workload that are kept, those with the most instructions.
  static let most = 40
  /// The name of the sum of all other functions.
  static let others = "all other functions"

  /// The functions of the baselines.
  static let url = Baselines.url.deletingLastPathComponent().appending(path: "functions.json")

  /// Reads the functions of the baselines; empty if there are none.
  static func read() -> FunctionProfile {
    guard let data = try? Data(contentsOf: url),
      let found = try? JSONDecoder().decode(FunctionProfile.self, from: data)
    else { return FunctionProfile(compiler: "") }
    return found
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Returns the functions with the most instructions, and the sum of all others.
  static func largest(_ costs: [String: Int]) -> [String: Int] {
    let sorted = costs.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    var kept = Dictionary(uniqueKeysWithValues: sorted.prefix(most).map { ($0.key, $0.value) })
    let rest = sorted.dropFirst(most).reduce(0) { $0 + $1.value }
    if rest > 0 { kept[others] = rest }
    return kept
  }

  /// Returns the instructions that each function itself executed, from a profile of callgrind.
  ///
  /// A line `fn=(7) name` begins a function, later `fn=(7)`. A line of costs is a position, which may be relative (`+3`,
  /// `-2`, `*`), and the instructions. The line after `calls=` has the instructions of the called function instead.
  static func costs(in profile: String) -> [String: Int] {
    var names: [Substring: Substring] = [:]
    var sums: [Substring: Int] = [:]
    var function: Substring?
    var isCall = false
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")).map({ Substring($0) }) {
      if line.hasPrefix("fn=(") || line.hasPrefix("cfn=(") {
        let fields = line.split(separator: " ", maxSplits: 1)
        let number = fields[0].drop { $0 != "(" }
        if fields.count == 2 { names[number] = fields[1] }
        if line.hasPrefix("f") { function = number }
      } else if line.hasPrefix("calls=") {
        isCall = true
      } else if let first = line.utf8.first,
        first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
          || first == UInt8(ascii: "*") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
      {
        let fields = line.split(separator: " ")
        if !isCall, let function, fields.count > 1, let cost = Int(fields[1]) {
          sums[function, default: 0] += cost
        }
        isCall = false
      }
    }
    return sums.reduce(into: [:]) { result, pair in
      result[String(names[pair.key] ?? pair.key), default: 0] += pair.value
    }
  }

  /// Returns the costs with the names that people read.
  static func demangled(_ costs: [String: Int]) throws -> [String: Int] {
    let names = costs.keys.sorted()
    // Arguments, because a pipe that is written and read by one thread can fill.
    let output = try Workload.output(
      of: ["swift", "demangle", "--simplified", "--compact"] + names)
    let readable = output.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard output.status == 0, readable.count >= names.count else { return costs }
    var result: [String: Int] = [:]
    for (name, words) in zip(names, readable) {
      result[String(words.prefix(160)), default: 0] += costs[name] ?? 0
    }
    return result
  }

  /// Returns lines for the functions with the largest changes.
  static func changes(_ new: [String: Int], since old: [String: Int], most: Int = 6) -> [String] {
    let whole = max(old.values.reduce(0, +), 1)
    let changed = Set(new.keys).union(old.keys)
      .map { ($0, (new[$0] ?? 0) - (old[$0] ?? 0)) }
      .filter { $0.1 != 0 }
      .sorted { (abs($0.1), $1.0) > (abs($1.1), $0.0) }
    return changed.prefix(most).map { name, change in
      String(format: "  %+.2f %%  ", Double(change) / Double(whole) * 100) + name
    }
  }
}
