internal import IAFiles
internal import IAFormats

/// Finds the files of the sources of a batch.
struct SourceListing {
  let sources: BatchSources
  let scratchFolder: String
  /// The target with all links resolved, as bytes that end with a slash; `nil` if it does not exist.
  private let target: [UInt8]?
  /// The working directory of the process with links resolved, for relative paths.
  private let current: [UInt8]?
  /// The suffixes of folders that are documents, with their full stops.
  private let folderSuffixes: [[UInt8]]
  /// The report of the batch, which is not a document.
  private let report: (name: [UInt8], identity: FileIdentity)?
  /// Opens archives in folders and lists; `nil` if they are not opened.
  private let archives: UnpackedSources?

  init(
    _ sources: BatchSources, target: String, report: String?, scratchFolder: String,
    registry: FormatRegistry, archives: UnpackedSources? = nil
  ) {
    self.archives = sources.opensArchives ? archives : nil
    self.report = report.flatMap { path in
      FileIdentity(path: path).map { (PathBytes.bytes(of: FileNames.name(of: path) ?? ""), $0) }
    }
    self.sources = sources
    self.scratchFolder = scratchFolder
    self.target = ResolvedPath.bytes(of: target)
    current = ResolvedPath.bytes(of: ".")
    folderSuffixes = registry.entries.map(\.descriptor).filter { $0.folderDocument != nil }
      .flatMap(\.suffixes).map { Array(".".utf8) + Array($0.utf8) }
  }

  /// Calls a function with each file in an unspecified order; a file may occur more than once.
  ///
  /// - Throws: `Failure` if a source does not exist or overlaps with the target, `FileError`,
  ///   `InputError`, and the errors of the functions.
  func forEach(
    onOmission: (BatchOmission) throws -> Void, _ body: (DraftDocument) throws -> Void
  ) throws {
    var seen: Set<FileIdentity> = []
    for path in sources.paths {
      if path == "-" {
        throw Failure(
          .usage, path: path, code: "usage",
          "the standard input is not a source of a batch; iaconv convert reads it")
      }
      guard OutputFolder.isFolder(path), !isDocument(PathBytes.bytes(of: path)) else {
        guard let stamp = FileStamp(path: ResolvedPath.followed(path)) else {
          throw Self.missing(path)
        }
        try add(PathBytes.bytes(of: path), stamp, isListed: false, onOmission, body)
        continue
      }
      if let identity = FileIdentity(path: path), !seen.insert(identity).inserted { continue }
      try addFolder(path, onOmission, body)
    }
    for list in sources.lists {
      var reader = try PathList(list)
      while let path = try reader.next() {
        let stamp = FileStamp(path: PathBytes.string(from: path))
        try add(path, stamp, isListed: true, onOmission, body)
      }
    }
  }

  /// Fails if a source folder contains the target or is inside it.
  static func refuseOverlap(_ sources: [String], target: String) throws(Failure) {
    guard let own = ResolvedPath.bytes(ofExistingPartOf: target) else { return }
    for source in sources where source != "-" {
      guard let path = ResolvedPath.bytes(of: source), OutputFolder.isFolder(source) else {
        continue
      }
      guard own.starts(with: path) || ResolvedPath.bytes(of: target).map(path.starts) == true
      else { continue }
      throw Failure(
        .usage, path: source, code: "usage.overlap",
        "contains the target \(target) or is inside it; name another folder with -o")
    }
  }

  private static func missing(_ path: String) -> Failure {
    do {
      _ = try FileSource(path: path).bytes(limits: .standard)
      return Failure(.noInput, path: path, code: "file.not-regular", "is not a regular file")
    } catch {
      return Failure(error, path: path)
    }
  }

  private func addFolder(
    _ path: String, _ onOmission: (BatchOmission) throws -> Void,
    _ body: (DraftDocument) throws -> Void
  ) throws {
    let top = PathBytes.bytes(of: path)
    let trimmed = top.lastIndex { $0 != 0x2F }.map { Array(top[...$0]) } ?? [0x2F]
    let source = archives?.isUnpacked(path) == true ? nil : path
    let start = trimmed == [0x2F] ? 1 : trimmed.count + 1
    if let changed = sources.changed {
      for file in changed {
        try visitChanged(file, Self.kind(of: file), start: start, onOmission, body)
      }
      return
    }
    try walk(path, start: start, in: source, onOmission, body)
  }

  /// Adds a changed file, or the folder document of which it is a part, as a walk of the source would.
  ///
  /// - Parameter kind: The kind of the file; `nil` for one that does not exist and is left out.
  func visitChanged(
    _ file: [UInt8], _ kind: FolderWalk.Kind?, start: Int,
    _ onOmission: (BatchOmission) throws -> Void, _ body: (DraftDocument) throws -> Void
  ) throws {
    for end in file.indices.dropFirst(start) where file[end] == 0x2F {
      let descends = try visit(
        Array(file[..<end]), .folder, start: start, in: nil, onOmission, body)
      guard descends else { return }
    }
    guard let kind else { return }
    _ = try visit(file, kind, start: start, in: nil, onOmission, body)
  }

  /// Returns the kind of a file, or `nil` if it does not exist.
  static func kind(of file: [UInt8]) -> FolderWalk.Kind? {
    let path = PathBytes.string(from: file)
    guard let stamp = FileStamp(path: path) else { return FileStamp.isTaken(path) ? .other : nil }
    return stamp.isRegular ? .regular(byteCount: stamp.byteCount) : .folder
  }

  /// Adds the files of a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - start: The number of bytes of a file's path before its path relative to the source.
  ///   - source: The source; `nil` for the members of an archive, in which no archive is opened.
  private func walk(
    _ path: String, start: Int, in source: String?, _ onOmission: (BatchOmission) throws -> Void,
    _ body: (DraftDocument) throws -> Void
  ) throws {
    let walk = FolderWalk(limits: sources.limits, scratchFolder: scratchFolder)
    try walk.visit(path) { inner, kind in
      try visit(inner, kind, start: start, in: source, onOmission, body)
    }
  }

  /// Adds an entry of a folder if it is a document.
  ///
  /// - Returns: Whether the entry is a folder whose entries are considered.
  func visit(
    _ inner: [UInt8], _ kind: FolderWalk.Kind, start: Int, in source: String?,
    _ onOmission: (BatchOmission) throws -> Void, _ body: (DraftDocument) throws -> Void
  ) throws -> Bool {
    let relative = Array(inner[min(start, inner.count)...])
    guard !isExcluded(relative) else { return false }
    switch kind {
    case .regular(let byteCount):
      if let source, try open(inner, relative, in: source, onOmission, body) { return false }
      if isIncluded(relative), !isReport(inner) {
        try body(
          DraftDocument(
            path: inner, byteCount: byteCount, relativeStart: start,
            isMirrored: sources.layout != .flat))
      }
    case .folder:
      guard isDocument(inner) else { return true }
      if isIncluded(relative) {
        try body(
          DraftDocument(
            path: inner, byteCount: 0, relativeStart: start,
            isMirrored: sources.layout != .flat))
      }
    case .loop: try onOmission(.init(path: PathBytes.string(from: inner), reason: .loop))
    case .other: try onOmission(.init(path: PathBytes.string(from: inner), reason: .notRegular))
    case .unreadable:
      try onOmission(.init(path: PathBytes.string(from: inner), reason: .unreadable))
    }
    return false
  }

  /// Adds a file that is itself a source, or is in a list.
  private func add(
    _ path: [UInt8], _ stamp: FileStamp?, isListed: Bool,
    _ onOmission: (BatchOmission) throws -> Void, _ body: (DraftDocument) throws -> Void
  ) throws {
    if let stamp, !stamp.isRegular, !isDocument(path) {
      return try onOmission(.init(path: PathBytes.string(from: path), reason: .folder))
    }
    if let target, let absolute = ResolvedPath.lexical(path, in: current),
      absolute.starts(with: target)
    {
      throw Failure(
        .usage, path: PathBytes.string(from: path), code: "usage.overlap",
        "lies in the target; -o names another folder")
    }
    let slash = path.dropLast().lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
    let start = sources.layout == .mirrored ? Self.mirroredStart(path) ?? slash : slash
    let relative = Array(path[start...])
    guard !isExcluded(relative) else { return }
    if stamp?.isRegular == true, try open(path, relative, in: nil, onOmission, body) { return }
    guard isIncluded(relative) else { return }
    try body(
      DraftDocument(
        path: path, byteCount: stamp.map { $0.isRegular ? $0.byteCount : 0 } ?? 0,
        relativeStart: start, isMirrored: sources.layout == .mirrored))
  }

  /// Adds the members of an archive; returns `false` if the file is not an archive or archives are not opened.
  private func open(
    _ path: [UInt8], _ relative: [UInt8], in source: String?,
    _ onOmission: (BatchOmission) throws -> Void, _ body: (DraftDocument) throws -> Void
  ) throws -> Bool {
    guard let archives,
      let members = try archives.open(
        PathBytes.string(from: path), relative: PathBytes.string(from: relative), in: source,
        onOmission: onOmission)
    else { return false }
    func note(_ omission: BatchOmission) throws {
      try onOmission(
        BatchOmission(
          path: archives.label(of: omission.path), reason: omission.reason,
          renamed: omission.renamed))
    }
    if let folder = members.folder {
      try walk(folder, start: members.relativeStart, in: nil, note, body)
    }
    return true
  }

  /// Returns the offset after the leading slashes and `./` of a path; `nil` for a path with a part `..`.
  private static func mirroredStart(_ path: [UInt8]) -> Int? {
    let parts = path.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.elementsEqual([0x2E, 0x2E]) }) else { return nil }
    return parts.first { !$0.isEmpty && !$0.elementsEqual([0x2E]) }?.startIndex
  }

  /// Returns whether a folder is a document, according to the suffix of its name.
  private func isDocument(_ path: [UInt8]) -> Bool {
    let lowered = OutputNames.folded(path.suffix(16).filter { $0 < 0x80 })
    return folderSuffixes.contains {
      lowered.count > $0.count && lowered.suffix($0.count) == $0[...]
    }
  }

  private func isReport(_ path: [UInt8]) -> Bool {
    guard let report, path.suffix(report.name.count) == report.name[...] else { return false }
    return FileIdentity(path: PathBytes.string(from: path)) == report.identity
  }

  private func isIncluded(_ relative: [UInt8]) -> Bool {
    sources.includes.isEmpty || sources.includes.contains { $0.matches(relative) }
  }

  private func isExcluded(_ relative: [UInt8]) -> Bool {
    // The journal of another batch is not a document.
    if relative.split(separator: 0x2F).last?.elementsEqual(JournalPlace.folderName.utf8) == true {
      return true
    }
    return sources.excludes.contains { $0.matches(relative) }
  }
}

/// Paths with links and relative parts resolved, as bytes that end with a slash.
enum ResolvedPath {
  /// Returns a path with links resolved; `nil` if it does not exist.
  static func bytes(of path: String) -> [UInt8]? {
    guard let resolved = FileIdentity.resolvedPath(path) else { return nil }
    let bytes = PathBytes.bytes(of: resolved)
    return bytes.last == 0x2F ? bytes : bytes + [0x2F]
  }

  /// Returns the innermost existing part of a path, with links resolved.
  static func bytes(ofExistingPartOf path: String) -> [UInt8]? {
    var part = path
    while true {
      if let found = bytes(of: part) { return found }
      part = String(FilePaths.folderPrefix(of: FilePaths.trimmed(part)))
      if part.isEmpty || part == "/" { return bytes(of: FilePaths.isAbsolute(path) ? "/" : ".") }
    }
  }

  /// Returns an absolute path with `.` and `..` removed, without a system call; `nil` for a relative path if the
  /// working directory is unknown.
  static func lexical(_ path: [UInt8], in current: [UInt8]?) -> [UInt8]? {
    var parts: [ArraySlice<UInt8>] = []
    if path.first != 0x2F {
      guard let current else { return nil }
      parts = current.split(separator: 0x2F)
    }
    for part in path.split(separator: 0x2F) where !part.elementsEqual([0x2E]) {
      if part.elementsEqual([0x2E, 0x2E]) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.reduce(into: []) { $0 += [0x2F] + $1 } + [0x2F]
  }

  /// Returns the target of a link that the user named; other paths are unchanged.
  static func followed(_ path: String) -> String { FileIdentity.resolvedPath(path) ?? path }
}
