/// A file that is written out of sight and then put in place of its target in one step.
final class StagedFile {
  private let target: String
  private let label: String
  private let descriptor: Int32
  private let staging: Staging
  private var isDone = false

  private enum Staging {
    /// The file has no name yet.
    case unnamed
    /// The file has a temporary name.
    case named(String)
    /// The target itself: a device or a pipe.
    case direct
  }

  init(target label: String) throws(FileError) {
    self.label = label
    do throws(SystemCalls.Failure) {
      target = try Self.resolvedTarget(label)
      if try Self.isDevice(target, label: label) {
        staging = .direct
        descriptor = try SystemCalls.open(target, .writeOnly)
      } else if let unnamed = try? SystemCalls.open(FilePaths.folder(of: target), .unnamed) {
        staging = .unnamed
        descriptor = unnamed
      } else {
        let name = Self.temporaryName(for: target)
        descriptor = try SystemCalls.open(name, .createNew)
        staging = .named(name)
      }
    } catch {
      let reason: FileError.Reason =
        error.number == SystemCalls.isDirectory ? .isFolder : .system(error.number)
      throw FileError(.create, reason, path: label)
    }
  }

  deinit {
    guard !isDone else { return }
    try? SystemCalls.close(descriptor)
    if case .named(let name) = staging { try? SystemCalls.remove(name) }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    try attempt(.write) { () throws(SystemCalls.Failure) in
      try SystemCalls.write(descriptor, bytes)
    }
  }

  /// Brings the bytes to the disk and puts the file in place.
  func commit() throws(FileError) {
    try attempt(.sync) { () throws(SystemCalls.Failure) in try SystemCalls.sync(descriptor) }
    try attempt(.rename) { () throws(SystemCalls.Failure) in
      switch staging {
      case .direct: break
      case .named(let name): try SystemCalls.rename(name, to: target)
      case .unnamed:
        // A link cannot replace a file; a rename can.
        let name = Self.temporaryName(for: target)
        try SystemCalls.link(descriptor, to: name)
        do throws(SystemCalls.Failure) {
          try SystemCalls.rename(name, to: target)
        } catch {
          try? SystemCalls.remove(name)
          throw error
        }
      }
    }
    isDone = true
    try attempt(.write) { () throws(SystemCalls.Failure) in try SystemCalls.close(descriptor) }
    syncFolder()
  }

  /// Makes the new name lasting, where the file system lets a folder be synchronised.
  private func syncFolder() {
    if case .direct = staging { return }
    guard let folder = try? OpenFile(folder: FilePaths.folder(of: target)) else { return }
    try? SystemCalls.sync(folder.descriptor)
  }

  private func attempt(
    _ operation: FileError.Operation, _ body: () throws(SystemCalls.Failure) -> Void
  ) throws(FileError) {
    do throws(SystemCalls.Failure) {
      try body()
    } catch {
      throw FileError(operation, .system(error.number), path: label)
    }
  }

  /// The target, or what it leads to where it is a link.
  private static func resolvedTarget(_ path: String) throws(SystemCalls.Failure) -> String {
    guard let status = try? SystemCalls.statusOfLink(at: path), status.kind == .link else {
      return path
    }
    return try SystemCalls.resolved(path)
  }

  private static func isDevice(
    _ path: String, label: String
  ) throws(SystemCalls.Failure) -> Bool {
    guard let status = try? SystemCalls.statusOfLink(at: path) else { return false }
    switch status.kind {
    case .regular, .link: return false
    case .folder: throw .init(number: SystemCalls.isDirectory)
    case .other: return true
    }
  }

  private static func temporaryName(for target: String) -> String {
    let name = FilePaths.name(of: target) ?? "output"
    return "\(FilePaths.folder(of: target))/.\(name).tmp.\(SystemCalls.processID)"
  }
}
