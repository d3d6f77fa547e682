/// The names of files and folders that are written beside a target before they get its name.
///
/// A temporary name begins with a full stop and the first bytes of the target's name, and ends with
/// the process id and a number: `.letters.iaa.iaconv-tmp.4711.0`. The process that creates it holds
/// a lock while it writes. A temporary file that is not locked and whose process has ended belongs
/// to a killed process; the next process removes it.
enum TemporaryNames {
  private static let mark = ".iaconv-tmp."
  /// The maximum number of bytes of the target's name in a temporary name, so that this has at most
  /// 255 bytes.
  private static let maximumStemByteCount = 200
  private static let maximumAttempts = 1000

  /// Calls a function with temporary names until one is free.
  ///
  /// - Parameters:
  ///   - target: The path that the file or folder gets at the end.
  ///   - body: Creates a file or folder at a path, and throws `SystemCalls.exists` if the name is
  ///     in use.
  /// - Returns: The path that was free, and the result of `body` for it.
  static func withFreeName<Result>(
    for target: String, _ body: (String) throws(SystemCalls.Failure) -> Result
  ) throws(SystemCalls.Failure) -> (path: String, result: Result) {
    let folder = FilePaths.folder(of: target)
    for attempt in 0... {
      let end = "\(SystemCalls.processID).\(attempt)"
      let path = "\(folder)/.\(stem(of: target))\(mark)\(end)"
      do throws(SystemCalls.Failure) {
        return (path, try body(path))
      } catch {
        guard error.number == SystemCalls.exists, attempt < maximumAttempts else { throw error }
      }
    }
    throw .init(number: SystemCalls.exists)
  }

  /// Returns whether a name has the form of a temporary name.
  static func isTemporary(_ name: String) -> Bool { processID(in: name) != nil }

  /// Removes temporary files of killed processes beside a target.
  ///
  /// - Complexity: O(*n*) in the number of names in the target's folder.
  static func sweep(beside target: String) {
    let stem = ".\(stem(of: target))\(mark)"
    sweep(in: FilePaths.folder(of: target)) { $0.hasPrefix(stem) }
  }

  /// Removes temporary files of killed processes in a folder.
  static func sweep(folder: String) { sweep(in: folder) { _ in true } }

  private static func sweep(in folder: String, where isChosen: (String) -> Bool) {
    for name in (try? SystemCalls.names(in: folder)) ?? [] where isChosen(name) {
      guard let process = processID(in: name),
        process == SystemCalls.processID || !SystemCalls.isRunning(process)
      else { continue }
      removeUnlocked(folder + "/" + name)
    }
  }

  /// Removes a file or folder unless another process has locked it.
  private static func removeUnlocked(_ path: String) {
    guard let kind = (try? SystemCalls.statusOfLink(at: path))?.kind,
      kind == .regular || kind == .folder,
      let descriptor = try? SystemCalls.open(
        path, kind == .folder ? .readFolder : .read, followsLinks: false)
    else { return }
    defer { try? SystemCalls.close(descriptor) }
    guard (try? SystemCalls.lock(descriptor)) != nil else { return }
    if kind == .folder {
      SystemCalls.removeTree(path)
    } else {
      try? SystemCalls.remove(path)
    }
  }

  private static func stem(of target: String) -> String {
    let name = PathBytes.bytes(of: FilePaths.name(of: target) ?? "output")
    return PathBytes.string(from: name.prefix(maximumStemByteCount))
  }

  /// Returns the process id in a temporary name, or `nil` for any other name.
  private static func processID(in name: String) -> Int32? {
    guard name.hasPrefix("."), name.contains(mark) else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).suffix(3)
    guard parts.count == 3, parts.first == "iaconv-tmp", let last = parts.last,
      UInt32(last) != nil
    else { return nil }
    return Int32(parts[parts.startIndex + 1]).flatMap { $0 > 0 ? $0 : nil }
  }
}

/// The lock of a temporary folder, held until this object is released.
final class TemporaryLock: Sendable {
  private let folder: Int32?

  init(folder path: String) {
    folder = try? SystemCalls.open(path, .readFolder)
    if let folder { try? SystemCalls.lock(folder) }
  }

  deinit { if let folder { try? SystemCalls.close(folder) } }
}
