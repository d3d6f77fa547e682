import Foundation
import Testing

/// An interrupted comparison that runs another program.
@Suite struct StoppedProgramTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `A signal ends the other program and its children, and removes the folder`(
    signal: Int32
  ) throws {
    let shell = try Shell()
    let folder = shell.folder
    // A program that does not end, with a child process that ignores signals to end.
    let made = try shell.run(
      """
      mkdir bin tmp && printf '{\\\\rtf1 a}' > a.rtf && cp a.rtf b.rtf && cat > bin/soffice <<'END'
      #!/bin/sh
      sh -c 'trap "" INT TERM HUP; echo $$ > "$IA_FOLDER/child"; while :; do sleep 1; done' &
      echo $$ > "$IA_FOLDER/program"
      wait
      END
      chmod +x bin/soffice
      """)
    #expect(made.status == 0, "\(String(decoding: made.errors, as: UTF8.self))")
    let program = try SpawnedProgram(
      ["fidelity", folder.path + "/a.rtf", folder.path + "/b.rtf", "--by", "libreoffice"],
      variables: [
        "PATH": folder.path + "/bin:/usr/bin:/bin", "TMPDIR": folder.path + "/tmp",
        "IA_FOLDER": folder.path,
      ])
    let names = ["program", "child"]
    func process(_ name: String) -> pid_t? {
      let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    for _ in 0..<1000 where !names.allSatisfy({ process($0) != nil }) { usleep(10_000) }
    let processes = names.compactMap(process)
    #expect(processes.count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").count == 1)
    kill(program.id, signal)
    #expect(program.waitForEnd() == (128 + signal) << 8)
    usleep(200_000)
    for id in processes { #expect(!isRunning(id)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").isEmpty)
  }

  /// Returns whether a process runs; a zombie process does not.
  private func isRunning(_ id: pid_t) -> Bool {
    guard kill(id, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.contains("Z") != true
  }
}
