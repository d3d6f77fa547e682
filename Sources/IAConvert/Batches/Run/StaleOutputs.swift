internal import IABytes
internal import IAFiles

/// The outputs in a target whose input a source no longer has.
package struct StaleOutputs: Hashable, Sendable {
  /// The number of outputs.
  package internal(set) var count = 0
  /// The paths relative to the target of the first ones in the order of the journal.
  package internal(set) var paths: [String] = []

  /// The maximum number of paths, and their maximum total size in bytes.
  private static let maxPaths = 1000
  private static let maxByteCount = 1 << 15

  /// Creates a list without outputs.
  init() {}

  /// Creates the list of the outputs of a journal whose input does not exist.
  ///
  /// Only inputs below one of the sources count: other runs with the same target may have other sources. Files
  /// beside outputs do not count, because several documents can share them.
  ///
  /// - Parameters:
  ///   - index: The journal.
  ///   - target: The folder of the outputs.
  ///   - sources: The sources of the run.
  /// - Throws: `InputError`, `FileError`.
  /// - Complexity: O(the size of the journal).
  init(_ index: JournalIndex, target: String, sources: [String]) throws {
    let prefixes = sources.map { FilePaths.endsWithSlash($0) ? $0 : $0 + "/" }
    var known: Set<ExactText> = []
    var byteCount = 0
    try index.forEachEntry { entry in
      guard prefixes.contains(where: { FilePaths.rest(of: entry.input, after: $0) != nil }),
        FileStamp.isMissing(entry.input), let newest = try index.entry(entry.name)?.entry,
        newest.input.isExactly(entry.input), known.insert(ExactText(entry.name)).inserted
      else { return }
      for output in try index.outputs(of: entry.name)
      where FilePaths.rest(of: output.path, after: entry.name + ".") != nil
        && FileStamp.isTaken(target + "/" + output.path)
      {
        count += 1
        byteCount += output.path.utf8.count
        if paths.count < Self.maxPaths, byteCount <= Self.maxByteCount { paths.append(output.path) }
      }
    }
  }
}
