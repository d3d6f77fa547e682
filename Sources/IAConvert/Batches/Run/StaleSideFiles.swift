internal import IABytes
internal import IAFiles

/// The files beside the outputs of documents whose input no longer exists, such as pictures of `--media`.
///
/// Documents share such files, so that the whole journal is searched for documents that list them and still exist.
struct StaleSideFiles {
  /// A file beside an output.
  struct File {
    /// The states of the file that the journal records.
    var outputs: [JournalEntry.Output]
    /// The first document that lists the file.
    var document: StaleSearch.Document
  }

  /// The maximum number of files, and of states of a file; the others are kept.
  private static let maxCount = 1 << 16
  private static let maxStates = 8

  /// The files by their paths, in the form for comparisons.
  private var files: [[UInt8]: File] = [:]

  /// Adds the files beside the outputs of a document.
  mutating func add(_ document: StaleSearch.Document) {
    for output in document.sideFiles {
      let key = Self.key(output)
      if let known = files[key] {
        if !known.outputs.contains(output), known.outputs.count < Self.maxStates {
          files[key]?.outputs.append(output)
        }
      } else if files.count < Self.maxCount {
        files[key] = File(outputs: [output], document: document)
      }
    }
  }

  private static func key(_ output: JournalEntry.Output) -> [UInt8] {
    OutputNames.folded(PathBytes.bytes(of: output.path))
  }

  /// Returns the files that no entry of a document with an input lists, in the order of their paths.
  ///
  /// - Parameter target: The folder of the outputs with the journal.
  /// - Throws: `InputError` with a code `journal.…`, `FileError`.
  /// - Complexity: O(*n*) in the bytes of the journal, if there are files.
  mutating func unshared(in target: String) throws -> [File] {
    guard !files.isEmpty else { return [] }
    var reader = JournalReader(try RandomAccessFile(path: JournalPlace.journal(in: target)))
    while !files.isEmpty, let (line, _) = try reader.next() {
      guard case .document(let entry) = line else { continue }
      let listed = entry.outputs.map(Self.key).filter { files[$0] != nil }
      if listed.isEmpty || FileStamp.isMissing(entry.input) { continue }
      for key in listed { files[key] = nil }
    }
    return files.values.sorted { $0.outputs[0].path < $1.outputs[0].path }
  }
}
