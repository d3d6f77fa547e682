internal import IABytes
internal import IAFiles
package import IAFormats
internal import IASyntax

/// The result for one document as a line of JSON.
///
/// `Documentation/iaconv.md` lists the members. A program reads `status` and `code`; `v` is the
/// version of the format.
public struct ReportLine: Hashable, Sendable {
  /// The result for a document.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The document was converted without loss.
    case ok
    /// The document was converted with losses.
    case partial
    /// The document was not converted: bad input, or losses under `--strict`.
    case refused
    /// The document was not converted: it exceeds a limit.
    case limit
    /// The document was not converted: its conversion took longer than the limit of time.
    case timeout
    /// The document was not converted: the system failed or denied permission.
    case io
    /// The document was not converted: an internal error of the program.
    case crashed
    /// The document was not converted because the output exists and is to be kept.
    case kept
    /// The document was not converted because the outputs of an earlier run are still valid.
    case unchanged
    /// The conversion was not attempted.
    case skipped
  }

  /// The largest number of notes in each list; further notes are only counted.
  static let maxListedNotes = 64

  /// The resources that a conversion used.
  public struct Usage: Hashable, Sendable {
    /// The elapsed time in milliseconds.
    public var milliseconds: Int
    /// The peak memory of the process so far, in KiB.
    public var peakKiB: Int
    /// The elapsed time in microseconds; `nil` if only milliseconds are known.
    package var microseconds: Int?
    /// The end of the conversion in milliseconds since 1970; `nil` if it is unknown.
    package var endMilliseconds: Int?
    /// The worker that converted the document; `nil` for a conversion in this process.
    package var worker: Worker?

    /// Creates a record of the resources.
    public init(milliseconds: Int, peakKiB: Int) {
      self.milliseconds = milliseconds
      self.peakKiB = peakKiB
    }

    /// Creates a record of a conversion that has just ended.
    ///
    /// - Parameter start: The start, from `ProcessTime.wallSeconds`.
    package init(since start: Double) {
      let seconds = ProcessTime.wallSeconds - start
      self.init(milliseconds: Int(seconds * 1000), peakKiB: ProcessTime.peakKiB)
      microseconds = Int(seconds * 1_000_000)
      endMilliseconds = ProcessTime.millisecondsSince1970
    }

    /// Creates a record of the resources of a job.
    init(_ usage: JobUsage) {
      self.init(
        milliseconds: Int(clamping: usage.wallNanoseconds / 1_000_000), peakKiB: ProcessTime.peakKiB
      )
      microseconds = Int(clamping: usage.wallNanoseconds / 1000)
      endMilliseconds = usage.endMilliseconds
      worker = usage.worker.map { number in
        Worker(
          number: number, process: usage.process.map(Int.init), attempts: usage.attempts,
          residentKiB: usage.residentByteCount.map { $0 >> 10 }, sandbox: usage.sandbox)
      }
    }
  }

  /// A worker as a line states it.
  package struct Worker: Hashable, Sendable {
    /// The number of the worker in its pool, from 0.
    package var number: Int
    /// The identifier of the process.
    package var process: Int?
    /// The number of attempts.
    package var attempts: Int
    /// The memory of the process after the conversion in KiB.
    package var residentKiB: Int?
    /// The sandbox of the process; `nil` or empty if it is not known.
    package var sandbox: String?
  }

  /// The conversion that was attempted, for a line of a failure without an outcome.
  package struct Attempt: Hashable, Sendable {
    /// The size of the input in bytes; `nil` if it is unknown.
    var inputByteCount: Int?
    /// The format to write.
    var outputFormat: FormatID

    init(inputByteCount: Int?, outputFormat: FormatID) {
      self.inputByteCount = inputByteCount
      self.outputFormat = outputFormat
    }

    /// Creates the attempt to convert a file.
    package init(of path: String, to outputFormat: FormatID) {
      let stamp = FileStamp(path: path)
      self.init(
        inputByteCount: stamp?.isRegular == true ? stamp?.byteCount : nil,
        outputFormat: outputFormat)
    }
  }

  private let path: String
  private let outcome: ConversionOutcome?
  private let failure: Failure?
  private let usage: Usage?
  private var attempt: Attempt?
  private var isKept = false
  private var isUnchanged = false

  /// Creates the line of a conversion that succeeded.
  public init(path: String, outcome: ConversionOutcome, usage: Usage? = nil) {
    self.path = path
    self.outcome = outcome
    self.usage = usage
    failure = nil
  }

  /// Creates the line of a conversion that failed.
  public init(path: String, failure: Failure, usage: Usage? = nil) {
    self.path = path
    self.failure = failure
    self.usage = usage
    outcome = failure.refused
  }

  /// Creates the line of a conversion that failed, with its requested output.
  package init(path: String, failure: Failure, usage: Usage, attempt: Attempt) {
    self.init(path: path, failure: failure, usage: usage)
    self.attempt = attempt
  }

  /// Creates the line of a document whose conversion was not attempted.
  public init(skipped path: String) {
    self.path = path
    failure = nil
    usage = nil
    outcome = nil
  }

  /// Creates the line of a document that was not converted because its output exists.
  public init(kept path: String) {
    self.init(skipped: path)
    isKept = true
  }

  /// Creates the line of a document whose outputs of an earlier run are still valid.
  init(unchanged path: String) {
    self.init(skipped: path)
    isUnchanged = true
  }

  /// Creates the line of a document whose output was changed by another program and is kept.
  init(path: String, changed failure: Failure) {
    self.path = path
    self.failure = failure
    usage = nil
    outcome = nil
    isKept = true
  }

  /// The result for the document.
  public var status: Status {
    if isKept { return .kept }
    if isUnchanged { return .unchanged }
    guard let failure else {
      return outcome.map { $0.report.isLossless ? .ok : .partial } ?? .skipped
    }
    if failure.code == "worker.timeout" { return .timeout }
    if failure.limit != nil { return .limit }
    switch failure.status {
    case .noInput, .cannotCreate, .inputOutput, .permission, .locked: return .io
    case .software: return .crashed
    default: return .refused
    }
  }

  /// Writes a path as escaped text, and also its bytes in Base64 if the escaped text differs from them.
  static func write(path: String, to writer: inout JSONWriter) {
    let text = HarmlessText.escape(path)
    writer.member("path", text)
    guard !text.utf8.elementsEqual(path.utf8) else { return }
    writer.member("path_b64", Base64.encode(PathBytes.bytes(of: path).span))
  }

  /// Returns the line with its final line feed.
  ///
  /// - Parameter run: The run of the line, to which the values of this line are added.
  func json(in run: inout ReportRun) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("v")
    writer.integer(1)
    Self.write(path: path, to: &writer)
    if let outcome {
      write(outcome, to: &writer)
    } else if let attempt {
      if let size = attempt.inputByteCount { writer.member("in_bytes", size) }
      writer.member("out_format", attempt.outputFormat.rawValue)
    }
    writer.member("status", status.rawValue)
    if let failure { write(failure, to: &writer) }
    if let report = outcome?.report { write(report, to: &writer) }
    if let usage { write(usage, to: &writer) }
    run.write(usage, to: &writer)
    writer.endObject()
    return writer.finish() + [0x0A]
  }

  private func write(_ usage: Usage, to writer: inout JSONWriter) {
    if let time = usage.microseconds, usage.milliseconds < 100 {
      writer.key("ms")
      writer.double(Double(time) / 1000)
    } else {
      writer.member("ms", usage.milliseconds)
    }
    writer.member("peak_kib", usage.peakKiB)
    if let attempts = usage.worker?.attempts, attempts > 1 { writer.member("attempts", attempts) }
  }

  private func write(_ outcome: ConversionOutcome, to writer: inout JSONWriter) {
    if let digest = outcome.inputDigest { writer.member("in_sha256", digest.description) }
    writer.key("in_bytes")
    writer.integer(outcome.inputByteCount)
    writer.member("format", outcome.inputFormat.rawValue)
    writer.member("out_format", outcome.outputFormat.rawValue)
    writer.key("out")
    writer.beginArray()
    for output in outcome.outputs {
      writer.beginObject()
      writer.member("path", output.path.map { HarmlessText.escape($0) } ?? "-")
      if let digest = output.digest { writer.member("sha256", digest.description) }
      writer.key("bytes")
      writer.integer(output.byteCount)
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ failure: Failure, to writer: inout JSONWriter) {
    writer.member("code", failure.code)
    if !failure.detail.isEmpty { writer.member("detail", HarmlessText.escape(failure.detail)) }
    if let offset = failure.byteOffset {
      writer.key("offset")
      writer.integer(offset)
    }
    guard let limit = failure.limit else { return }
    writer.key("limit")
    writer.beginObject()
    writer.member("name", limit.name)
    writer.key("max")
    writer.integer(limit.maximum)
    writer.key("seen")
    writer.integer(limit.seen)
    writer.endObject()
  }

  /// Writes the lists of losses, of parts removed for safety, of hidden data, and of restored data.
  private func write(_ report: ConversionReport, to writer: inout JSONWriter) {
    let lists: [(String, Set<ConversionNote.Effect>)] = [
      ("losses", [.approximated, .dropped, .repaired]), ("dropped", [.neutralised]),
      ("hidden", [.hidden]), ("restored", [.restored]),
    ]
    for (name, effects) in lists {
      let notes = report.notes.filter { effects.contains($0.kind.effect) }
      // The other three lists are always written, because the first version of the format has them.
      if notes.isEmpty, name == "restored" { continue }
      writer.key(name)
      writer.beginArray()
      for note in notes.prefix(Self.maxListedNotes) { write(note, to: &writer) }
      writer.endArray()
    }
    writer.key("counts")
    writer.beginObject()
    for kind in report.kinds {
      writer.key("\(kind.effect.rawValue) \(kind.feature.rawValue)")
      writer.integer(report.counts[kind, default: 0])
    }
    writer.endObject()
  }

  private func write(_ note: ConversionNote, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("effect", note.kind.effect.rawValue)
    writer.member("feature", note.kind.feature.rawValue)
    if !note.detail.isEmpty { writer.member("detail", HarmlessText.escape(note.detail)) }
    if let range = note.utf16Range {
      writer.key("utf16")
      writer.array(of: [range.lowerBound, range.upperBound])
    }
    if let offset = note.byteOffset {
      writer.key("offset")
      writer.integer(offset)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }
}
