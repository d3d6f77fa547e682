internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// `iaconv archive create`: documents into an archive.
struct ArchiveCreateCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Packs documents into an archive.",
    discussion: """
      The inputs are documents, folders and archives. Every file that can be read becomes a \
      document of the archive; others are skipped and listed on the standard error. With --keep, \
      all files are packed without conversion.

      Examples:
        iaconv archive create letters notes.md -t json -o all.zip
        iaconv archive create letters --keep --bag -o letters.tar.zst
      """)

  @Argument(
    help: ArgumentHelp("The documents, folders and archives to pack.", valueName: "in"),
    completion: .file())
  var inputs: [String]

  @OptionGroup var date: ArchiveDateOption

  @OptionGroup var transfer: ArchiveTransferOptions

  var reading: ReadingOptions { transfer.archives.reading }

  func run() throws { try transfer.run(inputs, standardFormat: "json", date: date.recorded) }
}

/// `iaconv archive extract`: documents out of an archive.
struct ArchiveExtractCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Unpacks an archive into a new folder, or into another archive.",
    discussion: """
      The files are unpacked without conversion, or converted with -t. The folder gets its name \
      when all files are unpacked. With patterns, only files that match one of them are unpacked \
      (iaconv archive list --help describes patterns).

      Examples:
        iaconv archive extract letters.zip -o letters
        iaconv archive extract letters.iaa 'chat/*' -t html -o pages
        iaconv archive extract letters.7z -t markdown -o letters.tar.zst
      """)

  @Argument(
    help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(
    help: ArgumentHelp("Patterns for the paths of files (default: all).", valueName: "pattern"))
  var patterns: [String] = []

  @OptionGroup var moment: ArchiveMomentOption

  @OptionGroup var transfer: ArchiveTransferOptions

  var reading: ReadingOptions { transfer.archives.reading }

  func run() throws {
    try transfer.run(
      [archive], patterns: patterns.map(PathPattern.init), standardFormat: nil, at: moment.at)
  }
}
