internal import ArgumentParser
internal import IAConvert

/// `iaconv archive diff`: lists the documents in which two archives differ.
struct ArchiveDiffCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Lists the documents of .iaa archives that were added, removed or changed.",
    discussion: """
      Compares two archives, or two generations of one: ARCHIVE@2 is the archive after generation \
      2, if no file has that name. Documents are matched by name, and those \
      without a name by id. A line begins with + for an added document, with - for a removed one \
      and with ~ for a changed one. The exit status is 0 if both have the same documents, else 1.

      Examples:
        iaconv archive diff old.iaa new.iaa
        iaconv archive diff letters.iaa@1 letters.iaa@2
        iaconv archive diff letters.iaa --from-generation 1 --json
      """)

  @Argument(help: ArgumentHelp("The first archive.", valueName: "a"), completion: .file())
  var first: String

  @Argument(
    help: ArgumentHelp("The second archive (default: the first).", valueName: "b"),
    completion: .file())
  var second: String?

  @Option(
    help: ArgumentHelp("The generation of the first archive (default: the newest).", valueName: "n")
  )
  var fromGeneration: Int?

  @Option(
    help: ArgumentHelp(
      "The generation of the second archive (default: the newest).", valueName: "n"))
  var toGeneration: Int?

  @Flag(help: "Print the changes as one JSON object.")
  var json = false

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    if second == nil, fromGeneration == nil, toGeneration == nil,
      ContainerDifference.Side(first).generation == nil
    {
      throw ValidationError("one archive alone is compared by --from-generation")
    }
  }

  func run() throws {
    var older = ContainerDifference.Side(first)
    if let fromGeneration { older.generation = fromGeneration }
    var newer = second.map { ContainerDifference.Side($0) } ?? .init(path: older.path)
    if let toGeneration { newer.generation = toGeneration }
    let difference = try ContainerDifference(older, newer, limits: reading.choices.limits)
    try StandardOutput.print(json ? difference.json : difference.text)
    guard difference.isEqual else { throw Ending(status: .loss) }
  }
}
