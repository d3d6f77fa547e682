import Foundation
import IAFiles
import IATestSupport
import Testing

@testable import IAConvert

#if os(Linux)
  /// The operations that the sandbox of a worker prevents, and conversions that it must not
  /// prevent.
  @Suite(.serialized) struct SandboxTests {
    /// Whether this system has all parts of the sandbox; otherwise tests that need them are
    /// skipped.
    private static let isComplete: Bool = {
      let result = try? Shell().run("iaconv worker --check --require-sandbox")
      return result?.status == 0
    }()

    private static let hasStrace = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

    @Test func `The check names the features and attempts each operation`() throws {
      let result = try Shell().run("iaconv worker --check")
      let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      #expect(result.status == 0)
      #expect(lines.first?.hasPrefix("sandbox: ") == true)
      #expect(lines.count == 20)
    }

    @Test(.enabled(if: isComplete, "this system lacks a part of the sandbox"))
    func `Opening, connecting, executing, forking, tracing and reading other memory fail`() throws {
      let result = try Shell().run("iaconv worker --check --require-sandbox")
      let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").dropFirst()
      #expect(lines.filter { !$0.hasPrefix("prevented ") } == [])
      for words in ["open a file", "connect", "execute", "start a process", "memory of another"] {
        #expect(lines.contains { $0.contains(words) }, "\(words)")
      }
    }

    /// With detected formats, and with each file read as one format.
    @Test(
      .enabled(if: isComplete, "this system lacks a part of the sandbox"),
      .enabled(if: ExternalCorpora.has("hostile"), "the hostile corpus is not here"),
      arguments: [nil, "rtf", "html", "markdown", "text"] as [String?])
    func `Every hostile file is converted or refused in confined workers`(format: String?) throws {
      var settings = WorkerPool.Settings(
        program: Shell.programFolder.appending(path: "iaconv").path,
        arguments: ["-t", format == nil ? "json,html,text" : "json"], workers: 2)
      if let format { settings.arguments += ["-f", format] }
      settings.requiresSandbox = true
      settings.limits.wallMilliseconds = 20_000
      let pool = WorkerPool(settings)
      defer { pool.stop() }
      let files = ExternalCorpora.files(in: "hostile").map(\.path)
      var results = 0
      var failures: [String: [String]] = [:]
      var next = 0
      while results < files.count {
        while next < files.count, next - results < pool.capacity {
          try pool.submit(
            ConversionJob(id: UInt64(next), name: files[next], input: .file(path: files[next])))
          next += 1
        }
        guard let result = try pool.next(until: nil) else { break }
        results += 1
        if case .failed(let failure) = result.ending {
          failures[failure.code, default: []].append(files[Int(result.id)])
        }
      }
      #expect(results == files.count)
      // No worker ended, and none exceeded a limit.
      for code in ["worker.crashed", "worker.answer", "worker.timeout", "internal.error"] {
        #expect(failures[code] == nil, "\(code)")
      }
      #expect(pool.sandbox?.missing() == [])
      let counts = failures.mapValues(\.count).sorted { $0.key < $1.key }
      print("\(files.count) hostile files: \(counts)")
    }

    @Test(.enabled(if: isComplete, "this system lacks a part of the sandbox"))
    func `Character sets that the C library loads from files are decoded in the sandbox`() throws {
      var settings = WorkerPool.Settings(
        program: Shell.programFolder.appending(path: "iaconv").path, arguments: ["-t", "json"],
        workers: 1)
      settings.requiresSandbox = true
      let pool = WorkerPool(settings)
      defer { pool.stop() }
      // JOHAB (code page 1361) is a module of the C library; code page 932 is data of ICU.
      let johab = "{\\rtf1\\ansi\\ansicpg1361 \\'88\\'61\\'b4\\'a1}"
      let japanese = "{\\rtf1\\ansi\\ansicpg932 \\'82\\'a0}"
      let latin = "<meta charset=iso-8859-16><p>\u{A1}"
      let inputs: [(String, [UInt8])] = [
        ("a.rtf", Array(johab.utf8)), ("b.rtf", Array(japanese.utf8)),
        ("c.html", Array(latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })),
      ]
      for (index, (name, content)) in inputs.enumerated() {
        try pool.submit(
          ConversionJob(id: UInt64(index), name: name, input: .bytes(content)))
        let result = try pool.next(until: nil)
        var sink = BytesSink()
        _ = try Conversion(to: .json).run(from: BytesSource(content, name: name), to: &sink)
        guard case .converted(let targets) = result?.ending else {
          Issue.record("\(name) was not converted")
          continue
        }
        #expect(targets[0].bytes == sink.bytes, "\(name)")
      }
    }

    @Test(
      .enabled(if: isComplete && hasStrace, "needs strace and all parts of the sandbox"))
    func `No file or socket is opened after the start`() throws {
      let shell = try Shell()
      var session = WorkerFrame(.greeting, payload: WorkerMessages.Greeting().bytes).bytes
      let samples = [
        "*a*", "{\\rtf1\\ansi\\ansicpg1361 \\'88\\'61}", "<p>a <img src=x.png>", "{\"a\": 1}",
      ]
      for (index, text) in samples.enumerated() {
        for name in ["a.md", "a.rtf", "a.html", "a.json", "a"] {
          let job = WorkerMessages.Job(name: name, content: Array(text.utf8))
          session += WorkerFrame(.job, id: UInt64(index), payload: job.bytes).bytes
        }
      }
      try Data(session).write(to: shell.folder.appending(path: "session"))
      let result = try shell.run(
        "strace -f -o trace iaconv worker --stdio -t json,html,text < session | wc -c")
      #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
      let trace = try String(contentsOf: shell.folder.appending(path: "trace"), encoding: .utf8)
      let lines = trace.split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.contains("seccomp(") })
      let wrong = lines[start...].filter { line in
        ["open", "socket(", "connect(", "exec", "clone", "fork"].contains { line.contains($0) }
      }
      #expect(wrong == [])
    }
  }
#endif

/// The command `iaconv worker --stdio` and its Python client.
@Suite struct WorkerCommandTests {
  @Test func `A malformed frame ends the session with a fault and a message`() throws {
    let shell = try Shell()
    let greeting = WorkerFrame(.greeting, payload: WorkerMessages.Greeting().bytes).bytes
    let cases: [(String, [UInt8], String)] = [
      ("job-first", WorkerFrame(.job, id: 1, payload: [0, 0, 0, 0, 0]).bytes, "worker.order"),
      ("greeting-twice", greeting + greeting, "worker.order"),
      ("release", greeting + WorkerFrame(.release).bytes, "worker.order"),
      ("answer", greeting + WorkerFrame(.sideFile, id: 1, payload: [0]).bytes, "worker.order"),
      ("half", greeting + [1, 2, 3], "worker.frame"),
      ("kind", greeting + [0, 0, 0, 0, 9] + Array(repeating: 0, count: 11), "worker.frame"),
      (
        "size", greeting + [255, 255, 255, 255, 2] + Array(repeating: 0, count: 11), "worker.frame"
      ),
      (
        "version",
        WorkerFrame(.greeting, payload: WorkerMessages.Greeting(lowest: 3, highest: 4).bytes).bytes,
        "worker.version"
      ),
      (
        "descriptor",
        greeting
          + WorkerFrame(.job, id: 1, payload: WorkerMessages.Job(name: "a", content: nil).bytes)
          .bytes, "worker.value"
      ),
    ]
    for (name, bytes, code) in cases {
      try Data(bytes).write(to: shell.folder.appending(path: name))
      let result = try shell.run("iaconv worker --stdio -t html < \(name) | cat")
      let errors = String(decoding: result.errors, as: UTF8.self)
      #expect(errors.contains(code), "\(name): \(errors)")
      var buffer = WorkerFrameBuffer(
        acceptsClient: false, bounds: .init(inputBytes: 1 << 20, outputBytes: 1 << 20))
      buffer.append(Array(result.output))
      var last: WorkerFrame?
      while let frame = try buffer.next() { last = frame }
      #expect(last?.kind == .fault, "\(name)")
      if let last { #expect(try WorkerMessages.Fault(last.payload).code == code) }
    }
  }

  @Test func `Both versions of the protocol give the same results`() throws {
    let shell = try Shell()
    var answers: [[[UInt8]]] = []
    for version in 1...2 {
      let greeting = WorkerMessages.Greeting(lowest: 1, highest: version)
      var session = WorkerFrame(.greeting, payload: greeting.bytes).bytes
      // Small and large documents, and one that is refused.
      for id in 0..<40 as Range<UInt64> {
        let text = id == 7 ? "{\"a\": [1,]}" : String(repeating: "*a* ", count: Int(id % 5) * 9000)
        let job = WorkerMessages.Job(name: id == 7 ? "a.json" : "a.md", content: Array(text.utf8))
        session += WorkerFrame(.job, id: id, payload: job.bytes).bytes
      }
      try Data(session).write(to: shell.folder.appending(path: "session"))
      let result = try shell.run("iaconv worker --stdio -t text < session | cat")
      var buffer = WorkerFrameBuffer(
        acceptsClient: false, bounds: .init(inputBytes: 1 << 20, outputBytes: 1 << 20))
      buffer.append(Array(result.output))
      let first = try #require(try buffer.next())
      #expect(first.kind == .introduction)
      // The fields after the magic bytes: version and window.
      #expect(first.payload[8..<12] == [UInt8(version), 0, version == 1 ? 4 : 16, 0])
      var results: [[UInt8]] = []
      while let frame = try buffer.next() {
        #expect(frame.kind == .result)
        #expect(frame.id == UInt64(results.count))
        // The result without times and memory.
        results.append(Array(frame.payload.dropFirst(24)))
      }
      try buffer.end()
      #expect(results.count == 40)
      answers.append(results)
    }
    #expect(answers[0] == answers[1])
  }

  @Test(arguments: [
    ("worker", "--stdio"), ("worker --stdio", "-t"),
    ("worker --stdio -t no-such-format", "no format"),
    ("worker --stdio --check -t html", "--stdio"),
    ("worker --stdio -t html --media /tmp", "--media"),
    ("worker --stdio -t html --media ../a", "--media"),
  ])
  func `Contradictory arguments are refused`(arguments: String, words: String) throws {
    let result = try Shell().run("iaconv \(arguments) < /dev/null | cat")
    #expect(String(decoding: result.errors, as: UTF8.self).contains(words))
  }

  @Test func `The standard output must not be a file`() throws {
    let result = try Shell().run("iaconv worker --stdio -t html < /dev/null > out")
    #expect(result.status == 64)
  }

  @Test func `The command is not listed in the help`() throws {
    let help = try Shell().run("iaconv --help")
    #expect(!String(decoding: help.output, as: UTF8.self).contains("\n  worker"))
    let own = try Shell().run("iaconv worker --help")
    #expect(String(decoding: own.output, as: UTF8.self).contains("--stdio"))
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `The Python client passes its tests`() throws {
    let folder = ExternalCorpora.packageRoot.appending(path: "Distributed/python").path
    let program = Shell.programFolder.appending(path: "iaconv").path
    let python = MisbehavingWorker.python ?? "python3"
    let result = try Shell().run(
      "PYTHONDONTWRITEBYTECODE=1 \(python) '\(folder)/test_iaworker.py' '\(program)' 2>&1")
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
  }
}
