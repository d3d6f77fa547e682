internal import ArgumentParser
internal import IAConvert

/// `iaconv archive verify`: whether archives are whole.
struct ArchiveVerifyCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Reads archives and folders to the end and tells what is damaged.",
    discussion: """
      Checks what the archive keeps of its files: sizes and checksums, in bags the digests of all \
      manifests. The exit status is 3 where something is damaged.

      Examples:
        iaconv archive verify letters.zip
        iaconv archive verify letters.tar.zst --sample 5% --deep
      """)

  @Argument(
    help: ArgumentHelp("The archives and folders.", valueName: "archive"), completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Look into this share of the files only: 5%. Which ones depends on their paths alone.",
      valueName: "share"),
    transform: Self.share)
  var sample = 1.0

  @Flag(help: "Read every file as a document, too.")
  var deep = false

  @Flag(name: [.customShort("q"), .long], help: "Tell nothing where nothing is damaged.")
  var quiet = false

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func run() throws {
    var check = ArchiveCheck(archives.collection(of: inputs))
    check.sample = sample
    if deep { check.conversion = try archives.conversion(to: "json") }
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.finish() }
    let outcome = try check.run { finding in
      progress.finish()
      switch finding {
      case .damaged(let fault): StandardError.write("iaconv: \(fault.line)\n")
      case .omitted(let omission): if !quiet { ArchiveReadingOptions.tell(omission) }
      }
    } onProgress: { count in
      progress.name = "\(count) files"
      progress.update(.reading)
    }
    progress.finish()
    if !quiet {
      var line = "\(outcome.checked) files read, \(outcome.faults.count) faults"
      if outcome.passedOver > 0 { line += ", \(outcome.passedOver) not of the sample" }
      try StandardOutput.print(line + "\n")
    }
    guard outcome.faults.isEmpty else { throw Ending(status: .damage) }
  }

  private static func share(_ text: String) throws -> Double {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let number = Double(digits), number > 0, number <= (text.hasSuffix("%") ? 100 : 1) else {
      throw ValidationError("'\(text)' is no share such as 5% or 0.05")
    }
    return text.hasSuffix("%") ? number / 100 : number
  }
}
