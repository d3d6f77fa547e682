internal import ArgumentParser

/// `iaconv archive list`: the documents of archives.
struct ArchiveListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the files of archives and folders: size, format, path.",
    discussion: """
      Operands after the first one that are neither existing files nor names of archives are \
      patterns: only documents that match one of them are listed. * matches any characters except \
      /, ** also /, and ? one character; \\* means the character *. A pattern that ends with / \
      means everything in that folder. NAME@2 is version 2 of the document NAME (iaconv archive \
      versions lists them), if no document has the name NAME@2 itself.

      --long reads the documents and lists: UTF-16 units, size of the original file, media type, \
      date if the document states one, first digits of the SHA-256 of the original file, path, and \
      name of the original file.

      Examples:
        iaconv archive list letters.iaa
        iaconv archive list letters.iaa 'chat/*' --long
      """)

  @Argument(
    help: ArgumentHelp("The archives and folders, then patterns.", valueName: "archive"),
    completion: .file())
  var inputs: [String]

  @Option(
    name: .customLong("only"),
    help: ArgumentHelp("List only documents that match this pattern.", valueName: "pattern"))
  var patterns: [String] = []

  @Flag(name: [.customShort("l"), .long], help: "Read the documents and list their details.")
  var long = false

  @OptionGroup var moment: ArchiveMomentOption

  @Flag(help: "List them as JSON.")
  var json = false

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  /// The request that the arguments state.
  var request: ArchiveListRequest {
    ArchiveListRequest(
      inputs: inputs, patterns: patterns, isLong: long, isJSON: json, moment: moment.at,
      choices: archives.choices)
  }

  func run() throws { try request.run() }
}
