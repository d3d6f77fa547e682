internal import IAFiles
internal import IAForeignArchives

/// The names of archives.
enum ArchiveNames {
  /// Returns the name of the archive format that the suffix of a file name indicates, or `nil`.
  static func format(_ name: String) -> String? {
    Container.isNamed(name) ? "iaa" : ForeignArchiveFormat(fileName: name)?.rawValue
  }

  /// Returns whether a path is that of an archive: its suffix is that of an archive and not that of a
  /// document format.
  static func isArchive(_ path: String, _ registry: FormatRegistry) -> Bool {
    guard let name = FileNames.name(of: path), format(name) != nil else { return false }
    return registry.entry(fileName: name) == nil
  }
}
