internal import ArgumentParser
internal import IAConvert
internal import IAText

/// `iaconv diff`: the differences between two documents.
struct DiffCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two documents.",
    discussion: """
      Compares text (by words), intensities, attributes, blocks, attachments, metadata and options. \
      Lines are paragraphs of the first document, units its UTF-16 units. Removed words are shown \
      as [-this-] and added ones as {+that+}, or in colours on a terminal. --unified compares the \
      lines of text alone. The exit status is 0 if the documents are equal, else 1.

      Examples:
        iaconv diff letter.json letter.md
        iaconv diff --unified old.md new.html
        iaconv diff old.json new.json --json
      """)

  @OptionGroup var pair: PairOptions
  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Print the changes as one JSON object.")
  var json = false

  @Flag(name: [.customShort("u"), .long], help: "Compare the lines of text, as diff -u does.")
  var unified = false

  @Flag(help: "Print the number of changes of each kind.")
  var stat = false

  func validate() throws {
    if [json, unified, stat].count(where: { $0 }) > 1 {
      throw ValidationError("--json, --unified and --stat exclude each other")
    }
  }

  func run() throws {
    let (left, right) = try pair.documents(reading.choices)
    let isEqual: Bool
    if unified {
      let lines = UnifiedDifference(left.string, right.string).lines(
        names: (pair.first, pair.second), colors: TerminalColors.count)
      try print(lines)
      isEqual = lines.isEmpty
    } else {
      let difference = DocumentDifference(left, right)
      try print(difference, left, right)
      isEqual = difference.isEqual
    }
    guard isEqual else { throw Ending(status: .loss) }
  }

  private func print(
    _ difference: DocumentDifference, _ left: IADocument, _ right: IADocument
  ) throws {
    if json { return try StandardOutput.print(difference.json) }
    if stat { return try print(DifferenceStatistics(difference).lines) }
    let text = DifferenceText(
      left.string, right.string, columns: min(ProcessControl.columns(of: 1) ?? 80, 120),
      colors: TerminalColors.count)
    try print(text.lines(of: difference))
  }

  private func print(_ lines: [String]) throws {
    try StandardOutput.print(lines.map { $0 + "\n" }.joined())
  }
}
