internal import IAFiles
internal import IASyntax

/// Writes report lines as they occur, and a final line with the counts for each status.
///
/// Each line is appended with one write. The file is synchronized with the disk at most once a second; therefore only
/// the last documents can be missing in the report of an interrupted run.
public final class ReportFile {
  private let place: Place
  private let file: AppendedFile?
  private var counts: [ReportLine.Status: Int] = [:]
  private var lastSync = ContinuousClock.now
  private var run = ReportRun(startMilliseconds: ProcessTime.millisecondsSince1970)

  /// Creates the file, or truncates it to length 0.
  ///
  /// - Throws: `Failure`.
  public convenience init(at place: Place) throws(Failure) {
    try self.init(at: place, appends: false)
  }

  /// Creates the file if it does not exist, and appends to it or truncates it to length 0.
  ///
  /// If lines are appended, an incomplete last line is removed first.
  ///
  /// - Throws: `Failure`.
  init(at place: Place, appends: Bool) throws(Failure) {
    self.place = place
    do {
      switch place {
      case .stream: file = nil
      case .file(let path) where appends: file = try AppendedFile(appendingTo: path)
      case .file(let path), .pipe(let path): file = try AppendedFile(path: path)
      }
    } catch {
      throw Failure(error, path: place.label)
    }
  }

  /// The first bytes of the lines of a report.
  private static let lineStarts = ["{\"v\":1,\"path\":", "{\"v\":1,\"summary\":"].map {
    Array($0.utf8)
  }

  /// Fails if a file must not be used as a report: it is an input, or it is neither empty nor a report.
  ///
  /// - Throws: `Failure` with `usage.overlap` or `usage.report`; `file.…`.
  static func requireReport(_ path: String, apartFrom inputs: [String]) throws(Failure) {
    try OutputGuard.refuse(path, asOneOf: inputs)
    guard FileIdentity(path: path) != nil else { return }
    do {
      let file = try RandomAccessFile(path: path)
      let start = try file.bytes(in: 0..<min(64, file.byteCount))
      let isReport = lineStarts.contains {
        start.prefix($0.count).elementsEqual($0.prefix(start.count))
      }
      guard isReport else {
        throw Failure(
          .usage, path: path, code: "usage.report",
          "is not empty and not a report; choose another file for --report")
      }
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Fails if a path is that of a regular file, or of a link to one, that is neither empty nor a report.
  ///
  /// - Throws: `Failure` with `usage.report`; `file.…`.
  public static func requireReplaceable(_ path: String) throws(Failure) {
    guard let stamp = FileStamp(path: ResolvedPath.followed(path)), stamp.isRegular else { return }
    try requireReport(path, apartFrom: [])
  }

  /// Appends a line.
  ///
  /// - Throws: `Failure`.
  public func add(_ line: ReportLine) throws(Failure) {
    counts[line.status, default: 0] += 1
    try write(line.json(in: &run), isEnd: false)
  }

  /// Appends the summary.
  ///
  /// - Throws: `Failure`.
  public func finish() throws(Failure) { try write(summary, isEnd: true) }

  private func write(_ bytes: [UInt8], isEnd: Bool) throws(Failure) {
    do {
      guard let file else { return try DescriptorSink().write(bytes) }
      try file.append(bytes)
      let now = ContinuousClock.now
      guard isEnd || now - lastSync >= .seconds(1) else { return }
      lastSync = now
      try file.sync()
    } catch {
      throw Failure(error, path: place.label)
    }
  }

  private var summary: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("v")
    writer.integer(1)
    writer.key("summary")
    writer.beginObject()
    writer.member("documents", counts.values.reduce(0, +))
    for status in ReportLine.Status.allCases {
      if let count = counts[status] { writer.member(status.rawValue, count) }
    }
    writer.endObject()
    writer.endObject()
    return writer.finish() + [0x0A]
  }
}
