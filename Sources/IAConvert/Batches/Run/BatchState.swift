internal import IABytes
internal import IAFiles
internal import IASyntax

/// The state of a running batch, for displays and other programs.
package struct BatchState: Sendable {
  /// The phase of a batch.
  package enum Phase: String, Hashable, Sendable {
    /// Documents are converted.
    case converting
    /// The documents in progress are finished; no further document is started.
    case stopping
    /// All documents are finished, and the batch waits for changes of the sources.
    case waiting
  }

  /// The phase of the batch.
  package var phase: Phase
  /// The numbers of documents by result.
  package var summary: BatchSummary
  /// The size of all documents in bytes.
  package var byteCount: Int
  /// The seconds since 1970 at which the run started.
  package var startSeconds: Int
  /// The elapsed seconds of the run.
  package var seconds: Double
  /// The document whose conversion took longest; `nil` before the first.
  package var slowest: (path: String, milliseconds: Int)?
  /// The states of the running workers.
  package var workers: [WorkerPool.WorkerState]

  /// The overhead of a document, expressed in bytes, for the estimate of the remaining time.
  private static let bytesPerDocument = 1 << 13

  /// The number of documents that were finished per second.
  package var rate: Int { seconds > 0 ? Int(Double(summary.finished) / seconds) : 0 }

  /// The estimated seconds until the end; `nil` while nothing is finished.
  package var remainingSeconds: Double? {
    let done = Double(summary.finishedByteCount + summary.finished * Self.bytesPerDocument)
    let all = Double(byteCount + summary.documents * Self.bytesPerDocument)
    return done > 0 ? seconds * max(0, all - done) / done : nil
  }

  /// The state as one line of JSON.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    write([("v", 1), ("pid", ProcessTime.processID)], to: &writer)
    writer.member("state", phase.rawValue)
    write(
      [
        ("started", startSeconds), ("time", ProcessTime.secondsSince1970),
        ("documents", summary.documents), ("finished", summary.finished), ("bytes", byteCount),
        ("finished_bytes", summary.finishedByteCount), ("ms", Int(seconds * 1000)),
        ("per_second", rate),
      ], to: &writer)
    if let remainingSeconds {
      write([("left_s", Int(remainingSeconds.rounded(.up)))], to: &writer)
    }
    writer.key("counts")
    writer.beginObject()
    // Documents that may still be converted are not skipped.
    let counts = summary.counts.filter { phase == .waiting || $0.key != "skipped" }
    write(counts.map { ($0.key, $0.value) }, to: &writer)
    writer.endObject()
    writer.key("codes")
    writer.beginObject()
    write(summary.failures.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, to: &writer)
    writer.endObject()
    if let slowest {
      writer.key("slowest")
      writer.beginObject()
      writer.member("path", HarmlessText.escape(slowest.path))
      write([("ms", slowest.milliseconds)], to: &writer)
      writer.endObject()
    }
    writer.member(list: "workers", workers) { writer, worker in
      writer.beginObject()
      write(
        [
          ("number", worker.number), ("pid", Int(worker.process)),
          ("documents", worker.documents), ("queued", worker.queued),
        ], to: &writer)
      if let current = worker.current {
        writer.member("current", HarmlessText.escape(current))
        write([("ms", worker.milliseconds)], to: &writer)
      }
      writer.endObject()
    }
    writer.endObject()
    return writer.finish() + [0x0A]
  }

  private func write(_ members: [(String, Int)], to writer: inout JSONWriter) {
    for (name, value) in members {
      writer.key(name)
      writer.integer(value)
    }
  }
}
