internal import ArgumentParser
internal import IAConvert

/// `iaconv archive search`: finds the paragraphs of archives that contain a text.
struct ArchiveSearchCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Searches the texts of .iaa archives and prints the paragraphs that contain a text.",
    discussion: """
      Each line contains the path of a document, the number of the paragraph, and the paragraph. \
      Only the texts are read. The text is compared byte by byte, or in lower case with -i.

      An archive with an index of words (create --index) is searched faster: blocks of documents that \
      cannot contain the text are not read. The result is the same. A damaged index is reported and \
      not used. --no-index reads all texts, also to find damage.

      The exit status is 0 if the text was found, 1 if not, and 3 if a part of an archive is damaged. An \
      archive that cannot be read is reported (65, 66 or 77), and the others are searched.

      Example:
        iaconv archive search 'turned' letters.iaa more.iaa -i
      """)

  @Argument(help: ArgumentHelp("The text to search for.", valueName: "text"))
  var text: String

  @Argument(help: ArgumentHelp("The archives.", valueName: "archive"), completion: .file())
  var archives: [String]

  @Flag(name: [.customShort("i"), .long], help: "Do not distinguish upper and lower case.")
  var ignoreCase = false

  @Flag(
    name: [.customShort("c"), .long], help: "Print only the number of paragraphs of each document.")
  var count = false

  @Flag(help: "Print one JSON array.")
  var json = false

  @Flag(help: "Read all texts, even if the archive has an index of words.")
  var noIndex = false

  @OptionGroup var reading: ReadingOptions

  /// The request that the arguments state.
  var request: ArchiveSearchRequest {
    ArchiveSearchRequest(
      text: text, archives: archives, ignoresCase: ignoreCase, isCount: count, isJSON: json,
      usesIndex: !noIndex, reading: reading.choices)
  }

  func run() throws {
    let request = request
    guard request.search != nil else { throw ValidationError(ArchiveSearchRequest.unsearchable) }
    try request.run()
  }
}

/// `iaconv archive merge`: writes the documents of several archives to a new one.
struct ArchiveMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Writes the documents of several .iaa archives to a new one.",
    discussion: """
      If several archives have a document of the same name, that of the last archive is the newest \
      version and the others are earlier ones; equal documents are written once. The documents get \
      new ids. Earlier versions and removed documents of the archives are omitted.

      Example:
        iaconv archive merge 2025.iaa 2026.iaa -o all.iaa
      """)

  @Argument(help: ArgumentHelp("The archives.", valueName: "archive"), completion: .file())
  var archives: [String]

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The archive to write.", valueName: "out"), completion: .file())
  var output: String

  @Flag(help: "Fail if documents of the same name differ.")
  var refuseConflicts = false

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @OptionGroup var words: ArchiveIndexOption

  @Flag(help: "Print the numbers of documents as one JSON object.")
  var json = false

  @Flag(name: [.customShort("q"), .long], help: "Show no progress.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the new archive.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  func validate() throws {
    try ArchiveFileOperand.require(archives)
    try FileOutput.require(output, "-o", "an archive")
  }

  func run() throws {
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.finish() }
    let merge = try ContainerWork.merge(
      archives, to: output, refusesConflicts: refuseConflicts, recoveryPercent: recovery.percent,
      indexesWords: words.index, replaces: overwrite
    ) { count in
      progress.name = "\(count) documents"
      progress.update(.reading)
    }
    progress.finish()
    let (documents, versions, equal) = (merge.documents, merge.versions, merge.equal)
    try StandardOutput.print(
      json
        ? ContainerWork.json(
          ofNumbers: ["documents": documents, "versions": versions, "equal": equal])
        : [
          ContainerWork.counted(documents, "document"),
          ContainerWork.counted(versions, "earlier version"),
          ContainerWork.counted(equal, "equal document") + " omitted\n",
        ].joined(separator: ", "))
    try ArchiveInterruption.end(merge.interruptions)
  }
}
