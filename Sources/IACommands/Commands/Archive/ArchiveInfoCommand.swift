internal import ArgumentParser
internal import IAConvert

/// `iaconv archive info`: counts, sizes and the signature of archives.
struct ArchiveInfoCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows documents, generations, sizes, recovery data and the signature of archives.",
    discussion: """
      Only the directory and the indexes of an .iaa archive are read; verify checks the content. \
      The exit status is 3 if bytes follow the newest valid directory.

      Example:
        iaconv archive info letters.iaa
      """)

  @Argument(help: ArgumentHelp("The archives.", valueName: "archive"), completion: .file())
  var inputs: [String]

  @Flag(help: "Print one JSON array.")
  var json = false

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let limits = reading.choices.limits
    let all = try inputs.map {
      try ContainerOverview(of: StreamedArchive.path(of: $0, limits), limits: limits)
    }
    try StandardOutput.print(json ? ContainerOverview.json(all) : all.map(\.text).joined())
    for damage in all.compactMap(\.damage) { StandardError.write("iaconv: \(damage.line)\n") }
    guard all.allSatisfy({ $0.damage == nil }) else { throw Ending(status: .damage) }
  }
}
