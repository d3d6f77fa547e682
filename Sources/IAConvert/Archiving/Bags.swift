internal import IABytes
internal import IAFiles
internal import IAForeignArchives

/// The structure of bags: their declaration, folder and payload.
enum Bags {
  /// The name of the file that every bag contains.
  static let declaration = "bagit.txt"

  /// Returns the folder of the bag in an archive.
  ///
  /// The result is empty for a bag at the top of the archive, one name for a bag in a folder, or
  /// `nil` if the archive contains no bag.
  ///
  /// - Throws: The errors of opening and reading the archive.
  static func folder(
    in open: () throws -> ForeignArchiveReader
  ) throws -> [String]? {
    var reader = try open()
    while let entry = try reader.next() {
      if entry.path.name == declaration, entry.path.parts.count <= 2 {
        return Array(entry.path.parts.dropLast())
      }
    }
    return nil
  }

  /// Returns a path of an archive relative to the folder of its bag; `nil` for a path outside it.
  static func path(_ path: ArchivePath, in folder: [String]) -> String? {
    guard path.parts.starts(with: folder), path.parts.count > folder.count else { return nil }
    return path.parts.dropFirst(folder.count).joined(separator: "/")
  }

  /// Returns the path of a payload file relative to the payload's folder; `nil` for a tag file.
  static func payloadPath(of path: String) -> String? {
    FilePaths.rest(of: path, after: BagChecker.payload).map(String.init)
  }

  /// Throws `BagDamage` if a bag is not valid.
  static func require(_ report: BagReport, in label: String) throws(BagDamage) {
    guard report.isValid else { throw BagDamage(label: label, faults: report.faults) }
  }
}

/// A bag that is not valid.
struct BagDamage: Error {
  let label: String
  let faults: [BagFault]

  /// Each fault as a failure with the status of damage.
  var failures: [Failure] {
    faults.map { fault in
      var failure = Failure(fault.reason, path: label + "/" + fault.file)
      failure.status = .damage
      return failure
    }
  }

  /// The first fault with the number of the other faults.
  var summary: Failure {
    var failure =
      failures.first ?? Failure(.damage, path: label, code: "bagit.declaration", "no bag")
    if faults.count > 1 { failure.detail += " (and \(faults.count - 1) more)" }
    return failure
  }
}
