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

  /// Ends a process that unpacks; further archives can be unpacked all the same.
  func stop()
}

/// A part of an archive.
package enum UnpackedItem: Sendable {
  /// A member with its path below the archive, which can be that of a file below a folder.
  case member(path: String, bytes: [UInt8])
  /// The label of a member that is left out, or of a damaged archive, and the reason.
  case omitted(label: String, BatchOmission.Reason)
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
    try collection.forEachMember(of: file) { omission in
      switch omission.kind {
      case .renamed, .remark: break
      case .damage:
        // Each loss of an archive is stated by itself, and the archive is damaged once.
        if omitted.last?.reason != .damaged { omit(omission.label, .damaged) }
      case .omitted:
        let isRegular = omission.failure.code != InputError.Code.unpackNotRegular.rawValue
        omit(omission.label, isRegular ? .unreadable : .notRegular)
      }
    } _: { member in
      // Documents of an archive of the suite have names without a suffix.
      let isDocument = member.isContained && !member.path.hasSuffix(".ia")
      let path = member.path + (isDocument ? ".ia" : "")
      guard UnpackingMessages.isUsable(path) else { return omit(member.label, .unreadable) }
      let bytes: [UInt8]
      do {
        bytes = try member.source.bytes(limits: limits)
      } catch is InputError {
        return omit(member.label, .unreadable)
      }
      try body(.member(path: path, bytes: bytes))
    }
    for omission in omitted { try body(.omitted(label: omission.path, omission.reason)) }
  }

  /// Fails if the content of a file is not that of an archive.
  private static func require(_ file: RandomAccessFile) throws {
    // The reader of the suite's archives recognises them itself.
    guard !Container.isNamed(file.path), try !ForeignArchiveReader.isArchive(file) else { return }
    let name = FileNames.name(of: file.path).flatMap(ArchiveNames.format) ?? "zip"
    var failure = Failure(
      .badInput, path: file.path, code: InputError.Code.unpackFormat.rawValue,
      "the suffix is that of \(name), but the content is not")
    failure.byteOffset = 0
    throw failure
  }
}
