internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// `iaconv batch`: converts many documents, with a journal that lets a run continue an earlier one.
struct BatchCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Converts many documents; continues where an earlier run ended.",
    discussion: """
      The sources are folders, whose files are converted with those of all folders in them, archives \
      (.iaa, .zip, .tar, .tar.zst, .7z, bags in them), whose members are converted, and files. \
      Links are not followed. The target is a folder, or an archive (.iaa, .zip, .tar.zst), which is \
      written at the end in the order of the sources; until then its outputs are in .TARGET.iaconv \
      beside it, where an interrupted run is continued. In a folder, .iaconv/journal.jsonl records what was \
      converted: a document is skipped if its content, the options and its outputs are unchanged. \
      Outputs that were changed by others are kept and reported. A run that is interrupted, even by a \
      power failure, leaves complete files only.

      The first interrupt (Ctrl-C) finishes the open documents, the second stops at once; both can be \
      continued. SIGUSR1 prints the state as JSON, and --status-socket answers with it. iaconv batch status TARGET prints the state of the \
      run that writes to a folder.

      Examples:
        iaconv batch letters -o pages -t html,text -j 2 --report pages.jsonl
        find . -name '*.rtf' -print0 | iaconv batch --files-from - -o out -t markdown
        iaconv batch letters -o pages.zip -t html
        iaconv batch letters -o pages -t html --sample 1% --dry-run
        iaconv batch inbox -o pages -t html --watch --status-socket pages.socket
        iaconv batch status pages
      """)

  @Argument(
    help: ArgumentHelp("The folders, archives and files to convert.", valueName: "source"),
    completion: .file())
  var sources: [String] = []

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The folder or archive to write to.", valueName: "target"),
    completion: .file())
  var output: String?

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The formats to write, separated by commas; each document is read once.",
      valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @OptionGroup(title: "Sources") var choice: BatchSourceOptions
  @OptionGroup(title: "Execution") var execution: BatchRunOptions
  @OptionGroup var writing: WritingOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: "Appearance") var looks: LookOptions

  @Flag(help: "Do not write documents of which something would be lost.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Append a report of the inputs, outputs and losses to this file as lines of JSON.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @OptionGroup(title: "Output") var outputs: OutputOptions

  /// Whether this process converts the documents; otherwise the memory of each worker is limited.
  var readsInProcess: Bool { execution.inProcess }

  /// Whether the arguments request the state of a batch.
  private var isForStatus: Bool {
    sources.count == 2 && sources.first == "status" && output == nil && to == nil
  }

  func validate() throws {
    guard !isForStatus else { return }
    if sources.isEmpty, choice.filesFrom.isEmpty {
      throw ValidationError("no source; name a folder, files or an archive, or use --files-from")
    }
    if output == nil || output == "-" || output == "" {
      throw ValidationError("a batch needs -o and a folder or an archive")
    }
    if formats.isEmpty { throw ValidationError("a batch needs -t") }
    if formats.count > WorkerCommand.mostFormats, !execution.inProcess {
      throw ValidationError("-t names 1 to \(WorkerCommand.mostFormats) formats")
    }
    if writing.profile != nil, formats.count > 1 {
      throw ValidationError("--profile needs a single format")
    }
    if report == "-" { throw ValidationError("the report of a batch is a file") }
    try writing.requireRelativeMedia()
  }

  private var formats: [String] {
    // An .iaa archive stores documents in the format ia.
    let usual = output?.lowercased().hasSuffix(".iaa") == true ? "ia" : ""
    return (to ?? usual).split(separator: ",").map(String.init)
  }

  func run() throws {
    if isForStatus { return try printStatus(of: sources[1]) }
    let runner = try runner()
    if execution.dryRun { return try printPlan(of: runner) }
    if execution.jobs > 1, runner.isInProcess, !outputs.quiet {
      StandardError.write(
        "iaconv: -j \(execution.jobs): --in-process converts the documents in turn\n")
    }
    let watch = try execution.watch ? BatchWatch(runner, interval: execution.poll) : nil
    try BatchExecutor(outputs: outputs, statusSocket: execution.statusSocket)
      .run(runner, watch: watch)
  }

  private func printStatus(of target: String) throws {
    guard let status = BatchStatus(of: target) else {
      throw Failure(
        .noInput, path: target, code: "file.open",
        BatchArchive(target: target) != nil && OutputGuard.isTaken(target)
          ? "no batch writes to this archive; one that ends leaves no state"
          : "there is no batch in this folder")
    }
    try StandardOutput.print(String(decoding: status.json, as: UTF8.self))
  }

  private func runner() throws -> BatchRunner {
    let request = ConversionRequest(
      inputs: [], output: output ?? "", to: formats[0], profile: writing.profile,
      reading: reading.choices, looks: looks.choices,
      leavesOutHiddenData: writing.leavesOutHiddenData, media: writing.media,
      maxMemory: reading.maxMemory,
      isStrict: strict)
    let conversion = try request.makeConversion()
    var options = execution.options(outputs.existing)
    options.furtherFormats = try formats.dropFirst().map { name in
      do throws(FormatError) {
        let id = FormatID(name)
        try conversion.registry.refuseDrawnElsewhere(id)
        return try conversion.registry.writer(id: id).descriptor.id
      } catch {
        throw Failure(error, path: nil)
      }
    }
    for id in options.furtherFormats {
      options.furtherProfiles[id] = ConversionRequest.usualProfile(of: id, conversion.readOptions)
    }
    options.mediaFolder = writing.media
    options.report = report
    var runner = BatchRunner(
      choice.sources(sources, reading.choices), target: output ?? "",
      conversion, options: options)
    if !execution.inProcess {
      var settings = request.workerSettings(to: formats, workers: execution.jobs)
      execution.limit(&settings)
      runner.makeConverter = { [settings] _, _ in WorkerPool(settings) }
      var unpacking = settings
      unpacking.workers = 1
      unpacking.arguments = request.unpackingArguments
      runner.makeUnpacker = { [unpacking] in WorkerUnpacker(unpacking) }
    }
    return runner
  }

  private func printPlan(of runner: BatchRunner) throws {
    var text: [UInt8] = []
    try runner.plan { omission in
      if !outputs.quiet { StandardError.write(BatchExecutor.line(for: omission)) }
    } _: { line in
      text += line
      guard text.count >= 1 << 16 else { return }
      try StandardOutput.print(String(decoding: text, as: UTF8.self))
      text.removeAll(keepingCapacity: true)
    }
    try StandardOutput.print(String(decoding: text, as: UTF8.self))
  }
}
