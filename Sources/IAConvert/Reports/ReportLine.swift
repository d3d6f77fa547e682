internal import IABytes
internal import IAFormats
internal import IASyntax

/// What happened to one document, as a line of JSON.
///
/// `Documentation/iaconv.md` lists the members. A program reads `status` and `code`; `v` is the
/// version of the form.
public struct ReportLine: Hashable, Sendable {
  /// How a document fared.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// Converted, nothing lost.
    case ok
    /// Converted with losses.
    case partial
    /// Not converted: bad input, or losses under `--strict`.
    case refused
    /// Not converted: over a limit.
    case limit
    /// Not converted: the system failed or did not permit it.
    case io
    /// Not converted: a fault of the program.
    case crashed
    /// Not tried.
    case skipped
  }

  /// How many notes are listed of the losses and of what was dropped; more are counted.
  static let longestList = 64

  /// What a conversion took.
  public struct Usage: Hashable, Sendable {
    /// The time that passed, in milliseconds.
    public var milliseconds: Int
    /// The most memory that the process had by then, in KiB.
    public var peakKiB: Int

    /// Records what a conversion took.
    public init(milliseconds: Int, peakKiB: Int) {
      self.milliseconds = milliseconds
      self.peakKiB = peakKiB
    }
  }

  private let path: String
  private let outcome: ConversionOutcome?
  private let failure: Failure?
  private let usage: Usage?

  /// Creates a conversion that ended well.
  public init(path: String, outcome: ConversionOutcome, usage: Usage? = nil) {
    self.path = path
    self.outcome = outcome
    self.usage = usage
    failure = nil
  }

  /// Creates a conversion that failed.
  public init(path: String, failure: Failure, usage: Usage? = nil) {
    self.path = path
    self.failure = failure
    self.usage = usage
    outcome = failure.refused
  }

  /// Creates a document that was not tried.
  public init(skipped path: String) {
    self.path = path
    failure = nil
    usage = nil
    outcome = nil
  }

  /// How the document fared.
  public var status: Status {
    guard let failure else {
      return outcome.map { $0.report.isLossless ? .ok : .partial } ?? .skipped
    }
    if failure.limit != nil { return .limit }
    switch failure.status {
    case .noInput, .cannotCreate, .inputOutput, .permission, .locked: return .io
    case .software: return .crashed
    default: return .refused
    }
  }

  /// The line, with its end.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("v")
    writer.integer(1)
    writer.member("path", HarmlessText.escape(path))
    if let bytes = PathBytes.ifNotText(path) {
      writer.member("path_b64", Base64.encode(bytes.span))
    }
    if let outcome { write(outcome, to: &writer) }
    writer.member("status", status.rawValue)
    if let failure { write(failure, to: &writer) }
    if let report = outcome?.report { write(report, to: &writer) }
    if let usage {
      writer.member("ms", usage.milliseconds)
      writer.member("peak_kib", usage.peakKiB)
    }
    writer.endObject()
    return writer.finish() + [0x0A]
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

  /// Lists what was lost, what was taken out for safety, what hidden data keeps, and what came from it.
  private func write(_ report: ConversionReport, to writer: inout JSONWriter) {
    let lists: [(String, Set<ConversionNote.Effect>)] = [
      ("losses", [.approximated, .dropped, .repaired]), ("dropped", [.neutralised]),
      ("hidden", [.hidden]), ("restored", [.restored]),
    ]
    for (name, effects) in lists {
      let notes = report.notes.filter { effects.contains($0.kind.effect) }
      // The members of the first form are always there.
      if notes.isEmpty, name == "restored" { continue }
      writer.key(name)
      writer.beginArray()
      for note in notes.prefix(Self.longestList) { write(note, to: &writer) }
      writer.endArray()
    }
    writer.key("counts")
    writer.beginObject()
    for kind in report.kinds {
      writer.key("\(kind.effect.rawValue) \(kind.feature)")
      writer.integer(report.counts[kind, default: 0])
    }
    writer.endObject()
  }

  private func write(_ note: ConversionNote, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("effect", note.kind.effect.rawValue)
    writer.member("feature", note.kind.feature)
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
