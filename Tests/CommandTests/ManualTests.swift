import Foundation
import IATestSupport
import Testing

/// The generated manual page.
@Suite struct ManualTests {
  private static let hasPython =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    || ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") } == true

  @Test(.enabled(if: hasPython, "needs Python"))
  func `The manual page in the repository equals the generated one`() throws {
    let root = ExternalCorpora.packageRoot
    let page = root.appending(path: "Documentation/man/iaconv.1")
    let shell = try Shell()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let script = root.appending(path: "Scripts/generate-manual").path
    let result = try shell.run(
      "iaconv --experimental-dump-help > help.json && PATH='\(path)' '\(script)' < help.json")
    #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
    if ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1" {
      try result.output.write(to: page)
    }
    let found = try String(contentsOf: page, encoding: .utf8)
    #expect(found == String(decoding: result.output, as: UTF8.self))
  }
}
