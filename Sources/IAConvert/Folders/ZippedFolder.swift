internal import IABytes
internal import IAForeignArchives
internal import IAFormats

/// A document that is a folder, such as RTFD, out of a ZIP archive of that folder.
///
/// The archive is read once, with the checks and bounds of all archives; what is no regular file or
/// has a path that is not safe is left out and counted. Only files in the folder of the document are
/// its side files.
struct ZippedFolder {
  /// The format of the document.
  let format: FormatRegistry.Entry
  /// The document with the files beside it.
  let source: BytesSource
  /// What was left out of the archive.
  let report: ConversionReport

  /// Looks into an archive.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - name: The name of the file that they are from.
  ///   - limits: `inputBytes` bounds each file of the archive and all of them together.
  /// - Returns: `nil` if the bytes are no ZIP archive, or none of a document.
  /// - Throws: `InputError` for an archive that is damaged, contradicts itself or is too large.
  init?(_ bytes: [UInt8], name: String?, limits: Limits, registry: FormatRegistry) throws {
    guard bytes.starts(with: Self.magic) else { return nil }
    let formats = registry.entries.filter {
      guard $0.isReadable, let document = $0.descriptor.folderDocument else { return false }
      return bytes.span.contains(Array(document.utf8))
    }
    guard !formats.isEmpty else { return nil }
    var archive = try ForeignArchiveReader(
      bytes, limits: limits, budget: ArchiveBudget(totalBytes: limits.inputBytes))
    var files: [(path: ArchivePath, bytes: [UInt8])] = []
    var found: (format: FormatRegistry.Entry, folder: [String], bytes: [UInt8])?
    while let entry = try archive.next() {
      let path = entry.path
      // What the Finder notes about files.
      if path.parts.first == "__MACOSX" { continue }
      let content = try archive.contents()
      let format = formats.first { $0.descriptor.folderDocument == path.name }
      if let format, found == nil, path.parts.count <= Self.deepest {
        found = (format, Array(path.parts.dropLast()), content)
      } else {
        files.append((path, content))
      }
    }
    guard let found else { return nil }
    var sideFiles: [String: [UInt8]] = [:]
    for file in files where file.path.parts.dropLast().elementsEqual(found.folder) {
      sideFiles[file.path.name] = file.bytes
    }
    format = found.format
    source = BytesSource(found.bytes, name: name, sideFiles: sideFiles)
    var report = ConversionReport()
    for item in archive.skipped.items {
      report.add(
        .neutralised, "archive-entry", item.reason.code.rawValue,
        byteOffset: item.reason.byteOffset)
    }
    self.report = report
  }

  /// The document stands in the archive itself or in one folder of it.
  private static let deepest = 2
  /// How an archive that has files begins.
  private static let magic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
}

extension Span<UInt8> {
  /// Returns whether some bytes stand anywhere.
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, wanted.count <= count else { return false }
    for start in 0...(count - wanted.count) where self[start] == first {
      if wanted.indices.allSatisfy({ self[start + $0] == wanted[$0] }) { return true }
    }
    return false
  }
}
