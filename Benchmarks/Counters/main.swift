import CMeasure
import Foundation

// ia-counters list              the names of the workloads
// ia-counters run NAME          does one workload and prints what it counted
// ia-counters check [NAME…]     compares all or some with the baselines; prints the difference
// ia-counters planted KIND NAME the same of a workload with a regression: instructions (5 % more), ratio (10 % more),
//                               allocation, relayout (one more)
// ia-counters accept [NAME…]    makes what it finds the baselines
// ia-counters profile FILE [NAME…]  writes the instructions of each function as JSON

/// Does the work of a workload inside `measure_call`, where callgrind counts.
func run(_ name: String) throws {
  guard let workload = Workload.all.first(where: { $0.name == name }) else {
    throw Workload.Failure(description: "no workload is called \(name)")
  }
  final class Box {
    let work: () throws -> [String: Int]
    var result: Result<[String: Int], any Error>?
    init(_ work: @escaping () throws -> [String: Int]) { self.work = work }
  }
  let box = Box(try workload.prepare())
  Plant.prepare()
  measure_call(
    { context in
      guard let context else { return }
      let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      box.result = Result { try box.work() }
      Plant.perform()
    }, Unmanaged.passUnretained(box).toOpaque())
  guard let counts = try box.result?.get() else { return }
  for (name, value) in counts.sorted(by: { $0.key < $1.key }) { print(name, value) }
}

/// Runs workloads, prints a line for each, and returns baselines that would accept them, and the instructions.
///
/// - Parameter plant: The kind of the regression that is planted.
func measured(
  _ names: [String], against baselines: Baselines, plant: String? = nil
) throws -> (accepted: Baselines, instructions: [String: Int]) {
  let compiler = try Workload.compiler()
  let functions = FunctionProfile.read()
  var accepted = baselines
  var found: [String: Int] = [:]
  for workload in Workload.all where names.isEmpty || names.contains(workload.name) {
    let known = baselines.instructions[compiler]?[workload.name]
    let planted = plant.map { Plant.arguments($0, instructions: known ?? 0) ?? [] }
    let figures = try workload.figures(plant: planted ?? [])
    found[workload.name] = figures.instructions
    var line = workload.name
    if let instructions = figures.instructions {
      line += "  \(instructions) instructions"
      if let known, known > 0 {
        let change = (Double(instructions) / Double(known) - 1) * 100
        line += String(format: " (%+.2f %%", change)
        if let band = baselines.bands?[workload.name] {
          line += String(format: ", band %.0f %%", band * 100)
        }
        line += ")"
      }
    }
    if let allocations = figures.allocations { line += "  \(allocations) allocations" }
    let missing = baselines.missing(workload.name, compiler: compiler)
    if !missing.isEmpty {
      line += "  no baseline of \(missing.joined(separator: " and ")) for \(compiler)"
    }
    print(line)
    // A change beyond the band names the functions that changed.
    if let instructions = figures.instructions, let known,
      !baselines.accept(instructions, of: workload.name, baseline: known),
      functions.compiler == compiler, let former = functions.workloads[workload.name]
    {
      let new = try FunctionProfile.demangled(figures.functions)
      print("  largest changes by function, as parts of the instructions of the recorded profile:")
      for line in FunctionProfile.changes(new, since: former) { print(line) }
    }
    accepted.accept(figures, of: workload.name, compiler: compiler)
  }
  if names.isEmpty { accepted.keepOnly(Set(Workload.all.map(\.name))) }
  return (accepted, found)
}

/// Prints how instructions grow with the size of inputs, and returns whether all pairs are within their limits.
func checkGrowth(_ instructions: [String: Int]) -> Bool {
  var isLimited = true
  for growth in Growth.all {
    guard let ratio = growth.ratio(instructions) else { continue }
    let passes = ratio <= growth.limit
    print(
      String(
        format: "%@ growth-%@: %.2f times the instructions from size %d to %d, at most %.1f",
        passes ? "ok" : "FAILED", growth.name, ratio, growth.sizes.small, growth.sizes.large,
        growth.limit))
    isLimited = isLimited && passes
  }
  return isLimited
}

/// Compares workloads with their baselines, prints the difference, and returns the exit code.
///
/// What has no baseline is reported and is no difference.
func check(_ names: [String], plant: String?) throws -> Int32 {
  if !Workload.hasValgrind { print("no valgrind: counts alone are compared") }
  let compiler = try Workload.compiler()
  var baselines = try Baselines.read()
  let (accepted, instructions) = try measured(names, against: baselines, plant: plant)
  let isLimited = checkGrowth(instructions)
  baselines.adopt(accepted, compiler: compiler)
  if accepted == baselines { return isLimited ? 0 : 1 }
  let folder = FileManager.default.temporaryDirectory
  let files = [
    folder.appending(path: UUID().uuidString), folder.appending(path: UUID().uuidString),
  ]
  defer { for file in files { try? FileManager.default.removeItem(at: file) } }
  try baselines.encoded().write(to: files[0])
  try accepted.encoded().write(to: files[1])
  let difference = try Workload.output(
    of: [
      "diff", "-u", "--label", "Benchmarks/Baselines/counters.json", "--label", "found",
      files[0].path, files[1].path,
    ])
  print(difference.output, terminator: "")
  print("counters differ; where that is meant to be: Scripts/counters --accept")
  return 1
}

/// Writes the instructions of each function of workloads.
///
/// - Parameter keeps: Whether workloads of the file that are not profiled stay in it.
func profile(_ names: [String], to url: URL, keeps: FunctionProfile? = nil) throws {
  var profile = FunctionProfile(compiler: try Workload.compiler())
  if let keeps, keeps.compiler == profile.compiler { profile.workloads = keeps.workloads }
  for workload in Workload.all where names.isEmpty || names.contains(workload.name) {
    let found = try workload.figures().functions
    profile.workloads[workload.name] = try FunctionProfile.demangled(found)
    print("\(workload.name)  \(found.values.reduce(0, +)) instructions in functions")
  }
  if names.isEmpty {
    let known = Set(Workload.all.map(\.name))
    profile.workloads = profile.workloads.filter { known.contains($0.key) }
  }
  try profile.encoded().write(to: url, options: .atomic)
}

do {
  var arguments = CommandLine.arguments.dropFirst()
  switch arguments.popFirst() {
  case "list": for workload in Workload.all { print(workload.name) }
  case "run": try run(arguments.first ?? "")
  case "check": exit(try check(Array(arguments), plant: nil))
  case "planted":
    guard let kind = arguments.popFirst(), Plant.arguments(kind, instructions: 0) != nil,
      !arguments.isEmpty
    else { throw Workload.Failure(description: "usage: ia-counters planted KIND NAME…") }
    exit(try check(Array(arguments), plant: kind))
  case "accept":
    try measured(Array(arguments), against: Baselines.read()).accepted.encoded().write(
      to: Baselines.url)
  case "profile":
    guard Workload.hasValgrind else { throw Workload.Failure(description: "no valgrind") }
    guard let path = arguments.popFirst() else {
      throw Workload.Failure(description: "usage: ia-counters profile FILE [NAME…]")
    }
    try profile(Array(arguments), to: URL(filePath: path))
  case "profile-baselines":
    guard Workload.hasValgrind else { throw Workload.Failure(description: "no valgrind") }
    try profile(Array(arguments), to: FunctionProfile.url, keeps: FunctionProfile.read())
  default:
    print(
      "usage: ia-counters list | run NAME | check [NAME…] | planted KIND NAME… | accept [NAME…]\n"
        + "       ia-counters profile FILE [NAME…] | profile-baselines [NAME…]")
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("ia-counters: \(error)\n".utf8))
  exit(1)
}
