internal import ArgumentParser
internal import IAConvert

/// `iaconv archive add`: adds documents to an `.iaa` archive.
struct ArchiveAddCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds documents to an .iaa archive, as a new generation.",
    discussion: """
      Existing bytes do not change; a run that fails leaves the archive unchanged. A document whose \
      name is in the archive becomes a new version of it; nothing is written for unchanged \
      documents. With --keep-original, an unchanged document becomes a new version if the archive \
      does not contain its original file yet.

      --meta and --meta-csv record metadata (iaconv archive create --help describes them), also of \
      documents that the archive contains already; without documents to add, only metadata are \
      recorded. New values of an element replace the earlier ones, and an empty value of --meta \
      removes them.

      Documents of another .iaa archive keep their metadata, what is known of the files that they \
      were read from, and these files if that archive contains them.

      When there are several small generations at the end, they are merged into one, so that many \
      small additions take little space. All documents and versions stay; --at cannot read the \
      states between them any more. Generations with a date, and those that the signature \
      ARCHIVE.iasig covers, are never merged.

      An interrupted addition at the end of the file is completed if only its end is missing, and \
      removed otherwise, with a message. If other \
      bytes follow the archive, for example a generation whose directory is damaged, the exit status \
      is 3 and nothing is written; --discard-tail removes them.

      Damage elsewhere in the archive does not prevent an addition; it is reported. An archive of more than \
      16 MiB is checked in part, another part each time; iaconv archive verify checks all of it.

      Examples:
        iaconv archive add letters.iaa june.md july
        iaconv archive add letters.iaa july --update
        iaconv archive add letters.iaa --meta rights='CC BY 4.0'
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(
    help: ArgumentHelp("The documents, folders and archives to add.", valueName: "in"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the generation.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  @Flag(
    name: [.customShort("u"), .long],
    help: "Skip files that are unchanged since they were added, without converting them.")
  var update = false

  @OptionGroup var original: ArchiveOriginalOption

  @OptionGroup var metadata: ArchiveMetadataOptions

  @OptionGroup var words: ArchiveIndexOption

  @Flag(help: "Do not merge small generations at the end of the archive.")
  var noMerge = false

  @OptionGroup var tail: ArchiveTailOption

  @Flag(help: "Print the numbers of documents as one JSON object.")
  var json = false

  @Flag(name: [.customShort("q"), .long], help: "Do not list losses and skipped files.")
  var quiet = false

  @OptionGroup var date: ArchiveDateOption

  @OptionGroup var archives: ArchiveReadingOptions

  var reading: ReadingOptions { archives.reading }

  func validate() throws {
    try ArchiveFileOperand.require([archive])
    if inputs.isEmpty, !metadata.isGiven {
      throw ValidationError("there is nothing to add: name documents, or give --meta or --meta-csv")
    }
  }

  func run() throws {
    var additions = ContainerWork.Additions()
    additions.recoveryPercent = recovery.percent
    additions.skipsKnownFiles = update
    additions.keepsOriginals = original.keepOriginal
    additions.metadata = try metadata.table()
    additions.date = date.recorded
    additions.indexesWords = words.index
    additions.mergesGenerations = !noMerge
    additions.discardsTail = tail.discardTail
    let paths = try archives.paths(of: inputs)
    let summary = try ArchiveEvents.following(isQuiet: quiet) { onEvent in
      try ContainerWork.add(
        archives.collection(of: paths), to: archive, additions, onEvent: onEvent)
    }
    if summary.removedTailByteCount > 0 {
      ArchiveTailOption.report(summary.removedTailByteCount, of: archive)
    }
    if let completion = summary.completion { StandardError.write("iaconv: \(completion.line)\n") }
    if let damage = summary.archiveDamage { StandardError.write("iaconv: \(damage.line)\n") }
    if json {
      try StandardOutput.print(summary.json)
    } else if !quiet, let line = summary.versionLine {
      StandardError.write("iaconv: \(HarmlessText.escape(archive)): \(line)\n")
    }
    try summary.end()
  }
}

/// `iaconv archive remove`: removes documents from an `.iaa` archive.
struct ArchiveRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes documents from an .iaa archive, as a new generation.",
    discussion: """
      The content stays in the file and can be read with --at, or as a version (NAME@1), until the \
      archive is compacted. Small generations are merged as by iaconv archive add. iaconv archive list --help describes patterns.

      Example:
        iaconv archive remove letters.iaa june 'drafts/*'
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(help: ArgumentHelp("The paths of the documents, or patterns.", valueName: "path"))
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the generation.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  @Flag(help: "Do not merge small generations at the end of the archive.")
  var noMerge = false

  @OptionGroup var tail: ArchiveTailOption

  @Flag(help: "Print the paths of the removed documents as one JSON array.")
  var json = false

  @Flag(name: [.customShort("q"), .long], help: "Do not list the removed documents.")
  var quiet = false

  @OptionGroup var date: ArchiveDateOption

  func validate() throws { try ArchiveFileOperand.require([archive]) }

  func run() throws {
    var additions = ContainerWork.Additions()
    additions.recoveryPercent = recovery.percent
    additions.date = date.recorded
    additions.mergesGenerations = !noMerge
    additions.discardsTail = tail.discardTail
    let removed = try ContainerWork.remove(
      paths.map(PathPattern.init), from: archive, additions,
      onRemovedTail: { ArchiveTailOption.report($0, of: archive) },
      onCompletion: { StandardError.write("iaconv: \($0.line)\n") },
      onDamage: { StandardError.write("iaconv: \($0.line)\n") })
    if json { return try StandardOutput.print(ContainerWork.json(ofPaths: removed)) }
    guard !quiet else { return }
    try StandardOutput.print(
      removed.map { "removed: \(HarmlessText.escape($0))\n" }.joined())
  }
}

/// `iaconv archive versions`: lists the versions of a document.
struct ArchiveVersionsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "versions",
    abstract: "Lists the versions of a document of an .iaa archive.",
    discussion: """
      Each line contains number, generation, date, id and state of a version. \
      iaconv archive cat ARCHIVE NAME@NUMBER prints one.

      Example:
        iaconv archive versions letters.iaa june
      """)

  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Argument(help: ArgumentHelp("The name of the document.", valueName: "name"))
  var name: String

  @Flag(help: "List them as JSON.")
  var json = false

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let limits = reading.choices.limits
    let versions = try ContainerVersions(
      of: name, in: StreamedArchive.path(of: archive, limits), limits: limits)
    try StandardOutput.print(json ? versions.json : versions.text)
    try ArchiveInterruption.end([versions.interruption].compactMap(\.self))
  }
}

/// The operand and the options of commands that write a new archive from an existing one.
struct RewrittenArchive: ParsableArguments {
  @Argument(help: ArgumentHelp("The archive.", valueName: "archive"), completion: .file())
  var archive: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The archive to write.", valueName: "out"), completion: .file())
  var output: String

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @Flag(help: "Print the numbers as one JSON object.")
  var json = false

  @Flag(name: [.customShort("q"), .long], help: "Show no progress.")
  var quiet = false

  func validate() throws {
    try ArchiveFileOperand.require([archive])
    try FileOutput.require(output, "-o", "the result")
  }

  /// Runs an operation with a line of progress, and prints its summary.
  ///
  /// - Parameters:
  ///   - noun: The plural noun for the counted items, such as `documents`.
  ///   - body: The operation, which calls its argument with the number of items so far.
  func run(
    counting noun: String, _ body: ((Int) -> Void) throws -> ContainerWork.Summary
  ) throws {
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.finish() }
    let summary = try body { count in
      progress.name = "\(archive), \(count) \(noun)"
      progress.update(.reading)
    }
    progress.finish()
    try StandardOutput.print(json ? summary.json : summary.text)
    try ArchiveInterruption.end([summary.interruption].compactMap(\.self))
  }
}

/// Ends commands that read an archive that is followed by the bytes of an interrupted addition.
enum ArchiveInterruption {
  /// Reports the interrupted additions that were not read, and ends the command with the status of damage if
  /// there are any.
  static func end(_ interruptions: [Failure]) throws(Ending) {
    for failure in interruptions { StandardError.write("iaconv: \(failure.line)\n") }
    guard interruptions.isEmpty else { throw Ending(status: .damage) }
  }
}

/// `iaconv archive repair`: writes the readable content of a damaged archive to a new one.
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
    var missing: [Failure] = []
    var remarks: [Failure] = []
    try files.run(counting: "bytes") { onProgress in
      let repair = try ContainerWork.repair(
        files.archive, to: files.output, recoveryFile: recoveryFile, replaces: files.overwrite,
        onProgress: onProgress)
      missing = repair.missing
      remarks = repair.remarks
      return repair.summary
    }
    for failure in missing + remarks {
      StandardError.write("iaconv: \(failure.line)\n")
    }
    guard missing.isEmpty else { throw Ending(status: .damage) }
  }
}

/// `iaconv archive compact`: writes an archive again with a single generation.
struct ArchiveCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Writes the documents of an .iaa archive to a new one with one generation.",
    discussion: """
      Earlier versions and removed documents are omitted, or kept as versions with --keep-versions. \
      The archive itself does not change. The new archive has an index of words if the archive has \
      one, or with --index, and large blocks if the archive has them, or with --pack.

      Example:
        iaconv archive compact letters.iaa -o small.iaa
      """)

  @OptionGroup var files: RewrittenArchive

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data, relative to the new archive.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  @Flag(help: "Keep earlier versions and removed documents.")
  var keepVersions = false

  @OptionGroup var words: ArchiveIndexOption

  @Flag(help: "Use large blocks: smaller, but single documents take longer to read.")
  var pack = false

  func run() throws {
    try files.run(counting: "documents") { onProgress in
      try ContainerWork.compact(
        files.archive, to: files.output, recoveryPercent: recovery.percent,
        keepsVersions: keepVersions, indexesWords: words.index, usesLargeBlocks: pack,
        replaces: files.overwrite, onProgress: onProgress)
    }
  }
}

/// `iaconv archive protect`: writes recovery data to a separate file.
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
    try files.run(counting: "bytes") { onProgress in
      try ContainerWork.protect(
        files.archive, to: files.output, percent: recovery.percent, replaces: files.overwrite,
        onProgress: onProgress)
    }
  }
}
