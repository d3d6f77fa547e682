import Foundation
import IATestSupport
import Testing

/// Compares the bad files of the corpus with `Corpus/bad.tsv`: for each file, one line with the
/// results of strict and lenient reading (for an archive: of reading and verification).
///
/// `IA_ACCEPT=1` writes the table. Run the tests without it first, to see the lines that change.
@Suite struct BadFileTests {
  private static let url = ExternalCorpora.packageRoot.appending(path: "Corpus/bad.tsv")
  private static let heading = "file\tresult\tlenient result\n"

  private static func expected() throws -> [String: String] {
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var lines: [String: String] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      lines[String(line.prefix { $0 != "\t" })] = String(line)
    }
    return lines
  }

  @Test func `Each bad file gives the code and the place that the table lists`() throws {
    let expected = try Self.expected()
    let files = try BadFile.all()
    var found: [String] = []
    for file in files {
      found.append(([file.path] + (try file.results())).joined(separator: "\t"))
    }
    if ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1" {
      try (Self.heading + found.joined(separator: "\n") + "\n").write(
        to: Self.url, atomically: true, encoding: .utf8)
      return
    }
    for (file, line) in zip(files, found) {
      #expect(expected[file.path] == line, "\(file.path)")
    }
    #expect(Set(expected.keys) == Set(files.map(\.path)))
  }

  @Test func `Each bad file is named after its error or note`() throws {
    for (path, line) in try Self.expected() {
      let file = BadFile(path: path)
      let result = line.split(separator: "\t").dropFirst()
      let isNamed = result.contains {
        $0.hasPrefix(file.code + " ") || $0.contains(" \(file.code):")
      }
      #expect(isNamed, "\(line)")
    }
  }

  @Test func `Each error of a bad file lies inside the file`() throws {
    for (path, line) in try Self.expected() {
      let count = try Corpus.bytes(of: path).count
      for result in line.split(separator: "\t").dropFirst() {
        guard let offset = result.split(separator: " ").last.flatMap({ Int($0) }) else { continue }
        #expect((0...count).contains(offset), "\(line)")
      }
    }
  }
}
