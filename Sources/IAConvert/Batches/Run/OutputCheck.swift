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

  /// Returns whether a folder has exactly these files.
  func holds(_ outputs: [JournalEntry.Output], in path: String) -> Bool {
    guard let tree = try? FolderTree(path: target + "/" + path) else { return false }
    return tree.files.count == outputs.count && tree.skipped.isEmpty
      && outputs.allSatisfy { state(of: $0) == .same }
  }

  /// Returns whether all parts of a path between the target and the file are folders and not links.
  func isReachedWithoutLinks(_ path: String) -> Bool {
    var folder = target
    for name in FilePaths.parts(of: path).dropLast() {
      folder += "/" + name
      guard FileStamp(path: folder)?.isRegular == false else { return false }
    }
    return true
  }

  /// Returns whether the content of a file has the given hash.
  func isEqual(_ path: String, _ digest: SHA256Digest) -> Bool {
    (try? Fingerprint.digest(of: path, limits: .standard)) == digest
  }
}
