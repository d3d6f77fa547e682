package import IAConvert

/// The result of a document, as a line of a report or of a journal states it.
package struct ReportRecord {
  /// A kind of loss and the number of times it occurred.
  package struct Loss {
    /// The effect and the feature, separated by a space.
    package var kind: String
    /// The number of times it occurred, above 0.
    package var count: Int
    /// The detail of the first note of this kind; may be empty.
    var detail = ""
  }

  /// The reason of a failure.
  struct Fault {
    var code = ""
    var detail = ""
    /// The place in the input in bytes, if it is known.
    var byteOffset: Int?
  }

  /// The time and memory of a conversion; a value is `nil` if the line does not state it.
  struct Usage {
    /// The elapsed time in microseconds.
    var microseconds: Int?
    /// The start of the run in milliseconds since 1970, on its first line.
    var runStart: Int?
    /// The end of the conversion in milliseconds since the start of the run.
    var endMilliseconds: Int?
    /// The number of the worker; 0 also for a conversion without workers.
    var worker = 0
    /// The identifier of the worker's process.
    var process: Int?
    /// The number of attempts.
    var attempts = 1
    /// The peak memory of the program in KiB.
    var peakKiB: Int?
    /// The memory of the worker in KiB.
    var residentKiB: Int?
  }

  /// The path of the input, byte for byte.
  package var path: [UInt8] = []
  /// The result.
  package var status = ReportLine.Status.skipped
  /// The format of the input; empty if the line has none.
  var format = ""
  /// The format of the output; empty if the line has none.
  var outputFormat = ""
  /// The size of the input in bytes.
  package var inputByteCount: Int?
  /// The SHA-256 of the input in hexadecimal digits; empty if the line has none.
  var inputDigest = ""
  /// The total size of the outputs in bytes.
  package var outputByteCount = 0
  var fault = Fault()
  /// The kinds of losses.
  package var losses: [Loss] = []
  /// The first detail of each kind of note, until it is moved to the losses.
  var details: [String: String] = [:]
  var usage = Usage()
  /// Whether the line is that of a journal, which does not state losses.
  var isOfJournal = false
  /// The number of members whose value has the wrong type.
  var wrongMembers = 0

  /// Whether the document was converted.
  var isConverted: Bool { status == .ok || status == .partial }

  /// Whether valid outputs of an earlier run were kept.
  var isKept: Bool { status == .unchanged || status == .kept }

  /// Whether the conversion was attempted and failed.
  var isFailed: Bool {
    switch status {
    case .refused, .limit, .timeout, .io, .crashed: true
    case .ok, .partial, .kept, .unchanged, .skipped: false
    }
  }

  /// The path for people.
  package var shownPath: String { ShownPath.text(path) }

  /// The format of the input; without one, the suffix of the path.
  var formatLabel: String {
    if !format.isEmpty { return format }
    return ShownPath.suffix(of: path).map { "." + $0 } ?? "unknown"
  }
}

/// A line of a report.
package enum ReportItem {
  /// The result for a document.
  case result(ReportRecord)
  /// The summary line at the end of a run.
  case summary
  /// The start of a run in a journal with the version of its format.
  case runStart(version: Int)
  /// A line that is not of this format, with the reason.
  case damaged(String)
}
