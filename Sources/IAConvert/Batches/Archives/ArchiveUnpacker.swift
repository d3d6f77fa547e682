internal import IABytes
internal import IAFiles
internal import IAForeignArchives

/// Reads the members of archives, in this process or in a worker process.
package protocol ArchiveUnpacker: AnyObject {
  /// Calls a closure with each member of an archive, and with each that is left out.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file with the suffix of an archive.
  ///   - limits: The limits of each member.
  ///   - body: Called in the order of the archive.
  /// - Throws: `Failure` if the archive cannot be read, and the errors of `body`.
  func unpack(_ path: String, limits: Limits, _ body: (UnpackedItem) throws -> Void) throws

  /// Ends the worker process, if there is one; the next archive starts a new one.
  func stop()
}

/// A part of an archive.
package enum UnpackedItem: Sendable {
  /// A member with its path below the archive, which can be that of a file below a folder.
  case member(path: String, bytes: [UInt8])
  /// The label of a member that is left out, or of a damaged archive, and the reason.
  case omitted(label: String, BatchOmission.Reason)
  /// The label of a document of an `.iaa` archive whose name is not a safe path, and the path below the archive that
  /// replaces the name.
  case renamed(label: String, path: String)
}

/// Unpacks archives in this process.
package final class LocalUnpacker: ArchiveUnpacker {
  /// Creates an unpacker.
  package init() {}

  package func unpack(
    _ path: String, limits: Limits, _ body: (UnpackedItem) throws -> Void
  ) throws {
    try ArchiveMembers.forEach(in: RandomAccessFile(path: path), limits: limits, body)
  }

  package func stop() {}
}

/// The members of an archive in an open file.
enum ArchiveMembers {
  /// Calls a closure with each member and with each that is left out.
  ///
  /// - Throws: `Failure` if the archive cannot be read, and the errors of `body`.
  static func forEach(
    in file: RandomAccessFile, limits: Limits, _ body: (UnpackedItem) throws -> Void
  ) throws {
    try require(file)
    var collection = FileCollection([file.path])
    collection.limits = limits
    collection.numbersCollisions = true
    var omitted: [BatchOmission] = []
    func omit(_ label: String, _ reason: BatchOmission.Reason) {
      omitted.append(BatchOmission(path: label, reason: reason))
    }
    // Documents of an .iaa archive can have any names. Those whose name is not a safe path get a similar path, after
    // all others have theirs.
    var others: [CollectedFile] = []
    var names = UniqueNames()
    func send(_ member: CollectedFile, as path: String) throws {
      let bytes: [UInt8]
      do {
        bytes = try member.source.bytes(limits: limits)
      } catch is InputError {
        return omit(member.label, .unreadable)
      }
      try body(.member(path: path, bytes: bytes))
    }
    try collection.forEachMember(of: file) { omission in
      switch omission.kind {
      case .renamed, .remark: break
      case .damage:
        // Each loss of a damaged archive is a separate message, but the archive is reported as damaged only once.
        if omitted.last?.reason != .damaged { omit(omission.label, .damaged) }
      case .omitted:
        omit(omission.label, reason(of: omission.failure))
      }
    } _: { member in
      let path = path(of: member)
      guard UnpackingMessages.isUsable(path) else {
        return member.isContained ? others.append(member) : omit(member.label, .unsafe)
      }
      if member.isContained { _ = names.unique(path) { _ in path } }
      try send(member, as: path)
    }
    for member in others {
      guard let path = safePath(for: path(of: member), &names) else {
        omit(member.label, .unsafe)
        continue
      }
      try send(member, as: path)
      try body(.renamed(label: member.label, path: path))
    }
    for omission in omitted { try body(.omitted(label: omission.path, omission.reason)) }
  }

  /// Returns the path of a member; adds the suffix `.ia` to the name of a document of an `.iaa` archive if it is
  /// missing.
  private static func path(of member: CollectedFile) -> String {
    member.path + (member.isContained && !member.path.hasSuffix(".ia") ? ".ia" : "")
  }

  /// Returns an unused path that is similar to the given one and can be used for a file below a folder, or `nil`.
  private static func safePath(for path: String, _ names: inout UniqueNames) -> String? {
    let name = String(path[FilePaths.nameStart(in: path)...])
    for safe in [ArchivePath.safeText(of: path), ArchivePath.safeText(of: name)]
    where UnpackingMessages.isUsable(safe) {
      let start = FilePaths.nameStart(in: safe)
      let found = names.unique(safe) {
        String(safe[..<start]) + FileNames.numbered(String(safe[start...]), $0)
      }
      if UnpackingMessages.isUsable(found) { return found }
    }
    return nil
  }

  /// Returns the reason for which a member was left out with a failure.
  private static func reason(of failure: Failure) -> BatchOmission.Reason {
    switch failure.code {
    case InputError.Code.unpackNotRegular.rawValue: .notRegular
    case InputError.Code.unpackPath.rawValue: .unsafe
    case InputError.Code.unpackEncrypted.rawValue: .encrypted
    default: .unreadable
    }
  }

  /// Fails if the content of a file is not that of an archive.
  private static func require(_ file: RandomAccessFile) throws {
    // The reader of .iaa archives checks their content itself.
    guard !Container.isNamed(file.path), try !ForeignArchiveReader.isArchive(file) else { return }
    let name = FileNames.name(of: file.path).flatMap(ArchiveNames.format) ?? "zip"
    var failure = Failure(
      .badInput, path: file.path, code: InputError.Code.unpackFormat.rawValue,
      "the suffix is that of \(name), but the content is not")
    failure.byteOffset = 0
    throw failure
  }
}
