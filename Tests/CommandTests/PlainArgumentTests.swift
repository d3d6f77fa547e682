import ArgumentParser
import Testing

@testable import IACommands

/// The fast path for arguments gives the result of the argument parser, or no result.
@Suite struct PlainArgumentTests {
  /// Command lines that the fast path must accept.
  static let plain = [
    "a.md", "-", "a.md -o a.html", "-o a.html a.md", "convert a.md -o a.html",
    "a.md --output a.html -f markdown -t html", "- -o - -f text -t json",
    "--from markdown a.md --to html", "a.md -t html --profile semantic -q",
    "--quiet --strict a.md -o b.json --report r.jsonl", "a.md -o x/b.md --media pictures",
    "a.md -o b.html --no-hidden-data", "a.md -o b.html --report -", "convert convert",
    "-o out.html -q", "-q inspect", "a.md b.html c.txt -t html -o out",
    "-t html -o out x a.md", "convert -t text a.md b.md -o out --report r -q --strict",
  ].map { $0.split(separator: " ").map(String.init) }

  /// Command lines that the fast path must leave to the argument parser.
  static let others: [[String]] =
    [
      "--help", "-h a.md", "a.md --version", "inspect a.md", "formats", "stickers list a",
      "help convert", "convert --help", "a.md -o", "a.md -o -x", "a.md -o=b.html",
      "a.md --output=b.html", "a.md -ob.html", "-qo b.html a.md", "a.md -o b -o c", "a.md -q -q",
      "-- a.md", "a.md -- -o", "a.md --bogus", "a.md -x", "a.md --scheme Weight",
      "a.md --stickers pack", "a.md --media pictures", "a.md --report -", "a.md --max-input 4k",
      "a.md --strict=true", "a b -o c", "a b -t html", "- - -t html -o c", "a.md --no-quiet",
      "a.md --root site", "a.md --from -t", "--generate-completion-script zsh",
    ].map { $0.split(separator: " ").map(String.init) } + [[], [""], ["a.md", "-o", ""]]

  @Test(arguments: plain)
  func `A plain command line has the same result on both paths`(arguments: [String]) throws {
    let short = try #require(PlainArguments.request(arguments))
    let words = arguments.first == "convert" ? Array(arguments.dropFirst()) : arguments
    #expect(try ConvertCommand.parse(words).request == short)
  }

  @Test(arguments: others)
  func `Other command lines are left to the argument parser`(arguments: [String]) {
    #expect(PlainArguments.request(arguments) == nil)
  }

  @Test func `Options of the fast path are declared and have the same kind`() {
    let declared = CommandTable().defaultCommand.options
    for (name, isFlag) in PlainArguments.options {
      let option = declared.first { $0.names.contains(name) }
      #expect(option?.isFlag == isFlag, "\(name)")
    }
    #expect(PlainArguments.options.count == 13)
  }

  /// All sequences of up to three of these words.
  @Test func `Each line that the fast path accepts has the same result in the argument parser`() {
    let words = ["a", "-", "-o", "-q", "--to", "--report", "convert", "formats", "--", "-x", ""]
    var lines: [[String]] = [[]]
    var understood = 0
    for _ in 0..<3 {
      lines = lines.flatMap { line in words.map { line + [$0] } }
      for line in lines {
        guard let short = PlainArguments.request(line) else { continue }
        understood += 1
        let rest = line.first == "convert" ? Array(line.dropFirst()) : line
        let long = try? ConvertCommand.parse(rest)
        #expect(long?.request == short, "\(line)")
      }
    }
    #expect(understood > 50)
  }
}
