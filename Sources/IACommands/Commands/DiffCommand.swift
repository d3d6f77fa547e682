internal import ArgumentParser
internal import IAConvert
internal import IAText

/// `iaconv diff`: what is different between two documents.
struct DiffCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tells what is different between two documents.",
    discussion: """
      Text, intensities, attributes, blocks, attachments, metadata and options are compared. \
      Offsets count UTF-16 units of the first document. Ends with 0 where the documents are \
      equal and with 1 where they are not.

      Examples:
        iaconv diff letter.json letter.md
        iaconv diff old.json new.json --json
      """)

  @OptionGroup var pair: PairOptions
  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Tell the changes as one JSON object.")
  var json = false

  func run() throws {
    let (left, right) = try pair.documents(reading.choices)
    let difference = DocumentDifference(left, right)
    if json {
      try StandardOutput.print(difference.json)
    } else {
      let text = DifferenceText(
        left.string, right.string, columns: min(ProcessControl.columns(of: 1) ?? 80, 120),
        colors: TerminalColors.count)
      try StandardOutput.print(text.lines(of: difference).map { $0 + "\n" }.joined())
    }
    guard difference.isEqual else { throw Ending(status: .loss) }
  }
}
