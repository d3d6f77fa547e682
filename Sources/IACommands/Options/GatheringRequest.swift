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
    let conversion = try request.makeConversion()
    let isPage = conversion.outputFormat == FormatID("html")
    guard isPage || Program.drawing != nil else {
      throw Failure(
        FormatError.drawnElsewhere(conversion.outputFormat.rawValue), path: nil)
    }
    var report = ConversionReport()
    let (documents, failures) = try read(conversion, &report)
    let gathering = Gathering(arrangement, documents)
    let label = request.output
    do {
      // Held until it is known whether something is lost.
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
    if failures > 0 { throw Ending(status: .someFailed) }
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

  /// Reads the documents; reports and omits unreadable ones.
  private func read(
    _ conversion: Conversion, _ report: inout ConversionReport
  ) throws -> (documents: [(name: String, document: IADocument)], failures: Int) {
    var documents: [(name: String, document: IADocument)] = []
    var failures = 0
    var first: Failure?
    var collection = FileCollection(request.inputs.isEmpty ? ["-"] : request.inputs)
    collection.limits = request.reading.limits
    try collection.forEach(onOmission: ArchiveReadingOptions.tell) { file in
      do {
        let input = try conversion.read(file.source)
        report.add(input.report)
        documents.append((FileNames.stem(of: file.path), input.document))
      } catch {
        let failure = Failure(error, path: file.label)
        StandardError.write("iaconv: \(failure.line)\n")
        first = first ?? failure
        failures += 1
      }
    }
    if documents.isEmpty, let first { throw Ending(status: first.status) }
    return (documents, failures)
  }
}
