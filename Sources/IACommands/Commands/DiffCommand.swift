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

  @OptionGroup var form: DifferenceOptions

  func validate() throws { try form.validate(json: json) }

  func run() throws {
    let (left, right) = try pair.documents(reading.choices)
    let isEqual = try form.print(left, right, names: (pair.first, pair.second), json: json)
    guard isEqual else { throw Ending(status: .loss) }
  }
}
