internal import ArgumentParser
internal import IAConvert
internal import IAFiles
internal import IAFormats

/// `iaconv worker`: converts documents for another program, without access to files.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Converts documents that another program sends.",
    discussion: """
      For programs, not for people. The worker reads documents as frames from the standard input and \
      writes their results as frames to the standard output (Specs/worker-protocol.md), until the \
      input ends. The options of the conversion are those of convert and apply to all documents. \
      After the options, sticker packs and schemes are read, the worker gives up the right to open \
      files, sockets and programs; the first frame that it sends lists what the system enforces.

      Examples:
        iaconv worker --stdio -t html --scheme HueGYR --require-sandbox
        iaconv worker --check
      """,
    shouldDisplay: false)

  @Flag(help: "Read frames from the standard input and write frames to the standard output.")
  var stdio = false

  @Flag(help: ArgumentHelp("Serve the broker that has passed a socket.", visibility: .hidden))
  var broker = false

  @Flag(
    help: ArgumentHelp(
      "Copy this process as a worker whenever the broker asks.", visibility: .hidden))
  var template = false

  @Flag(help: ArgumentHelp("Unpack archives for the broker.", visibility: .hidden))
  var unpack = false

  @Flag(help: "Attempt what a worker must not do, and list what the system prevents.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Compare this number of conversions in this process and in workers, and print the figures.",
      valueName: "n", visibility: .hidden))
  var measure: Int?

  @Option(
    help: ArgumentHelp("The number of workers to measure.", valueName: "n", visibility: .hidden))
  var workers = 1

  @Flag(help: ArgumentHelp("Measure workers that are started one by one.", visibility: .hidden))
  var spawn = false

  @Flag(help: ArgumentHelp("Check a worker that is a copy of a template.", visibility: .hidden))
  var copy = false

  @Argument(
    help: ArgumentHelp("The documents to measure.", valueName: "in", visibility: .hidden),
    completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The format to write; several formats are separated by commas.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @OptionGroup var writing: WritingOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: "Appearance") var looks: LookOptions

  @Flag(help: "Fail the conversion of a document if something would be lost.")
  var strict = false

  @Flag(help: "Compute the hash of each document.")
  var hashes = false

  @Option(
    help: ArgumentHelp(
      "Fail documents with more bytes of output (default: 256M).", valueName: "size"),
    transform: ReadingOptions.byteCount)
  var maxOutput: Int?

  @Flag(help: "Exit with 77 if the system lacks a part of the sandbox.")
  var requireSandbox = false

  func validate() throws {
    if [stdio, broker, template || check, measure != nil].count(where: \.self) != 1 {
      throw ValidationError("worker needs --stdio or --check")
    }
    if measure == nil, let input = inputs.first {
      throw ValidationError("worker takes documents as frames, not '\(input)'")
    }
    if unpack, !broker { throw ValidationError("worker --unpack needs a broker") }
    if to == nil, !check, !unpack { throw ValidationError("worker needs -t") }
    try writing.requireRelativeMedia()
  }

  /// The default maximum size in bytes of the outputs of a document with their side files.
  static let defaultMaxOutput = 256 << 20
  /// The default maximum of memory in bytes that a worker may use.
  static let defaultMaxMemory = 1 << 30

  /// The maximum number of formats to which one session converts each document.
  static let mostFormats = 16

  func run() throws {
    do {
      try serve()
    } catch let failure as Failure
      where hasBroker && (failure.code == "worker.sandbox" || !failure.code.hasPrefix("worker."))
    {
      WorkerSession.refuse(failure)
      throw failure
    }
  }

  /// Whether a broker has started the process, which then ends with its broker.
  private var hasBroker: Bool { broker || template && !check }

  private func serve() throws {
    if template { return try serveCopies() }
    if check { return try copy ? checkCopy() : listPrevented() }
    if let measure { return try WorkerMeasurement(self, count: measure).run() }
    if stdio, WorkerSession.isOutputRegularFile {
      throw Failure(
        .usage, code: "usage", "worker --stdio writes to a pipe or a socket, not to a file")
    }
    if broker { Sandbox.closeDescriptors(from: WorkerSession.firstUnusedDescriptor) }
    if unpack { return try unpackArchives() }
    try convert(with: makeConversions())
  }

  /// Returns the conversion to each format.
  private func makeConversions() throws -> [Conversion] {
    guard (1...Self.mostFormats).contains(formats.count) else {
      throw Failure(.usage, code: "usage.format", "-t names 1 to \(Self.mostFormats) formats")
    }
    return try formats.map { try conversion(to: $0) }
  }

  /// Loads the resources of workers as a template; in each copy that the broker requests, runs as a worker.
  private func serveCopies() throws {
    Sandbox.closeDescriptors(from: WorkerPreparation.controlDescriptor + 1)
    let conversions = try check ? [] : makeConversions()
    WorkerPreparation.prepare(
      conversions.filter { !Sandbox.drawnFormats.contains($0.outputFormat) })
    guard try WorkerPreparation.becomesWorker() else { return }
    Sandbox.closeDescriptors(from: WorkerSession.firstUnusedDescriptor)
    if check { return try listPrevented() }
    try convert(with: conversions)
  }

  /// Converts documents in the sandbox until the client ends the session.
  private func convert(with conversions: [Conversion]) throws {
    let bounds = WorkerFrame.Bounds(
      inputBytes: reading.choices.limits.inputBytes,
      outputBytes: maxOutput ?? Self.defaultMaxOutput)
    var session = WorkerSession(
      hasBroker ? .broker : .standardStreams, conversions: conversions, mediaFolder: writing.media,
      bounds: bounds)
    let isDrawn = conversions.contains { Sandbox.drawnFormats.contains($0.outputFormat) }
    let features = Sandbox.close(
      memory: reading.maxMemory ?? Self.defaultMaxMemory, hasParent: hasBroker, readsFonts: isDrawn,
      session: session)
    if requireSandbox {
      var expected = SandboxFeatures.all
      if !hasBroker { expected &= ~Sandbox.parentDeath }
      try Sandbox.require(expected, in: features)
    }
    try session.run(sandbox: features)
  }

  /// Unpacks archives for the broker.
  private func unpackArchives() throws {
    let session = UnpackingSession(limits: reading.choices.limits)
    let features = Sandbox.close(
      memory: reading.maxMemory ?? Self.defaultMaxMemory, hasParent: true, readsFonts: false,
      session: session)
    if requireSandbox { try Sandbox.require(SandboxFeatures.all, in: features) }
    try session.run(sandbox: features)
  }

  /// The formats to write.
  var formats: [String] { (to ?? "").split(separator: ",").map(String.init) }

  /// The conversion that the arguments request.
  var request: ConversionRequest {
    ConversionRequest(
      inputs: inputs, output: "worker", profile: writing.profile, reading: reading.choices,
      looks: looks.choices, leavesOutHiddenData: writing.leavesOutHiddenData, media: writing.media,
      maxMemory: reading.maxMemory, isStrict: strict)
  }

  /// Returns the conversion to a format.
  func conversion(to format: String) throws -> Conversion {
    var request = request
    request.to = format
    var conversion = try request.makeConversion()
    conversion.hashes = hashes
    do throws(FormatError) {
      conversion.outputFormat = try conversion.registry.writer(id: conversion.outputFormat)
        .descriptor.id
    } catch {
      throw Failure(error, path: nil)
    }
    return conversion
  }

  /// Starts a template, prints the result of `--check` in a copy of it, and ends with the status of that check.
  private func checkCopy() throws {
    var arguments = ["worker", "--template", "--check"]
    if requireSandbox { arguments.append("--require-sandbox") }
    let (lines, status) = try WorkerPreparation.copyReport(
      program: ProgramFile.path, arguments: arguments)
    try StandardOutput.print(lines)
    if status != 0 { throw Ending(status: .permission) }
  }

  /// Prints a line for each operation and whether it was prevented.
  private func listPrevented() throws {
    let features = Sandbox.close(
      memory: Self.defaultMaxMemory, hasParent: true, readsFonts: false, session: nil)
    var lines = "sandbox: \(features.description)\n"
    var isComplete = true
    for (name, succeeded) in Sandbox.attempts {
      lines += "\(succeeded ? "possible " : "prevented") \(name)\n"
      isComplete = isComplete && !succeeded
    }
    if template { try WorkerPreparation.report(lines) } else { try StandardOutput.print(lines) }
    if requireSandbox { try Sandbox.require(SandboxFeatures.all, in: features) }
    if !isComplete, requireSandbox { throw Ending(status: .permission) }
  }
}
