internal import IAConvert
internal import IAFormats
internal import IAText

/// Several documents that are to be drawn as one.
struct GatheringRequest {
  var request: ConversionRequest
  var arrangement: Gathering.Arrangement

  func run() throws {
    let conversion = try request.makeConversion()
    guard let drawing = Program.drawing else {
      throw Failure(
        FormatError.drawnElsewhere(conversion.outputFormat.rawValue), path: nil)
    }
    var report = ConversionReport()
    let documents = try read(conversion, &report)
    let gathering = Gathering(arrangement, documents)
    let label = request.output
    do {
      switch Place(argument: request.output) {
      case .stream:
        var sink: any DocumentSink = DescriptorSink()
        report.add(try write(gathering, drawing, conversion, to: &sink))
      case .file(let path):
        let file = try FileSink(path: path)
        var sink: any DocumentSink = file
        report.add(try write(gathering, drawing, conversion, to: &sink))
        if request.isStrict, !report.isLossless {
          throw Failure(refusing: report, path: label)
        }
        try file.commit()
      }
    } catch {
      throw Failure(error, path: label)
    }
    if !request.isQuiet { StandardError.write(LossSummary(of: report).lines(for: label)) }
  }

  private func write(
    _ gathering: Gathering, _ drawing: any Drawing, _ conversion: Conversion,
    to sink: inout any DocumentSink
  ) throws -> ConversionReport {
    try drawing.write(
      gathering, as: conversion.outputFormat, to: &sink, options: request.drawing,
      looks: conversion.writeOptions)
  }

  private func read(
    _ conversion: Conversion, _ report: inout ConversionReport
  ) throws -> [(name: String, document: IADocument)] {
    var documents: [(name: String, document: IADocument)] = []
    var collection = FileCollection(request.inputs.isEmpty ? ["-"] : request.inputs)
    collection.limits = request.reading.limits
    try collection.forEach(onOmission: ArchiveReadingOptions.tell) { file in
      let input = try conversion.read(file.source)
      report.add(input.report)
      documents.append((FileNames.stem(of: file.path), input.document))
    }
    return documents
  }
}
