internal import ArgumentParser
internal import IAConvert

/// `iaconv archive add`: more documents into an archive of the suite.
struct ArchiveAddCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds documents to an .iaa archive, as a new generation.",
    discussion: """
      Existing bytes do not change; a run that fails leaves the archive unchanged.

      Example:
        iaconv archive add letters.iaa june.md july
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(
    help: ArgumentHelp("The documents, folders and archives to add.", valueName: "in"),
    completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the generation.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  @Flag(name: [.customShort("q"), .long], help: "Do not list losses and skipped files.")
  var quiet = false

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func run() throws {
    let summary = try ArchiveEvents.following(isQuiet: quiet) { onEvent in
      try ContainerWork.add(
        archives.collection(of: inputs), to: archive, recoveryPercent: recovery.percent,
        onEvent: onEvent)
    }
    try summary.end()
  }
}

/// An archive, and the one that is made of it.
struct RewrittenArchive: ParsableArguments {
  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The archive to write.", valueName: "out"), completion: .file())
  var output: String

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false
}

/// `iaconv archive repair`: a damaged archive into a whole one.
struct ArchiveRepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repairs a damaged .iaa archive by writing a new one.",
    discussion: """
      If the recovery data are sufficient, the archive is restored byte by byte. Otherwise every \
      document is saved that can be read, at least its text. The repaired archive then lists the \
      missing documents; verify reports them until they are accepted (verify --accept-loss).

      The exit status is 3 if documents are missing or incomplete, or if their original number is \
      unknown; they are listed on the standard error.

      Example:
        iaconv archive repair letters.iaa -o whole.iaa
      """)

  @OptionGroup var files: RewrittenArchive

  @Option(
    help: ArgumentHelp(
      "A separate file of recovery data (iaconv archive protect).", valueName: "file"),
    completion: .file())
  var recoveryFile: String?

  func run() throws {
    let repair = try ContainerWork.repair(
      files.archive, to: files.output, recoveryFile: recoveryFile, replaces: files.overwrite)
    for failure in repair.missing { StandardError.write("iaconv: \(failure.line)\n") }
    try StandardOutput.print(repair.summary)
    guard repair.missing.isEmpty else { throw Ending(status: .damage) }
  }
}

/// `iaconv archive compact`: all generations into one.
struct ArchiveCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Writes the documents of an .iaa archive to a new one with one generation.",
    discussion: """
      Example:
        iaconv archive compact letters.iaa -o small.iaa
      """)

  @OptionGroup var files: RewrittenArchive

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the new archive.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  func run() throws {
    try StandardOutput.print(
      ContainerWork.compact(
        files.archive, to: files.output, recoveryPercent: recovery.percent,
        replaces: files.overwrite))
  }
}

/// `iaconv archive protect`: recovery data beside an archive.
struct ArchiveProtectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "protect",
    abstract: "Writes recovery data for an .iaa archive to a separate file.",
    discussion: """
      Use this for archives that must not change. The archive is verified first. The file protects \
      the current state of the archive; repair --recovery-file uses it.

      Example:
        iaconv archive protect letters.iaa -o letters.iar --recovery 20%
      """)

  @OptionGroup var files: RewrittenArchive

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the archive.", valueName: "1…100%"))
  var recovery = RecoveryShare.standard

  func validate() throws {
    guard recovery.percent > 0 else { throw ValidationError("--recovery must be at least 1%") }
  }

  func run() throws {
    try StandardOutput.print(
      ContainerWork.protect(
        files.archive, to: files.output, percent: recovery.percent, replaces: files.overwrite))
  }
}

/// `iaconv archive sign`: a signature beside an archive.
struct ArchiveSignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Signs an .iaa archive with an Ed25519 key.",
    discussion: """
      The signature is written to a separate file, by default NAME.iaa.iasig.

      Example:
        iaconv archive sign letters.iaa --key private.key
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    help: ArgumentHelp("A file with the 32 bytes of the private key.", valueName: "file"),
    completion: .file())
  var key: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The signature file to write (default: NAME.iaa.iasig).", valueName: "out"),
    completion: .file())
  var output: String?

  func run() throws {
    try ContainerWork.sign(archive, key: key, to: output ?? archive + ".iasig")
  }
}

/// `iaconv archive check-signature`: whether a signature holds.
struct ArchiveCheckSignatureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-signature",
    abstract: "Checks the signature of an .iaa archive; the exit status is 3 if it is not valid.",
    discussion: """
      Example:
        iaconv archive check-signature letters.iaa --key public.key
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    help: ArgumentHelp("A file with the 32 bytes of the public key.", valueName: "file"),
    completion: .file())
  var key: String

  @Option(
    help: ArgumentHelp("The signature (default: NAME.iaa.iasig).", valueName: "file"),
    completion: .file())
  var signature: String?

  func run() throws {
    try ContainerWork.checkSignature(
      of: archive, signature: signature ?? archive + ".iasig", key: key)
    try StandardOutput.print("the signature is valid\n")
  }
}
