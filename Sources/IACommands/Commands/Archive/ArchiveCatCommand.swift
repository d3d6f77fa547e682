internal import ArgumentParser

/// `iaconv archive cat`: one document of an archive.
struct ArchiveCatCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat",
    abstract: "Writes documents of an archive to the standard output.",
    discussion: """
      The documents are written without conversion, or with -t in another format, one after \
      another; a terminal shows the text of those that are binary. A path that no document has is a pattern (iaconv archive list --help describes \
      patterns). NAME@2 is version 2 of the document NAME (iaconv archive versions lists them) if no \
      document has the name NAME@2 itself; NAME@2@1 is version 1 of a document with that name. The \
      name of the file that a document was read from (iaconv archive list --long) also names it, if \
      no document has that name. \
      --original writes the original files of the documents, if the archive contains them.

      Examples:
        iaconv archive cat letters.iaa 'chat/*' -t text
        iaconv archive cat letters.zip 2026/may.json -t text
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(help: ArgumentHelp("The paths of the documents in it, or patterns.", valueName: "path"))
  var paths: [String]

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp("The format to write the document in.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @Flag(help: "Write the original files of the documents of an .iaa archive.")
  var original = false

  @OptionGroup var moment: ArchiveMomentOption

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  /// The request that the arguments state.
  var request: ArchiveCatRequest {
    ArchiveCatRequest(
      archive: archive, paths: paths, to: to, isOriginal: original, moment: moment.at,
      choices: archives.choices)
  }

  func validate() throws {
    if let contradiction = request.contradiction { throw ValidationError(contradiction) }
  }

  func run() throws { try request.run() }
}
