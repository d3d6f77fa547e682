/// A small piece of work whose instructions and results are counted.
///
/// `prepare` makes the input, which is not counted, and returns the work, which is; the work
/// returns what it counted by itself, by name. Inputs are fixed: corpus documents and seeds.
struct Workload {
  /// The name in the table of baselines.
  var name: String
  /// Whether the number of allocations is the same in each run.
  ///
  /// Layouts that change grow arrays by what malloc has left, which differs by a few allocations from run to run.
  var hasStableAllocations: Bool
  /// Makes the input and returns the work.
  var prepare: () throws -> () throws -> [String: Int]

  init(
    _ name: String, hasStableAllocations: Bool = true,
    prepare: @escaping () throws -> () throws -> [String: Int]
  ) {
    self.name = name
    self.hasStableAllocations = hasStableAllocations
    self.prepare = prepare
  }

  /// All of them, in order of name.
  static var all: [Workload] {
    let codec = codecWorkloads
    return
      (treeWorkloads + textWorkloads + formatWorkloads + layoutWorkloads + scrollWorkloads + codec
      + Growth.all.flatMap(\.workloads))
      .sorted {
        $0.name < $1.name
      }
  }
}
