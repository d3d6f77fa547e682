package import IABytes
internal import IAFiles
package import IAFormats
internal import IASyntax

/// The result of a job as a worker sends it.
package struct WorkerResult: Sendable {
  /// The largest number of side files of one output.
  static let maxSideFiles = 65_536
  /// The largest number of notes and of kinds of notes in a report.
  static let maxNotes = 65_536
  /// The maximum length in bytes of the detail of a note or failure; longer details are truncated.
  static let maxDetailBytes = 4096
  /// The longest name of a feature, format or limit in bytes.
  static let maxWordBytes = 256

  /// The outcome of the conversion.
  package var ending: JobResult.Ending
  /// The elapsed time in nanoseconds.
  package var wallNanoseconds: UInt64
  /// The CPU time in nanoseconds.
  package var cpuNanoseconds: UInt64
  /// The resident memory of the worker in bytes after the conversion; 0 if it is not known.
  package var residentBytes: Int

  /// Creates a result.
  package init(
    _ ending: JobResult.Ending, wallNanoseconds: UInt64 = 0, cpuNanoseconds: UInt64 = 0,
    residentBytes: Int = 0
  ) {
    self.ending = ending
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.residentBytes = residentBytes
  }

  /// The payload.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.fixed(wallNanoseconds)
    writer.fixed(cpuNanoseconds)
    writer.count(residentBytes)
    switch ending {
    case .converted(let targets):
      writer.byte(0)
      writer.byte(UInt8(targets.count))
      for target in targets { Self.write(target, to: &writer) }
    case .failed(let failure):
      writer.byte(1)
      Self.write(failure, to: &writer)
    }
    return writer.bytes
  }

  /// Creates a result from a payload.
  ///
  /// - Parameters:
  ///   - payload: The bytes, which must not be in memory that another process can change.
  ///   - targets: The formats that the job requested.
  /// - Throws: `worker.value`.
  package init(_ payload: [UInt8], targets: [FormatID]) throws(InputError) {
    var reader = MessageReader(payload)
    wallNanoseconds = UInt64(try reader.number(8))
    cpuNanoseconds = UInt64(try reader.number(8))
    residentBytes = try reader.number(8)
    if try reader.flag() {
      ending = .failed(try Self.readFailure(&reader))
    } else {
      let count = try reader.number(1)
      guard count == targets.count else { throw reader.invalid("\(count) outputs") }
      var results: [TargetResult] = []
      for target in targets { results.append(try Self.readTarget(target, &reader)) }
      ending = .converted(results)
    }
    try reader.end()
  }

  // MARK: Outputs

  private static func write(_ target: TargetResult, to writer: inout ByteWriter) {
    write(target.outcome, to: &writer)
    writer.fixed(UInt32(target.sideFiles.count))
    for file in target.sideFiles {
      writer.text(file.path, atMost: WorkerMessages.maxSideNameBytes)
      writer.count(file.bytes.count)
      writer.append(file.bytes)
    }
    writer.count(target.bytes.count)
    writer.append(target.bytes)
  }

  private static func readTarget(
    _ format: FormatID, _ reader: inout MessageReader
  ) throws(InputError) -> TargetResult {
    var outcome = try readOutcome(&reader)
    guard outcome.outputFormat == format else {
      throw reader.invalid("an output of \(outcome.outputFormat.rawValue)")
    }
    let count = try reader.number(4, atMost: maxSideFiles)
    var files: [TargetResult.SideFile] = []
    var names: Set<String> = []
    for _ in 0..<count {
      let path = try reader.text(atMost: WorkerMessages.maxSideNameBytes)
      guard FilePaths.safeParts(of: path) != nil, names.insert(path).inserted else {
        throw reader.invalid("the name of a side file")
      }
      let count = try reader.number(8)
      files.append(.init(path: path, bytes: try reader.take(count)))
    }
    let byteCount = try reader.number(8)
    let bytes = try reader.take(byteCount)
    outcome.outputs =
      [.init(path: nil, byteCount: bytes.count, digest: nil)]
      + files.map { .init(path: $0.path, byteCount: $0.bytes.count, digest: nil) }
    return TargetResult(outcome: outcome, bytes: bytes, sideFiles: files)
  }

  private static func write(_ outcome: ConversionOutcome, to writer: inout ByteWriter) {
    writer.text(outcome.inputFormat.rawValue, atMost: maxWordBytes)
    writer.text(outcome.outputFormat.rawValue, atMost: maxWordBytes)
    writer.count(outcome.inputByteCount)
    writer.flag(outcome.inputDigest != nil)
    if let digest = outcome.inputDigest { writer.append(digest.bytes) }
    write(outcome.report, to: &writer)
  }

  private static func readOutcome(
    _ reader: inout MessageReader
  ) throws(InputError) -> ConversionOutcome {
    let input = FormatID(try reader.text(atMost: maxWordBytes))
    let output = FormatID(try reader.text(atMost: maxWordBytes))
    let count = try reader.number(8)
    var digest: SHA256Digest?
    if try reader.flag() {
      let bytes = try reader.take(SHA256Digest.byteCount)
      digest = SHA256Digest(bytes: bytes.span)
    }
    let report = try readReport(&reader)
    return ConversionOutcome(
      inputFormat: input, outputFormat: output, inputByteCount: count, inputDigest: digest,
      outputs: [], report: report)
  }

  // MARK: Reports

  private static let effects = ConversionNote.Effect.allCases

  private static func write(_ kind: ConversionNote.Kind, to writer: inout ByteWriter) {
    writer.byte(UInt8(effects.firstIndex(of: kind.effect) ?? 0))
    writer.text(kind.feature.rawValue, atMost: maxWordBytes)
  }

  private static func readKind(
    _ reader: inout MessageReader
  ) throws(InputError) -> ConversionNote.Kind {
    let effect = effects[try reader.number(1, atMost: effects.count - 1)]
    let name = try reader.text(atMost: maxWordBytes)
    guard let feature = DocumentFeature(rawValue: name) else {
      throw reader.invalid("a feature that is not known")
    }
    return .init(effect: effect, feature: feature)
  }

  private static func write(_ report: ConversionReport, to writer: inout ByteWriter) {
    let notes = report.notes.prefix(maxNotes)
    writer.fixed(UInt32(notes.count))
    for note in notes {
      write(note.kind, to: &writer)
      writer.text(note.detail, atMost: maxDetailBytes)
      writer.byte((note.utf16Range == nil ? 0 : 1) | (note.byteOffset == nil ? 0 : 2))
      if let range = note.utf16Range {
        writer.count(range.lowerBound)
        writer.count(range.upperBound)
      }
      if let offset = note.byteOffset { writer.count(offset) }
    }
    let kinds = report.kinds.prefix(maxNotes)
    writer.fixed(UInt32(kinds.count))
    for kind in kinds {
      write(kind, to: &writer)
      writer.count(report.counts[kind, default: 0])
    }
  }

  private static func readReport(
    _ reader: inout MessageReader
  ) throws(InputError) -> ConversionReport {
    var report = ConversionReport()
    let noteCount = try reader.number(4, atMost: maxNotes)
    for _ in 0..<noteCount {
      let kind = try readKind(&reader)
      let detail = try reader.text(atMost: maxDetailBytes)
      let flags = try reader.number(1, atMost: 3)
      var range: Range<Int>?
      if flags & 1 != 0 {
        let start = try reader.number(8)
        let end = try reader.number(8)
        guard start <= end else { throw reader.invalid("a reversed range") }
        range = start..<end
      }
      var offset: Int?
      if flags & 2 != 0 { offset = try reader.number(8) }
      report.add(
        kind.effect, kind.feature, detail, utf16Range: range, byteOffset: offset)
    }
    var counted: Set<ConversionNote.Kind> = []
    let kindCount = try reader.number(4, atMost: maxNotes)
    for _ in 0..<kindCount {
      let kind = try readKind(&reader)
      // With this maximum, the sum of all counts of many reports cannot overflow.
      let count = try reader.number(8, atMost: 1 << 40)
      let listed = report.counts[kind, default: 0]
      guard counted.insert(kind).inserted, count >= max(listed, 1) else {
        throw reader.invalid("a count of notes")
      }
      report.count(count - listed, more: kind)
    }
    guard report.counts.count == counted.count else {
      throw reader.invalid("notes without a count")
    }
    return report
  }

  // MARK: Failures

  /// The exit statuses that the failure of a document may have.
  private static let statuses: Set<ExitStatus> = [
    .loss, .usage, .badInput, .noInput, .software, .inputOutput, .permission,
  ]

  static func write(_ failure: Failure, to writer: inout ByteWriter) {
    writer.byte(UInt8(failure.status.rawValue))
    writer.flag(failure.path != nil)
    writer.text(failure.code, atMost: 64)
    writer.text(failure.detail, atMost: maxDetailBytes)
    writer.flag(failure.byteOffset != nil)
    if let offset = failure.byteOffset { writer.count(offset) }
    writer.flag(failure.limit != nil)
    if let limit = failure.limit {
      writer.text(limit.name, atMost: maxWordBytes)
      writer.count(limit.maximum)
      writer.count(limit.seen)
    }
    writer.flag(failure.refused != nil)
    if let refused = failure.refused { write(refused, to: &writer) }
  }

  /// Decodes a failure; the path of a failure that concerns the document is empty.
  ///
  /// - Parameter further: Exit statuses that are valid in addition to those of documents.
  static func readFailure(
    _ reader: inout MessageReader, further: Set<ExitStatus> = []
  ) throws(InputError) -> Failure {
    let number = try reader.number(1)
    guard let status = ExitStatus(rawValue: Int32(number)),
      statuses.contains(status) || further.contains(status)
    else {
      throw reader.invalid("an exit status")
    }
    let hasPath = try reader.flag()
    let code = try reader.code()
    let detail = try reader.text(atMost: maxDetailBytes)
    var failure = Failure(status, path: hasPath ? "" : nil, code: code, detail)
    if try reader.flag() { failure.byteOffset = try reader.number(8) }
    if try reader.flag() {
      let name = try reader.text(atMost: maxWordBytes)
      let maximum = try reader.number(8)
      let seen = try reader.number(8)
      failure.limit = .init(name: name, maximum: maximum, seen: seen)
    }
    if try reader.flag() { failure.refused = try readOutcome(&reader) }
    return failure
  }
}

extension MessageReader {
  /// Reads the code of an error: lower-case words and digits with hyphens and full stops.
  mutating func code() throws(InputError) -> String {
    let code = try text(atMost: 64)
    let isValid = code.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    guard isValid, !code.isEmpty else { throw invalid("an error code") }
    return code
  }
}
