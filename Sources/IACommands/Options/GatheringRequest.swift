internal import IAConvert
internal import IAFiles
internal import IAFormats
internal import IAText

/// Several documents that are to be drawn as one.
struct GatheringRequest {
  var request: ConversionRequest
  var arrangement: Gathering.Arrangement

  func run() throws {
    try request.refuseInputsAsOutputs(isOneOutput: true)
    guard !request.keepsOutput() else { return }
    let conversion = try request.makeConversion()
    let isPage = conversion.outputFormat == FormatID("html")
    guard isPage || Program.drawing != nil else {
      throw Failure(
        FormatError.drawnElsewhere(conversion.outputFormat.rawValue), path: nil)
    }
    var report = ConversionReport()
    let inputs = try read(conversion, &report)
    let gathering = Gathering(arrangement, inputs.documents)
    let label = request.output
    do {
      // The output is buffered until it is certain that a strict request loses nothing.
      var held = BytesSink()
      report.add(try write(gathering, conversion, to: &held))
      if request.isStrict, !report.isLossless { throw Failure(refusing: report, path: label) }
      let bytes = held.bytes
      switch Place(argument: request.output) {
      case .stream: try DescriptorSink().write(bytes)
      case .file(let path), .pipe(let path):
        let file = try FileSink(path: path, existing: conversion.existingOutput)
        try file.write(bytes)
        try file.commit()
      }
    } catch {
      throw Failure(error, path: label)
    }
    request.writeLosses(report, of: label)
    if let status = inputs.status { throw Ending(status: status) }
  }

  private func write(
    _ gathering: Gathering, _ conversion: Conversion, to sink: inout some DocumentSink
  ) throws -> ConversionReport {
    guard let drawing = Program.drawing, conversion.outputFormat != FormatID("html") else {
      return try gathering.writePage(
        to: &sink, theme: request.drawing.theme, options: conversion.writeOptions)
    }
    return try drawing.write(
      gathering, as: conversion.outputFormat, to: &sink, options: request.drawing,
      looks: conversion.writeOptions)
  }

  /// The documents that were read, and the missing ones.
  private struct Inputs {
    var documents: [(name: String, document: IADocument)] = []
    var omittedCount = 0
    var isDamaged = false
    var firstFailure: Failure?

    /// The exit status for missing documents; `nil` if no document is missing.
    var status: ExitStatus? {
      if isDamaged { return .damage }
      return omittedCount > 0 ? .someFailed : nil
    }

    mutating func note(_ omission: FileCollection.Omission) {
      ArchiveReadingOptions.tell(omission)
      switch omission.kind {
      case .omitted: omittedCount += 1
      case .damage: isDamaged = true
      case .renamed, .remark: break
      }
    }
  }

  /// Reads the documents; reports and omits unreadable ones.
  private func read(_ conversion: Conversion, _ report: inout ConversionReport) throws -> Inputs {
    var inputs = Inputs()
    var collection = FileCollection(request.inputs.isEmpty ? ["-"] : request.inputs)
    collection.limits = request.reading.limits
    collection.root = request.root
    try collection.forEach {
      inputs.note($0)
    } _: { file in
      do {
        let input = try conversion.read(file.source)
        report.add(input.report)
        inputs.documents.append((FileNames.stem(of: file.path), input.document))
      } catch {
        let failure = Failure(error, path: file.label)
        StandardError.write("iaconv: \(failure.line)\n")
        inputs.firstFailure = inputs.firstFailure ?? failure
        inputs.omittedCount += 1
      }
    }
    guard inputs.documents.isEmpty else { return inputs }
    if let status = inputs.firstFailure?.status ?? inputs.status { throw Ending(status: status) }
    throw Failure(
      .noInput, path: request.inputs.first, code: "render.no-document",
      "there is no document to draw")
  }
}
