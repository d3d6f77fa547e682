import CMeasure

/// Work that the harness adds to a workload, so that a test sees that `check` reports it.
enum Plant {
  /// The arguments after the name of a workload: `instructions COUNT`, `allocation` or `relayout`.
  private static let words = Array(CommandLine.arguments.dropFirst(3))
  /// The number of instructions to add.
  private static let instructions = words.first == "instructions" ? Int64(words.last ?? "") ?? 0 : 0
  /// Whether to allocate once more.
  private static let isAllocation = words.first == "allocation"
  /// Whether a layout is to be done once more.
  static let isRelayout = words.first == "relayout"

  /// Reads the arguments, which allocates, before anything is counted.
  static func prepare() { _ = (instructions, isAllocation, isRelayout) }

  /// Does what was asked for inside of what is counted.
  static func perform() {
    if instructions > 0 { measure_spin(instructions) }
    if isAllocation { measure_allocate() }
  }

  /// Returns the arguments of a process for a kind; `nil` for an unknown kind.
  ///
  /// - Parameter instructions: The baseline of the workload, of which a share is added.
  static func arguments(_ kind: String, instructions: Int) -> [String]? {
    switch kind {
    case "instructions": ["instructions", "\(instructions / 20)"]
    case "ratio": ["instructions", "\(instructions / 10)"]
    case "allocation", "relayout": [kind]
    default: nil
    }
  }
}
