import ArgumentParser
import Testing

@testable import IACommands

/// The fast path for the arguments of archive commands gives the result of the argument parser, or
/// no result.
@Suite struct PlainArchiveArgumentTests {
  /// Command lines after `archive` that the fast path must accept.
  static let plain = [
    "cat a.iaa b", "cat a.iaa b c -t text", "cat -t html a.iaa b", "cat a.iaa b --original",
    "cat a.zip b --to json", "cat - b", "cat a.iaa b@2", "list a.iaa", "list a.iaa b* -l",
    "list a.iaa --json b", "list --long --json a.iaa", "search text a.iaa", "search -i text a b",
    "search text a -c --json --no-index", "search text a --ignore-case --count",
  ].map { $0.split(separator: " ").map(String.init) }

  /// Command lines after `archive` that the fast path must leave to the argument parser.
  static let others: [[String]] =
    [
      "cat", "cat a.iaa", "list", "search text", "cat a.iaa b -ttext", "cat a.iaa b --to=text",
      "cat a.iaa b -t", "cat a.iaa b -t -x", "cat a.iaa b --original -t text",
      "cat a.zip b --original", "cat a.iaa b --at 2", "cat a.iaa b --max-ratio 3", "cat a b -- -c",
      "cat a b --help", "cat a b --version", "list a -lx", "list a -l -l", "list a --only b",
      "list a --at 1", "search a b -ic", "search a b --max-input 4k", "search a b --json=1",
      "verify a", "create a -o b", "extract a -o b", "export a -o b", "catt a b", "list -h",
    ].map { $0.split(separator: " ").map(String.init) } + [
      [], ["cat", "", "b"], ["cat", "a", ""], ["search", "", "a"], ["search", "a\nb", "a"],
    ]

  private func parsed(_ words: [String]) throws -> PlainArchiveArguments.Request? {
    let rest = Array(words.dropFirst())
    return switch words.first {
    case "cat": .cat(try ArchiveCatCommand.parse(rest).request)
    case "list": .list(try ArchiveListCommand.parse(rest).request)
    case "search": .search(try ArchiveSearchCommand.parse(rest).request)
    default: nil
    }
  }

  @Test(arguments: plain)
  func `A plain command line has the same result on both paths`(words: [String]) throws {
    let short = try #require(PlainArchiveArguments.request(["archive"] + words))
    #expect(try parsed(words) == short)
  }

  @Test(arguments: others)
  func `Other command lines are left to the argument parser`(words: [String]) {
    #expect(PlainArchiveArguments.request(["archive"] + words) == nil)
    #expect(PlainArchiveArguments.request(words) == nil)
  }

  @Test func `Options of the fast path are declared and have the same kind`() throws {
    let archive = try #require(CommandTable().root.subcommand("archive"))
    for command in PlainArchiveArguments.Command.allCases {
      let declared = try #require(archive.subcommand(command.rawValue)).options
      for option in PlainArchiveArguments.options(of: command) {
        let found = declared.first { !Set($0.names).isDisjoint(with: option.names) }
        #expect(Set(found?.names ?? []) == Set(option.names), "\(command) \(option.names)")
        #expect(found?.isFlag == option.isFlag, "\(command) \(option.names)")
      }
    }
  }

  /// All sequences of up to four of these words.
  @Test func `Each line of the fast path has the same result in the argument parser`() throws {
    let words = ["a.iaa", "b", "-t", "--original", "-l", "-i", "--json", "--", "-x", ""]
    var understood = 0
    for command in PlainArchiveArguments.Command.allCases {
      var lines: [[String]] = [[]]
      for _ in 0..<4 {
        lines = lines.flatMap { line in words.map { line + [$0] } }
        for line in lines {
          let line = [command.rawValue] + line
          guard let short = PlainArchiveArguments.request(["archive"] + line) else { continue }
          understood += 1
          #expect((try? parsed(line)) == short, "\(line)")
        }
      }
    }
    #expect(understood > 200)
  }

  @Test func `An alias of a command is recognised like its name`() throws {
    let archive = try #require(CommandTable().root.subcommand("archive"))
    #expect(archive.subcommand("export")?.name == "extract")
    #expect(archive.subcommandNames.contains("export"))
    let named = try #require(Program.named(by: ["archive", "export", "a"]))
    #expect(ObjectIdentifier(named.command) == ObjectIdentifier(ArchiveExtractCommand.self))
    #expect(named.count == 2)
  }
}
