internal import IAArchive
internal import IABytes

/// Limits of the targets; they are small, so that an input that exceeds them is detected.
private let archiveLimits = Limits(
  inputBytes: 1 << 20, entries: 100_000, outputBytes: 16 << 20, expansionRatio: 200)

/// Checks that an archive that opens can be listed, verified and scanned, and that parts of an
/// archive are read or refused with an offset.
@Sendable func fuzzArchive(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let first = bytes.first else { return }
  if let part = ArchivePart(rawValue: Int(first)), part != .directory,
    part != .parityHead, part != .nameList, part != .metadata, part != .keys, part != .tail
  {
    try readPart(part, Array(bytes.dropFirst()))
    return
  }
  do {
    let archive = try ArchiveReader(MemoryStorage(bytes), limits: archiveLimits)
    try requireSense(archive, bytes)
  } catch let failure as FuzzFailure {
    throw failure
  } catch let error as InputError {
    try require(error.byteOffset >= 0, "offset below 0: \(error)")
  } catch {
    throw FuzzFailure(description: "another error: \(error)")
  }
  do {
    let scan = try ArchiveScan(MemoryStorage(bytes), limits: archiveLimits)
    _ = try scan.forEachDocument { _, _ in }
  } catch {
    throw FuzzFailure(description: "a scan does not fail: \(error)")
  }
}

/// Checks that a directory is refused or contains only members that an archive may have.
@Sendable func fuzzZipDirectory(_ bytes: [UInt8]) throws(FuzzFailure) {
  try readPart(.directory, bytes)
}

/// Checks that a head of recovery data of version 2 is refused, or has a valid plan and encodes to
/// the same bytes.
@Sendable func fuzzParityHead(_ bytes: [UInt8]) throws(FuzzFailure) {
  try accept(.parityHead, bytes)
}

/// Checks that a list of names is refused, or is equal after writing and reading.
@Sendable func fuzzNameList(_ bytes: [UInt8]) throws(FuzzFailure) {
  try accept(.nameList, bytes)
}

/// Checks that a list of metadata is refused with an offset, or is equal after writing and reading.
@Sendable func fuzzMetadata(_ bytes: [UInt8]) throws(FuzzFailure) {
  try readPart(.metadata, bytes)
}

/// Checks that a key file is refused, or has a key of 32 bytes that is equal after writing and
/// reading.
@Sendable func fuzzKeys(_ bytes: [UInt8]) throws(FuzzFailure) {
  try readPart(.keys, bytes)
}

/// Checks that the end of a file with an unfinished merge is ignored, or read as its trailer
/// states.
@Sendable func fuzzTail(_ bytes: [UInt8]) throws(FuzzFailure) {
  try readPart(.tail, bytes)
}

/// Reads a part that must not throw, even if the bytes are not valid.
private func accept(_ part: ArchivePart, _ bytes: [UInt8]) throws(FuzzFailure) {
  do { try part.read(bytes, limits: archiveLimits) } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

private func readPart(_ part: ArchivePart, _ bytes: [UInt8]) throws(FuzzFailure) {
  do { try part.read(bytes, limits: archiveLimits) } catch let error as InputError {
    try require(error.byteOffset >= 0, "offset below 0: \(error)")
  } catch {
    throw FuzzFailure(description: "another error: \(error)")
  }
}

private func requireSense(_ archive: ArchiveReader, _ bytes: [UInt8]) throws {
  try require(archive.byteCount <= bytes.count, "an archive ends inside its file")
  let report = try archive.verify(.deep)
  guard report.isIntact else { return }
  var next = 0
  try archive.forEachEntry { entry in
    try require(entry.ordinal == next, "ordinals follow each other")
    let found = try archive.entry(id: entry.id)
    try require(found == entry, "an id is found")
    next += 1
  }
  try require(next == archive.documentCount, "all are listed")
}
