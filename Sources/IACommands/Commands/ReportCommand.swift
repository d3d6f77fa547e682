internal import ArgumentParser
internal import IAConvert
internal import IAFiles
internal import IAReports

/// `iaconv report`: the numbers of a report, as a table or a page.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Summarises the report of a conversion or batch as a table or an HTML page.",
    discussion: """
      The file is one that --report has written. A folder that is the target of a batch is summarised \
      from its journal, which has no losses and no times. The page is one file without scripts; it \
      names some documents of each kind and counts the others, and shows the bytes of inputs around \
      the offset of a failure where the input is still readable and has the size that the report \
      states. Lines that are damaged are left out and counted.

      Examples:
        iaconv report pages.jsonl
        iaconv report pages.jsonl -o pages.html --against yesterday.jsonl
        iaconv report pages --json
      """)

  @Argument(
    help: ArgumentHelp(
      "The report, or the target of a batch; - is the standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("Write an HTML page to this file.", valueName: "page"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Compare with this older report: new failures, fixed ones, slower documents, changed losses.",
      valueName: "file"),
    completion: .file())
  var against: String?

  @Flag(help: "Print the numbers as one JSON object.")
  var json = false

  @Flag(help: "Do not read inputs for their bytes around the offset of a failure.")
  var noInputs = false

  func validate() throws {
    if against != nil, file == "-" || against == "-" {
      throw ValidationError("--against needs two files")
    }
    if output == "-", json { throw ValidationError("--json and -o - exclude each other") }
    if noInputs, output == nil { throw ValidationError("--no-inputs needs -o") }
  }

  func run() throws {
    let (report, comparison) = try read()
    if let message = report.damageMessage { StandardError.write("iaconv: \(message)\n") }
    if let output {
      let page = ReportPage(report, comparison, readsInputs: !noInputs).html
      try write(page, to: output)
    }
    if json {
      try StandardOutput.print(String(decoding: report.json(comparison), as: UTF8.self))
    } else if output == nil {
      try StandardOutput.print(ReportTable(report, comparison).text)
    }
  }

  private func read() throws -> (BatchReport, ReportComparison?) {
    do {
      guard let against else { return (try BatchReport(path: file), nil) }
      return try ReportComparison.reading(file, against: against)
    } catch {
      throw Failure(error, path: file)
    }
  }

  private func write(_ page: [UInt8], to path: String) throws {
    if path != "-" {
      for input in [file, against].compactMap(\.self) where input != "-" {
        try OutputGuard.refuse(path, asOneOf: [input], limits: .standard)
      }
    }
    do {
      guard path != "-" else { return try DescriptorSink().write(page) }
      let sink = try FileSink(path: path)
      try sink.write(page)
      try sink.commit()
    } catch {
      throw Failure(error, path: path)
    }
  }
}
