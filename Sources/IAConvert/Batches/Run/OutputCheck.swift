internal import IABytes
internal import IAFiles
internal import IASyntax

/// Compares the outputs in a target with the journal.
struct OutputCheck {
  let target: String
  let trustsTimes: Bool

  /// The state of a file compared with its record.
  enum State {
    case missing, same, different
  }

  /// Returns the state of a file that the journal records.
  func state(of output: JournalEntry.Output) -> State {
    let path = target + "/" + output.path
    guard let stamp = FileStamp(path: path) else {
      return FileStamp.isTaken(path) ? .different : .missing
    }
    guard stamp.isRegular, stamp.byteCount == output.byteCount else { return .different }
    if trustsTimes, output.nanoseconds != 0, stamp.nanoseconds == output.nanoseconds {
      return .same
    }
    return isEqual(path, output.digest) ? .same : .different
  }

  /// Returns whether a file has a hash.
  func isEqual(_ path: String, _ digest: SHA256Digest) -> Bool {
    (try? Fingerprint.digest(of: path, limits: .standard)) == digest
  }
}
