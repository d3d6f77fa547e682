internal import IAFiles

/// Checks that the names of the outputs of changed files do not depend on other documents.
///
/// If they do not, a plan of only the changed files assigns the same names as a plan of all files.
struct ChangedNames {
  private let listing: SourceListing
  /// The suffixes of the outputs with their full stops, in the form in which names are compared (`OutputNames.folded`).
  private let endings: [[UInt8]]
  /// The longest suffix of the outputs.
  private let suffix: String
  /// The offset of the relative path in the path of a file.
  private let start: Int

  /// The maximum size in bytes of a name with its suffix for which it is certain that a number does not shorten it.
  private static let maximumByteCount = 240

  /// Creates the check for a batch; returns `nil` if names can depend on files in other folders.
  init?(_ runner: BatchRunner) {
    let sources = runner.sources
    guard sources.paths.count == 1, let path = sources.paths.first, sources.lists.isEmpty,
      sources.layout != .flat, !sources.opensArchives,
      let suffixes = try? BatchPreparation(runner.conversion, runner.options).suffixes
    else { return nil }
    listing = SourceListing(
      sources, target: runner.target, report: runner.options.report,
      scratchFolder: runner.options.scratchFolder, registry: runner.conversion.registry)
    endings = suffixes.map { OutputNames.folded(Array(".\($0)".utf8)) }
    suffix = suffixes.max { $0.utf8.count < $1.utf8.count } ?? ""
    let folder = PathBytes.bytes(of: FilePaths.trimmed(path))
    start = folder.last == 0x2F ? folder.count : folder.count + 1
  }

  /// Returns whether no other file prefers the name of a changed or removed file, or one of the numbered names that
  /// this file could get.
  ///
  /// - Complexity: O(the number of files and of the names in their folders).
  func areIndependent(_ files: Set<[UInt8]>) throws -> Bool {
    var folders: [[UInt8]: Siblings] = [:]
    for file in files {
      var isSimple = true
      // Even if the file is not a document now, it may have been one.
      try listing.visitChanged(file, .regular(byteCount: 0), start: start, { _ in }) { draft in
        let slash = draft.path.lastIndex(of: 0x2F) ?? 0
        let stem = stem(of: draft)
        isSimple = folders[Array(draft.path[..<slash]), default: Siblings()].add(draft.path, stem)
      }
      guard isSimple else { return false }
    }
    guard folders.allSatisfy({ !hasOther(of: $0.value, in: $0.key) }) else { return false }
    return !hasEqualFolders(Set(folders.keys))
  }

  /// The changed files of one folder.
  private struct Siblings {
    private var paths: Set<[UInt8]> = []
    /// The preferred names without suffix, folded.
    private var stems: Set<[UInt8]> = []
    /// The names of `stems` that end with a number, without this number.
    private var bases: Set<[UInt8]> = []

    /// Adds a file.
    ///
    /// - Parameter stem: Its preferred name; `nil` if it is too long.
    /// - Returns: Whether the name is certainly that of no other changed file.
    mutating func add(_ path: [UInt8], _ stem: [UInt8]?) -> Bool {
      guard let stem else { return false }
      guard paths.insert(path).inserted else { return true }
      guard stems.insert(stem).inserted, !bases.contains(stem) else { return false }
      guard let base = ChangedNames.base(of: stem) else { return true }
      bases.insert(base)
      return !stems.contains(base)
    }

    /// Returns whether another file with a preferred name can affect the names of these files.
    func isAffected(by path: [UInt8], _ stem: [UInt8]) -> Bool {
      (stems.contains(stem) || bases.contains(stem)) && !paths.contains(path)
    }
  }

  /// Returns the last component of the name that a document prefers, folded; `nil` if it is too long.
  private func stem(of draft: DraftDocument) -> [UInt8]? {
    let name = draft.preferredName(suffix: suffix)
    let stem = name[(name.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...]
    guard stem.count + 1 + suffix.utf8.count <= Self.maximumByteCount else { return nil }
    return OutputNames.folded(Array(stem))
  }

  /// Returns the name without a number at its end, or `nil` if it has none.
  private static func base(of stem: [UInt8]) -> [UInt8]? {
    let digits = stem.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let rest = stem.dropLast(digits)
    guard digits > 0, rest.last == UInt8(ascii: "-") else { return nil }
    return Array(rest.dropLast())
  }

  /// Returns whether a folder has a document, or a folder with the name of an output, that can affect the
  /// names of changed files.
  private func hasOther(of changed: Siblings, in folder: [UInt8]) -> Bool {
    var suspects: [[UInt8]] = []
    let isRead = FolderWalk.forEachName(in: folder) { name in
      let path = folder + [0x2F] + name
      let draft = DraftDocument(
        path: path, byteCount: 0, relativeStart: start, isMirrored: true)
      guard let stem = stem(of: draft), changed.isAffected(by: path, stem) else { return }
      suspects.append(path)
    }
    return !isRead || suspects.contains { isNamed($0) }
  }

  /// Returns whether a file or folder is a document, or a folder that has the name of an output.
  private func isNamed(_ path: [UInt8]) -> Bool {
    guard let kind = SourceListing.kind(of: path) else { return false }
    if kind == .folder, isOutputName(path) { return true }
    var isDocument = false
    _ = try? listing.visit(path, kind, start: start, in: nil, { _ in }) { _ in isDocument = true }
    return isDocument
  }

  private func isOutputName(_ name: some Collection<UInt8>) -> Bool {
    let end = OutputNames.folded(Array(name.suffix(64)))
    return endings.contains { end.count > $0.count && end.suffix($0.count) == $0[...] }
  }

  /// Returns whether a folder of a changed file has the name of an output, or that of another folder in
  /// another case.
  private func hasEqualFolders(_ folders: Set<[UInt8]>) -> Bool {
    var all: [[UInt8]: Set<[UInt8]>] = [:]
    for folder in folders {
      var path = folder
      while path.count >= start, let slash = path.lastIndex(of: 0x2F) {
        if isOutputName(path[(slash + 1)...]) { return true }
        let parent = Array(path[..<slash])
        guard all[parent, default: []].insert(Array(path[(slash + 1)...])).inserted else { break }
        path = parent
      }
    }
    return all.contains { parent, names in
      let folded = Set(names.map(OutputNames.folded))
      guard folded.count == names.count else { return true }
      var found = false
      let isRead = FolderWalk.forEachName(in: parent) { name in
        guard !found, !names.contains(name), folded.contains(OutputNames.folded(name)) else {
          return
        }
        found = SourceListing.kind(of: parent + [0x2F] + name) == .folder
      }
      return found || !isRead
    }
  }
}
