import CMeasure
import Foundation

// ia-counters list              the names of the workloads
// ia-counters run NAME          does one workload and prints what it counted
// ia-counters check [NAME…]     compares all or some with the baselines; prints the difference
// ia-counters accept [NAME…]    makes what it finds the baselines

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
  measure_call(
    { context in
      guard let context else { return }
      let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
      box.result = Result { try box.work() }
    }, Unmanaged.passUnretained(box).toOpaque())
  guard let counts = try box.result?.get() else { return }
  for (name, value) in counts.sorted(by: { $0.key < $1.key }) { print(name, value) }
}

/// Runs workloads, prints a line for each, and returns baselines that would accept them.
func measured(_ names: [String], against baselines: Baselines) throws -> Baselines {
  let compiler = try Workload.compiler()
  var accepted = baselines
  for workload in Workload.all where names.isEmpty || names.contains(workload.name) {
    let figures = try workload.figures()
    let known = baselines.instructions[compiler]?[workload.name]
    var line = workload.name
    if let instructions = figures.instructions {
      line += "  \(instructions) instructions"
      if let known, known > 0 {
        let change = (Double(instructions) / Double(known) - 1) * 100
        line += String(format: " (%+.2f %%)", change)
      }
    }
    print(line)
    accepted.accept(figures, of: workload.name, compiler: compiler)
  }
  if names.isEmpty { accepted.keepOnly(Set(Workload.all.map(\.name))) }
  return accepted
}

do {
  var arguments = CommandLine.arguments.dropFirst()
  switch arguments.popFirst() {
  case "list": for workload in Workload.all { print(workload.name) }
  case "run": try run(arguments.first ?? "")
  case "check":
    if !Workload.hasValgrind { print("no valgrind: counts alone are compared") }
    let baselines = try Baselines.read()
    let accepted = try measured(Array(arguments), against: baselines)
    if accepted == baselines { exit(0) }
    let new = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try accepted.encoded().write(to: new)
    defer { try? FileManager.default.removeItem(at: new) }
    let difference = try Workload.output(
      of: [
        "diff", "-u", "--label", "Benchmarks/Baselines/counters.json", "--label", "found",
        Baselines.url.path, new.path,
      ])
    print(difference.output, terminator: "")
    print("counters differ; where that is meant to be: Scripts/counters --accept")
    exit(1)
  case "accept":
    try measured(Array(arguments), against: Baselines.read()).encoded().write(to: Baselines.url)
  default:
    print("usage: ia-counters list | run NAME | check [NAME…] | accept [NAME…]")
    exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("ia-counters: \(error)\n".utf8))
  exit(1)
}
