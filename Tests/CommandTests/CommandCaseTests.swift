import Foundation
import Testing

/// Runs the case files; `IA_ACCEPT=1` replaces the expected results with the actual ones.
@Suite struct CommandCaseTests {
  private static let accepts = ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1"

  @Test func `There are case files`() {
    #expect(CaseFile.all.count > 5)
  }

  @Test(arguments: CaseFile.all)
  func `Commands have the results that their case states`(file: CaseFile) throws {
    let shell = try Shell()
    var lines = try file.lines()
    var shift = 0
    for block in CaseFile.blocks(in: lines) {
      if let name = block.fileName {
        let text = block.content.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: shell.folder.appending(path: name))
        continue
      }
      let expected = Transcript(block.content)
      let actual = try run(expected, in: shell)
      if Self.accepts {
        let place = block.lines.lowerBound + shift..<block.lines.upperBound + shift
        lines.replaceSubrange(place, with: actual.lines)
        shift += actual.lines.count - block.lines.count
      } else {
        let number = block.lines.lowerBound + 1
        #expect(
          actual == expected,
          """
          \(file.url.lastPathComponent):\(number)
          expected:
          \(expected.lines.joined(separator: "\n"))
          actual:
          \(actual.lines.joined(separator: "\n"))
          """)
      }
    }
    if Self.accepts {
      try lines.joined(separator: "\n").write(to: file.url, atomically: true, encoding: .utf8)
    }
  }

  private func run(_ expected: Transcript, in shell: Shell) throws -> Transcript {
    let input = expected.input.map { $0.map { $0 + "\n" }.joined() }
    let result = try shell.run(expected.command, input: input)
    #expect(!result.timedOut, "\(expected.command) did not end")
    var actual = Transcript(command: expected.command, input: expected.input)
    actual.output = Self.lines(of: result.output)
    actual.errors = Self.lines(of: result.errors)
    actual.status = result.status
    return actual
  }

  /// The values in a line of a report that differ between runs: times, memory and the process.
  private static var usage: Regex<Substring> {
    /"ms":[0-9.]+,"peak_kib":[0-9]+(?:,"(?:started|at|worker|pid|attempts|worker_kib)":[0-9]+|,"sandbox":"[^"]*")*/
  }

  /// Returns the lines of an output, without values that differ between runs.
  private static func lines(of data: Data) -> [String] {
    var lines = String(decoding: data, as: UTF8.self)
      .replacing(usage, with: #""ms":0,"peak_kib":0"#)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true {
      lines.removeLast()
    } else if let last = lines.popLast() {
      lines.append(last + "%")
    }
    return lines
  }
}
