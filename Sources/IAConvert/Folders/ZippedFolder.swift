internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IAFormats

/// A document that is a folder, such as RTFD, from a ZIP archive of that folder.
///
/// The archive is read once, with the checks and limits of all archives. Entries that are not
/// regular files or have an unsafe path are omitted and counted. Only files in the folder of the
/// document are its side files.
struct ZippedFolder {
  /// The format of the document.
  let format: FormatRegistry.Entry
  /// The document with its side files.
  let source: BytesSource
  /// The entries of the archive that were omitted.
  let report: ConversionReport

  /// Creates the document from an archive.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - name: The name of the file that contains the bytes.
  ///   - limits: `inputBytes` is the largest size of each file of the archive and of all files
  ///     together.
  ///   - registry: The formats whose documents may be folders.
  /// - Returns: `nil` if the bytes are not a ZIP archive, or the archive contains no such document.
  /// - Throws: `InputError` for an archive that is damaged, contradicts itself or exceeds a limit.
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
      // Metadata that the Finder adds.
      if path.parts.first == "__MACOSX" { continue }
      let content = try archive.contents()
      let format = formats.first { $0.descriptor.folderDocument == path.name }
      if let format, found == nil, path.parts.count <= Self.maxPathParts {
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
        .neutralised, .archiveEntry, item.reason.code.rawValue,
        byteOffset: item.reason.byteOffset)
    }
    if let rest = archive.skipped.rest {
      report.add(.neutralised, .archiveEntry, rest.code.rawValue, byteOffset: rest.byteOffset)
    }
    self.report = report
  }

  /// The maximum number of parts of the document's path: the document is at the top of the archive or in a top-level
  /// folder.
  private static let maxPathParts = 2
  /// The signature at the start of an archive that has entries.
  private static let magic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
}

extension Span<UInt8> {
  /// Returns whether the span contains a sequence of bytes.
  fileprivate func contains(_ pattern: [UInt8]) -> Bool {
    guard let first = pattern.first, pattern.count <= count else { return false }
    for start in 0...(count - pattern.count) where self[start] == first {
      if pattern.indices.allSatisfy({ self[start + $0] == pattern[$0] }) { return true }
    }
    return false
  }
}
