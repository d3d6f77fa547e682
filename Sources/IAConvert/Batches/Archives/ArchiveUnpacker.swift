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
  /// The label of a member that is left out.
  case omitted(label: String)
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
    var omitted: [String] = []
    try collection.forEachMember(of: file) { omission in
      guard omission.kind == .omitted || omission.kind == .damage else { return }
      omitted.append(omission.label)
    } _: { member in
      // Documents of an archive of the suite have names without a suffix.
      let isDocument = member.isContained && !member.path.hasSuffix(".ia")
      let path = member.path + (isDocument ? ".ia" : "")
      guard UnpackingMessages.isUsable(path) else { return omitted.append(member.label) }
      let bytes: [UInt8]
      do {
        bytes = try member.source.bytes(limits: limits)
      } catch is InputError {
        return omitted.append(member.label)
      }
      try body(.member(path: path, bytes: bytes))
    }
    for label in omitted { try body(.omitted(label: label)) }
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
