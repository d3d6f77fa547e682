import Foundation
import Testing

/// Batches that are killed at any time and continued by the next run.
@Suite struct BatchKillTests {
  /// The number of kills: 32, or the value of `IA_BATCH_KILLS`.
  private static let kills =
    ProcessInfo.processInfo.environment["IA_BATCH_KILLS"].flatMap { Int($0) } ?? 32

  private static let arguments = ["in", "-t", "html,text", "-q"]

  private func makeInputs(in shell: Shell, count: Int) throws {
    let manager = FileManager.default
    for number in 0..<count {
      let folder = shell.folder.appending(path: "in/\(number % 7)")
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      let text = String(repeating: "Some *text* of document \(number).\n\n", count: 1 + number % 9)
      try Data(text.utf8).write(to: folder.appending(path: "d\(number % 90).md"))
      if number % 50 == 0 {
        try Data("{".utf8).write(to: folder.appending(path: "bad\(number).json"))
      }
    }
  }

  /// Returns the files of a folder and their content, without the folder of the journal.
  private func tree(_ folder: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where !path.hasPrefix(".iaconv") {
      let url = folder.appending(path: path)
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        found[path] = try Data(contentsOf: url)
      }
    }
    return found
  }

  private func start(_ arguments: [String], in shell: Shell) throws -> Process {
    let process = Process()
    process.executableURL = Shell.programFolder.appending(path: "iaconv")
    process.arguments = arguments
    process.currentDirectoryURL = shell.folder
    process.environment = Shell.environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(arguments: ["group", "each", "none"])
  func `A batch that is killed at any time ends as an uninterrupted one`(durability: String) throws
  {
    let shell = try Shell()
    try makeInputs(in: shell, count: 600)
    let options = Self.arguments + ["--durability", durability]
    let started = Date()
    #expect(
      try shell.run("iaconv batch \(options.joined(separator: " ")) -o whole").status == 2)
    let span = Date().timeIntervalSince(started)
    let whole = try tree(shell.folder.appending(path: "whole"))
    #expect(whole.count == 1200)
    var unfinished = 0
    let kills = max(1, Self.kills / 3)
    for round in 0..<kills {
      if round % 8 == 0 {
        try? FileManager.default.removeItem(at: shell.folder.appending(path: "out"))
      }
      let process = try start(
        ["batch"] + options + ["-o", "out", "--report", "out.jsonl"], in: shell)
      // The times of the kills cover the run; eight consecutive runs write to one target.
      usleep(UInt32(span * 0.9 * Double(round * 7 % kills + 1) / Double(kills) * 1e6))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let out = shell.folder.appending(path: "out")
      let found = FileManager.default.fileExists(atPath: out.path) ? try tree(out) : [:]
      let torn = found.filter { $0.value != whole[$0.key] && !$0.key.contains(".iaconv-tmp.") }
      #expect(torn.isEmpty, "round \(round): \(torn.keys)")
      if found.count < whole.count { unfinished += 1 }
    }
    #expect(unfinished > 0)
    let end = try shell.run(
      "iaconv batch \(options.joined(separator: " ")) -o out --report out.jsonl")
    #expect(end.status == 2)
    #expect(try tree(shell.folder.appending(path: "out")) == whole)
    let again = try shell.run("iaconv batch in -t html,text -o out --trust-times")
    let message = String(decoding: again.errors, as: UTF8.self)
    #expect(message.contains("600 unchanged"), "\(message)")
  }

  @Test(arguments: ["out.zip", "out.tar.zst", "out.iaa"])
  func `The archive of a killed batch is that of an uninterrupted one, or absent`(
    name: String
  ) throws {
    let shell = try Shell()
    try makeInputs(in: shell, count: 200)
    let archive = shell.folder.appending(path: name)
    let format = name.hasSuffix(".iaa") ? "ia" : "html,text"
    let command = ["batch", "in", "-t", format, "-q", "-o", name]
    let started = Date()
    #expect(try shell.run("iaconv \(command.joined(separator: " "))").status == 2)
    let span = Date().timeIntervalSince(started)
    let whole = try Data(contentsOf: archive)
    try FileManager.default.removeItem(at: archive)
    let kills = max(2, Self.kills / 3)
    var unfinished = 0
    for round in 0..<kills {
      let process = try start(command, in: shell)
      // The last kills are near the end of the run, when the archive is written.
      usleep(UInt32(span * Double(round * 7 % kills + 1) / Double(kills) * 1e6))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard let found = try? Data(contentsOf: archive) else {
        unfinished += 1
        continue
      }
      #expect(found == whole, "round \(round)")
      try FileManager.default.removeItem(at: archive)
    }
    #expect(unfinished > 0)
    #expect(try shell.run("iaconv \(command.joined(separator: " "))").status == 2)
    #expect(try Data(contentsOf: archive) == whole)
    let staging = shell.folder.appending(path: ".\(name).iaconv")
    #expect(!FileManager.default.fileExists(atPath: staging.path))
  }

  @Test func `Only documents of the open group are converted twice`() throws {
    let shell = try Shell()
    try makeInputs(in: shell, count: 600)
    let process = try start(
      ["batch", "in", "-t", "text", "-o", "out", "-q", "--report", "out.jsonl"], in: shell)
    usleep(700_000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(
      try shell.run("iaconv batch in -t text -o out -q --report out.jsonl").status == 2)
    let report = try String(
      contentsOf: shell.folder.appending(path: "out.jsonl"), encoding: .utf8)
    var lines: [String: Int] = [:]
    for line in report.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let path = object?["path"] as? String { lines[path, default: 0] += 1 }
    }
    #expect(lines.count == 612)
    #expect(lines.values.filter { $0 > 1 }.count <= 256)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `A first signal finishes the open group, and the batch can be continued`(
    signal: Int32
  ) throws {
    let status = 128 + signal
    let shell = try Shell()
    try makeInputs(in: shell, count: 600)
    let program = try SpawnedProgram([
      "batch", shell.folder.path + "/in", "-t", "text", "-q", "-o", shell.folder.path + "/out",
    ])
    let journal = shell.folder.appending(path: "out/.iaconv/journal.jsonl")
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: journal.path) { usleep(1000) }
    kill(program.id, signal)
    // The status is an exit status, not a signal.
    #expect(program.waitForEnd() == status << 8)
    let converted = try tree(shell.folder.appending(path: "out")).count
    #expect(converted < 600)
    let end = try shell.run("iaconv batch '\(shell.folder.path)/in' -t text -o out")
    let message = String(decoding: end.errors, as: UTF8.self)
    if converted > 0 { #expect(message.contains("\(converted) unchanged"), "\(message)") }
    #expect(try tree(shell.folder.appending(path: "out")).count == 600)
  }
}
