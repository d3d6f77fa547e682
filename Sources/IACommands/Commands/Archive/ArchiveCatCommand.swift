internal import ArgumentParser
internal import IAConvert
internal import IAFiles

/// `iaconv archive cat`: one document of an archive.
struct ArchiveCatCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat",
    abstract: "Writes one document of an archive to the standard output.",
    discussion: """
      The document is written without conversion, or with -t in another format.

      Example:
        iaconv archive cat letters.zip 2026/may.json -t text
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(help: ArgumentHelp("The path of the document in it.", valueName: "path"))
  var path: String

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp("The format to write the document in.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func run() throws {
    try OutputGuard.refuse("-", asOneOf: [archive])
    let collection = archives.collection(of: [archive])
    let conversion = try to.map { try archives.conversion(to: $0) }
    var isDamaged = false
    let found = try collection.file(at: path) { omission in
      ArchiveReadingOptions.tell(omission)
      if omission.kind == .damage { isDamaged = true }
    }
    guard let file = found else {
      throw Failure(.noInput, path: archive, code: "archive.no-file", "no file \"\(path)\"")
    }
    do {
      if let conversion {
        let outcome = try conversion.run(from: file.source, to: DescriptorSink())
        StandardError.write(LossSummary(of: outcome.report).lines(for: file.label))
      } else {
        try DescriptorSink().write(try file.source.bytes(limits: collection.limits))
      }
    } catch {
      throw Failure(error, path: file.label)
    }
    if isDamaged { throw Ending(status: .damage) }
  }
}
