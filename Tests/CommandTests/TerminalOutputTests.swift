import Foundation
import Testing

@testable import IACommands

/// Output to a pseudo-terminal, by `script`.
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

  @Test func `Text is shown as it is, without control characters`() throws {
    #expect(try run("iaconv archive cat a.tar c.md").output.contains("# Title"))
    let (output, status) = try run("iaconv archive cat a.tar b.txt")
    #expect(status == 0)
    #expect(output.contains("bell") && output.contains("red"))
    #expect(!output.unicodeScalars.contains("\u{1B}") && !output.unicodeScalars.contains("\u{7}"))
  }

  @Test func `Text without control characters can be shown`() {
    #expect(TerminalOutput.canShow(Array("a\tä\r\n拜".utf8)))
    #expect(TerminalOutput.canShow([]))
    for bytes: [UInt8] in [[0], [0x1B], [0x7F], [0xC2, 0x9B], [0xFF], [0xE6]] {
      #expect(!TerminalOutput.canShow(bytes))
    }
  }
}
