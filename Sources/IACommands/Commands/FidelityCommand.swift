internal import ArgumentParser
internal import IAConvert

/// `iaconv fidelity`: how much of a document a round trip has kept.
struct FidelityCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fidelity",
    abstract: "Measures how much of a document another one has kept.",
    discussion: """
      The texts are aligned. Each line then counts the units, paragraphs, attachments or entries that \
      have an attribute in at least one document, and those that have the same value in both.

      Example:
        iaconv letter.json -o letter.md && iaconv fidelity letter.json letter.md
      """)

  @OptionGroup var pair: PairOptions
  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Print the scores as one JSON object.")
  var json = false

  func run() throws {
    let (left, right) = try pair.documents(reading.choices)
    let fidelity = Fidelity(left, right)
    try StandardOutput.print(
      json ? fidelity.json : fidelity.lines.map { $0 + "\n" }.joined())
  }
}
