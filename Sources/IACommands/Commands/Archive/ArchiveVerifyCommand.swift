internal import ArgumentParser
internal import IAConvert

/// `iaconv archive verify`: checks whether archives are undamaged and complete.
struct ArchiveVerifyCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verifies archives and folders, and lists the damage.",
    discussion: """
      Each member is listed with the check that was made, and each archive with the weakest check \
      of its members: hash, checksum, structure only (the archive has no checksum of the \
      content), or not read.

      The exit status is 3 if something is damaged, if a ZIP archive contradicts itself, or if an \
      earlier repair lost documents; 66 or 77 if an archive does not exist or may not be read; 65 if a \
      file is not an archive; 2 if members could not be read or were skipped. The other archives are \
      verified all the same.

      --log appends a line of JSON for each archive to a file: archive, hash of its directory, checks \
      made, number of members, codes of faults, result, and a date only with --date or \
      SOURCE_DATE_EPOCH. --log-in-archive records the line in the metadata of each .iaa archive \
      without damage, as a new generation, which earlier signatures do not cover. --json prints these \
      lines as one JSON array, each with the failures.

      Examples:
        iaconv archive verify letters.iaa
        iaconv archive verify letters.tar.zst --sample 5% --deep
        iaconv archive verify *.iaa -q --log fixity.jsonl --date 2026-11-23
      """)

  @Argument(
    help: ArgumentHelp("The archives and folders.", valueName: "archive"), completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Verify only this share of the files, such as 5%; their paths determine which ones.",
      valueName: "share"),
    transform: Self.share)
  var sample = 1.0

  @Flag(help: "Also read every file as a document.")
  var deep = false

  @Flag(
    help: "Accept the losses of earlier repairs, and record this in the .iaa archives.")
  var acceptLoss = false

  @Option(
    help: ArgumentHelp("Append the results to this file.", valueName: "file"),
    completion: .file())
  var log: String?

  @Flag(help: "Record the results in the .iaa archives.")
  var logInArchive = false

  @OptionGroup var date: ArchiveDateOption

  @Flag(help: "Print the results of the archives as one JSON array instead of their members.")
  var json = false

  @Flag(
    name: [.customShort("q"), .long], help: "Print nothing about members that are not damaged.")
  var quiet = false

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func validate() throws {
    if log == "-" { throw ValidationError("the log is a file; --json prints the results") }
  }

  func run() throws {
    let limits = reading.choices.limits
    let paths = try inputs.map { try StreamedArchive.path(of: $0, limits) }
    var check = ArchiveCheck(archives.collection(of: paths))
    check.sample = sample
    check.acceptsLoss = acceptLoss
    if deep { check.conversion = try archives.conversion(to: "json") }
    var logs: [FixityLog] = []
    if let log { logs.append(try FixityLog(log, date: date.recorded, for: check.collection)) }
    if logInArchive {
      logs.append(try FixityLog(nil, date: date.recorded, for: check.collection))
    }
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.finish() }
    var lines = ""
    let table = json ? try FixityLog(nil, date: date.recorded, for: check.collection) : nil
    var objects: [String] = []
    let outcome = try check.run { finding in
      switch finding {
      case .damaged(let failure), .other(let failure):
        progress.finish()
        StandardError.write("iaconv: \(failure.line)\n")
      case .omitted(let omission):
        progress.finish()
        if !quiet || omission.kind == .omitted { ArchiveReadingOptions.tell(omission) }
      case .member(let label, let check), .whole(let label, let check):
        guard !quiet, !json else { return }
        lines += "\(check.rawValue): \(HarmlessText.escape(label))\n"
      }
    } onProgress: { count in
      progress.name = "\(count) files"
      progress.update(.reading)
    } onInput: { result in
      for log in logs { try log.append(result) }
      if let table { objects.append(table.object(result)) }
    }
    progress.finish()
    if json {
      try StandardOutput.print("[\n" + objects.joined(separator: ",\n") + "\n]\n")
    } else if !quiet, outcome.unread.isEmpty || outcome.checked > 0 {
      let (files, faults) = (outcome.checked, outcome.faults.count)
      lines += files == 1 ? "1 file read, " : "\(files) files read, "
      lines += faults == 1 ? "1 fault" : "\(faults) faults"
      if let count = outcome.counts[.notRead] { lines += ", \(count) not read" }
      try StandardOutput.print(lines + "\n")
    }
    guard outcome.status == .success else { throw Ending(status: outcome.status) }
  }

  private static func share(_ text: String) throws -> Double {
    let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let number = Double(digits), number > 0, number <= (text.hasSuffix("%") ? 100 : 1) else {
      throw ValidationError("'\(text)' is no share such as 5% or 0.05")
    }
    return text.hasSuffix("%") ? number / 100 : number
  }
}
