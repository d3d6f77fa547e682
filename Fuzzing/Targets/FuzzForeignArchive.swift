internal import IABytes
internal import IAForeignArchives

/// Checks that each path of an archive is valid below a folder, that no two paths are equal, and
/// that the unpacked bytes are within the budget.
@Sendable func fuzzForeignArchive(_ bytes: [UInt8]) throws(FuzzFailure) {
  let budget = ArchiveBudget(totalBytes: 1 << 20, freeBytes: 1 << 18, entries: 100)
  var total = 0
  var paths: Set<String> = []
  do {
    var reader = try ForeignArchiveReader(
      bytes, limits: Limits(inputBytes: 1 << 20), budget: budget)
    while let entry = try reader.next() {
      try require(paths.insert(entry.path.text.lowercased()).inserted, "paths differ")
      try require(
        entry.path.parts.allSatisfy { $0 != ".." && $0 != "." && !$0.isEmpty && !$0.contains("/") },
        "paths stay below their folder")
      total += try reader.contents().count
      try require(total <= 1 << 20, "the budget holds")
    }
  } catch let failure as FuzzFailure {
    throw failure
  } catch let error as InputError {
    try require(error.byteOffset >= 0, "offsets are not negative")
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}
