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
  ///   - conversions: The conversion to each format; they differ in what is written alone.
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

  /// Converts the outstanding job; a conversion is not interrupted by the deadline.
  package mutating func next(until deadline: ContinuousClock.Instant?) -> JobResult? {
    guard let job = waiting else { return nil }
    waiting = nil
    let wall = ProcessTime.wallNanoseconds
    let cpu = ProcessTime.threadNanoseconds
    let ending: JobResult.Ending
    do {
      ending = .converted(try convert(job))
    } catch {
      ending = .failed(Failure(error, path: job.name))
    }
    return JobResult(
      id: job.id, ending: ending,
      usage: JobUsage(
        wallNanoseconds: ProcessTime.wallNanoseconds - wall,
        cpuNanoseconds: ProcessTime.threadNanoseconds - cpu))
  }

  package mutating func stop() { waiting = nil }

  private func convert(_ job: ConversionJob) throws -> [TargetResult] {
    guard let first = conversions.first else { return [] }
    let source: any DocumentSource =
      switch job.input {
      case .file(let path): Place.file(path).source
      case .bytes(let bytes): BytesSource(bytes, name: FileSource(path: job.name).name)
      }
    let input = try first.read(source)
    return try conversions.map { conversion in
      let descriptor = try conversion.registry.writer(id: conversion.outputFormat).descriptor
      var sink = JobSink(folder: descriptor.folderDocument == nil ? mediaFolder : "")
      let outcome = try conversion.write(input, to: &sink)
      return TargetResult(outcome: outcome, bytes: sink.bytes, sideFiles: sink.sideFiles)
    }
  }
}

/// An output in memory with the files beside it.
private struct JobSink: DocumentSink {
  /// The folder of side files relative to the output, or inside it if it is a folder; `nil` if side
  /// files are not accepted.
  let folder: String?
  private(set) var bytes: [UInt8] = []
  private(set) var sideFiles: [TargetResult.SideFile] = []
  private var numbers: [String: Int] = [:]

  init(folder: String?) { self.folder = folder }

  mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Keeps a side file; another file of the same name gets a number, an equal one is shared.
  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    guard let folder else { return nil }
    guard let parts = FilePaths.safeParts(of: name), parts.count == 1 else {
      throw FileError(.create, .unsafeName, path: name)
    }
    var number = 1
    while true {
      let candidate = number == 1 ? name : FileNames.numbered(name, number)
      let path = folder.isEmpty ? candidate : folder + "/" + candidate
      guard let known = numbers[path] else {
        numbers[path] = sideFiles.count
        sideFiles.append(.init(path: path, bytes: bytes))
        return path
      }
      if sideFiles[known].bytes == bytes { return path }
      number += 1
    }
  }
}
