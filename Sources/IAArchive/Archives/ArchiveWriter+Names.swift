internal import IABytes
internal import IAZip

extension ArchiveWriter {
  /// Returns the hash of a name.
  ///
  /// If no earlier name has the same hash, the name is new.
  static func hash(_ name: [UInt8]) -> UInt64 {
    UInt64(Deflate.crc32(name.span)) << 32 | UInt64(CRC32C.of(name.span))
  }

  /// Reserves a name for a document, and supersedes the document that has the name if the rule allows it.
  ///
  /// - Throws: `archive.name` for an invalid name; `archive.duplicate` if the name is in use and the rule does not
  ///   allow a new version.
  func claim(_ name: String, _ rule: ExistingDocument) throws {
    guard rule != .archived else {
      try requireVersions()
      superseded.insert(documentCount)
      return try check(name)
    }
    guard !name.isEmpty else { return }
    try check(name)
    let bytes = Array(name.utf8)
    guard !nameHashes.insert(Self.hash(bytes)).inserted else { return }
    let before = try earlier?.entry(named: name).flatMap {
      superseded.contains($0.ordinal) ? nil : $0
    }
    let isNew = try isNewName(name)
    guard !isNew, before == nil || rule == .replace else {
      throw InputError(.archiveDuplicate, at: documentCount, detail: name)
    }
    if let before { try supersede(before.ordinal) }
  }

  /// Throws if a name has more than 4,096 bytes or contains U+0000.
  private func check(_ name: String) throws(InputError) {
    guard name.utf8.count <= EntrySegment.maximumNameByteCount, !name.utf8.contains(0) else {
      throw InputError(.archiveName, at: documentCount, detail: "name of a document")
    }
  }

  /// Returns whether a document of this generation has a name and is not superseded.
  ///
  /// This is slow, and called only if the hash of a name occurred before.
  private func isNewName(_ name: String) throws -> Bool {
    let bytes = Array(name.utf8)
    for (index, other) in names.enumerated() where Array(other.utf8) == bytes {
      if !superseded.contains(firstOrdinal + index) { return true }
    }
    var first = earlier?.documentCount ?? 0
    for block in blocks {
      let segment = try EntrySegment(
        block.segment.bytes, count: block.segment.count, limits: .standard)
      for index in segment.ids.indices
      where segment.nameBytes[segment.nameRange(index)] == bytes[...] {
        if !superseded.contains(first + index) { return true }
      }
      first += block.segment.count
    }
    return false
  }
}
