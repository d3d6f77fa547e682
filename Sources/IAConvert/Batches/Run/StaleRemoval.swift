internal import IAFiles

/// The removal of outputs whose input the sources no longer have.
///
/// An output is removed only if the journal records it with its present content. The outputs of a source that is
/// an empty folder are kept, because such a folder may be one whose file system is not mounted.
struct StaleRemoval {
  private let target: String
  private let search: StaleSearch
  /// Whether the sources are empty, as far as they were asked for.
  private var isEmpty: [String: Bool] = [:]

  /// The outputs that were removed.
  private(set) var removed = StaleOutputs()
  /// The outputs that were kept.
  private(set) var kept = StaleOutputs()
  /// The first source that is empty, and has outputs that were kept therefore.
  private(set) var emptySource: String?
  /// The line about the first file that could not be removed.
  private(set) var failure: String?

  /// Creates a removal.
  init(_ search: StaleSearch, target: String) {
    self.search = search
    self.target = target
  }

  /// Returns whether an output may be removed.
  ///
  /// - Parameters:
  ///   - files: The file, or all files of the folder.
  ///   - name: The name of the document.
  ///   - source: The source in which its input was.
  mutating func isRemovable(
    _ files: [JournalEntry.Output], of name: String, from source: String
  ) -> Bool {
    let hasNoFiles = isEmpty[source] ?? OutputFolder.isEmpty(source)
    isEmpty[source] = hasNoFiles
    if hasNoFiles {
      emptySource = emptySource ?? source
      return false
    }
    return search.isUnchanged(files, of: name)
  }

  /// Removes an output, or keeps it.
  ///
  /// - Parameters: As `isRemovable`.
  mutating func remove(_ files: [JournalEntry.Output], of name: String, from source: String) {
    let canRemove = isRemovable(files, of: name, from: source)
    for file in files {
      guard canRemove else {
        kept.add(file.path)
        continue
      }
      do throws(FileError) {
        try OutputFolder.removeFile(target + "/" + file.path)
        OutputFolder.removeEmptyFolders(of: file.path, in: target)
        removed.add(file.path)
      } catch {
        failure = failure ?? Failure(error, path: target).line
        kept.add(file.path)
      }
    }
  }
}
