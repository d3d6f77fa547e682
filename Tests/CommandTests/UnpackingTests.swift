import Foundation
import IAFiles
import IAFormats
import IASyntax
import IATestSupport
import Testing

@testable import IAConvert

/// Worker processes that unpack archives: real ones, and some that violate the protocol.
@Suite(.serialized) struct UnpackingTests {
  private static let program = Shell.programFolder.appending(path: "iaconv").path

  private func unpacker(
    _ arguments: [String] = [], program: String = Self.program,
    _ change: (inout WorkerPool.Settings) -> Void = { _ in }
  ) -> WorkerUnpacker {
    var settings = WorkerPool.Settings(program: program, arguments: arguments, workers: 1)
    change(&settings)
    return WorkerUnpacker(settings)
  }

  /// Returns the members with their hashes, the omissions, and the failure at the end.
  private func items(
    of path: String, by unpacker: any ArchiveUnpacker, _ limits: Limits = .standard
  ) -> [String] {
    var found: [String] = []
    do {
      try unpacker.unpack(path, limits: limits) { item in
        switch item {
        case .member(let path, let bytes):
          found.append("\(path) \(bytes.count) \(SHA256Digest(of: bytes))")
        case .renamed(let label, let path): found.append("renamed \(label) \(path)")
        case .omitted(let label, let reason): found.append("omitted \(label) \(reason)")
        }
      }
    } catch {
      let failure = Failure(error, path: path)
      found.append("\(failure.code) \(failure.path ?? "-") \(failure.detail) \(failure.status)")
    }
    return found
  }

  private func failure(of path: String, by unpacker: any ArchiveUnpacker) throws -> Failure {
    try #require(throws: Failure.self) {
      try unpacker.unpack(path, limits: .standard) { _ in }
    }
  }

  private func write(_ bytes: some Sequence<UInt8>, _ name: String, in shell: Shell) throws
    -> String
  {
    let file = shell.folder.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  // MARK: Real workers

  /// A 7z archive with names in several scripts, one of them composed and one decomposed.
  private static let names = Data(
    base64Encoded: """
      N3q8ryccAAOYOSFfwAAAAAAAAAAiAAAAAAAAAIAdT4MANBpkAwe/////hAAAAAAAgTMHrg/Ox1yBCSqu1WJk20+km3rWOLSa\
      N2ITb1ml7sU9T5rsULujW4C86s7qxItn6pY8iubTKmgSZxYw3gxuttGS//bDiUEygzaYysMBIuFhpviZgBMAXSCoTtnBA0pV\
      eFk20SN2zOM7zisFntebnzehVrnx+3tZ9oFYzHwS4HEitxVUhEWrHCqf+LgsUEjE4Zjql9yyqElXe1leSerKRoF4BkDdIcWT\
      XLmZ//1ftYAXBg4BCYCyAAcLAQABIwMBAQVdAACAAAyBsAoBVb/4fwAA
      """)

  @Test func `Names in other scripts are converted in the sandbox`() throws {
    let shell = try Shell()
    let path = try write(try #require(Self.names), "names.7z", in: shell)
    let expected = items(of: path, by: LocalUnpacker())
    let names = expected.compactMap { $0.split(separator: " ").first }
    #expect(names.contains("日本.md"))
    #expect(names.contains("\u{1F600}.txt"))
    #expect(expected.contains { $0.hasPrefix("empty.txt 0 ") })
    let unpacker = unpacker()
    #expect(items(of: path, by: unpacker) == expected)
    #expect(items(of: path, by: unpacker) == expected, "the same process again")
  }

  @Test func `A worker finds the same content in archives and bags as this process`() throws {
    let shell = try Shell()
    let text = String(repeating: "Some *text* of a document.\n\n", count: 100_000)
    try FileManager.default.createDirectory(
      at: shell.folder.appending(path: "in/sub"), withIntermediateDirectories: true)
    _ = try write(text.utf8, "in/large.txt", in: shell)
    _ = try write([], "in/sub/empty.txt", in: shell)
    _ = try write("*a*".utf8, "in/sub/a.md", in: shell)
    let made = try shell.run(
      """
      for n in z.zip t.tar.zst; do iaconv archive create in --keep -q -o $n || exit; done
      iaconv archive create in --keep -q --bag -o b.zip && iaconv archive create in -q -o i.iaa
      iaconv archive create z.zip i.iaa --keep -q -o n.zip; cp z.zip odd.tar
      for n in z.zip t.tar.zst b.zip i.iaa n.zip; do
        head -c 3000 $n > torn-$n; { head -c 200 $n; printf xyz; tail -c +204 $n; } > bad-$n
      done; : > nothing.zip; echo text > text.7z; echo text > text.iaa
      """)
    #expect(made.status == 0, "\(String(decoding: made.errors, as: UTF8.self))")
    let unpacker = unpacker()
    var archives = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
    archives.removeAll { $0 == "in" }
    #expect(archives.count == 19)
    for name in archives.sorted() {
      let path = shell.folder.appending(path: name).path
      let expected = items(of: path, by: LocalUnpacker())
      #expect(!expected.isEmpty, "\(name)")
      #expect(items(of: path, by: unpacker) == expected, "\(name)")
      let small = Limits(inputBytes: 1000)
      let confined = self.unpacker(["--max-input=1000"])
      #expect(
        items(of: path, by: confined, small) == items(of: path, by: LocalUnpacker(), small),
        "\(name)")
    }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile"), "the hostile corpus is not here"))
  func `A worker finds the same content in hostile archives as this process`() throws {
    let files = ExternalCorpora.files(in: "hostile/libarchive-uu").map(\.path).filter { path in
      [".zip", ".tar", ".7z", ".tar.zst"].contains { path.hasSuffix($0) }
    }
    #expect(files.count > 30)
    let unpacker = unpacker()
    for path in files {
      #expect(items(of: path, by: unpacker) == items(of: path, by: LocalUnpacker()), "\(path)")
    }
  }

  @Test func `A missing file and a folder fail without effect on other archives`() throws {
    let shell = try Shell()
    let unpacker = unpacker()
    for (name, code) in [("missing.zip", "file.open"), ("folder.zip", "file.is-folder")] {
      try FileManager.default.createDirectory(
        at: shell.folder.appending(path: "folder.zip"), withIntermediateDirectories: true)
      let path = shell.folder.appending(path: name).path
      let found = items(of: path, by: unpacker)
      #expect(found.count == 1 && found[0].hasPrefix(code), "\(found)")
      #expect(found == items(of: path, by: LocalUnpacker()))
    }
  }

  @Test func `An archive that needs too much memory is stopped`() throws {
    let shell = try Shell()
    let made = try shell.run("head -c 100000000 /dev/zero > a.txt && tar -cf a.tar a.txt")
    #expect(made.status == 0)
    let path = shell.folder.appending(path: "a.tar").path
    let small = unpacker { $0.limits.memoryBytes = 32 << 20 }
    for _ in 0..<2 {
      let failure = try failure(of: path, by: small)
      #expect(failure.code == "worker.limit")
      #expect(failure.limit?.name == "memoryBytes")
      #expect(failure.path == path)
    }
  }

  #if os(Linux)
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
    func `The broker reads no byte of an archive, and the worker opens no file`() throws {
      let shell = try Shell()
      _ = try write(try #require(Self.names), "names.7z", in: shell)
      let result = try shell.run(
        "strace -f -o trace iaconv batch names.7z -q -o out -t text --durability none")
      #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
      let trace = try String(contentsOf: shell.folder.appending(path: "trace"), encoding: .utf8)
      let lines = trace.split(separator: "\n")
      let broker = try #require(lines.first?.split(separator: " ").first)
      // The archive is opened once, before other processes exist.
      let opened = lines.filter { $0.contains("openat(") && $0.contains("names.7z") }
      #expect(opened.count == 1)
      let start = try #require(lines.firstIndex { $0 == opened[0] })
      #expect(opened[0].hasPrefix(broker + " "))
      let descriptor = try #require(opened[0].split(separator: " ").last)
      let own = lines[start...].filter { $0.hasPrefix(broker + " ") }
      let closed = try #require(own.firstIndex { $0.contains(" close(\(descriptor))") })
      let uses = own[1..<closed].filter { line in
        ["read(", "pread64(", "readv(", "preadv(", "lseek(", "sendfile(", "splice("]
          .contains { line.contains(" \($0)\(descriptor),") }
          || line.contains("mmap(") && line.contains(", \(descriptor), ")
      }
      #expect(uses == [])
      #expect(own[..<closed].contains { $0.contains("SCM_RIGHTS, cmsg_data=[\(descriptor)]") })
      // The worker is the first process that the broker starts.
      let filter = try #require(lines.firstIndex { $0.contains("seccomp(") })
      let worker = try #require(lines[filter].split(separator: " ").first)
      let calls = lines[filter...].filter { $0.hasPrefix(worker + " ") }
      #expect(calls.contains { $0.contains("recvmsg") })
      let wrong = calls.filter { line in
        ["open", "socket(", "connect(", "exec", "clone", "fork", "EPERM"].contains {
          line.contains($0)
        }
      }
      #expect(wrong == [])
    }
  #endif

  // MARK: Misbehaviour

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: [
      ("wrong-id", "worker.answer"), ("result", "worker.answer"), ("escape", "worker.answer"),
      ("absolute", "worker.answer"), ("nul", "worker.answer"), ("larger", "worker.answer"),
      ("huge", "worker.answer"), ("flood", "worker.answer"), ("unfinished", "worker.answer"),
      ("exit", "worker.crashed"), ("crash", "worker.crashed"), ("close", "worker.crashed"),
      ("half", "worker.crashed"), ("nothing", "worker.timeout"), ("stop", "worker.timeout"),
      ("trickle", "worker.timeout"),
    ])
  func `A worker that violates the protocol costs only its archive`(
    mode: String, code: String
  ) throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, unpacks: true)
    let path = try write("archive".utf8, "a.zip", in: shell)
    let good = try write("archive".utf8, "good.zip", in: shell)
    let kept = shell.folder.appending(path: "kept")
    let unpacker = unpacker([mode], program: program) {
      $0.limits.wallMilliseconds = code == "worker.timeout" ? 500 : 20_000
      $0.crasherFolder = kept.path
    }
    let start = ContinuousClock.now
    for _ in 0..<2 {
      let failure = try failure(of: path, by: unpacker)
      #expect(failure.code == code)
      #expect(failure.path == path)
      #expect(items(of: good, by: unpacker).map { $0.prefix(11) } == ["first.txt 5"])
      if mode == "exit" { #expect(failure.detail.hasPrefix("the worker exited with 3 ")) }
      if mode == "crash" { #expect(failure.detail.contains("SIGSEGV")) }
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    let names = try FileManager.default.contentsOfDirectory(atPath: kept.path)
    #expect(names.count == 1 && names[0].hasSuffix("-a.zip"))
    #expect(try Data(contentsOf: kept.appending(path: names[0])) == Data("archive".utf8))
  }

  @Test(
    .enabled(if: MisbehavingWorker.python != nil, "needs Python"),
    arguments: [
      ("no-introduction", "worker.start"), ("usage", "worker.start"), ("converts", "worker.start"),
      ("fault", "file.open"),
    ])
  func `A program that does not unpack ends the run`(mode: String, code: String) throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, unpacks: true)
    let path = try write("archive".utf8, "a.zip", in: shell)
    #expect(try failure(of: path, by: unpacker([mode], program: program)).code == code)
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"))
  func `A worker that ends before it is ready is restarted`() throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, unpacks: true)
    let path = try write("archive".utf8, "good.zip", in: shell)
    let marker = shell.folder.appending(path: "marker").path
    let found = items(of: path, by: unpacker([marker, "late"], program: program))
    #expect(found.map { $0.prefix(11) } == ["first.txt 5"])
    #expect(FileManager.default.fileExists(atPath: marker))
  }

  @Test func `Programs that cannot be started end the run`() throws {
    let shell = try Shell()
    let path = try write("archive".utf8, "a.zip", in: shell)
    for program in ["/no/such/program", "/bin/true"] {
      #expect(try failure(of: path, by: unpacker(program: program)).code == "worker.start")
    }
  }

  @Test(.enabled(if: MisbehavingWorker.python != nil, "needs Python"), arguments: [true, false])
  func `A batch continues after an archive crashes its worker, and can be continued by a run`(
    isNamed: Bool
  ) async throws {
    let shell = try Shell()
    let program = try MisbehavingWorker.install(in: shell.folder, unpacks: true)
    let made = try shell.run(
      "mkdir -p in s && echo one > s/one.md && echo two > s/two.md && echo x > in/x.md && "
        + "iaconv archive create s --keep -q -o in/bad.zip && cp in/bad.zip in/good.zip")
    #expect(made.status == 0)
    let folder = shell.folder.appending(path: "in").path
    let names = ["bad.zip", "good.zip", "x.md"].map { folder + "/" + $0 }
    var sources = BatchSources(isNamed ? names : [folder])
    sources.opensArchives = !isNamed
    let target = shell.folder.appending(path: "out").path
    var runner = BatchRunner(sources, target: target, Conversion(to: .text))
    runner.makeUnpacker = { unpacker(["crash"], program: program) }
    let first = try await run(runner)
    #expect(first.failures.map(\.code) == ["worker.crashed"])
    #expect(first.failures.map(\.path) == [names[0]])
    #expect(first.summary?.documents == 3)
    #expect(first.summary?.converted == 2)
    let written = try FileManager.default.subpathsOfDirectory(atPath: target)
      .filter { $0.hasSuffix(".txt") }.sorted()
    #expect(written == (isNamed ? ["first.txt", "x.txt"] : ["good.zip/first.txt", "x.txt"]))
    // The worker of the next run can unpack both archives.
    runner.makeUnpacker = { unpacker() }
    let second = try await run(runner)
    #expect(second.failures.isEmpty)
    #expect(second.summary?.documents == 5)
    #expect(second.summary?.converted == 4)
    #expect(second.summary?.unchanged == 1)
    let third = try await run(runner)
    #expect(third.summary?.unchanged == 5)
  }

  private func run(
    _ runner: BatchRunner
  ) async throws -> (failures: [Failure], summary: BatchSummary?) {
    var failures: [Failure] = []
    var summary: BatchSummary?
    for try await event in runner {
      switch event {
      case .finished(let document):
        if case .failed(let failure) = document.result { failures.append(failure) }
      case .ended(let found): summary = found
      case .planned, .omitted: break
      }
    }
    return (failures, summary)
  }
}
