internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAFormats
internal import IAText

/// `.iaa` archives as inputs of a collection: each document is a complete `.ia` file.
enum Container {
  /// A file as the source of an archive reader; the file stays open while this object exists.
  final class Source: ArchiveSource {
    private let file: RandomAccessFile

    /// Creates the source for a file and opens it.
    ///
    /// - Parameter locks: Whether to lock the file against other writers.
    init(_ path: String, locks: Bool = false) throws(FileError) {
      file = try RandomAccessFile(path: path)
      if locks { try file.lock() }
    }

    func byteCount() -> Int { file.byteCount }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
      let end = min(offset + count, file.byteCount)
      return offset < end ? try file.bytes(in: offset..<end) : []
    }
  }

  /// The format of each document as a file.
  static let format = FormatID("ia")

  /// Returns whether a path has the suffix `.iaa`.
  static func isNamed(_ path: String) -> Bool { path.lowercased().hasSuffix(".iaa") }

  /// Returns the path of a document: its name, or its identifier if it has no name.
  static func path(of entry: ArchiveEntry) -> String {
    entry.name.isEmpty ? "\(entry.id)" : entry.name
  }

  /// Calls a closure with each current document of an archive in order.
  ///
  /// - Parameter onOmission: Called with remarks and with each loss of a damaged archive.
  static func visit(
    _ input: String, _ limits: Limits, at moment: ArchiveMoment? = nil,
    _ onOmission: (FileCollection.Omission) -> Void, _ body: (CollectedFile) throws -> Void
  ) throws {
    let opened = try OpenContainer(input, limits, at: moment)
    for remark in opened.takeRemarks() { onOmission(remark) }
    try opened.forEachEntry { index, entry in
      try body(file(entry, at: index, of: opened))
      for remark in opened.takeRemarks() { onOmission(remark) }
    }
    for remark in opened.finalRemarks() { onOmission(remark) }
  }

  /// Returns the document of a name or number, found by the index, or `nil` if there is none.
  ///
  /// A name that no document has, and that ends with `@` and a number, means a version.
  static func file(
    at path: String, in input: String, _ limits: Limits, moment: ArchiveMoment? = nil,
    _ onOmission: (FileCollection.Omission) -> Void
  ) throws -> CollectedFile? {
    let opened = try OpenContainer(input, limits, at: moment)
    let plain = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
    var found: CollectedFile?
    for name in [path, plain] where found == nil {
      if let (index, entry) = try opened.entry(named: name) {
        found = file(entry, at: index, of: opened)
      }
    }
    if found == nil, let id = UInt64(plain), let (index, entry) = try opened.entry(id: id),
      entry.name.isEmpty
    {
      found = file(entry, at: index, of: opened)
    }
    if found == nil, let (name, number) = versionReference(plain),
      let (index, entry) = try opened.version(number, named: name)
    {
      found = file(entry, at: index, of: opened)
    }
    // The document is read here, so that its errors are reported before the other remarks.
    let bytes = try found?.source.bytes(limits: limits)
    let final = opened.finalRemarks(ofWholeArchive: found == nil)
    for remark in opened.takeRemarks() + final { onOmission(remark) }
    guard let found, let bytes else { return nil }
    return CollectedFile(
      path: found.path, label: found.label, source: BytesSource(bytes, name: found.source.name),
      check: found.check)
  }

  /// Returns the name and the number of a text of the form `NAME@NUMBER`; `nil` for other texts.
  static func versionReference(_ text: String) -> (name: String, number: Int)? {
    guard let mark = text.lastIndex(of: "@"), mark > text.startIndex else { return nil }
    let digits = text[text.index(after: mark)...]
    guard 1...8 ~= digits.utf8.count,
      digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int(digits), number > 0
    else { return nil }
    return (String(text[..<mark]), number)
  }

  private static let suffix = ".ia"

  private static func file(
    _ entry: ArchiveEntry, at index: Int, of opened: OpenContainer
  ) -> CollectedFile {
    let path = path(of: entry)
    return CollectedFile(
      path: path + suffix, label: opened.path + "/" + path,
      source: ContainedDocument(archive: opened, index: index, entry: entry, path: path),
      check: .checksum)
  }
}

/// A document of an archive as an `.ia` file.
// A reader is used by one thread at a time: the one that reads the archive.
private struct ContainedDocument: DocumentSource, @unchecked Sendable {
  let archive: OpenContainer
  let index: Int
  let entry: ArchiveEntry
  let path: String

  var name: String? { (path.split(separator: "/").last.map(String.init) ?? path) + ".ia" }

  func bytes(limits: Limits) throws -> [UInt8] {
    let document = try archive.document(entry, at: index)
    var encoder = DocumentEncoder(level: nil)
    return encoder.encode(document)
  }

  func sideFile(named name: String, limits: Limits) -> [UInt8]? { nil }
}
