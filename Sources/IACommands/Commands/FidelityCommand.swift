internal import ArgumentParser
internal import IAConvert

/// `iaconv fidelity`: how much of a document a round trip has kept.
struct FidelityCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fidelity",
    abstract: "Scores how much of a document another one still has.",
    discussion: """
      The texts are aligned; each line then counts the units, paragraphs, attachments or entries \
      that have an attribute in either document, and how many of those have the same in both.

      Example:
        iaconv letter.json -o letter.md && iaconv fidelity letter.json letter.md
      """)

  @OptionGroup var pair: PairOptions
  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Tell the scores as one JSON object.")
  var json = false

  func run() throws {
    let (left, right) = try pair.documents(reading.choices)
    let fidelity = Fidelity(left, right)
    try StandardOutput.print(
      json ? fidelity.json : fidelity.lines.map { $0 + "\n" }.joined())
  }
}
