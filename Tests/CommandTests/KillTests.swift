import Foundation
import IATestSupport
import Testing

/// The files that remain when the program is killed.
@Suite struct KillTests {
  /// Writes a document whose conversion takes a measurable but short time.
  private func makeInput(in shell: Shell) throws {
    let line = "Some *text* with **marks** and a [link](https://example.org/).\n\n"
    let text = String(repeating: line, count: 1500)
    try Data(text.utf8).write(to: shell.folder.appending(path: "in.md"))
  }

  @Test func `A process that is killed leaves the old file or the new one, and nothing else`()
    throws
  {
    let shell = try Shell()
    try makeInput(in: shell)
    let whole = try shell.run("iaconv -q in.md -o new.html")
    #expect(whole.status == 0)
    let new = try Data(contentsOf: shell.folder.appending(path: "new.html"))
    let old = Data("old".utf8)
    let target = shell.folder.appending(path: "out.html")
    try FileManager.default.removeItem(at: shell.folder.appending(path: "new.html"))

    let start = Date()
    _ = try shell.run("iaconv -q in.md -o out.html")
    let span = Date().timeIntervalSince(start)
    var kept = 0
    for round in 0..<50 {
      try old.write(to: target)
      let process = Process()
      process.executableURL = Shell.programFolder.appending(path: "iaconv")
      process.arguments = ["-q", "in.md", "-o", "out.html"]
      process.currentDirectoryURL = shell.folder
      process.environment = Shell.environment
      try process.run()
      // The times of the kills cover the whole run and 10 % more.
      usleep(UInt32(span * 1.1 * Double(round) / 50 * 1e6))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let found = try Data(contentsOf: target)
      #expect(found == old || found == new, "round \(round): \(found.count) bytes")
      if found == old { kept += 1 }
    }
    // A run removes what a killed one left between the name of a finished file and its last name.
    _ = try shell.run("iaconv -q in.md -o out.html")
    let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path)
    #expect(names.sorted() == ["in.md", "out.html"])
    #expect(kept > 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `A signal ends the program as a signal, and no file remains`(signal: Int32) throws {
    let shell = try Shell()
    let output = shell.folder.appending(path: "out.html").path
    // The program waits for more input.
    let program = try SpawnedProgram(["-f", "text", "-t", "html", "-o", output])
    program.write("some text")
    usleep(300_000)
    kill(program.id, signal)
    // The wait status is the signal number; a shell reports it as 130 or 143.
    #expect(program.waitForEnd() == signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.folder.path).isEmpty)
  }

  @Test func `Killed commands leave archives in the state before or after`() throws {
    let shell = try Shell()
    let script = ExternalCorpora.packageRoot.appending(path: "Scripts/archive-kills").path
    let result = try shell.run("python3 '\(script)' --kills 8", seconds: 900)
    #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 6 && lines.allSatisfy { $0.hasSuffix(" 0 wrong") }, "\(lines)")
  }
}
