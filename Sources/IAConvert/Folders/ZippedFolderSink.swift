internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IAFormats

/// Writes a document that is a folder as a ZIP archive of that folder; the file gets its name only when it is complete.
///
/// The side files come first, in the order in which they are written; the document is last. Equal
/// documents with the same name give equal archives, because the archives contain no times or
/// owners.
final class ZippedFolderSink: StagedSink {
  private let file: FileSink
  private let archive: ForeignArchiveWriter
  private let folder: String
  private let documentName: String
  private var document: [UInt8] = []

  /// Returns whether a path has the suffix `.zip`.
  static func isZipped(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - path: The path of the archive, `NAME.rtfd.zip`; the folder in it is `NAME.rtfd`.
  ///   - format: The format, whose documents are folders.
  ///   - document: The name of the document's main file in the folder.
  /// - Throws: `FileError` if the archive cannot be created.
  init(path: String, format: FormatDescriptor, document: String) throws {
    file = try FileSink(path: path)
    archive = try ForeignArchiveWriter(format: .zip, to: file)
    documentName = document
    folder = Self.folder(in: path, format)
  }

  func write(_ bytes: [UInt8]) { document += bytes }

  func writeSideFile(named name: String, _ bytes: [UInt8]) throws -> String? {
    try archive.add(folder + "/" + name, bytes)
    return name
  }

  func commit() throws(FileError) {
    do {
      try archive.add(folder + "/" + documentName, document)
      try archive.finish()
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.write, .unsafeName, path: folder)
    }
    try file.commit()
  }

  /// Returns the name of the folder in the archive: the name of the archive with safe characters.
  private static func folder(in path: String, _ format: FormatDescriptor) -> String {
    let suffix = "." + (format.suffixes.first ?? "rtfd")
    var stem = FilePaths.name(of: path).map { String($0.dropLast(4)) } ?? ""
    if stem.lowercased().hasSuffix(suffix) { stem.removeLast(suffix.count) }
    var kept = String.UnicodeScalarView()
    for scalar in stem.unicodeScalars.prefix(60) {
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_- ".unicodeScalars.contains(scalar)
      kept.append(isPlain ? scalar : "_")
    }
    while let first = kept.first, first == "-" || first == " " { kept.removeFirst() }
    return (kept.isEmpty ? "document" : String(kept)) + suffix
  }
}
