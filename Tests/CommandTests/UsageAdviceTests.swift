import ArgumentParser
import Testing

@testable import IACommands

/// Suggestions for mistakes on the command line.
@Suite struct UsageAdviceTests {
  private let table = CommandTable()

  @Test(arguments: [
    ("covnert a.md", "'covnert' is neither a command nor a file; did you mean 'convert'?"),
    ("inspec a.md", "'inspec' is neither a command nor a file; did you mean 'inspect'?"),
    ("a.md --schem HueGYR", "there is no option --schem; did you mean --scheme?"),
    ("convert --schem=HueGYR a b", "there is no option --schem; did you mean --scheme?"),
    ("a.md --thread", "--thread is an option of 'render', not of 'convert'"),
    ("render a.md --media x", "--media is an option of 'convert' and 'batch', not of 'render'"),
    ("a.md -Z", "there is no option -Z"),
    ("archive lst x", "archive has no command 'lst'; did you mean 'list'?"),
    (
      "archive x",
      "archive has no command 'x'; there is create, info, list, cat, extract, export, verify, add, remove"
        + ", versions, repair, compact, protect, diff, search, merge, keygen, public-key, sign"
        + " and check-signature"
    ),
    (
      "archive create a.iaa b.md",
      "archive create writes the archive that -o names: iaconv archive create … -o a.iaa"
    ),
    (
      "archive create b.md",
      "archive create writes the archive that -o names: iaconv archive create … -o NAME.iaa"
    ),
    ("help convrt", "there is no command 'convrt'; did you mean 'convert'?"),
    ("help archive lst", "archive has no command 'lst'; did you mean 'list'?"),
  ])
  func `A mistake is named`(line: String, message: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(UsageAdvice(arguments, table: table).message == message)
  }

  @Test(arguments: [
    "a.md -t html", "convert a.md", "help convert", "help archive list", "archive list x",
    "a.md -- --schem", "archive create b.md -qo a.iaa",
    "archive create b.md --output=a.iaa", "render a.md --page-size a4", "a.md -thtml",
  ])
  func `A line without a misspelt name has no suggestion`(line: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(UsageAdvice(arguments, table: table).message == nil)
  }

  @Test func `The lists of names agree with the declarations`() {
    #expect(table.root.subcommands.map(\.name).sorted() == IAConvCommand.namedCommands.sorted())
    let all = table.root.subcommands.flatMap { [$0] + $0.subcommands }.flatMap(\.options)
    let short = all.filter { option in option.names.contains { $0.count == 2 } }
    let flags = Set(short.filter(\.isFlag).flatMap(\.names).filter { $0.count == 2 })
    let options = Set(short.filter { !$0.isFlag }.flatMap(\.names).filter { $0.count == 2 })
    #expect(Set(JoinedLetters.options.map { "-\($0)" }) == options)
    #expect(flags.isSuperset(of: JoinedLetters.flags.map { "-\($0)" }))
    #expect(flags.isDisjoint(with: options))
  }

  @Test(arguments: [
    (["-qthtml", "a"], ["-q", "-t", "html", "a"]), (["-qo", "x"], ["-qo", "x"]),
    (["-qvox.html"], ["-q", "-v", "-o", "x.html"]), (["-thtml", "b"], ["-t", "html", "b"]),
    (["-o-", "-qo-"], ["-o", "-", "-q", "-o", "-"]), (["-j-1", "-qj-1"], ["-j-1", "-q", "-j-1"]),
    (["-o=x", "-vo=x"], ["-o=x", "-v", "-o=x"]), (["-qv", "-q"], ["-qv", "-q"]),
    (["--", "-qthtml"], ["--", "-qthtml"]), (["--quiet"], ["--quiet"]), ([], []),
  ])
  func `Joined short options are separated`(given: [String], expected: [String]) {
    #expect(JoinedLetters.separated(given) == expected)
  }

  @Test(
    arguments: [
      (["archive", "cat", "a.iaa", "b"], "cat", 2), (["batch", "in", "-o", "x"], "batch", 1),
      (["archive"], nil, 0), (["archive", "lst", "a.iaa"], nil, 0), (["help", "archive"], nil, 0),
      (["dictionary", "train", "a"], "train", 2), (["a.md"], nil, 0), ([], nil, 0),
    ] as [([String], String?, Int)])
  func `The command that arguments name is found without the command tree`(
    arguments: [String], name: String?, count: Int
  ) throws {
    let found = Program.named(by: arguments)
    #expect(found?.command.configuration.commandName == name)
    #expect(found?.count ?? 0 == count)
  }

  @Test func `Edit distances equal those of the naive recursion`() {
    let words = ["", "a", "ab", "ba", "abc", "acb", "convert", "covnert", "cnovert", "list", "lst"]
    for one in words {
      for other in words {
        #expect(
          EditDistance.between(one, other) == Self.distance(Array(one.utf8), Array(other.utf8)),
          "\(one) \(other)")
      }
    }
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    func d(_ i: Int, _ j: Int, _ memo: inout [[Int]: Int]) -> Int {
      if i == 0 || j == 0 { return i + j }
      if let known = memo[[i, j]] { return known }
      var best = min(d(i - 1, j, &memo) + 1, d(i, j - 1, &memo) + 1)
      best = min(best, d(i - 1, j - 1, &memo) + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        best = min(best, d(i - 2, j - 2, &memo) + 1)
      }
      memo[[i, j]] = best
      return best
    }
    var memo: [[Int]: Int] = [:]
    return d(a.count, b.count, &memo)
  }

  @Test func `Each explanation has a unique code and a text`() {
    let all = Explanation.all
    #expect(all.count > 190)
    #expect(Set(all.map(\.code)).count == all.count)
    #expect(all.allSatisfy { !$0.text.isEmpty })
  }
}
