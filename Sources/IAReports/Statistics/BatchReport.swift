internal import IAConvert
internal import IAFiles

/// The statistics of a report of `convert` or `batch`, or of the journal of a batch.
///
/// The lines are read once; memory does not depend on their number.
package struct BatchReport {
  /// The largest number of documents that are drawn as single points.
  static let maxPoints = 2000
  /// The number of formats of inputs that are distinguished; others are counted together.
  static let maxFormats = 24
  /// The number of runs that are kept.
  static let maxRuns = 50

  /// A line that is not part of a report.
  struct Damage {
    var line: Int
    var reason: String
  }

  /// The lines of the file.
  struct Lines {
    var count = 0
    /// The number of lines that were ignored, and the first of them.
    var damaged = 0
    var examples: [Damage] = []
    /// Lines with a member of a wrong type, which was ignored.
    var withWrongMembers = 0
    /// Lines of a journal that a later line of the same document replaces.
    var superseded = 0
  }

  /// A document as a point of the scatter plot.
  struct Point {
    var format: Int
    var byteCount: Int
    var microseconds: Int
    var isFailed: Bool
  }

  /// The name of the file, for people.
  let name: String
  /// Whether the file is the journal of a batch, which has no losses and no times.
  let isJournal: Bool
  var lines = Lines()
  /// The number of documents by status.
  var statuses: [ReportLine.Status: Int] = [:]
  var documents = 0
  /// The number of results; a document that is converted to several formats has several.
  var results = 0
  var inputByteCount = 0
  var outputByteCount = 0
  /// The sum of the times of all documents in microseconds.
  var microseconds = 0
  var timed = 0
  var formats: [FormatStatistics] = []
  /// The formats that documents were converted to; empty if the report does not state them.
  var outputFormats: Set<String> = []
  var losses = LossStatistics()
  var failures = FailureStatistics()
  var slowest = TopList<TimedDocument>(capacity: 10)
  /// The first points; all, if there are not more than `maxPoints`.
  var points: [Point] = []
  /// The runs, the newest last; the first ones are dropped if there are too many.
  var runs: [RunTimeline] = []
  var droppedRuns = 0
  /// Whether the next result begins a run.
  var isRunEnded = true
  var formatNumbers: [String: Int] = [:]

  /// The run with most documents, which the charts show.
  var largestRun: RunTimeline? { runs.max { $0.timed < $1.timed } }

  /// The first damaged lines that are kept.
  static let maxDamages = 5

  /// The message about lines that were left out; `nil` if there is none.
  package var damageMessage: String? {
    guard lines.damaged > 0, let first = lines.examples.first else { return nil }
    return
      "\(name): \(lines.damaged) of \(lines.count) lines are damaged and were left out "
      + "(first: line \(first.line): \(first.reason))"
  }
}
