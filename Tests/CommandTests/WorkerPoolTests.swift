import Foundation
import IAFiles
import IAFormats
import IASyntax
import IATestSupport
import Testing

@testable import IAConvert

/// A broker with real workers, and with workers that violate the protocol.
@Suite(.serialized) struct WorkerPoolTests {
  private static let program = Shell.programFolder.appending(path: "iaconv").path

  private func pool(
    _ arguments: [String] = ["-t", "html"], program: String = Self.program, workers: Int = 2,
    _ change: (inout WorkerPool.Settings) -> Void = { _ in }
  ) -> WorkerPool {
    var settings = WorkerPool.Settings(program: program, arguments: arguments, workers: workers)
    change(&settings)
    return WorkerPool(settings)
  }

  /// Converts all jobs and returns the results by id.
  private func convert(
    _ jobs: [ConversionJob], in pool: WorkerPool
  ) throws -> [UInt64: JobResult] {
    var found: [UInt64: JobResult] = [:]
    var rest = jobs[...]
    var outstanding = 0
    while !rest.isEmpty || outstanding > 0 {
      while let job = rest.first, outstanding < pool.capacity {
        rest.removeFirst()
        try pool.submit(job)
        outstanding += 1
      }
      guard let result = try pool.next(until: nil) else { break }
      outstanding -= 1
      #expect(found[result.id] == nil, "one result for each job")
      found[result.id] = result
    }
    #expect(found.count == jobs.count)
    return found
  }

  private func job(_ id: UInt64, _ text: String, name: String = "a.md") -> ConversionJob {
    ConversionJob(id: id, name: name, input: .bytes(Array(text.utf8)))
  }

  private func bytes(_ result: JobResult?) -> [UInt8]? {
    guard case .converted(let targets) = result?.ending else { return nil }
    return targets.first?.bytes
  }

  private func failure(_ result: JobResult?) -> Failure? {
    guard case .failed(let failure) = result?.ending else { return nil }
    return failure
  }

  private func expected(_ text: String, to format: FormatID = .html) throws -> [UInt8] {
    var sink = BytesSink()
    _ = try Conversion(to: format).run(
      from: BytesSource(Array(text.utf8), name: "a.md"), to: &sink)
    return sink.bytes
  }

  // MARK: Conversions

  @Test(arguments: [1, 2, 3])
  func `Workers write the same as a conversion in one process`(workers: Int) throws {
    let pool = pool(workers: workers)
    defer { pool.stop() }
    let texts = (0..<40).map { "# Title \($0)\n\nSome *text* \($0).\n" }
    let jobs = texts.enumerated().map { job(UInt64($0.offset), $0.element) }
    let found = try convert(jobs, in: pool)
    for (index, text) in texts.enumerated() {
      #expect(bytes(found[UInt64(index)]) == (try expected(text)))
      #expect(found[UInt64(index)]?.usage.attempts == 1)
    }
    #expect(pool.startedWorkers <= workers)
    #expect(try pool.next(until: nil) == nil)
  }

  @Test func `Files are passed as descriptors, and files beside them on request`() throws {
    let shell = try Shell()
    let picture = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+P//PwAF/gL+p9YFNAAAAABJRU5ErkJggg=="
      ))
    try picture.write(to: shell.folder.appending(path: "a.png"))
    let page = "<p>A <img src=\"a.png\"> and <img src=\"../a.png\"></p>"
    let path = shell.folder.appending(path: "page.html").path
    try Data(page.utf8).write(to: URL(filePath: path))
    let pool = pool(["-t", "json,text"])
    defer { pool.stop() }
    let missing = shell.folder.appending(path: "missing.md").path
    let found = try convert(
      [
        ConversionJob(id: 1, name: path, input: .file(path: path)),
        ConversionJob(id: 2, name: missing, input: .file(path: missing)),
        ConversionJob(id: 3, name: "folder", input: .file(path: shell.folder.path)),
      ], in: pool)
    var sink = BytesSink()
    _ = try Conversion(to: .json).run(from: FileSource(path: path), to: &sink)
    #expect(bytes(found[1]) == sink.bytes)
    guard case .converted(let targets) = found[1]?.ending else {
      Issue.record("not converted")
      return
    }
    #expect(targets.map(\.outcome.outputFormat) == [.json, .text])
    #expect(failure(found[2])?.code == "file.open")
    #expect(failure(found[2])?.path == missing)
    #expect(failure(found[3])?.code == "file.is-folder")
  }

  @Test func `Failures have the path, offset and limit of a conversion in one process`() throws {
    let text = String(repeating: "[", count: 300)
    let pool = pool(["-t", "html", "-f", "json"])
    defer { pool.stop() }
    let found = try convert([job(1, text, name: "folder/a.json")], in: pool)
    var conversion = Conversion(to: .html)
    conversion.inputFormat = .json
    var sink = BytesSink()
    let error = try #require(throws: (any Error).self) {
      try conversion.run(from: BytesSource(text, name: "a.json"), to: &sink)
    }
    #expect(failure(found[1]) == Failure(error, path: "folder/a.json"))
  }

  @Test func `Large documents and results are transferred, with the right hashes`() throws {
    let text = String(repeating: "Some *text* in a line.\n\n", count: 20_000)
    let pool = pool(workers: 1) { $0.hashes = true }
    defer { pool.stop() }
    let found = try convert([job(1, text), job(2, text), job(3, "b")], in: pool)
    let content = try expected(text)
    #expect(content.count > 1 << 16)
    #expect(bytes(found[1]) == content)
    #expect(bytes(found[2]) == content)
    guard case .converted(let targets) = found[1]?.ending else { return }
    #expect(targets[0].outcome.outputs[0].digest == .init(of: content))
    #expect(targets[0].outcome.inputDigest == .init(of: Array(text.utf8)))
  }

  @Test func `Requests for side files and releases of large results do not interfere`()
    throws
  {
    let shell = try Shell()
    let text = String(repeating: "<p>Some <b>text</b> of a page.</p>\n", count: 4000)
    let page = "<img src=\"a.png\">" + text + "<img src=\"b.png\">"
    let path = shell.folder.appending(path: "page.html").path
    try Data(page.utf8).write(to: URL(filePath: path))
    let pool = pool(workers: 1)
    defer { pool.stop() }
    let found = try convert(
      (0..<10).map { ConversionJob(id: $0, name: path, input: .file(path: path)) }, in: pool)
    #expect(Set(found.values.map { bytes($0)?.count ?? 0 }).count == 1)
    #expect(bytes(found[0])?.count ?? 0 > 1 << 16)
    #expect(found.values.allSatisfy { $0.usage.attempts == 1 })
    #expect(pool.startedWorkers == 1)
  }

  @Test func `Side files have the same names as in a conversion to files`() throws {
    let shell = try Shell()
    let page = """
      <p><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+P//\
      PwAF/gL+p9YFNAAAAABJRU5ErkJggg=="></p>
      """
    try Data(page.utf8).write(to: shell.folder.appending(path: "a.html"))
    #expect(try shell.run("iaconv -q a.html -o out/b.html --media pictures").status == 73)
    #expect(
      try shell.run("mkdir out && iaconv -q a.html -o out/b.html --media pictures").status == 0)
    let pool = pool(["-t", "html", "--media", "pictures"])
    defer { pool.stop() }
    let found = try convert([job(1, page, name: "a.html")], in: pool)
    guard case .converted(let targets) = found[1]?.ending else {
      Issue.record("not converted")
      return
    }
    #expect(
      targets[0].bytes == Array(try Data(contentsOf: shell.folder.appending(path: "out/b.html"))))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: shell.folder.appending(path: "out/pictures").path)
    #expect(targets[0].sideFiles.map(\.path) == names.map { "pictures/\($0)" })
    #expect(!names.isEmpty)
  }

  @Test func `Workers are replaced after a number of documents`() throws {
    let pool = pool(workers: 1) { $0.limits.documentsPerWorker = 5 }
    defer { pool.stop() }
    let found = try convert((0..<22).map { job($0, "text \($0)") }, in: pool)
    #expect(found.values.allSatisfy { bytes($0) != nil })
    #expect(pool.startedWorkers == 5)
  }

  @Test func `A wait ends at its deadline, and a stopped pool has no workers`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["nothing"], program: program)
    try pool.submit(job(1, "a"))
    let start = ContinuousClock.now
    #expect(try pool.next(until: start + .milliseconds(300)) == nil)
    #expect(ContinuousClock.now - start < .seconds(5))
    let processes = pool.states.map(\.process)
    #expect(!processes.isEmpty)
    pool.stop()
    #expect(processes.allSatisfy { kill($0, 0) != 0 })
    #expect(pool.states.isEmpty)
    #expect(try pool.next(until: nil) == nil)
  }

  @Test func `An interrupt from a terminal does not reach the workers`() throws {
    let pool = pool()
    defer { pool.stop() }
    _ = try convert([job(1, "a"), job(2, "b")], in: pool)
    let processes = pool.states.map(\.process)
    #expect(!processes.isEmpty)
    #expect(processes.allSatisfy { getpgid($0) == $0 })
  }

  @Test func `Invalid arguments and programs that cannot be started end the run`() throws {
    for (program, arguments, code) in [
      (Self.program, ["-t", "no-such-format"], "usage.format"),
      (Self.program, ["-t", "html", "--scheme", "/no/such/scheme.json"], "file.open"),
      (Self.program, ["--no-such-option"], "worker.start"),
      ("/no/such/program", [], "worker.start"), ("/bin/true", [], "worker.start"),
    ] {
      let pool = pool(arguments, program: program)
      let error = try #require(throws: Failure.self, "\(program) \(arguments)") {
        _ = try convert([job(1, "a")], in: pool)
      }
      #expect(error.code == code)
    }
  }

  // MARK: Limits

  @Test func `A conversion that takes too long is ended, and the others are converted`() throws {
    let long = String(repeating: "*a* ", count: 2_000_000)
    let pool = pool(workers: 1) {
      $0.limits.wallMilliseconds = 1500
      // On a fast machine, the conversion would reach the memory limit before the time limit.
      $0.limits.memoryBytes = 64 << 30
    }
    defer { pool.stop() }
    let start = ContinuousClock.now
    let found = try convert([job(1, "a"), job(2, long), job(3, "b"), job(4, "c")], in: pool)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(failure(found[2])?.code == "worker.timeout")
    #expect(failure(found[2])?.limit?.maximum == 1500)
    #expect(failure(found[2])?.path == "a.md")
    for id in [1, 3, 4] as [UInt64] { #expect(bytes(found[id]) != nil) }
  }

  @Test func `A conversion that needs too much memory is ended without another attempt`() throws {
    let large = String(repeating: "*a* _b_ ", count: 1_000_000)
    let pool = pool(workers: 1) { $0.limits.memoryBytes = 48 << 20 }
    defer { pool.stop() }
    let found = try convert([job(1, "a"), job(2, large), job(3, "b")], in: pool)
    #expect(failure(found[2])?.code == "worker.limit")
    #expect(failure(found[2])?.limit?.name == "memoryBytes")
    #expect(found[2]?.usage.attempts == 1)
    #expect(bytes(found[3]) == (try expected("b")))
  }

  @Test func `An output over the limit is refused by its worker`() throws {
    let text = String(repeating: "*a* ", count: 2000)
    let pool = pool(workers: 1) { $0.limits.outputBytes = 6000 }
    defer { pool.stop() }
    let found = try convert([job(1, text), job(2, "a")], in: pool)
    #expect(failure(found[1])?.code == "worker.limit")
    #expect(failure(found[1])?.limit?.name == "outputBytes")
    #expect(bytes(found[2]) != nil)
    #expect(pool.startedWorkers == 1)
  }

  // MARK: Misbehaviour

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: [
      ("wrong-id", "worker.answer"), ("wrong-length", "worker.answer"),
      ("too-short", "worker.answer"), ("too-long", "worker.answer"), ("too-much", "worker.answer"),
      ("other-format", "worker.answer"), ("escaping-name", "worker.answer"),
      ("absolute-name", "worker.answer"), ("unknown-kind", "worker.answer"),
      ("clients-kind", "worker.answer"), ("again-introduction", "worker.answer"),
      ("side-file-escape", "worker.answer"), ("side-file-flood", "worker.answer"),
      ("shared-too-large", "worker.answer"), ("shared-over-stated", "worker.answer"),
      ("exit", "worker.crashed"), ("crash", "worker.crashed"), ("close", "worker.crashed"),
      ("half", "worker.crashed"), ("nothing", "worker.timeout"), ("stop", "worker.timeout"),
      ("trickle", "worker.timeout"), ("burn", "worker.limit"),
    ])
  func `A worker that violates the protocol costs only its own documents`(
    mode: String, code: String
  ) throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool([mode], program: program, workers: 1) {
      $0.limits.wallMilliseconds = code == "worker.timeout" ? 500 : 20_000
      $0.limits.cpuMilliseconds = mode == "burn" ? 100 : 10_000
    }
    defer { pool.stop() }
    let found = try convert([job(1, "a"), job(2, "b")], in: pool)
    for id in [1, 2] as [UInt64] {
      #expect(failure(found[id])?.code == code)
      #expect(failure(found[id])?.path == "a.md")
      let isRetried = code != "worker.timeout" && code != "worker.limit"
      #expect(found[id]?.usage.attempts == (isRetried ? 2 : 1))
    }
    if mode == "crash" { #expect(failure(found[1])?.detail.contains("SIGSEGV") == true) }
  }

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: ["no-introduction", "late-introduction", "other-version", "usage"])
  func `A program that is not a worker ends the run`(mode: String) throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool([mode], program: program)
    let error = try #require(throws: Failure.self) { _ = try convert([job(1, "a")], in: pool) }
    #expect(error.code == "worker.start")
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A worker that answers twice loses only the second answer`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["twice"], program: program, workers: 1)
    defer { pool.stop() }
    let found = try convert([job(1, "a")], in: pool)
    #expect(bytes(found[1]) == Array("<p>".utf8))
    let again = try convert([job(2, "b")], in: pool)
    #expect(again.count == 1)
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `Changes of the shared memory after the copy have no effect`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["change-memory"], program: program, workers: 1)
    defer { pool.stop() }
    let content = Array(String(repeating: "<p>", count: 1000).utf8)
    for round in 0..<8 {
      let found = try convert([job(UInt64(round), "a")], in: pool)
      let result = found[UInt64(round)]
      // The copy is the complete result, or it is refused.
      #expect(bytes(result)?.count == content.count || failure(result)?.code == "worker.answer")
    }
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A worker cannot change the size of the shared memory`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["shrink-memory"], program: program, workers: 1)
    defer { pool.stop() }
    #expect(bytes(try convert([job(1, "a")], in: pool)[1]) == Array("refused".utf8))
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A crash is retried once, alone in a new worker`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let marker = shell.folder.appending(path: "marker").path
    let pool = pool([marker, "crash-once"], program: program, workers: 1)
    defer { pool.stop() }
    let found = try convert([job(1, "bad"), job(2, "good"), job(3, "good")], in: pool)
    #expect(bytes(found[1]) == Array("good".utf8))
    #expect(found[1]?.usage.attempts == 2)
    #expect(found[2]?.usage.attempts == 1)
    #expect(pool.startedWorkers == 2)
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `Documents that crash workers are kept and affect no other document`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let folder = shell.folder.appending(path: "crashers")
    let pool = pool(["crash-bad"], program: program, workers: 2) {
      $0.crasherFolder = folder.path
    }
    defer { pool.stop() }
    let jobs = (0..<60).map { job($0, $0 % 10 == 3 ? "bad \($0)" : "good \($0)", name: "\($0).md") }
    let found = try convert(jobs, in: pool)
    for job in jobs {
      if job.id % 10 == 3 {
        #expect(failure(found[job.id])?.code == "worker.crashed")
        #expect(found[job.id]?.usage.attempts == 2)
      } else {
        #expect(bytes(found[job.id]) == Array("good".utf8))
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(kept.count == 6)
    let contents = try kept.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    #expect(Set(contents) == Set((0..<6).map { "bad \($0 * 10 + 3)" }))
  }

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: ["group-crash", "group-hang"], [1, 2])
  func `Only the failing document of a group with withheld results is charged`(
    mode: String, workers: Int
  ) throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool([mode], program: program, workers: workers) {
      $0.limits.wallMilliseconds = mode == "group-hang" ? 700 : 20_000
    }
    defer { pool.stop() }
    let jobs = (0..<60).map { job($0, $0 % 20 == 13 ? "bad \($0)" : "good \($0)") }
    let found = try convert(jobs, in: pool)
    for job in jobs {
      let result = found[job.id]
      if job.id % 20 == 13 {
        let isCrash = mode == "group-crash"
        #expect(failure(result)?.code == (isCrash ? "worker.crashed" : "worker.timeout"))
        #expect(result?.usage.attempts == (isCrash ? 2 : 1))
      } else {
        #expect(bytes(result) == Array("good".utf8))
        #expect(result?.usage.attempts == 1)
      }
    }
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A worker that only reports progress is stopped`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["group-lie"], program: program, workers: 1) {
      $0.limits.wallMilliseconds = 500
    }
    defer { pool.stop() }
    let start = ContinuousClock.now
    let found = try convert(
      (0..<16).map { job($0, $0 == 3 ? "bad" : "good") }, in: pool)
    #expect(found.values.count { failure($0)?.code == "worker.timeout" } >= 1)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `Small documents are sent in groups, and large ones separately`() throws {
    let shell = try Shell()
    let pool = pool(workers: 1)
    defer { pool.stop() }
    let large = String(repeating: "Some *text* in a line.\n\n", count: 2000)
    var jobs: [ConversionJob] = []
    for id in 0..<80 as Range<UInt64> {
      let path = shell.folder.appending(path: "\(id).md").path
      let text = id % 9 == 4 ? large + "\(id)" : "text \(id)"
      try Data(text.utf8).write(to: URL(filePath: path))
      jobs.append(ConversionJob(id: id, name: path, input: .file(path: path)))
    }
    let found = try convert(jobs, in: pool)
    for job in jobs {
      let text = job.id % 9 == 4 ? large + "\(job.id)" : "text \(job.id)"
      #expect(bytes(found[job.id]) == (try expected(text)))
    }
    #expect(pool.startedWorkers == 1)
    #expect(pool.capacity == WorkerMessages.brokerWindow)
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A document that crashes a worker while others are idle gets a new worker`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["crash-bad"], program: program, workers: 2)
    defer { pool.stop() }
    // Both workers have converted documents before the last document is sent alone.
    _ = try convert((0..<12).map { job($0, "good") }, in: pool)
    let found = try convert([job(20, "bad")], in: pool)
    #expect(failure(found[20])?.code == "worker.crashed")
    #expect(found[20]?.usage.attempts == 2)
    #expect(bytes(try convert([job(21, "good")], in: pool)[21]) == Array("good".utf8))
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A worker whose memory grows is replaced`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder)
    let pool = pool(["grow"], program: program, workers: 1)
    defer { pool.stop() }
    let found = try convert((0..<6).map { job($0, "a") }, in: pool)
    #expect(found.values.allSatisfy { bytes($0) == Array("good".utf8) })
    #expect(pool.startedWorkers > 1)
  }

  @Test func `Killed workers cost no document`() throws {
    let pool = pool(workers: 2)
    defer { pool.stop() }
    var found: [UInt64: JobResult] = [:]
    var next: UInt64 = 0
    while found.count < 120 {
      while next < 120, Int(next) - found.count < pool.capacity {
        try pool.submit(job(next, "text \(next)"))
        next += 1
      }
      guard let result = try pool.next(until: nil) else { break }
      found[result.id] = result
      if found.count % 12 == 0, let state = pool.states.first { kill(state.process, SIGKILL) }
    }
    #expect(found.count == 120)
    for (id, result) in found { #expect(bytes(result) == (try expected("text \(id)"))) }
    #expect(pool.startedWorkers > 2)
  }
}
