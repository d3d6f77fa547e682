internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// The option of commands that read an earlier state of an archive.
struct ArchiveMomentOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read .iaa archives as they were after this generation, or on this date (YYYY-MM-DD).",
      valueName: "generation"),
    transform: Self.moment)
  var at: ArchiveMoment?

  private static func moment(_ text: String) throws -> ArchiveMoment {
    guard let moment = ArchiveMoment(text) else {
      throw ValidationError("'\(text)' is neither a generation nor a date such as 2026-11-23")
    }
    return moment
  }
}

/// The option of commands that write a generation.
struct ArchiveDateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The date to record (default: SOURCE_DATE_EPOCH, otherwise none).",
      valueName: "date"),
    transform: Self.date)
  var date: String?

  /// The date to record, or `nil` for none.
  var recorded: String? { date ?? Self.ofEnvironment }

  /// The date that `SOURCE_DATE_EPOCH` states, or `nil`.
  static var ofEnvironment: String? { ProcessControl.sourceDate.flatMap(ArchiveDate.ofSeconds) }

  private static func date(_ text: String) throws -> String {
    guard let date = ArchiveDate.normalized(text) else {
      throw ValidationError("'\(text)' is no date such as 2026-11-23 or 2026-11-23T12:00:00Z")
    }
    return date
  }
}

/// The options of every command that opens archives.
struct ArchiveReadingOptions: ParsableArguments {
  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "The treatment of files with equal paths: refuse the later one, or add a suffix.",
      valueName: "rule"),
    completion: .list(["refuse", "suffix"]))
  var onCollision = CollisionRule.refuse

  /// The treatment of the second of two files whose paths count as equal.
  enum CollisionRule: String, ExpressibleByArgument { case refuse, suffix }

  @Option(
    help: ArgumentHelp(
      "Reject archives that decompress to more than this multiple of their size (default: 200).",
      valueName: "n"))
  var maxRatio: Int?

  /// The options as values.
  var choices: ArchiveReadingChoices {
    ArchiveReadingChoices(
      reading: reading.choices, numbersCollisions: onCollision == .suffix, maxRatio: maxRatio)
  }

  /// Returns the paths of inputs; one of them may be an archive on the standard input.
  ///
  /// With `-f`, the standard input is a document of that format.
  func paths(of inputs: [String]) throws -> [String] {
    let limits = reading.choices.limits
    let isDocument = try reading.choices.format() != nil
    return try inputs.map { input in
      isDocument && input == "-" ? input : try StreamedArchive.path(ofInput: input, limits)
    }
  }

  func collection(of inputs: [String]) -> FileCollection { choices.collection(of: inputs) }

  /// Returns the conversion that reads the documents and writes them in a format.
  func conversion(to format: String) throws -> Conversion { try choices.conversion(to: format) }

  static func tell(_ omission: FileCollection.Omission) {
    let line = HarmlessText.escape(omission.renamed.map { ": now " + $0 } ?? "")
    StandardError.write("iaconv: \(omission.failure.line)\(line)\n")
  }
}
