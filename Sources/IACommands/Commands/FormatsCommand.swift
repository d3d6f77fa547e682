internal import ArgumentParser
internal import IAConvert

/// `iaconv formats`: lists the formats that can be read and written.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "Lists the formats and their profiles.",
    discussion: """
      Example:
        iaconv formats
      """)

  @Flag(help: "List them as JSON.")
  var json = false

  func run() throws {
    let list = FormatList(of: .standard)
    try StandardOutput.print(json ? list.json : list.text)
  }
}
