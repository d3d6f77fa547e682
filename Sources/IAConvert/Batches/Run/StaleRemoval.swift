internal import IAFiles

/// The removal of outputs whose input no longer exists.
///
/// An output is removed only if its content is the one that the journal records. If a source is an empty folder, its
/// outputs are kept, because it may be the mount point of a file system that is not mounted.
struct StaleRemoval {
  private let target: String
  private let search: StaleSearch
  /// Whether each source is an empty folder; sources that were not checked yet are missing.
  private var isEmpty: [String: Bool] = [:]

  /// The outputs that were removed.
  private(set) var removed = StaleOutputs()
  /// The outputs that were kept.
  private(set) var kept = StaleOutputs()
  /// The first source that is an empty folder and whose outputs were therefore kept; `nil` if there is none.
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

  /// Removes a file beside outputs if this is allowed; otherwise counts it as kept.
  mutating func remove(_ file: StaleSideFiles.File) {
    let name = file.document.entry.name
    let unchanged = file.outputs.first { search.isUnchanged([$0], of: name) }
    remove([unchanged ?? file.outputs[0]], of: name, from: file.document.source)
  }

  /// Removes an output if this is allowed; otherwise counts it as kept.
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
