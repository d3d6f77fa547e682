internal import ArgumentParser
internal import IAConvert

/// `iaconv archive list`: what is in archives.
struct ArchiveListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the files of archives and folders: size, format, path.",
    discussion: """
      Example:
        iaconv archive list letters.zip
      """)

  @Argument(
    help: ArgumentHelp("The archives and folders.", valueName: "archive"), completion: .file())
  var inputs: [String]

  @Flag(help: "List them as JSON.")
  var json = false

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func run() throws {
    let listing = try ArchiveListing(of: archives.collection(of: inputs))
    for omission in listing.omitted { ArchiveReadingOptions.tell(omission) }
    try StandardOutput.print(json ? listing.json : listing.text)
    guard !listing.isDamaged else { throw Ending(status: .damage) }
  }
}
