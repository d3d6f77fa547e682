internal import IABytes
internal import IAFiles
internal import IASyntax

/// The paths of the files that a batch keeps in its target.
enum JournalPlace {
  /// The name of the folder in the target.
  static let folderName = ".iaconv"

  /// Returns the path of the folder.
  static func folder(in target: String) -> String {
    FilePaths.endsWithSlash(target) ? target + folderName : target + "/" + folderName
  }

  /// Returns the path of the journal.
  static func journal(in target: String) -> String { folder(in: target) + "/journal.jsonl" }

  /// Returns the path of the description of the run in progress.
  static func status(in target: String) -> String { folder(in: target) + "/status.json" }
}

/// The journal of a batch: the entries of earlier runs, and the file that new ones are appended to.
struct Journal {
  private let path: String
  private let file: AppendedFile
  /// The entries of earlier runs; `nil` if there were none.
  let index: JournalIndex?
  /// The run that appends to the journal.
  let current: JournalRun

  /// Creates the journal of a target, or opens it, and records the start of a run.
  ///
  /// A torn last line is removed.
  ///
  /// - Parameter known: The index of an earlier run of this process, of which only new lines are read.
  /// - Throws: `Failure` with a code `journal.…` or `file.…`.
  init(
    in target: String, run: JournalRun, scratchFolder: String, known: JournalIndex? = nil
  ) throws(Failure) {
    path = JournalPlace.journal(in: target)
    current = run
    do {
      try OutputFolder.make(JournalPlace.folder(in: target))
      let index = try Self.index(in: target, scratchFolder: scratchFolder, known: known)
      file = try AppendedFile(appendingTo: path)
      if let index, index.validByteCount < (try file.byteCount()) {
        try file.truncate(to: index.validByteCount)
      }
      let hasRun = index?.runs.last == run
      if !hasRun { try file.append(JournalLine.run(run).bytes) }
      self.index = index
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Returns the entries of the journal of a target, or `nil` if it has none.
  ///
  /// - Parameter known: The index of an earlier run of this process, of which only new lines are read.
  /// - Throws: `Failure` with a code `journal.…` or `file.…`.
  static func index(
    in target: String, scratchFolder: String, known: JournalIndex? = nil
  ) throws(Failure) -> JournalIndex? {
    let path = JournalPlace.journal(in: target)
    guard FileStamp.isTaken(path) else { return nil }
    do {
      return try known?.extended(path: path)
        ?? JournalIndex(path: path, scratchFolder: scratchFolder)
    } catch let error as InputError where error.code == .journalDamaged {
      var failure = Failure(error, path: path)
      failure.detail +=
        "; rename the journal, and the next run converts all documents and keeps equal outputs"
      throw failure
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// The number of entries of earlier runs.
  var earlierCount: Int { index?.count ?? 0 }

  /// Returns the newest entry of a document from earlier runs, and whether it was made by the same
  /// program with the same options.
  ///
  /// - Parameter marks: The place of the entry is added.
  /// - Throws: `Failure`.
  func entry(
    _ name: String, marking marks: inout EntryPlaces.Marks
  ) throws(Failure) -> (entry: JournalEntry, isCurrent: Bool)? {
    do {
      guard let (entry, run) = try index?.entry(name, marking: &marks) else { return nil }
      return (entry, run == current)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Returns an entry, extended by the outputs that runs with other options wrote for its document.
  ///
  /// - Throws: `Failure`.
  func withAllOutputs(_ entry: JournalEntry) throws(Failure) -> JournalEntry {
    guard let index, index.runs.count > 1 else { return entry }
    var entry = entry
    do {
      entry.outputs = try index.outputs(of: entry.name)
    } catch {
      throw Failure(error, path: path)
    }
    return entry
  }

  /// Returns the line of an entry with its line feed; `nil` if the line is longer than `JournalLine.maximumByteCount`.
  static func line(of entry: JournalEntry) -> [UInt8]? {
    let line = JournalLine.document(entry).bytes
    return line.count <= JournalLine.maximumByteCount + 1 ? line : nil
  }

  /// Appends lines that `line(of:)` returned.
  ///
  /// - Throws: `Failure`.
  func append(_ lines: [[UInt8]]) throws(Failure) {
    guard !lines.isEmpty else { return }
    do throws(FileError) {
      try file.append(lines.flatMap(\.self))
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Writes appended entries to the disk.
  ///
  /// - Throws: `Failure`.
  func sync() throws(Failure) {
    do throws(FileError) {
      try file.sync()
    } catch {
      throw Failure(error, path: path)
    }
  }
}
