package import IABytes
internal import IAConvert
internal import IAFiles

extension BatchReport {
  /// Creates the numbers of a report by reading it; `-` is the standard input, and a folder is the target of a batch.
  ///
  /// - Throws: `FileError`; `InputError` with `report.foreign` for a file that has lines, none of which is of
  ///   a report, or with `journal.version` for a journal of another version.
  /// - Complexity: O(bytes) time. Memory does not depend on the number of lines of a report; a
  ///   journal costs 16 bytes for each line.
  package init(path: String) throws { try self.init(path: path, index: nil) }

  /// Creates the numbers of a report, and collects its results for a comparison.
  init(path: String, index: ReportIndex?) throws {
    let file = Self.file(of: path)
    name = HarmlessText.escape(path == "-" ? "standard input" : path)
    isJournal = try Self.isJournal(file)
    let superseded = isJournal ? try SupersededLines(path: file) : nil
    try read(file, superseded, index)
    if lines.damaged > 0, lines.damaged == lines.count {
      throw InputError(
        .reportForeign, at: 0, detail: "line 1: \(lines.examples.first?.reason ?? "")")
    }
  }

  private static let journalPath = ".iaconv/journal.jsonl"

  /// Returns the file to read; for a folder, the journal of the batch.
  static func file(of path: String) -> String {
    guard path != "-", OutputFolder.isFolder(path) else { return path }
    return (FilePaths.endsWithSlash(path) ? path : path + "/") + journalPath
  }

  private static func isJournal(_ path: String) throws -> Bool {
    // A pipe is read once.
    guard path != "-", FileStamp(path: path)?.isRegular == true else { return false }
    var lines = try RawLines(path: path)
    guard case .complete(let bytes, _)? = try lines.next()?.line else { return false }
    guard case .runStart = ReportItem(bytes) else { return false }
    return true
  }

  /// Fails if the version of a journal is not the known one.
  private static func require(_ version: Int, at offset: Int) throws(InputError) {
    guard version != 1 else { return }
    throw InputError(
      .journalVersion, at: offset,
      detail: "version \(version) of the journal, known is 1; use the newer program")
  }

  private mutating func read(
    _ path: String, _ superseded: SupersededLines?, _ index: ReportIndex?
  ) throws {
    var raw = try RawLines(path: path)
    var superseded = superseded
    var previous = PreviousDocument()
    while let (line, offset) = try raw.next() {
      lines.count += 1
      guard case .complete(let bytes, let isLast) = line else {
        damage("longer than \(RawLines.maximumByteCount) bytes")
        continue
      }
      switch ReportItem(bytes) {
      case .damaged(let reason): damage(isLast ? "incomplete: " + reason : reason)
      case .summary: endRun()
      case .runStart(let version): try Self.require(version, at: offset)
      case .result(let record):
        if superseded?.contains(offset) == true {
          lines.superseded += 1
          continue
        }
        let isFurther = previous.isFurther(record)
        add(record, isFurther: isFurther, isFirstLoss: previous.takeFirstLoss())
        index?.add(record, offset: offset, isFurther: isFurther)
      }
    }
    endRun()
  }

  private mutating func damage(_ reason: String) {
    lines.damaged += 1
    guard lines.examples.count < Self.maxDamages else { return }
    lines.examples.append(Damage(line: lines.count, reason: reason))
  }

  // MARK: - Results

  /// Adds a result.
  ///
  /// - Parameters:
  ///   - isFurther: Whether it is the same document in a further format.
  ///   - isFirstLoss: Whether it is a further format, and the first one of the document with losses.
  private mutating func add(_ record: ReportRecord, isFurther: Bool, isFirstLoss: Bool) {
    results += 1
    if record.wrongMembers > 0 { lines.withWrongMembers += 1 }
    outputByteCount = Self.sum(outputByteCount, record.outputByteCount)
    if record.isConverted, !record.outputFormat.isEmpty, outputFormats.count < Self.maxFormats {
      outputFormats.insert(record.outputFormat)
    }
    let format = number(ofFormat: record.formatLabel)
    losses.add(record, format: format)
    formats[format].outputByteCount = Self.sum(
      formats[format].outputByteCount, record.outputByteCount)
    if isFirstLoss {
      statuses[.ok, default: 1] -= 1
      statuses[.partial, default: 0] += 1
    }
    guard !isFurther else { return }
    documents += 1
    statuses[record.status, default: 0] += 1
    if record.isFailed { failures.add(record) }
    addToRun(record)
    guard record.isConverted || record.isFailed else { return }
    formats[format].documents += 1
    if record.isFailed { formats[format].failures += 1 }
    let byteCount = record.inputByteCount ?? 0
    inputByteCount = Self.sum(inputByteCount, byteCount)
    formats[format].inputByteCount = Self.sum(formats[format].inputByteCount, byteCount)
    addTime(record, format)
  }

  private mutating func addTime(_ record: ReportRecord, _ format: Int) {
    guard let time = record.usage.microseconds else { return }
    timed += 1
    microseconds = Self.sum(microseconds, time)
    let byteCount = record.inputByteCount
    let document = {
      TimedDocument(
        path: record.shownPath.cut(to: 400), byteCount: byteCount ?? 0, microseconds: time,
        code: record.isFailed ? record.fault.code : "")
    }
    slowest.add(time, document())
    guard let byteCount else { return }
    formats[format].add(byteCount, time, document())
    guard points.count <= Self.maxPoints else { return }
    points.append(
      Point(
        format: format, byteCount: byteCount, microseconds: time, isFailed: record.isFailed))
  }

  private static func sum(_ left: Int, _ right: Int) -> Int { min(left + right, 1 << 60) }

  private mutating func number(ofFormat label: String) -> Int {
    if let known = formatNumbers[label] { return known }
    let name = formats.count < Self.maxFormats ? label : "other formats"
    if let known = formatNumbers[name] { return known }
    formatNumbers[name] = formats.count
    formats.append(FormatStatistics(name: name))
    return formats.count - 1
  }

  // MARK: - Runs

  private mutating func addToRun(_ record: ReportRecord) {
    let start = record.usage.runStart
    if runs.isEmpty || isRunEnded || start != nil { runs.append(RunTimeline(date: start)) }
    isRunEnded = false
    if runs.count > Self.maxRuns {
      runs.removeFirst()
      droppedRuns += 1
    }
    runs[runs.count - 1].add(record)
  }

  private mutating func endRun() { isRunEnded = true }
}

extension InputError.Code {
  /// The file is not a report of a conversion or batch; name a file that --report has written, or the
  /// target of a batch.
  package static let reportForeign = InputError.Code(rawValue: "report.foreign")
}

/// The document of the line before, and the formats to which it was converted.
private struct PreviousDocument {
  private static let maxFormats = 64
  private var path: [UInt8] = []
  private var formats: [String] = []
  /// Whether all formats so far were written without losses, and whether the last result was the first one with
  /// losses after such formats.
  private var (isLossless, isFirstLoss) = (true, false)

  /// Returns whether the last result was the first one of a document with losses, after others without.
  mutating func takeFirstLoss() -> Bool {
    defer { isFirstLoss = false }
    return isFirstLoss
  }

  /// Returns whether a result is that of the same document in a further format.
  mutating func isFurther(_ record: ReportRecord) -> Bool {
    guard record.isConverted else {
      formats = []
      return false
    }
    let isFurther =
      !formats.isEmpty && formats.count < Self.maxFormats && path == record.path
      && !formats.contains(record.outputFormat)
    if !isFurther {
      path = record.path
      formats = []
      isLossless = true
    }
    isFirstLoss = isFurther && isLossless && record.status == .partial
    if record.status == .partial { isLossless = false }
    formats.append(record.outputFormat)
    return isFurther
  }
}

/// The lines of a journal that later lines of the same documents replace.
struct SupersededLines {
  private var offsets: [Int] = []
  private var next = 0

  /// Creates the list by reading a journal.
  ///
  /// - Throws: `FileError`.
  init(path: String) throws {
    var raw = try RawLines(path: path)
    var lines: [(hash: UInt64, offset: Int)] = []
    while let (line, offset) = try raw.next() {
      guard case .complete(let bytes, _) = line, case .result(let record) = ReportItem(bytes) else {
        continue
      }
      lines.append((ReportIndex.hash(record.path), offset))
    }
    lines.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
    for (line, later) in zip(lines, lines.dropFirst()) where line.hash == later.hash {
      offsets.append(line.offset)
    }
    offsets.sort()
  }

  /// Returns whether the line at an offset is replaced; the offsets of calls must increase.
  mutating func contains(_ offset: Int) -> Bool {
    while next < offsets.count, offsets[next] < offset { next += 1 }
    return next < offsets.count && offsets[next] == offset
  }
}
