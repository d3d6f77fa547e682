package import IABytes
internal import IAFiles

/// The payloads of a worker that unpacks archives.
package enum UnpackingMessages {
  /// The maximum length in bytes of the path of a member or of the place of an omission.
  package static let maxNameBytes = 1 << 16
  /// The largest piece of a member in bytes.
  package static let maxPieceBytes = 1 << 20
  /// The output format in the introduction of such a worker.
  package static let target = "members"

  /// A member, whose bytes follow in pieces.
  package struct Member: Hashable, Sendable {
    /// The path below the archive, relative and without `.` and `..`.
    package var path: String
    /// The size in bytes.
    package var byteCount: Int

    /// Creates a message.
    package init(path: String, byteCount: Int) {
      self.path = path
      self.byteCount = byteCount
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.text(path, atMost: UnpackingMessages.maxNameBytes)
      writer.count(byteCount)
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      path = try reader.text(atMost: UnpackingMessages.maxNameBytes)
      guard UnpackingMessages.isUsable(path) else {
        throw reader.invalid("the path of a member")
      }
      byteCount = try reader.number(8)
      try reader.end()
    }
  }

  /// A message about a member that was left out or renamed, or about a damaged archive.
  package struct Omission: Hashable, Sendable {
    /// The path of the member after that of the archive, with its slash; may be empty.
    package var place: String
    /// The reason: one of `reasons`.
    package var reason: BatchOmission.Reason
    /// The path below the archive with which the renamed member was sent; `nil` for reasons other than `renamed`.
    package var renamed: String?

    /// The reasons by their numbers in a message; a message without a number has the first one.
    private static let reasons: [BatchOmission.Reason] = [
      .unreadable, .notRegular, .damaged, .unsafe, .renamed, .encrypted,
    ]

    /// Creates a message.
    package init(
      place: String, reason: BatchOmission.Reason = .unreadable, renamed: String? = nil
    ) {
      self.place = place
      self.reason = reason
      self.renamed = renamed
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.text(place, atMost: UnpackingMessages.maxNameBytes)
      let number = Self.reasons.firstIndex(of: reason) ?? 0
      if number > 0 { writer.byte(UInt8(number)) }
      if let renamed { writer.text(renamed, atMost: UnpackingMessages.maxNameBytes) }
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      place = try UnpackingMessages.place(&reader)
      let number = reader.isAtEnd ? nil : try reader.number(1, atMost: Self.reasons.count - 1)
      guard number != 0 else { throw reader.invalid("the reason of an omission") }
      reason = Self.reasons[number ?? 0]
      if reason == .renamed {
        let path = try reader.text(atMost: UnpackingMessages.maxNameBytes)
        guard UnpackingMessages.isUsable(path) else {
          throw reader.invalid("the path of a member")
        }
        renamed = path
      }
      try reader.end()
    }
  }

  /// The end of an archive.
  package struct End: Sendable {
    /// The resident memory of the worker in bytes; 0 if it is not known.
    package var residentBytes: Int
    /// The reason why the archive cannot be read, or `nil` if all members were sent.
    ///
    /// Its path is the part after the path of the archive.
    package var failure: Failure?

    /// Creates a message.
    package init(residentBytes: Int, failure: Failure?) {
      self.residentBytes = residentBytes
      self.failure = failure
    }

    /// The payload.
    package var bytes: [UInt8] {
      var writer = ByteWriter()
      writer.count(residentBytes)
      writer.flag(failure != nil)
      guard let failure else { return writer.bytes }
      writer.text(failure.path ?? "", atMost: UnpackingMessages.maxNameBytes)
      WorkerResult.write(failure, to: &writer)
      return writer.bytes
    }

    /// Creates a message from a payload.
    ///
    /// - Throws: `worker.value`.
    package init(_ payload: [UInt8]) throws(InputError) {
      var reader = MessageReader(payload)
      residentBytes = try reader.number(8)
      if try reader.flag() {
        let place = try UnpackingMessages.place(&reader)
        var found = try WorkerResult.readFailure(&reader, further: [.damage])
        guard found.refused == nil else { throw reader.invalid("an outcome of an archive") }
        found.path = place
        failure = found
      }
      try reader.end()
    }
  }

  /// Reads the place of an omission or failure.
  private static func place(_ reader: inout MessageReader) throws(InputError) -> String {
    let place = try reader.text(atMost: maxNameBytes)
    guard isPlace(place) else { throw reader.invalid("a place in an archive") }
    return place
  }

  /// Returns whether a text can be a place in an archive.
  ///
  /// It is empty for the archive itself, or begins with a slash. The path after the slash need not be usable.
  static func isPlace(_ text: String) -> Bool { text.utf8.first.map { $0 == 0x2F } ?? true }

  /// Returns whether a path can be used for a file below a folder: it must be relative, without `.` and `..`, and its
  /// names and its length must be within the limits of file systems.
  static func isUsable(_ path: String) -> Bool {
    guard path.utf8.count <= maxNameBytes, let parts = FilePaths.safeParts(of: path) else {
      return false
    }
    return PathBytes.bytes(of: path).count <= maxPathBytes
      && parts.allSatisfy { PathBytes.bytes(of: $0).count <= FileNames.maximumByteCount }
  }

  /// The maximum length of a member's path in bytes of the file system; the rest of the system's limit is for the path
  /// of the folder.
  private static let maxPathBytes = 3500
}
