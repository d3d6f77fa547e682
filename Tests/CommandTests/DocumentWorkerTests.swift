import Foundation
import IAConvert
import Testing

/// The Swift client of the worker protocol, with real workers and with workers that violate the
/// protocol.
@Suite(.serialized) struct DocumentWorkerTests {
  private static let program = Shell.programFolder.appending(path: "iaconv").path

  private func expected(_ text: String) throws -> [UInt8] {
    var sink = BytesSink()
    _ = try Conversion(to: .html).run(from: source(text), to: &sink)
    return sink.bytes
  }

  private func source(_ text: String, name: String = "a.md") -> BytesSource {
    BytesSource(Array(text.utf8), name: name)
  }

  // MARK: Conversions

  @Test func `Documents are converted as in this process`() throws {
    let worker = DocumentWorker(program: Self.program, arguments: ["-t", "html,text"])
    #expect(worker.sandbox == nil)
    for index in 0..<20 {
      let text = "# Title \(index)\n\nSome *text*.\n"
      let outputs = try worker.convert(source(text))
      #expect(outputs.map(\.outcome.outputFormat) == [.html, .text])
      #expect(outputs[0].bytes == (try expected(text)))
      #expect(outputs[1].bytes == Array("Title \(index)\n\nSome text.\n".utf8))
      #expect(outputs[0].outcome.inputFormat == .markdown)
    }
    #expect(worker.sandbox?.contains("rlimits") == true)
  }

  @Test func `Any time limit of a worker is accepted`() {
    for timeout in [Duration.seconds(Int.max), .zero, .milliseconds(1)] {
      _ = DocumentWorker(program: Self.program, arguments: ["-t", "html"], timeout: timeout)
    }
  }

  @Test func `A refused document is an error with its offset, and the next one is converted`()
    throws
  {
    let worker = DocumentWorker(program: Self.program, arguments: ["-t", "text"])
    let refused = try #require(throws: Failure.self) {
      try worker.convert(source(#"{"a": [1,]}"#, name: "a.json"))
    }
    #expect(refused.code.hasPrefix("json."))
    #expect(refused.path == "a.json")
    #expect(refused.byteOffset == 9)
    #expect(try worker.convert(source("b"))[0].bytes == Array("b\n".utf8))
  }

  @Test func `Files beside a document are read by the client`() throws {
    let shell = try Shell()
    let picture = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+P//PwAF/gL+p9YFNAAAAABJRU5ErkJggg=="
      ))
    try picture.write(to: shell.folder.appending(path: "a.png"))
    let path = shell.folder.appending(path: "page.html").path
    try Data("<p>A <img src=\"a.png\"> and <img src=\"../a.png\"></p>".utf8)
      .write(to: URL(filePath: path))
    let worker = DocumentWorker(program: Self.program, arguments: ["-t", "json"])
    var sink = BytesSink()
    _ = try Conversion(to: .json).run(from: FileSource(path: path), to: &sink)
    #expect(try worker.convert(FileSource(path: path))[0].bytes == sink.bytes)

    let saving = DocumentWorker(
      program: Self.program, arguments: ["-t", "html", "--media", "pictures"])
    let output = try saving.convert(FileSource(path: path))[0]
    #expect(output.sideFiles.values.map { Data($0) } == [picture])
    #expect(output.sideFiles.keys.allSatisfy { $0.hasPrefix("pictures/") })
  }

  @Test func `Large documents and results are transferred`() throws {
    let text = String(repeating: "Some *text* in a line.\n\n", count: 20_000)
    let worker = DocumentWorker(program: Self.program, arguments: ["-t", "html"])
    #expect(try worker.convert(source(text))[0].bytes == (try expected(text)))
    #expect(try worker.convert(source(text))[0].bytes == (try expected(text)))
  }

  @Test func `Limits apply to one document`() throws {
    let worker = DocumentWorker(
      program: Self.program, arguments: ["-t", "html"], timeout: .milliseconds(1500),
      maxOutputByteCount: 6000)
    let large = try #require(throws: Failure.self) {
      try worker.convert(source(String(repeating: "*a* ", count: 2000)))
    }
    #expect(large.code == "worker.limit")
    #expect(large.limit?.name == "outputBytes")
    #expect(try worker.convert(source("b"))[0].bytes == (try expected("b")))
  }

  @Test func `The sandbox is required on request, and the program is found in PATH`() throws {
    let shell = try Shell()
    let check = try shell.run("iaconv worker --check --require-sandbox")
    let worker = DocumentWorker(
      program: Self.program, arguments: ["-t", "html"], requiresSandbox: true)
    if check.status == 0 {
      #expect(try !worker.convert(source("a")).isEmpty)
    }
    // The program exists, but it is not a worker.
    let other = DocumentWorker(program: "true", arguments: [])
    #expect(throws: Failure.self) { try other.convert(source("a")) }
  }

  @Test func `Invalid programs and arguments are errors of each document`() throws {
    for (program, arguments) in [
      ("/no/such/program", ["-t", "html"]), ("no-such-program", []), ("/bin/true", []),
      (Self.program, ["-t", "no-such-format"]), (Self.program, ["--no-such-option"]),
    ] {
      let worker = DocumentWorker(program: program, arguments: arguments)
      for _ in 0..<6 {
        let error = try #require(throws: Failure.self) { try worker.convert(source("a")) }
        #expect(error.code == "worker.start")
      }
    }
  }

  @Test func `No process remains after the client is released`() throws {
    let shell = try Shell()
    let list = "ps -ww -eo args | grep -c '[-]-stdio.*marker-of-this-test'"
    do {
      let worker = DocumentWorker(
        program: Self.program, arguments: ["-t", "html", "--media", "marker-of-this-test"])
      #expect(try !worker.convert(source("a")).isEmpty)
      #expect(try shell.run(list).output == Data("1\n".utf8))
    }
    #expect(try shell.run(list).output == Data("0\n".utf8))
  }

  // MARK: Misbehaviour

  /// Modes of the misbehaving worker whose answers violate the protocol.
  private static let wrongAnswers = [
    "wrong-id", "wrong-length", "too-short", "too-long", "too-much", "other-format",
    "escaping-name", "absolute-name", "same-side-file", "unknown-kind", "clients-kind", "member",
    "again-introduction", "side-file-escape", "side-file-flood", "side-file-other",
    "side-file-text", "side-file-long", "shared-too-large", "shared-over-stated",
    "shared-nothing", "reserved", "fault", "end", "outputs", "status", "flag", "code",
    "empty-code", "text", "long-text", "note", "many-files", "times",
  ]

  private func failure(_ mode: String, timeout: Duration = .seconds(20)) throws -> Failure {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, stdio: true)
    let worker = DocumentWorker(program: program, arguments: [mode], timeout: timeout)
    let first = try #require(throws: Failure.self) { try worker.convert(source("a")) }
    // The next document gets a new process.
    let second = try #require(throws: Failure.self) { try worker.convert(source("b")) }
    #expect(first.code == second.code)
    return first
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"), arguments: wrongAnswers)
  func `A malformed answer is an error of its document`(mode: String) throws {
    let failure = try failure(mode)
    #expect(failure.code == "worker.answer")
    #expect(failure.path == "a.md")
    if mode == "fault" { #expect(failure.detail.contains("worker.frame: kind 9")) }
  }

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: [
      "no-introduction", "late-introduction", "other-version", "usage", "introduction-magic",
      "introduction-window", "introduction-features", "introduction-landlock",
      "introduction-formats", "introduction-many", "introduction-text", "introduction-long",
      "introduction-id",
    ])
  func `A malformed introduction is an error of each document`(mode: String) throws {
    #expect(try failure(mode).code == "worker.start")
  }

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: [
      ("exit", "worker.crashed"), ("crash", "worker.crashed"), ("close", "worker.crashed"),
      ("half", "worker.crashed"), ("nothing", "worker.timeout"), ("stop", "worker.timeout"),
      ("trickle", "worker.timeout"),
    ])
  func `A worker that ends or does not answer is an error of its document`(
    mode: String, code: String
  ) throws {
    let timeout: Duration = code == "worker.timeout" ? .milliseconds(400) : .seconds(20)
    #expect(try failure(mode, timeout: timeout).code == code)
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A crash is retried once in a new process`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, stdio: true)
    let marker = shell.folder.appending(path: "marker").path
    let worker = DocumentWorker(program: program, arguments: [marker, "crash-once"])
    #expect(try worker.convert(source("bad"))[0].bytes == Array("good".utf8))
  }

  // MARK: The example

  @Test func `The example converts a folder`() throws {
    let shell = try Shell()
    let input = shell.folder.appending(path: "in").path
    let output = shell.folder.appending(path: "out").path
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    try Data("*a*".utf8).write(to: URL(filePath: input + "/a.md"))
    try Data(#"{"a": [1,]}"#.utf8).write(to: URL(filePath: input + "/b.json"))
    var messages: [String] = []
    let failed = try convertFolder(input, to: output, program: Self.program) { messages.append($0) }
    #expect(failed == 1)
    #expect(messages.count == 1 && messages[0].hasPrefix("b.json: offset 9: json."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["a.md.html"])
  }
}
