internal import IAConvert
internal import IAFiles
internal import IAFormats

/// A conversion as a command line requests it; both parsers of arguments produce it.
struct ConversionRequest: Hashable {
  var inputs: [String] = []
  var output = "-"
  var to: String?
  var profile: String?
  var reading = ReadingChoices()
  var looks = LookChoices()
  var leavesOutHiddenData = false
  var media: String?
  var maxMemory: Int?
  var root: String?
  var isStrict = false
  var report: String?
  var isQuiet = false
  var isVerbose = false
  var existingOutput = ExistingFile.replace
  var drawing = DrawingOptions()
  var readsEmbeddedSource = false

  /// The message about arguments that contradict each other; `nil` if there are none.
  var contradiction: String? {
    if report == "-", output == "-" {
      return "--report - needs -o: both cannot go to the standard output"
    }
    if media != nil, output == "-" { return "--media needs -o" }
    if readsEmbeddedSource, reading.from != nil {
      return "--embedded reads the format of the embedded document; -f does not apply"
    }
    guard inputs.count > 1 else { return nil }
    if output == "-" { return "several documents need -o and a folder" }
    if inputs.count(where: { $0 == "-" }) > 1 { return "the standard input is named twice" }
    if to == nil { return "several documents need -t" }
    return nil
  }

  func run() throws {
    if let words = UsageAdvice.misspeltCommand(inputs) {
      throw Failure(.usage, code: "usage.command", words)
    }
    try refuseUnnamedFormat()
    try refuseInputsAsOutputs(isOneOutput: !isForFolder)
    Allocation.prepare(for: inputs)
    if let maxMemory {
      try Allocation.limit(to: maxMemory, path: inputs.count == 1 ? inputs[0] : nil)
    }
    if isForFolder {
      try runBatch()
    } else {
      try runSingle()
    }
  }

  /// Fails if the output or the report would replace a file that is read.
  ///
  /// - Parameter isOneOutput: Whether all inputs go to one output; `BatchPlan` checks the others.
  func refuseInputsAsOutputs(isOneOutput: Bool) throws(Failure) {
    var read = inputs.isEmpty ? ["-"] : inputs
    read += reading.stickers + [looks.scheme].compactMap(\.self)
    if isOneOutput {
      try OutputGuard.refuse(output, asOneOf: read, limits: reading.limits)
      if existingOutput == .backUp, output != "-" {
        try OutputGuard.refuse(
          ExistingFile.backupName(of: output), asOneOf: read, limits: reading.limits)
      }
    }
    guard let report else { return }
    try OutputGuard.refuse(report, asOneOf: read, limits: reading.limits)
    if isOneOutput { try refuseReport(report, asOneOf: [output]) }
    if report != "-" { try ReportFile.requireReplaceable(report) }
  }

  /// Fails if the report has the path of an output or of its backup.
  private func refuseReport(_ report: String, asOneOf outputs: [String]) throws(Failure) {
    guard report != "-" else { return }
    let backups = existingOutput == .backUp ? outputs.map(ExistingFile.backupName) : []
    guard let output = FileIdentity.same(as: report, among: outputs + backups) else { return }
    throw Failure(
      .usage, path: report, code: "usage.overlap",
      "is the report and would be replaced by the output \(output); --report names another file")
  }

  /// Fails if neither `-t` nor the output determines the format to write.
  ///
  /// Without `-t`, output to a pipe is JSON, which loses nothing; output to a file has the format
  /// that its name states.
  private func refuseUnnamedFormat() throws(Failure) {
    guard to == nil else { return }
    if output == "-" {
      guard ProcessControl.isOutputRegularFile else { return }
      throw Failure(
        .usage, code: "usage.format",
        "the standard output is a file: -t names the format to write, for example -t html")
    }
    let isNamed = FormatRegistry.standard.entry(fileName: output) != nil
    if FilePaths.endsWithSlash(output) || OutputFolder.isFolder(output), !isNamed {
      throw Failure(
        .usage, path: output, code: "usage.folder",
        "is a folder: -t names the format of the document to write into it")
    }
  }

  /// Whether the output is a folder to which the documents are written.
  ///
  /// This is always the case for several inputs. For one input, which must not be the standard input, `-t` must name
  /// the format, and the path must end with a slash, or be an existing folder whose name does not have the suffix of a
  /// format.
  private var isForFolder: Bool {
    guard inputs.count == 1 else { return inputs.count > 1 }
    guard to != nil, output != "-", inputs != ["-"] else { return false }
    if FilePaths.endsWithSlash(output) { return true }
    return FormatRegistry.standard.entry(fileName: output) == nil && OutputFolder.isFolder(output)
  }

  private func runSingle() throws {
    let input = try ReadingChoices.place(of: inputs.first)
    guard !keepsOutput() else {
      let report = try openReport()
      try report?.add(ReportLine(kept: input.label))
      try report?.finish()
      return
    }
    var conversion = try makeConversion()
    conversion.onDocument = KeptDocument.keep
    let report = try openReport()
    let start = ProcessTime.wallSeconds
    let progress = ProgressLine(isQuiet: isQuiet)
    progress.name = input.label
    let outcome: ConversionOutcome
    do throws(Failure) {
      defer { progress.finish() }
      outcome = try conversion.run(
        from: input, to: Place(argument: output), mediaFolder: media, onProgress: progress.update)
    } catch {
      if !error.isClosedPipe {
        try report?.add(
          ReportLine(
            path: input.label, failure: error, usage: .init(since: start),
            attempt: .init(of: input.label, to: conversion.outputFormat)))
        try report?.finish()
      }
      throw error
    }
    try report?.add(ReportLine(path: input.label, outcome: outcome, usage: .init(since: start)))
    try report?.finish()
    writeLosses(outcome.report, of: input.label)
  }

  private func openReport() throws(Failure) -> ReportFile? {
    try report.map { name throws(Failure) in try ReportFile(at: Place(argument: name)) }
  }

  /// Returns whether the single output exists and must be kept; if so, prints a message.
  func keepsOutput() -> Bool {
    guard existingOutput == .keep, output != "-", OutputGuard.isTaken(output) else { return false }
    if !isQuiet { StandardError.write(Self.keptLine(for: output)) }
    return true
  }

  /// Lists losses on the standard error: one line for each kind, or for each loss with `-v`.
  func writeLosses(_ report: ConversionReport, of path: String) {
    guard !isQuiet else { return }
    let summary = LossSummary(of: report)
    StandardError.write(isVerbose ? summary.allLines(for: path) : summary.lines(for: path))
    if root == nil, summary.hasFilesElsewhere { StandardError.write(Self.rootLine(for: path)) }
  }

  private static func rootLine(for path: String) -> String {
    HarmlessText.escape(
      "iaconv: \(path): files in other folders are not read; "
        + "--root names a folder whose files may be read") + "\n"
  }

  static func keptLine(for output: String) -> String {
    HarmlessText.escape("iaconv: \(output): exists and is kept") + "\n"
  }

  private func runBatch() throws {
    let conversion = try makeConversion()
    let format: FormatDescriptor
    do throws(FormatError) {
      format = try conversion.registry.writer(id: conversion.outputFormat).descriptor
    } catch {
      throw Failure(error, path: nil)
    }
    let plan = try BatchPlan(
      inputs: inputs, folder: output, suffix: format.suffixes.first ?? format.id.rawValue)
    if let report { try refuseReport(report, asOneOf: plan.items.map(\.output)) }
    let folder: OutputFolder
    do throws(FileError) {
      folder = try OutputFolder(path: output)
    } catch {
      throw Failure(error, path: output)
    }
    defer { folder.removeIfUnused() }
    let report = try openReport()
    let batch = Batch(conversion: conversion, plan: plan, mediaFolder: media)
    let progress = ProgressLine(isQuiet: isQuiet)
    var start = ProcessTime.wallSeconds
    var losses = BatchLosses()
    let summary = try batch.run { number, item in
      progress.name = "\(number + 1) of \(plan.items.count): \(item.input)"
      start = ProcessTime.wallSeconds
      return progress.update
    } onEnd: { item, result in
      progress.finish()
      try add(item, result, .init(since: start), of: conversion, to: report)
      if case .converted(let outcome) = result {
        if isVerbose {
          writeLosses(outcome.report, of: item.input)
        } else {
          losses.add(outcome.report, of: item.input)
        }
      }
    }
    try report?.finish()
    if !isQuiet { StandardError.write(losses.lines + (summary.count > 1 ? summary.line : "")) }
    guard summary.status == .success else { throw Ending(status: summary.status) }
  }

  /// Adds the result of one of several documents to the report, and prints its failure.
  private func add(
    _ item: BatchPlan.Item, _ result: Batch.Result, _ usage: ReportLine.Usage,
    of conversion: Conversion, to report: ReportFile?
  ) throws {
    switch result {
    case .converted(let outcome):
      try report?.add(ReportLine(path: item.input, outcome: outcome, usage: usage))
    case .failed(let failure):
      try report?.add(
        ReportLine(
          path: item.input, failure: failure, usage: usage,
          attempt: .init(of: item.input, to: conversion.outputFormat)))
      StandardError.write("iaconv: \(failure.line)\n")
    case .kept:
      try report?.add(ReportLine(kept: item.input))
      if !isQuiet { StandardError.write(Self.keptLine(for: item.output)) }
    case .skipped:
      try report?.add(ReportLine(skipped: item.input))
    }
  }

  func makeConversion() throws -> Conversion {
    var conversion = Conversion(to: FormatID(to ?? (isForTerminal ? "ansi" : "json")))
    conversion.registry = Program.registry(drawing)
    do throws(FormatError) {
      if to == nil, output != "-" {
        conversion.outputFormat = try conversion.registry.writableID(fileName: output)
      }
      try conversion.registry.refuseDrawnElsewhere(conversion.outputFormat)
    } catch {
      throw Failure(error, path: nil)
    }
    if isForTerminal, let entry = conversion.registry.entry(id: conversion.outputFormat) {
      try TerminalOutput.refuseBinary(entry.descriptor)
    }
    if drawing.fonts.areEmbedded { try checkFontEmbedding(conversion.outputFormat) }
    conversion.inputFormat = try reading.format()
    conversion.isStrict = isStrict
    conversion.readsEmbeddedSource = readsEmbeddedSource
    conversion.root = root
    conversion.existingOutput = existingOutput
    conversion.hashes = report != nil
    conversion.readOptions = try reading.readOptions()
    conversion.writeOptions = try looks.writeOptions(isForTerminal: isForTerminal)
    conversion.writeOptions.profile =
      profile ?? Self.usualProfile(of: conversion.outputFormat, conversion.readOptions)
    conversion.writeOptions.keepsHiddenData = !leavesOutHiddenData
    conversion.writeOptions.linksMedia = media != nil
    conversion.writeOptions.stickerPacks = conversion.readOptions.stickerPacks
    return conversion
  }

  /// Fails if `--embed-fonts` does not apply to the format, or if this program does not draw and thus has no fonts.
  private func checkFontEmbedding(_ format: FormatID) throws(Failure) {
    guard format == FormatID("html"), profile == nil || profile == "styled" else {
      let name = format.rawValue + (profile.map { " of the profile \($0)" } ?? "")
      throw Failure(
        .usage, code: "usage.embed-fonts",
        "--embed-fonts applies to HTML of the profile styled, not to \(name)")
    }
    guard Program.drawing == nil else { return }
    throw Failure(
      .usage, code: Failure.drawnElsewhere,
      "--embed-fonts needs iaconv-render, which is not beside iaconv")
  }

  /// Returns the default profile of a format: `layout` for plain text, unless sticker packs are given, because their
  /// tokens must be readable again; otherwise `nil`.
  static func usualProfile(of format: FormatID, _ reading: ReadOptions) -> String? {
    format == FormatID("text") && reading.stickerPacks.isEmpty ? "layout" : nil
  }

  private var isForTerminal: Bool { output == "-" && StandardOutput.isTerminal }
}
