import Foundation
import IAFiles
import IAFormats
import IATestSupport
import Testing

@testable import IAConvert

#if os(Linux)
  /// Workers that are copies of a template, and workers without a template.
  @Suite(.serialized) struct WorkerTemplateTests {
    private static let program = Shell.programFolder.appending(path: "iaconv").path

    private func pool(
      _ arguments: [String] = ["-t", "html"], program: String = Self.program, workers: Int = 2,
      _ change: (inout WorkerPool.Settings) -> Void = { _ in }
    ) -> WorkerPool {
      var settings = WorkerPool.Settings(program: program, arguments: arguments, workers: workers)
      settings.usesTemplate = true
      change(&settings)
      return WorkerPool(settings)
    }

    private func job(_ id: UInt64) -> ConversionJob {
      ConversionJob(id: id, name: "a.md", input: .bytes(Array("# Title\n\nText *\(id)*\n".utf8)))
    }

    private func expected(_ id: UInt64) throws -> [UInt8] {
      var sink = BytesSink()
      let source = BytesSource(Array("# Title\n\nText *\(id)*\n".utf8), name: "a.md")
      _ = try Conversion(to: .html).run(from: source, to: &sink)
      return sink.bytes
    }

    private func bytes(_ result: JobResult?) -> [UInt8]? {
      guard case .converted(let targets) = result?.ending else { return nil }
      return targets.first?.bytes
    }

    /// Converts jobs with consecutive ids, and calls a function after each result.
    private func convert(
      _ ids: Range<UInt64>, in pool: WorkerPool,
      after: (Int) throws -> Void = { _ in }
    ) throws -> [UInt64: JobResult] {
      var found: [UInt64: JobResult] = [:]
      var next = ids.lowerBound
      while found.count < ids.count {
        while next < ids.upperBound, Int(next - ids.lowerBound) - found.count < pool.capacity {
          try pool.submit(job(next))
          next += 1
        }
        guard let result = try pool.next(until: nil) else { break }
        found[result.id] = result
        try after(found.count)
      }
      #expect(found.count == ids.count)
      return found
    }

    // MARK: Processes

    /// The running processes that this thread has started.
    private var children: [Int32] {
      let list = (try? String(contentsOfFile: "/proc/thread-self/children", encoding: .utf8)) ?? ""
      return list.split(separator: " ").compactMap { Int32($0) }.filter { state(of: $0) != "Z" }
    }

    private func state(of process: Int32) -> Character? {
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      return text.split(separator: ")").last?.dropFirst().first
    }

    private func isCopy(_ process: Int32) -> Bool {
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return words.split(separator: 0).contains { $0.elementsEqual("--template".utf8) }
    }

    /// Returns the template of a pool: the child process that is not a worker and has no sandbox.
    private func template(of pool: WorkerPool) -> Int32? {
      let workers = Set(pool.states.map(\.process))
      return children.first { process in
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return isCopy(process) && !workers.contains(process)
          && status?.contains("Seccomp:\t0\n") == true
      }
    }

    /// Ends a worker with a signal that the broker did not send.
    private func crash(_ process: Int32) {
      // The first signal runs the handler that records the state of the memory.
      for _ in 0..<500 where state(of: process) != "Z" {
        kill(process, SIGSEGV)
        usleep(10_000)
      }
    }

    // MARK: Copies

    @Test(arguments: [1, 2, 8])
    func `Copies write the same as a conversion in one process`(workers: Int) throws {
      let pool = pool(workers: workers) { $0.limits.documentsPerWorker = 7 }
      defer { pool.stop() }
      let found = try convert(0..<100, in: pool)
      for (id, result) in found {
        #expect(bytes(result) == (try expected(id)))
        #expect(result.usage.attempts == 1)
        #expect(result.usage.sandbox == pool.sandbox?.description)
      }
      #expect(pool.startedWorkers >= 100 / 7)
      let processes = Set(found.values.map(\.usage.process))
      #expect(processes.count > 100 / 7)
      let running = pool.states.map(\.process)
      #expect(running.allSatisfy { isCopy($0) && getpgid($0) == $0 && children.contains($0) })
      #expect(template(of: pool) != nil)
    }

    @Test func `A stopped pool leaves no process, and can be used again`() throws {
      let pool = pool()
      let others = Set(children)
      for _ in 0..<2 {
        _ = try convert(0..<3, in: pool)
        #expect(Set(children).subtracting(others).count == pool.states.count + 1)
        pool.stop()
        #expect(Set(children).subtracting(others) == [])
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser sees the descriptors of a worker"))
    func `A copy has only the descriptors of a worker`() throws {
      let pool = pool(workers: 2)
      defer { pool.stop() }
      _ = try convert(0..<40, in: pool)
      for process in pool.states.map(\.process) {
        let folder = "/proc/\(process)/fd"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let targets = try names.map {
          try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)
        }
        #expect(targets.count { $0.hasPrefix("socket:") } == 1)
        #expect(targets.count { $0.hasPrefix("/memfd:iaconv-result") } == 1)
        #expect(targets.count { $0 == "/dev/null" } == 3)
        // The sixth descriptor is the file with the worker's memory use.
        #expect(targets.contains("/proc/\(process)/statm"))
        #expect(names.count == 6)
      }
    }

    @Test func `A copy has the same restrictions as a worker`() throws {
      let alone = try Shell().run("iaconv worker --check")
      let copy = try Shell().run("iaconv worker --check --copy")
      #expect(copy.status == alone.status)
      #expect(copy.output == alone.output)
      #expect(!copy.output.isEmpty)
    }

    // MARK: Templates that end

    @Test func `A template that is killed costs no document`() throws {
      let pool = pool { $0.limits.documentsPerWorker = 6 }
      defer { pool.stop() }
      var kills = 0
      let found = try convert(0..<120, in: pool) { count in
        guard count % 20 == 0, let process = template(of: pool) else { return }
        kills += 1
        kill(process, SIGKILL)
      }
      #expect(kills > 2)
      for (id, result) in found {
        #expect(bytes(result) == (try expected(id)))
        #expect(result.usage.attempts == 1)
      }
      let started = Set(found.values.map(\.usage.sandbox))
      #expect(started.contains("\(pool.sandbox?.description ?? "")"))
      #expect(started.contains("\(pool.sandbox?.description ?? ""), without template"))
    }

    @Test func `A template that hangs is killed, and workers start without it`() throws {
      let pool = pool(workers: 1) { $0.limits.documentsPerWorker = 20 }
      defer { pool.stop() }
      _ = try convert(0..<20, in: pool)
      let process = try #require(template(of: pool))
      kill(process, SIGSTOP)
      let start = ContinuousClock.now
      let found = try convert(20..<25, in: pool)
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(found.values.allSatisfy { $0.usage.sandbox?.hasSuffix(", without template") == true })
      #expect(kill(process, 0) != 0)
    }

    @Test func `After a crash, workers have a different address space`() throws {
      let pool = pool(workers: 1)
      defer { pool.stop() }
      _ = try convert(0..<3, in: pool)
      let first = try #require(template(of: pool))
      for _ in 0..<2 {
        let before = try #require(template(of: pool))
        crash(try #require(pool.states.first?.process))
        let found = try convert(3..<6, in: pool)
        #expect(found.values.allSatisfy { bytes($0) != nil })
        #expect(template(of: pool) != nil)
        #expect(template(of: pool) != before)
      }
      #expect(kill(first, 0) != 0)
      // A worker that the broker replaces gives no reason to change the address space.
      let before = template(of: pool)
      _ = try convert(10..<600, in: pool)
      #expect(pool.startedWorkers == 4)
      #expect(template(of: pool) == before)
    }

    @Test(
      .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
      arguments: [
        "template-none", "template-version", "template-half", "template-dies", "template-refuses",
        "template-zero", "template-init", "template-broker", "template-absent", "template-word",
      ])
    func `Without a template, workers are started from the program`(mode: String) throws {
      let shell = try Shell()
      let program = try MisbehavingWorker.install(in: shell.folder)
      let pool = pool([mode], program: program) { $0.limits.documentsPerWorker = 3 }
      defer { pool.stop() }
      let found = try convert(0..<20, in: pool)
      for result in found.values {
        #expect(bytes(result) == Array("good".utf8))
        #expect(result.usage.sandbox?.hasSuffix(", without template") == true)
      }
    }

    @Test func `Invalid arguments have the errors that a worker reports`() throws {
      for (arguments, code) in [
        (["-t", "no-such-format"], "usage.format"),
        (["-t", "html", "--scheme", "/no/such/scheme.json"], "file.open"),
        (["--no-such-option"], "worker.start"),
      ] {
        let pool = pool(arguments)
        defer { pool.stop() }
        let error = try #require(throws: Failure.self) { _ = try convert(0..<1, in: pool) }
        #expect(error.code == code)
      }
    }

    // MARK: Limits

    @Test func `The memory limit applies to a copy`() throws {
      let large = String(repeating: "*a* _b_ ", count: 1_000_000)
      let pool = pool(workers: 1) { $0.limits.memoryBytes = 48 << 20 }
      defer { pool.stop() }
      _ = try convert(0..<2, in: pool)
      try pool.submit(ConversionJob(id: 9, name: "a.md", input: .bytes(Array(large.utf8))))
      guard case .failed(let failure) = try pool.next(until: nil)?.ending else {
        Issue.record("converted")
        return
      }
      #expect(failure.code == "worker.limit")
      #expect(failure.limit?.name == "memoryBytes")
      _ = try convert(10..<12, in: pool)
    }

    @Test func `Lines of a report state the sandbox of each worker`() throws {
      let shell = try Shell()
      #expect(
        try shell.run(
          "mkdir in; for n in 1 2 3; do echo text > in/$n.md; done; "
            + "iaconv batch in -t html -o out -q --report r.jsonl"
        ).status == 0)
      let text = try String(
        contentsOf: shell.folder.appending(path: "r.jsonl"), encoding: .utf8)
      let stated = text.split(separator: "\n").filter { $0.contains("\"sandbox\":\"") }
      // One worker has converted all documents.
      #expect(stated.count == 1)
      #expect(stated.first?.contains("\"pid\":") == true)
      #expect(stated.first?.contains("without template") == false)
    }
  }
#endif
