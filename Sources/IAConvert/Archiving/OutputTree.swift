internal import IABytes
internal import IAForeignArchives
internal import IAFormats

/// Where many files go: a new folder or a new archive, a bag in either where that is asked for.
///
/// It appears when it is committed, or not at all.
final class OutputTree {
  private var sink: any FileTreeSink
  private let file: FileSink?
  private var bag: BagWriter?
  private var taken: Set<String> = []
  /// Whether the paths are those of files, whose names are limited.
  private let hasFileNames: Bool

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - path: Its path; the suffix says which archive it is, a path without one is a folder.
  ///   - isBag: Whether the files are the payload of a bag.
  ///   - replaces: Whether an archive that is there may be replaced.
  init(path: String, isBag: Bool, replaces: Bool) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let format = path.hasSuffix("/") ? nil : ForeignArchiveFormat(fileName: name)
    if Container.isNamed(name) {
      guard !isBag else { throw Failure(.usage, code: "usage.bag", "an .iaa archive is no bag") }
      sink = try ContainerSink(path: path, replaces: replaces)
      file = nil
    } else if let format {
      guard format.isWritten else {
        throw Failure(
          .usage, code: "usage.format", "\(format.rawValue) is only read; written are zip, tar.zst")
      }
      let file = try FileSink(path: path, replaces: replaces)
      file.sweepTemporaryFiles()
      sink = try ForeignArchiveWriter(format: format, to: file)
      self.file = file
    } else {
      sink = try FolderTreeSink(path: path)
      file = nil
    }
    hasFileNames = !Container.isNamed(name)
    // In an archive a bag has a folder of its own, called like the archive.
    if isBag {
      bag = BagWriter(
        to: sink, folder: format.map { String(name.dropLast($0.rawValue.count + 1)) })
    }
  }

  /// Adds a file; one whose path is taken gets a number before its suffix.
  ///
  /// A name that is too long for a file is cut.
  ///
  /// - Returns: The path that it got.
  func add(_ path: String, _ bytes: [UInt8]) throws -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = String(path[..<slash])
    let name = hasFileNames ? FileNames.fitted(String(path[slash...])) : String(path[slash...])
    var free = folder + name
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      free = folder + FileNames.numbered(name, number)
      number += 1
    }
    if bag != nil {
      try bag?.add(free, bytes)
    } else {
      try sink.add(free, bytes)
    }
    return free
  }

  /// Ends the output and gives it its name.
  func commit() throws {
    if bag != nil {
      try bag?.finish()
    } else {
      try sink.finish()
    }
    try file?.commit()
  }
}
