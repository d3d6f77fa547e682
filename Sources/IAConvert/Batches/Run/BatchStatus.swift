internal import IABytes
internal import IAFiles
internal import IASyntax

/// The state of the last or current run of a batch, as recorded in its target.
public struct BatchStatus: Hashable, Sendable {
  /// The identifier of the process that runs, or ran, the batch.
  public let processID: Int
  /// The seconds since 1970 at which the run started.
  let startSeconds: Int
  /// The seconds since 1970 at which the state was recorded.
  public let seconds: Int
  /// Whether a process is writing to the target.
  public let isConverting: Bool
  /// Whether a process watches the sources of the target, and begins another round when they change.
  public let isWatching: Bool
  /// The number of documents of the plan.
  public let documents: Int
  /// The number of documents by result.
  public let counts: [String: Int]

  /// The outputs of earlier runs whose input no longer exists.
  let stale: StaleOutputs

  /// Whether a process is writing to the target, or waits for changes of the sources.
  public var isRunning: Bool { isConverting || isWatching }

  /// The seconds since the run started.
  var age: Int { max(0, ProcessTime.secondsSince1970 - startSeconds) }

  /// Creates the state that a target records; `nil` if there is none.
  public init?(of target: String) {
    let target = BatchArchive(target: target)?.stagingFolder ?? target
    let path = JournalPlace.status(in: target)
    var limits = Limits.standard
    limits.inputBytes = 1 << 18
    guard let bytes = try? FileSource(path: path).bytes(limits: limits),
      let root = try? JSONTable(bytes, limits: limits).root,
      root["v"]?.integer == 1, let process = root["pid"]?.integer,
      let start = root["started"]?.integer, let seconds = root["time"]?.integer
    else { return nil }
    processID = process
    startSeconds = start
    self.seconds = seconds
    documents = root["documents"]?.integer ?? 0
    var counts: [String: Int] = [:]
    for member in root["counts"]?.members.map({ Array($0) }) ?? [] {
      if let key = member.key.text, let value = member.value.integer { counts[key] = value }
    }
    self.counts = counts
    var stale = StaleOutputs()
    stale.count = root["stale"]?["outputs"]?.integer ?? 0
    for element in root["stale"]?["paths"]?.elements.map({ Array($0) }) ?? [] {
      if let path = element.text { stale.paths.append(path) }
    }
    self.stale = stale
    isConverting = OutputFolder.isLocked(target)
    isWatching = OutputFolder.isLocked(JournalPlace.folder(in: target))
  }

  /// The state as one line of JSON.
  public var json: [UInt8] {
    var writer = JSONWriter()
    var stale = stale
    stale.paths = stale.paths.map { HarmlessText.escape($0) }
    Self.write(
      processID, startSeconds, seconds, documents, counts.sorted { $0.key < $1.key }, stale, state,
      to: &writer)
    return writer.finish() + [0x0A]
  }

  private var state: (isRunning: Bool, phase: BatchState.Phase?) {
    (isRunning, isConverting ? .converting : isWatching ? .waiting : nil)
  }

  /// Returns the state of a run as one line of JSON.
  static func json(of summary: BatchSummary, startSeconds: Int) -> [UInt8] {
    var writer = JSONWriter()
    write(
      ProcessTime.processID, startSeconds, ProcessTime.secondsSince1970, summary.documents,
      summary.counts, summary.stale, nil, to: &writer)
    return writer.finish() + [0x0A]
  }

  private static func write(
    _ process: Int, _ start: Int, _ seconds: Int, _ documents: Int,
    _ counts: [(key: String, value: Int)], _ stale: StaleOutputs,
    _ state: (isRunning: Bool, phase: BatchState.Phase?)?, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    for (name, value) in [
      ("v", 1), ("pid", process), ("started", start), ("time", seconds), ("documents", documents),
    ] {
      writer.key(name)
      writer.integer(value)
    }
    if let state {
      writer.key("running")
      writer.bool(state.isRunning)
      if let phase = state.phase { writer.member("state", phase.rawValue) }
    }
    writer.key("counts")
    writer.beginObject()
    for (name, value) in counts {
      writer.key(name)
      writer.integer(value)
    }
    writer.endObject()
    if stale.count > 0 {
      writer.key("stale")
      writer.beginObject()
      writer.key("outputs")
      writer.integer(stale.count)
      writer.member(list: "paths", stale.paths) { $0.string($1) }
      writer.endObject()
    }
    writer.endObject()
  }
}

extension BatchSummary {
  /// The numbers of documents by result, and of omitted files and members, without zeros.
  public var counts: [(key: String, value: Int)] {
    [
      ("converted", lossless), ("partial", lossy), ("refused", refused), ("failed", failed),
      ("unchanged", unchanged), ("kept", kept), ("changed", changed), ("skipped", skipped),
      ("omitted", omitted),
    ].filter { $0.1 > 0 }
  }

  /// The state as one line of JSON with the failures by code.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("documents")
    writer.integer(documents)
    for (name, value) in counts {
      writer.key(name)
      writer.integer(value)
    }
    writer.key("bytes")
    writer.integer(finishedByteCount)
    writer.key("codes")
    writer.beginObject()
    for (code, number) in failures.sorted(by: { $0.key < $1.key }) {
      writer.key(code)
      writer.integer(number)
    }
    writer.endObject()
    writer.endObject()
    return writer.finish() + [0x0A]
  }
}
