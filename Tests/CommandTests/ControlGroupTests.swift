import Foundation
import IATestSupport
import Testing

@testable import IAConvert

#if os(Linux)
  /// Control groups of workers on this system, if the tests may create groups.
  @Suite(.serialized) struct ControlGroupTests {
    /// The control group of this process; `nil` if groups cannot be created in it.
    private static let place: ControlGroupPlace? = {
      guard WorkerGroup(memoryBytes: 1 << 30, SystemControlGroups()) != nil else { return nil }
      return ControlGroupPlace(SystemControlGroups())
    }()

    /// Returns the names of the groups that a process has created.
    private func groups(of process: Int32 = getpid()) -> [String] {
      guard let place = Self.place else { return [] }
      return SystemControlGroups().names(
        in: place.folder, beginningWith: "iaconv-\(process)-"
      ).sorted()
    }

    private func groupText(of process: Int32) -> String {
      (try? String(contentsOfFile: "/proc/\(process)/cgroup", encoding: .utf8)) ?? ""
    }

    @Test func `The service for systemd has a control group in which the broker may create groups`()
      throws
    {
      let unit = ExternalCorpora.packageRoot.appending(
        path: "Distributed/systemd/iaconv-watch@.service")
      let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
      #expect(lines.contains("Delegate=memory"))
      #expect(lines.contains("ProtectControlGroups=no"))
    }

    @Test(.enabled(if: place != nil, "no control group can be created here"))
    func `The system kills a process of the group that exceeds the limit`() throws {
      let group = try #require(WorkerGroup(memoryBytes: 64 << 20, SystemControlGroups()))
      #expect(!group.takeKill())
      let process = Process()
      let input = Pipe()
      process.executableURL = URL(filePath: "/bin/sh")
      // The variable grows until the memory limit is reached.
      process.arguments = ["-c", "read go; v=0123456789; while :; do v=$v$v; done"]
      process.standardInput = input
      process.standardError = FileHandle.nullDevice
      try process.run()
      #expect(group.add(process.processIdentifier))
      #expect(groupText(of: process.processIdentifier).contains("/iaconv-\(getpid())-"))
      try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      process.waitUntilExit()
      #expect(group.takeKill())
      group.remove()
      #expect(groups() == [])
    }

    @Test(
      .enabled(if: place != nil, "no control group can be created here"),
      .enabled(if: MisbehavingWorker.python != nil, "needs Python"))
    func `A worker that the system kills at the memory limit costs one document`() throws {
      let shell = try Shell()
      let program = try MisbehavingWorker.install(in: shell.folder)
      for usesControlGroup in [true, false] {
        var settings = WorkerPool.Settings(
          program: program, arguments: ["eat-memory"], workers: 1)
        settings.limits.memoryBytes = 512 << 20
        settings.limits.outputBytes = 1 << 20
        // Only the limit of the group is below the memory that the document needs.
        if usesControlGroup { settings.limits.memoryBytes = 16 << 20 }
        settings.usesControlGroup = usesControlGroup
        let pool = WorkerPool(settings)
        defer { pool.stop() }
        for (id, text) in [(1, "good"), (2, "bad"), (3, "good")] as [(UInt64, String)] {
          try pool.submit(ConversionJob(id: id, name: "a.md", input: .bytes(Array(text.utf8))))
          let result = try #require(try pool.next(until: nil))
          #expect(result.usage.attempts == 1)
          guard usesControlGroup, id == 2 else {
            guard case .converted = result.ending else {
              Issue.record("\(result.ending)")
              continue
            }
            continue
          }
          guard case .failed(let failure) = result.ending else {
            Issue.record("converted")
            continue
          }
          #expect(failure.code == "worker.limit")
          #expect(failure.limit?.name == "memoryBytes")
        }
      }
      #expect(groups() == [])
    }

    @Test(
      .enabled(if: place != nil, "no control group can be created here"), arguments: [true, false])
    func `Workers of a pool are in a group until the pool stops`(usesTemplate: Bool) throws {
      var settings = WorkerPool.Settings(
        program: Shell.programFolder.appending(path: "iaconv").path, arguments: ["-t", "html"],
        workers: 2)
      settings.usesTemplate = usesTemplate
      settings.usesControlGroup = true
      settings.limits.documentsPerWorker = 3
      let pool = WorkerPool(settings)
      defer { pool.stop() }
      for _ in 0..<2 {
        for id in 0..<10 as Range<UInt64> {
          try pool.submit(ConversionJob(id: id, name: "a.md", input: .bytes(Array("a".utf8))))
          let result = try #require(try pool.next(until: nil))
          #expect(result.usage.sandbox == "\(pool.sandbox?.description ?? "")+cgroup")
          for state in pool.states {
            #expect(groupText(of: state.process).contains("/iaconv-\(getpid())-0"))
          }
        }
        #expect(groups() == ["iaconv-\(getpid())-0"])
        pool.stop()
        #expect(groups() == [])
      }
    }

    @Test(.enabled(if: place != nil, "no control group can be created here"))
    func `A batch names the group in its report and removes it`() throws {
      let place = try #require(Self.place)
      // The group of a process that no longer runs.
      let stale = place.folder + "/iaconv-\(Int32.max)-0"
      try? FileManager.default.createDirectory(
        atPath: stale, withIntermediateDirectories: false)
      defer { rmdir(stale) }
      let shell = try Shell()
      let run = try shell.run(
        "mkdir in; for n in 1 2 3; do echo text > in/$n.md; done; "
          + "iaconv batch in -t html -o out -q --report r.jsonl --require-sandbox & wait $!; "
          + "status=$?; echo $!; exit $status")
      let process = try #require(
        Int32(String(decoding: run.output, as: UTF8.self).filter(\.isNumber)))
      let text = try String(
        contentsOf: shell.folder.appending(path: "r.jsonl"), encoding: .utf8)
      #expect(text.contains("+cgroup\""))
      #expect(groups(of: process) == [])
      #expect(!FileManager.default.fileExists(atPath: stale))
    }
  }
#endif
