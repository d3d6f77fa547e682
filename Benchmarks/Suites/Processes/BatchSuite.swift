import Foundation
import Harness
import Inputs

/// The figures of `iaconv batch`: workers, durability, a shell loop over pandoc, memory, plans, resuming, reports, and
/// documents that take too long.
///
/// Killed runs and Spark have scripts of their own; the results name them as gaps.
func measureBatch(_ runner: inout Runner) throws {
  let memory = URL(filePath: "/dev/shm")
  let isThere = FileManager.default.isWritableFile(atPath: memory.path)
  let fast = BatchSuite(
    try ProcessBench(
      runner.programPath, folder: isThere ? memory : FileManager.default.temporaryDirectory),
    isQuick: runner.isQuick)
  try fast.measureWorkers(&runner)
  try fast.measureShellLoop(&runner)
  try fast.measureMemoryAndPlans(&runner)
  try fast.measureResuming(&runner)
  try fast.measureReportPage(&runner)
  try fast.measureBombs(&runner)
  let disk = BatchSuite(
    try ProcessBench(
      runner.programPath,
      folder: URL(filePath: #filePath).appending(path: "../../../.build").standardized),
    isQuick: runner.isQuick)
  try disk.measureDurability(&runner)
  for (name, script) in [
    ("killed runs", "Scripts/batch-kills"), ("Spark", "Distributed/spark"),
  ]
  where runner.wants("batch", name) {
    runner.results.gaps?.append(
      Results.Gap(suite: "batch", name: name, reason: "measured by \(script)"))
  }
}

private struct BatchSuite {
  private static let name = "batch"
  private static let words = "and the earth was without form and void upon the face of deep waters"
    .split(separator: " ").map(String.init)

  let bench: ProcessBench
  let isQuick: Bool

  init(_ bench: ProcessBench, isQuick: Bool) {
    self.bench = bench
    self.isQuick = isQuick
  }

  // MARK: Inputs

  /// The text of a document of about 800 bytes, different for each number.
  private static func text(_ number: Int) -> String {
    (0..<170).map { words[(number / 7 + $0 * (1 + number % 5)) % words.count] }.joined(
      separator: " ")
  }

  /// Writes documents of 1 KB, a third each RTF, HTML and JSON, to a folder.
  private func writeDocuments(_ count: Int, to folder: String, onlyMarkup: Bool = false) throws
    -> String
  {
    for number in 0..<count {
      let place = bench.folder.appending(path: "\(folder)/\(number % 40)")
      if number < 40 {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      }
      let text = Self.text(number)
      let (suffix, content) =
        switch number % (onlyMarkup ? 2 : 3) {
        case 0: ("rtf", "{\\rtf1\\ansi \\b \(number)\\b0  \(text)\\par}")
        case 1: ("html", "<!DOCTYPE html><p><b>\(number)</b> \(text)</p>")
        default:
          (
            "json",
            "{\"text\":\"\(number) \(text)\",\"intensities\":[\((0..<"\(number) \(text)".utf16.count).map { "\($0 % 100)" }.joined(separator: ","))]}"
          )
        }
      try Data(content.utf8).write(to: place.appending(path: "d\(number).\(suffix)"))
    }
    return bench.path(folder)
  }

  private func batch(_ source: String, to target: String, _ options: [String] = []) -> [String] {
    [bench.iaconv, "batch", "-q", source, "-o", target, "-t", "html"] + options
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  private func median(_ values: [Double]) -> Double { Bootstrap.quantile(values.sorted(), 0.5) }

  // MARK: Workers

  /// CPU time of confined workers beyond the same conversions in one process, and the rate of two workers.
  func measureWorkers(_ runner: inout Runner) throws {
    guard runner.wants(Self.name, "workers") else { return }
    let count = isQuick ? 3000 : 100_000
    let folder = try writeDocuments(3, to: "three")
    let files = ["0/d0.rtf", "1/d1.html", "2/d2.json"].map { "\(folder)/\($0)" }
    var (local, extra, ratios): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<(isQuick ? 1 : 5) {
      let runs = try [1, 2].map { workers in
        try JSONDecoder().decode(
          WorkerCosts.self,
          from: Tool.output(
            of: bench.iaconv,
            ["worker", "--measure", "\(count)", "--workers", "\(workers)", "-t", "html"] + files))
      }
      local.append(runs[0].in_process.cpu_us)
      extra.append(runs[0].extra_cpu_us)
      ratios.append(runs[1].workers_run.per_second / runs[0].workers_run.per_second)
    }
    runner.record(
      Self.name, "in one process, \(count) documents", median(local), unit: "µs/document")
    runner.judge(
      "batch/workers", "CPU time beyond one process, µs", median(extra), atMost: nil,
      target: max(40, 0.12 * median(local)))
    runner.judge(
      "batch/workers", "one worker / two workers, rate", 1 / median(ratios), atMost: nil,
      target: 1 / 1.7)
  }

  private struct WorkerCosts: Decodable {
    struct Part: Decodable {
      var cpu_us: Double
      var per_second: Double
    }
    var in_process: Part
    var workers_run: Part
    var extra_cpu_us: Double
  }

  // MARK: Durability

  /// Elapsed time of 6,000 documents on the disk of the build folder.
  func measureDurability(_ runner: inout Runner) throws {
    let count = isQuick ? 600 : 6000
    let name = "\(count) documents on a disk, elapsed"
    guard runner.wants(Self.name, name) else { return }
    let source = try writeDocuments(count, to: "in")
    func kernel(_ title: String, _ command: [String], role: Kernel.Role = .candidate) -> Kernel {
      let target = bench.path("out")
      let kernel = bench.kernel(title, role, operations: count, measuresElapsed: true) { [command] }
      var cleaned = kernel
      cleaned.run = { size, watch in
        remove(target)
        return try kernel.run(size, &watch)
      }
      return cleaned
    }
    let target = bench.path("out")
    try runner.run(
      Comparison(
        Self.name, name, operation: "document", rounds: 3,
        kernels: [
          kernel("batch, groups", batch(source, to: target, ["-j", "1"])),
          kernel("batch, groups, two workers", batch(source, to: target, ["-j", "2"])),
          kernel(
            "batch, no synchronisation",
            batch(source, to: target, ["-j", "1", "--durability", "none"])),
          kernel(
            "convert a b c …",
            [
              "/bin/sh", "-c", "find \"$0\" -type f | xargs -n 100000 \"$1\" -q -t html -o \"$2\"",
              source, bench.iaconv, target,
            ], role: .peer),
        ],
        gates: [
          Gate("batch, groups", fasterThan: "convert a b c …", times: 4, isTarget: true),
          Gate(
            "batch, groups, two workers", fasterThan: "convert a b c …", times: 5, isTarget: true),
        ]))
    // What synchronising costs on this disk: the ratio above cannot exceed what it allows.
    let file = bench.folder.appending(path: "synchronised")
    try Data(count: 1024).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let start = ContinuousClock.now
    for _ in 0..<100 {
      try handle.write(contentsOf: [0])
      try handle.synchronize()
    }
    let spent = start.duration(to: .now)
    runner.record(
      Self.name, "one fsync of a file on this disk", spent / .microseconds(100), unit: "µs")
  }

  // MARK: A loop over pandoc

  func measureShellLoop(_ runner: inout Runner) throws {
    let count = isQuick ? 50 : 500
    guard let pandoc = ProcessBench.pandoc else { return runner.recordMissing(Self.name, "pandoc") }
    let source = try writeDocuments(count, to: "markup", onlyMarkup: true)
    let loop = "for f in \"$0\"/*/*; do \"$1\" \"$f\" -t html -o \"$2\" || exit 1; done"
    for (name, elapsed, times) in [("CPU time", false, 25.0), ("elapsed", true, 50)] {
      let name = "\(count) documents and a shell loop over pandoc, \(name)"
      guard runner.wants(Self.name, name) else { continue }
      let target = bench.path("loop-out")
      let ours = bench.kernel("batch -j 2", operations: count, measuresElapsed: elapsed) {
        [batch(source, to: target, ["-j", "2"])]
      }
      var cleaned = ours
      cleaned.run = { size, watch in
        remove(target)
        return try ours.run(size, &watch)
      }
      try runner.run(
        Comparison(
          Self.name, name, operation: "document", rounds: 3,
          kernels: [
            cleaned,
            bench.kernel(
              "pandoc in a loop", .peer, maximumRounds: 1, operations: count,
              measuresElapsed: elapsed
            ) {
              [["/bin/sh", "-c", loop, source, pandoc, bench.path("loop.html")]]
            },
          ],
          gates: [Gate("batch -j 2", fasterThan: "pandoc in a loop", times: times, isTarget: true)])
      )
    }
  }

  // MARK: Memory, plans, resuming, reports

  /// The largest process of batches of two sizes, and plans of names.
  func measureMemoryAndPlans(_ runner: inout Runner) throws {
    guard runner.wants(Self.name, "memory and plans") else { return }
    for count in isQuick ? [1000] : [1000, 100_000] {
      let source = try writeDocuments(count, to: "many-\(count)")
      let cost = try bench.run(batch(source, to: bench.path("many-out"), ["-j", "2"]))
      runner.judge(
        "batch/memory of \(count) documents", "largest process, MiB", cost.peak / 1_048_576,
        atMost: nil, target: 32)
      remove(bench.path("many-out"))
      remove(source)
    }
    let names = isQuick ? 100_000 : 1_000_000
    let list = (0..<names).map { number in
      "/none/\(number * 7919 % 1000)/\(number * 104_729 % names)/document-\(number).rtf\n"
    }.joined()
    let file = try bench.write(Array(list.utf8), as: "names.txt")
    let plan = try bench.run([
      bench.iaconv, "batch", "--files-from", file, "-o", bench.path("plan-out"), "-t", "html",
      "--dry-run",
    ])
    let comparison = "batch/plan of \(names) names"
    runner.judge(comparison, "elapsed, s", Double(plan.elapsed) / 1e9, atMost: nil, target: 5)
    runner.judge(comparison, "memory, MiB", plan.peak / 1_048_576, atMost: nil, target: 32)
    remove(file)
  }

  /// Finished runs that start again, and the bytes of journal and report.
  func measureResuming(_ runner: inout Runner) throws {
    guard runner.wants(Self.name, "resuming") else { return }
    let count = isQuick ? 3000 : 100_000
    // Documents without losses: a line for each loss would be counted, too.
    let source = try writeDocuments(count, to: "resumed", onlyMarkup: true)
    let target = bench.path("resumed-out")
    let report = bench.path("resumed.jsonl")
    // Names relative to the folder, as people write them: they are in each line of report and journal.
    func named(_ options: [String]) -> [String] {
      [
        "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", bench.folder.path, bench.iaconv, "batch", "-q",
        "resumed", "-o", "resumed-out", "-t", "html",
      ] + options
    }
    _ = try bench.run(named(["-j", "2", "--report", "resumed.jsonl"]))
    func size(_ path: String) -> Double {
      Double((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
    runner.judge(
      "batch/journal", "bytes for each document",
      size("\(target)/.iaconv/journal.jsonl") / Double(count), atMost: nil,
      target: 400)
    runner.judge(
      "batch/report", "bytes for each document", size(report) / Double(count), atMost: nil,
      target: 400)
    let trusting = try bench.run(named(["--trust-times"]))
    runner.judge(
      "batch/resuming \(count) documents, --trust-times", "elapsed, s",
      Double(trusting.elapsed) / 1e9, atMost: nil,
      target: 3)
    let hashing = try bench.run(named([]))
    runner.judge(
      "batch/resuming \(count) documents, hashes", "CPU time for each, µs",
      Double(hashing.cpu) / 1e3 / Double(count), atMost: nil, target: 40)
    remove(target)
    remove(source)
  }

  /// The page of a report of a million lines.
  func measureReportPage(_ runner: inout Runner) throws {
    guard runner.wants(Self.name, "report page") else { return }
    let lines = isQuick ? 20_000 : 1_000_000
    let source = try writeDocuments(1000, to: "reported")
    let report = bench.path("thousand.jsonl")
    _ = try bench.run(batch(source, to: bench.path("reported-out"), ["--report", report]))
    let thousand = try Data(contentsOf: URL(filePath: report))
    let long = bench.path("long.jsonl")
    try Data().write(to: URL(filePath: long))
    let handle = try FileHandle(forWritingTo: URL(filePath: long))
    for _ in 0..<lines / 1000 { try handle.write(contentsOf: thousand) }
    try handle.close()
    let page = bench.path("page.html")
    let cost = try bench.run([bench.iaconv, "report", long, "-o", page])
    let comparison = "batch/report page of \(lines) lines"
    runner.judge(comparison, "CPU time, s", Double(cost.cpu) / 1e9, atMost: nil, target: 20)
    runner.judge(comparison, "memory, MiB", cost.peak / 1_048_576, atMost: nil, target: 256)
    let size = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int ?? 0
    runner.judge(comparison, "size of the page, MB", Double(size) / 1e6, atMost: nil, target: 5)
    remove(long)
    remove(bench.path("reported-out"))
  }

  // MARK: Documents that take too long

  /// Documents that exceed a time limit of one second, among documents of 1 KB.
  func measureBombs(_ runner: inout Runner) throws {
    guard runner.wants(Self.name, "time bombs") else { return }
    let (count, bombs) = isQuick ? (200, 4) : (10_000, 200)
    let source = try writeDocuments(count, to: "calm")
    func elapsed(_ target: String) throws -> Double {
      let start = ContinuousClock.now
      // Documents over a limit are failures, which the exit code states; a usage error leaves no report.
      _ = try? bench.run([
        bench.iaconv, "batch", "-q", source, "-o", bench.path(target), "-t", "html", "-j", "2",
        "--timeout", "1",
        "--report", bench.path("\(target).jsonl"),
      ])
      defer { remove(bench.path(target)) }
      return start.duration(to: .now) / .seconds(1)
    }
    let alone = try elapsed("calm-out")
    // Each run of text has an appearance of its own, which takes long to write as HTML.
    let bomb = try bench.write(VariedRTF.bytes(atLeast: 16 << 20), as: "bomb.rtf")
    for number in 0..<bombs {
      try FileManager.default.linkItem(
        atPath: bomb, toPath: "\(source)/\(number % 40)/bomb-\(number).rtf")
    }
    let all = try elapsed("bombs-out")
    let report = try String(contentsOfFile: bench.path("bombs-out.jsonl"), encoding: .utf8)
    let answered = report.split(separator: "\n").filter { $0.contains("\"status\":\"timeout\"") }
      .count
    let comparison = "batch/\(bombs) time bombs among \(count) documents"
    runner.judge(comparison, "bombs not answered", Double(bombs - answered), atMost: nil, target: 0)
    runner.judge(
      comparison, "elapsed / (others alone + limits / workers)", all / (alone + Double(bombs) / 2),
      atMost: nil,
      target: 1.1)
    remove(source)
  }
}
