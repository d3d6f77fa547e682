import Foundation
import Testing

@testable import IACommands

/// Output to a pseudo-terminal that `script` provides.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "needs script"))
struct TerminalOutputTests {
  private func run(_ command: String) throws -> (output: String, status: Int32) {
    let shell = try Shell()
    let made = try shell.run(
      "printf 'A *b*.\\n' > a.md; iaconv archive create -q a.md -o a.iaa; "
        + "printf 'bell \\007 and \\033[31mred' > b.txt; printf '# Title' > c.md; tar -cf a.tar b.txt c.md"
    )
    #expect(made.status == 0)
    let result = try shell.run("TERM=dumb script -qec '\(command)' /dev/null")
    return (String(decoding: result.output, as: UTF8.self), result.status)
  }

  @Test(arguments: [
    "iaconv a.md -t ia", "iaconv archive cat a.iaa a -t ia", "iaconv a.md -t ia -o -",
  ])
  func `Binary data is refused`(command: String) throws {
    let (output, status) = try run(command)
    #expect(status == 64)
    #expect(output.contains("usage.binary: ia is binary data"))
    #expect(!output.contains("IAS"))
  }

  @Test func `The text of a binary document is shown`() throws {
    let (output, status) = try run("iaconv archive cat a.iaa a")
    #expect(status == 0)
    #expect(output.contains("A ") && !output.contains("IAS"))
  }

  @Test func `Text is shown unchanged, without control characters`() throws {
    #expect(try run("iaconv archive cat a.tar c.md").output.contains("# Title"))
    let (output, status) = try run("iaconv archive cat a.tar b.txt")
    #expect(status == 0)
    #expect(output.contains("bell") && output.contains("red"))
    #expect(!output.unicodeScalars.contains("\u{1B}") && !output.unicodeScalars.contains("\u{7}"))
  }

  @Test func `Terminals without control sequences get none; NO_COLOR disables only colours`()
    throws
  {
    let shell = try Shell()
    let made = try shell.run(
      "printf '# Title\n\nA *b* and **c**, [d](https://example.org).\n' > a.md; "
        + "printf '# Title\n\nA *b* and **e**.\n' > b.md")
    #expect(made.status == 0)
    func output(_ command: String) throws -> String {
      String(decoding: try shell.run("\(command) /dev/null").output, as: UTF8.self)
    }
    for command in ["iaconv a.md -t ansi", "iaconv a.md", "iaconv diff a.md b.md"] {
      for terminal in ["TERM=dumb", "TERM=", "env -u TERM", "TERM=dumb COLORTERM=truecolor"] {
        let shown = try output("\(terminal) script -qec '\(command)'")
        #expect(shown.contains("d") && !shown.contains("\u{1B}"), "\(terminal) \(command)")
      }
    }
    let plain = try output("NO_COLOR=1 TERM=xterm script -qec 'iaconv a.md -t ansi'")
    #expect(plain.contains("\u{1B}[1m") && plain.contains("\u{1B}]8;;https://example.org"))
    #expect(!plain.contains("[38") && !plain.contains("[3;3"))
  }

  @Test func `Text without control characters can be shown`() {
    #expect(TerminalOutput.canShow(Array("a\tä\r\n拜".utf8)))
    #expect(TerminalOutput.canShow([]))
    for bytes: [UInt8] in [[0], [0x1B], [0x7F], [0xC2, 0x9B], [0xFF], [0xE6]] {
      #expect(!TerminalOutput.canShow(bytes))
    }
  }
}
