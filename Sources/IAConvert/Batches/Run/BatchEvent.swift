/// An event of a batch.
public enum BatchEvent: Sendable {
  /// The plan is complete; nothing has been written yet.
  case planned(documents: Int, byteCount: Int)
  /// A file of a source is not a document.
  case omitted(BatchOmission)
  /// The batch has finished a document; if it was converted, its outputs are complete under their names.
  case finished(BatchDocument)
  /// The batch has ended; the last event.
  case ended(BatchSummary)
}

/// A document of a batch and its result.
public struct BatchDocument: Sendable {
  /// The result for a document.
  public enum Result: Sendable {
    /// The document was converted; the outcomes are in the order of the formats.
    case converted([ConversionOutcome])
    /// The document was not converted.
    case failed(Failure)
    /// An earlier run refused the same document with this code.
    case failedBefore(code: String)
    /// The outputs of an earlier run are still valid.
    case unchanged
    /// The outputs exist and are kept, as requested.
    case kept
    /// An output was changed or written by another program and is kept.
    case changed(Failure)
  }

  /// The path of the input.
  public let path: String
  /// The size of the input in bytes when the plan was made.
  public let byteCount: Int
  /// The result.
  public let result: Result
  /// The elapsed time of the conversion in milliseconds; 0 if there was none.
  public let milliseconds: Int

  /// Whether the conversion failed in this run.
  var isFailure: Bool {
    if case .failed = result { return true }
    return false
  }
}

/// The numbers of documents of a batch by result.
public struct BatchSummary: Hashable, Sendable {
  /// The number of documents of the plan.
  public internal(set) var documents = 0
  /// Documents that were converted without loss.
  public internal(set) var lossless = 0
  /// Documents that were converted with losses.
  public internal(set) var lossy = 0
  /// Documents that a strict conversion did not write because of a loss.
  public internal(set) var refused = 0
  /// Documents that were not converted for another reason.
  public internal(set) var failed = 0
  /// Documents that were refused or not converted in an earlier run, and were not tried again; they are also
  /// counted as `refused` or `failed`.
  public internal(set) var failedBefore = 0
  /// Documents whose outputs of an earlier run are still valid.
  public internal(set) var unchanged = 0
  /// Documents whose outputs existed and were kept, as requested.
  public internal(set) var kept = 0
  /// Documents of which an output was kept because another program changed or wrote it.
  public internal(set) var changed = 0
  /// Files, folders and members of archives that were omitted because they could not be read.
  public internal(set) var omitted = 0
  /// Whether documents of a damaged archive among the sources are missing or incomplete.
  public internal(set) var isDamaged = false
  /// The number of outputs of converted documents in formats that only earlier runs wrote; they are kept.
  public internal(set) var remaining = 0
  /// The first path of these outputs in the order of the bytes; `nil` if there are none.
  public internal(set) var firstRemaining: String?
  /// The outputs of earlier runs whose input no longer exists, and which were kept.
  package internal(set) var stale = StaleOutputs()
  /// The outputs of earlier runs whose input no longer exists, and which were removed.
  package internal(set) var pruned = StaleOutputs()
  /// A source that is an empty folder, so that its outputs were kept; `nil` if there is none.
  package internal(set) var emptySource: String?
  /// The line about the first output that could not be removed.
  package internal(set) var pruneFailure: String?
  /// Whether outputs without a source were to be removed.
  var prunes = false
  /// The total size of the finished documents in bytes.
  var finishedByteCount = 0
  /// The number of failures by code.
  public internal(set) var failures: [String: Int] = [:]
  /// The documents that were added to an existing archive; `nil` for another target.
  public internal(set) var addition: Addition?

  /// The effect of a batch on the archive that it appends to.
  public struct Addition: Hashable, Sendable {
    /// The number of documents with a new name.
    public let added: Int
    /// The number of documents that became a new version of the document with their name.
    public let versions: Int
    /// The number of documents that were not written because the archive already has an equal
    /// document.
    public let unchanged: Int
  }
  /// Whether documents were not written because the disk is full.
  var isDiskFull = false

  /// The number of documents that were converted.
  public var converted: Int { lossless + lossy }
  /// The number of documents that have a result.
  public var finished: Int { converted + refused + failed + unchanged + kept + changed }
  /// The number of documents that were not attempted.
  public var skipped: Int { documents - finished }

  /// The exit status of the command: that of the most severe result.
  public var status: ExitStatus {
    if isDiskFull { return .inputOutput }
    if isDamaged { return .damage }
    if failed > 0 || omitted > 0 || pruneFailure != nil { return .someFailed }
    return refused > 0 || changed > 0 || prunes && stale.count > 0 ? .loss : .success
  }

  mutating func count(_ omission: BatchOmission) {
    switch omission.reason {
    case .notRegular, .loop, .folder, .renamed, .collision: break
    case .unreadable, .unsafe, .encrypted: omitted += 1
    case .damaged: isDamaged = true
    }
  }

  mutating func note(remaining path: String) {
    remaining += 1
    if firstRemaining.map({ path.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true {
      firstRemaining = path
    }
  }

  mutating func count(_ document: BatchDocument) {
    finishedByteCount += document.byteCount
    switch document.result {
    case .converted(let outcomes):
      if outcomes.allSatisfy(\.report.isLossless) { lossless += 1 } else { lossy += 1 }
    case .failed(let failure):
      failures[failure.code, default: 0] += 1
      if failure.status == .loss { refused += 1 } else { failed += 1 }
    case .failedBefore(let code):
      failedBefore += 1
      failures[code, default: 0] += 1
      if code == BatchRun.lossCode { refused += 1 } else { failed += 1 }
    case .unchanged: unchanged += 1
    case .kept: kept += 1
    case .changed: changed += 1
    }
  }
}
