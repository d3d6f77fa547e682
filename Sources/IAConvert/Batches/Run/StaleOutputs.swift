internal import IABytes
internal import IAFiles
internal import IARTF

/// The number of outputs in a target whose input no longer exists, with the paths of the first of them.
package struct StaleOutputs: Hashable, Sendable {
  /// The number of outputs.
  package internal(set) var count = 0
  /// The paths of the first outputs in the order of the journal, relative to the target.
  package internal(set) var paths: [String] = []
  /// The size of all paths in bytes.
  private var byteCount = 0

  /// The maximum number of paths, and their maximum total size in bytes.
  private static let maxPaths = 1000
  private static let maxByteCount = 1 << 15

  /// Creates a list without outputs.
  init() {}

  /// Adds an output.
  mutating func add(_ path: String) {
    count += 1
    byteCount += path.utf8.count
    if paths.count < Self.maxPaths, byteCount <= Self.maxByteCount { paths.append(path) }
  }
}

/// The search for outputs whose input no longer exists.
///
/// Only inputs below one of the sources are considered, because other runs with the same target may have other sources.
struct StaleSearch {
  /// A document whose input does not exist.
  struct Document {
    /// The newest entry.
    var entry: JournalEntry
    /// The outputs that exist; the files of each.
    var outputs: [[JournalEntry.Output]] = []
    /// The files beside the outputs that exist; other documents can share them.
    var sideFiles: [JournalEntry.Output] = []
    /// The source in which the input was.
    var source: String
  }

  private let sources: [(path: String, prefix: String)]
  private let check: OutputCheck

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - target: The folder of the outputs.
  ///   - sources: The sources of the run.
  ///   - trustsTimes: Whether outputs count as unchanged if sizes and times are those of the journal.
  init(target: String, sources: [String], trustsTimes: Bool) {
    self.sources = sources.map { ($0, FilePaths.endsWithSlash($0) ? $0 : $0 + "/") }
    check = OutputCheck(target: target, trustsTimes: trustsTimes)
  }

  /// Calls a function for each document of a journal whose input does not exist, and of which files exist.
  ///
  /// - Parameters:
  ///   - index: The journal.
  ///   - marks: The entries of the documents of the run.
  ///   - scratchFolder: A folder for intermediate data.
  ///   - body: Gets the document.
  /// - Throws: `InputError`, `FileError`, and the errors of `body`.
  /// - Complexity: O(the number of documents of the journal that the run does not have).
  func forEach(
    in index: JournalIndex, besides marks: EntryPlaces.Marks, scratchFolder: String,
    _ body: (Document) throws -> Void
  ) throws {
    try index.forEachEntry(besides: marks, scratchFolder: scratchFolder) { entry in
      guard
        let source = sources.first(where: {
          FilePaths.rest(of: entry.input, after: $0.prefix) != nil
        }), FileStamp.isMissing(entry.input), !FileStamp.isMissing(source.path)
      else { return }
      var document = Document(entry: entry, source: source.path)
      var last: ExactText?
      let outputs = try index.outputs(of: entry.name) {
        !$0.input.isExactly(entry.input) && !FileStamp.isMissing($0.input)
      }
      for file in outputs where FileStamp.isTaken(check.target + "/" + file.path) {
        guard Self.isOutput(file.path, of: entry.name) else {
          document.sideFiles.append(file)
          continue
        }
        let path = ExactText(JournalIndex.output(file.path, of: entry.name))
        if last == path {
          document.outputs[document.outputs.count - 1].append(file)
        } else {
          document.outputs.append([file])
        }
        last = path
      }
      if !document.outputs.isEmpty || !document.sideFiles.isEmpty { try body(document) }
    }
  }

  /// Returns whether a file is an output of a document, or in an output that is a folder.
  private static func isOutput(_ path: String, of name: String) -> Bool {
    guard let rest = FilePaths.rest(of: path, after: name + ".") else { return false }
    guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else { return true }
    return RTFDWriter().descriptor.suffixes.contains(String(rest[..<slash]))
  }

  /// Returns whether an output has the content that the batch wrote, and is inside the target without links.
  ///
  /// - Parameters:
  ///   - files: The file, or all files of the folder.
  ///   - name: The name of the document.
  func isUnchanged(_ files: [JournalEntry.Output], of name: String) -> Bool {
    guard let first = files.first, files.allSatisfy({ check.isReachedWithoutLinks($0.path) }) else {
      return false
    }
    let path = JournalIndex.output(first.path, of: name)
    return path.utf8.count == first.path.utf8.count
      ? check.state(of: first) == .same : check.holds(files, in: String(path))
  }
}
