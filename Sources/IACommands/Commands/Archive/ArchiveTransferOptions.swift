internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// The options of commands that transfer many documents.
struct ArchiveTransferOptions: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The archive to write: .iaa, .zip or .tar.zst; a path without these suffixes is a new folder.",
      valueName: "out"),
    completion: .file())
  var output: String

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp("The format of the documents in the output.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @Option(help: ArgumentHelp("The profile to write.", valueName: "profile"))
  var profile: String?

  @Flag(help: "Replace the output if it is an existing archive.")
  var overwrite = false

  @Option(
    help: ArgumentHelp(
      "The size of the recovery data of an .iaa archive, relative to it.", valueName: "0…100%"))
  var recovery = RecoveryShare.standard

  @Option(
    help: ArgumentHelp(
      "Write the recovery data of an .iaa archive to this file instead of into the archive.",
      valueName: "file"),
    completion: .file())
  var recoveryFile: String?

  @Flag(
    help: "Omit specifications, Python reader and lists of names from an .iaa archive.")
  var noDescription = false

  @Flag(help: "Compress an .iaa archive with less effort: faster, but larger.")
  var fast = false

  @Flag(
    help: "Use large blocks in an .iaa archive: smaller, but single documents take longer to read.")
  var pack = false

  @Flag(help: "Pack or unpack all files without conversion.")
  var keep = false

  @Flag(help: "Write a bag (BagIt 1.0) with the files as its payload.")
  var bag = false

  @Flag(help: "Stop at the first document that would lose information, and write nothing.")
  var strict = false

  @Flag(help: "Print the numbers of documents as one JSON object.")
  var json = false

  @Flag(
    name: [.customShort("q"), .long],
    help: "Do not list losses and skipped files; create prints no numbers.")
  var quiet = false

  @OptionGroup var archives: ArchiveReadingOptions

  func validate() throws {
    try FileOutput.require(output, "-o", "an archive or a folder")
    try FileOutput.require(recoveryFile, "--recovery-file", "recovery data")
    if keep, to != nil || profile != nil || strict {
      throw ValidationError(
        "--keep does not convert files and excludes -t, --profile and --strict")
    }
    if !output.lowercased().hasSuffix(".iaa") {
      let given = [
        ("--fast", fast), ("--no-description", noDescription),
        ("--recovery", recovery.percent != RecoveryShare.standard.percent && recoveryFile == nil),
      ]
      if let option = given.first(where: \.1)?.0 {
        throw ValidationError("\(option) goes with .iaa archives alone")
      }
    }
    if recoveryFile != nil {
      guard output.lowercased().hasSuffix(".iaa") else {
        throw ValidationError("--recovery-file goes with .iaa archives alone")
      }
      guard recovery.percent > 0 else {
        throw ValidationError("--recovery-file needs a --recovery above 0")
      }
    }
  }

  /// The treatment of the files that documents were read from.
  enum OriginalFiles { case ignore, store, read }

  /// Transfers documents to the output.
  ///
  /// - Parameters:
  ///   - inputs: The documents, folders and archives.
  ///   - patterns: The patterns for the paths of files; empty for all files.
  ///   - standardFormat: The format if `-t` names none and the output is not an `.iaa` archive; `nil` to copy files
  ///     without conversion.
  ///   - moment: The state of `.iaa` archives to read; `nil` for the newest.
  ///   - date: The date of a new `.iaa` archive; `nil` for none.
  ///   - original: The treatment of original files.
  ///   - metadata: The metadata to record.
  ///   - indexesWords: Whether a new `.iaa` archive gets an index of words.
  ///   - summarises: Whether to print a summary of the output: documents, bytes and recovery data.
  func run(
    _ inputs: [String], patterns: [PathPattern] = [], standardFormat: String?,
    at moment: ArchiveMoment? = nil, date: String? = nil, original: OriginalFiles = .ignore,
    metadata: MetadataTable = MetadataTable(), indexesWords: Bool = false,
    summarises: Bool = false
  ) throws {
    var conversion: Conversion?
    // An .iaa archive stores documents without loss, in the format ia.
    let usual = output.lowercased().hasSuffix(".iaa") ? "ia" : standardFormat
    if !keep, original != .read, let format = to ?? usual {
      conversion = try archives.conversion(to: format)
      conversion?.writeOptions.profile = profile
      conversion?.isStrict = strict
    }
    var collection = archives.collection(of: inputs)
    collection.patterns = patterns
    collection.moment = moment
    collection.readsOriginals = original == .read
    var archiving = Archiving(collection, conversion: conversion)
    archiving.isBag = bag
    archiving.date = date
    archiving.metadata = metadata
    archiving.indexesWords = indexesWords
    archiving.keepsOriginals = original == .store
    archiving.replacesArchive = overwrite
    archiving.includesDescription = !noDescription
    archiving.isFast = fast
    archiving.hasLargeBlocks = pack
    archiving.recoveryPercent = recoveryFile == nil ? recovery.percent : 0
    if let recoveryFile {
      try ContainerWork.checkRecoveryFile(
        recoveryFile, of: output, apartFrom: inputs + metadata.files, replaces: overwrite)
    }
    let summary = try ArchiveEvents.following(isQuiet: quiet) { onEvent in
      try archiving.run(to: output, onEvent: onEvent)
    }
    if let recoveryFile {
      _ = try ContainerWork.protect(
        output, to: recoveryFile, percent: recovery.percent, replaces: overwrite)
    }
    if summarises, json || !quiet {
      let numbers = try ContainerWork.created(output, summary, recoveryFile: recoveryFile)
      try StandardOutput.print(json ? numbers.json : numbers.text)
    } else if json {
      try StandardOutput.print(summary.transferJSON)
    }
    try summary.end()
  }
}

/// The option of commands that pack documents.
struct ArchiveOriginalOption: ParsableArguments {
  @Flag(
    help: "Also store the original files in the .iaa archive (extract --original returns them).")
  var keepOriginal = false
}

/// The option of commands that write an index of words.
struct ArchiveIndexOption: ParsableArguments {
  @Flag(
    help: "Store an index of words in the .iaa archive, with which archive search skips documents.")
  var index = false
}

/// The option of commands that append to an archive.
struct ArchiveTailOption: ParsableArguments {
  @Flag(
    help: "Remove bytes that follow the archive, even if documents could be repaired from them.")
  var discardTail = false

  /// Reports the number of bytes that were removed after an archive.
  static func report(_ byteCount: Int, of archive: String) {
    StandardError.write(
      "iaconv: \(HarmlessText.escape(archive)): "
        + "\(byteCount) bytes after the archive were removed\n")
  }
}

/// The options of commands that record metadata.
struct ArchiveMetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record metadata of the archive, such as title=Letters; repeatable (Dublin Core).",
      valueName: "element=value"))
  var meta: [String] = []

  @Option(
    help: ArgumentHelp(
      "Record metadata from a CSV file: the first line has path and elements of Dublin Core.",
      valueName: "file"),
    completion: .file())
  var metaCsv: String?

  /// Whether metadata are given.
  var isGiven: Bool { !meta.isEmpty || metaCsv != nil }

  /// Returns the metadata.
  ///
  /// - Throws: `Failure` if they are not valid.
  func table() throws -> MetadataTable {
    var table = MetadataTable()
    for argument in meta { try table.add(argument) }
    if let metaCsv { try table.addTable(metaCsv) }
    return table
  }
}

/// Reports the events of an operation on many files: progress on a terminal, losses and omissions.
enum ArchiveEvents {
  /// The maximum number of printed failures with one code; further ones are counted.
  private static let maximumRepeated = 8

  static func following(
    isQuiet quiet: Bool, _ body: ((Archiving.Event) -> Void) throws -> Archiving.Summary
  ) throws -> Archiving.Summary {
    let progress = ProgressLine(isQuiet: quiet)
    defer { progress.finish() }
    var count = 0
    // All documents of a damaged block fail with the same message.
    var repeated: [String: Int] = [:]
    func isTold(_ failure: Failure) -> Bool {
      repeated[failure.code, default: 0] += 1
      return repeated[failure.code, default: 0] <= maximumRepeated
    }
    defer {
      for (code, count) in repeated.sorted(by: { $0.key < $1.key })
      where count > maximumRepeated && !quiet {
        StandardError.write("iaconv: \(count - maximumRepeated) more: \(code)\n")
      }
    }
    return try body { event in
      switch event {
      case .written(let file, _, let report):
        count += 1
        progress.name = "\(count): \(file.label)"
        progress.update(.reading)
        guard !quiet, !report.isLossless else { return }
        progress.finish()
        StandardError.write(LossSummary(of: report).lines(for: file.label))
      case .omitted(let omission):
        guard !quiet || omission.kind == .damage, isTold(omission.failure) else { return }
        progress.finish()
        ArchiveReadingOptions.tell(omission)
      case .failed(_, let failure):
        guard !quiet, isTold(failure) else { return }
        progress.finish()
        StandardError.write("iaconv: \(failure.line)\n")
      }
    }
  }
}

extension Archiving.Summary {
  /// The line with the numbers of new versions and of unchanged documents, or `nil` if both are 0.
  var versionLine: String? {
    var parts: [String] = []
    if versions > 0 {
      parts.append(versions == 1 ? "1 new version" : "\(versions) new versions")
    }
    if unchanged > 0 {
      let documents = unchanged == 1 ? "document" : "documents"
      parts.append("nothing written for \(unchanged) unchanged \(documents)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The numbers of an addition as one JSON object with a final line feed.
  var json: String {
    ContainerWork.json(
      ofNumbers: [
        "added": written - versions, "versions": versions, "unchanged": unchanged,
        "omitted": omitted,
      ])
  }

  /// The numbers of a new output as one JSON object with a final line feed.
  var transferJSON: String {
    ContainerWork.json(
      ofNumbers: ["documents": written, "withLosses": lossy, "omitted": omitted])
  }

  /// Ends the command with the exit status for missing documents or members, if there are any.
  func end() throws(Ending) {
    if isDamaged { throw Ending(status: .damage) }
    if omitted > 0 { throw Ending(status: .someFailed) }
  }
}
