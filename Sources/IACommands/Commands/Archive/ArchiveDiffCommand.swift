internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// `iaconv archive diff`: lists the documents in which two archives differ, or compares two of their
/// documents.
struct ArchiveDiffCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Lists the documents of .iaa archives that were added, removed or changed.",
    discussion: """
      Compares two archives, or two generations of one: ARCHIVE@2 is the archive after generation \
      2, if no file has that name. Documents are matched by name, and those \
      without a name by id. A line begins with + for an added document, with - for a removed one \
      and with ~ for a changed one. The exit status is 0 if both have the same documents, else 1; it is \
      3 if an archive ends with an interrupted addition, which is not compared.

      With two names after the archive, two documents of it, or two versions of one, are compared as by \
      iaconv diff. NAME@2 is a version, as for iaconv archive cat.

      Examples:
        iaconv archive diff old.iaa new.iaa
        iaconv archive diff letters.iaa@1 letters.iaa@2
        iaconv archive diff letters.iaa june@1 june@2
        iaconv archive diff letters.iaa --from-generation 1 --json
      """)

  @Argument(help: ArgumentHelp("The first archive.", valueName: "a"), completion: .file())
  var first: String

  @Argument(
    help: ArgumentHelp(
      "The second archive (default: the first); before a third operand, a document.",
      valueName: "b"),
    completion: .file())
  var second: String?

  @Argument(help: ArgumentHelp("The document to compare with document b.", valueName: "c"))
  var third: String?

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

  @OptionGroup var form: DifferenceOptions

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    try form.validate(json: json)
    try ArchiveFileOperand.require(third == nil ? [first, second ?? ""] : [first])
    if third != nil {
      guard fromGeneration == nil, toGeneration == nil else {
        throw ValidationError(
          "--from-generation and --to-generation compare archives, not documents")
      }
      return
    }
    if form.unified || form.stat {
      throw ValidationError("--unified and --stat compare two documents: ARCHIVE NAME@1 NAME@2")
    }
    if second == nil, fromGeneration == nil, toGeneration == nil,
      ContainerDifference.Side(first).generation == nil
    {
      throw ValidationError("one archive alone is compared by --from-generation")
    }
  }

  func run() throws {
    if let second, let third { return try compare(second, third) }
    var older = ContainerDifference.Side(first)
    if let fromGeneration { older.generation = fromGeneration }
    var newer = second.map { ContainerDifference.Side($0) } ?? .init(path: older.path)
    if let toGeneration { newer.generation = toGeneration }
    let difference = try ContainerDifference(older, newer, limits: reading.choices.limits)
    try StandardOutput.print(json ? difference.json : difference.text)
    try ArchiveInterruption.end(difference.interruptions)
    guard difference.isEqual else { throw Ending(status: .loss) }
  }

  /// Compares two documents of the archive.
  private func compare(_ left: String, _ right: String) throws {
    let isEqual = try form.print(
      document(left), document(right), names: (left, right), json: json)
    guard isEqual else { throw Ending(status: .loss) }
  }

  private func document(_ name: String) throws -> IADocument {
    var collection = FileCollection([first])
    collection.limits = reading.choices.limits
    guard let file = try collection.file(at: name, onOmission: ArchiveReadingOptions.tell) else {
      throw collection.missingFile(name, in: first)
    }
    var conversion = Conversion(to: FormatID("json"))
    conversion.inputFormat = try reading.choices.format()
    conversion.readOptions = try reading.choices.readOptions()
    do {
      return try conversion.read(file.source).document
    } catch {
      throw Failure(error, path: file.label)
    }
  }
}
