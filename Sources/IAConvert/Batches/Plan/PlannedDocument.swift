internal import IABytes
internal import IAFiles

/// A document of a batch: the file to read, and the name of its outputs.
package struct PlannedDocument: Hashable, Sendable {
  /// The path to read.
  package var path: String
  /// The size in bytes when the plan was made; 0 for a folder that is a document.
  package var byteCount: Int
  /// The path of the outputs relative to the target, without the suffix of a format.
  package var name: String
  /// The source folder of the document, to whose files the document may refer; `nil` if the document itself is the
  /// source.
  package var root: String?
}

/// A planned document as it is stored while names are assigned.
struct DraftDocument {
  /// The path to read.
  var path: [UInt8]
  /// The size in bytes.
  var byteCount: Int
  /// The offset in `path` of the path relative to the source.
  var relativeStart: Int
  /// Whether the output keeps the folders of the relative path.
  var isMirrored: Bool

  init(path: [UInt8], byteCount: Int, relativeStart: Int, isMirrored: Bool) {
    self.path = path
    self.byteCount = byteCount
    self.relativeStart = relativeStart
    self.isMirrored = isMirrored
  }

  /// Creates a document from a record of the form of `sortRecord`.
  init(sortRecord record: [UInt8]) {
    let end = record.count - 13
    path = Array(record.prefix(max(end - 1, 0)))
    byteCount = Int(RecordBytes.number(record, at: end, byteCount: 8))
    relativeStart = Int(RecordBytes.number(record, at: end + 8, byteCount: 4))
    isMirrored = record.last == 1
  }

  /// A record that sorts like the path.
  var sortRecord: [UInt8] {
    var record = path
    record.append(0)
    RecordBytes.append(UInt64(byteCount), to: &record)
    RecordBytes.append(UInt32(relativeStart), to: &record)
    record.append(isMirrored ? 1 : 0)
    return record
  }

  /// The path relative to the source.
  var relative: ArraySlice<UInt8> { path[min(relativeStart, path.count)...] }

  /// The source folder, without a slash at its end; `nil` if the document itself is the source.
  var root: [UInt8]? {
    let folder = path.prefix(relativeStart)
    guard folder.count > 1, folder.count < path.count else { return nil }
    return Array(folder.last == 0x2F ? folder.dropLast() : folder)
  }

  /// The hash of the relative path, for samples and random orders.
  var hash: UInt64 {
    var hash = relative.reduce(FNV1a.start) { FNV1a.adding($1, to: $0) }
    // The upper bits of FNV-1a hashes of short texts are nearly equal: mix them (finalizer of SplitMix64).
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }

  /// Returns the name that the outputs get if no other document has it.
  ///
  /// - Parameter suffix: The longest suffix of the outputs, which must fit in a file name as well.
  func preferredName(suffix: String) -> [UInt8] {
    let relative = relative
    let slash = relative.lastIndex(of: 0x2F)
    let nameStart = slash.map { $0 + 1 } ?? relative.startIndex
    var stem = relative[nameStart...]
    if let dot = stem.lastIndex(of: UInt8(ascii: ".")), dot > nameStart { stem = stem[..<dot] }
    if stem.count + 1 + suffix.utf8.count > FileNames.maximumByteCount {
      stem = Self.fitted(stem, suffix: suffix)[...]
    }
    guard isMirrored, let slash else { return Array(stem) }
    return Array(relative[...slash]) + stem
  }

  private static func fitted(_ stem: ArraySlice<UInt8>, suffix: String) -> [UInt8] {
    let name = FileNames.fitted(PathBytes.string(from: Array(stem)) + "." + suffix)
    return PathBytes.bytes(of: String(name.dropLast(1 + suffix.count)))
  }
}

/// Functions on names of outputs as bytes.
enum OutputNames {
  /// Returns the form of a name for comparisons: in lower case, because some file systems ignore case.
  static func folded(_ name: [UInt8]) -> [UInt8] {
    if name.allSatisfy({ $0 < 0x80 }) {
      return name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
    return PathBytes.bytes(of: PathBytes.string(from: name).lowercased())
  }

  /// Returns a name with a number at its end, shortened so that it is a valid file name together with the suffix.
  static func numbered(_ name: [UInt8], _ number: Int, suffix: String) -> [UInt8] {
    let slash = name.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
    let last = PathBytes.string(from: Array(name[slash...])) + "." + suffix
    let numbered = FileNames.numbered(last, number).dropLast(1 + suffix.count)
    return name[..<slash] + PathBytes.bytes(of: String(numbered))
  }
}
