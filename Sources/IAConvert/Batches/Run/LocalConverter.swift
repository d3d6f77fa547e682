internal import IABytes
internal import IAFiles
internal import IAFormats

/// Converts the documents of a batch in this process, in turn.
///
/// A document is read once and written to each format.
package struct LocalConverter: JobConverter {
  private let conversions: [Conversion]
  private let mediaFolder: String?
  private var waiting: ConversionJob?

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - conversions: The conversion to each format; only their output formats and profiles differ.
  ///   - mediaFolder: The folder for side files, relative to the output's folder; `nil` for none.
  package init(_ conversions: [Conversion], mediaFolder: String?) {
    self.conversions = conversions
    self.mediaFolder = mediaFolder
  }

  package var capacity: Int { 1 }

  package mutating func submit(_ job: ConversionJob) {
    precondition(waiting == nil, "a job is outstanding")
    waiting = job
  }

  /// Converts the outstanding job; the deadline does not interrupt a conversion.
  package mutating func next(until deadline: ContinuousClock.Instant?) -> JobResult? {
    guard let job = waiting else { return nil }
    waiting = nil
    let wall = ProcessTime.wallNanoseconds
    let cpu = ProcessTime.threadNanoseconds
    let source = job.source
    let recorded = (source as? FileSource).map { RecordedSource($0) }
    let ending: JobResult.Ending
    do {
      ending = .converted(try convert(recorded ?? source))
    } catch {
      ending = .failed(Failure(error, path: job.name))
    }
    return JobResult(
      id: job.id, ending: ending,
      usage: JobUsage(
        wallNanoseconds: ProcessTime.wallNanoseconds - wall,
        cpuNanoseconds: ProcessTime.threadNanoseconds - cpu),
      beside: recorded?.tally.record)
  }

  package mutating func stop() { waiting = nil }

  private func convert(_ source: any DocumentSource) throws -> [TargetResult] {
    var reading = SharedReading(source)
    return try conversions.map { conversion in
      let input = try reading.input(for: conversion)
      let descriptor = try conversion.registry.writer(id: conversion.outputFormat).descriptor
      var sink = WorkerSink(
        format: descriptor, mediaFolder: mediaFolder, maxBytes: .max, maxSideFiles: .max)
      let outcome = try conversion.write(input, to: &sink)
      return TargetResult(outcome: outcome, bytes: sink.bytes, sideFiles: sink.sideFiles)
    }
  }
}
