public import IAFiles

/// A file of a folder, an archive or a bag, or a file that is itself an input.
public struct CollectedFile: Sendable {
  /// The path relative to the folder or archive, with slashes between its parts.
  public let path: String
  /// The name in messages: the archive or folder, and the path in it.
  public let label: String
  /// The source of the bytes.
  public let source: any DocumentSource
  /// The check that reading the file performs.
  public let check: ContentCheck

  /// The path by which patterns select the file, if it is not `path`.
  let selectionPath: String?
  /// Whether the file is a document of an `.iaa` archive.
  let isContained: Bool

  init(
    path: String, label: String, source: any DocumentSource, check: ContentCheck = .structure,
    selectionPath: String? = nil, isContained: Bool = false
  ) {
    self.path = path
    self.label = label
    self.source = source
    self.check = check
    self.selectionPath = selectionPath
    self.isContained = isContained
  }
}
