internal import IAHiddenData

/// The destination `\bkmkstart`: the names already read.
struct RTFBookmarks {
  private var names: Set<String> = []
  /// The names of the document record; `nil` if there is no document record.
  private let recorded: Set<String>?

  /// The maximum length of a name.
  private static let maxNameCount = 255

  /// Creates an empty set.
  ///
  /// - Parameter documentRecord: The document record, whose bookmarks replace those in the text.
  init(_ documentRecord: HiddenDocument?) {
    recorded = documentRecord.map { Set($0.bookmarks.map(\.name)) }
  }

  /// Returns the name of a bookmark to be added to the document, or `nil` if it has no name, was
  /// already read, or is in the document record.
  mutating func add(_ text: String, limit: Int) -> String? {
    let name = String(text.trimmed.prefix(Self.maxNameCount))
    guard !name.isEmpty, names.count < limit, names.insert(name).inserted else { return nil }
    if let recorded, name.hasPrefix("iab_") || recorded.contains(name) { return nil }
    return name
  }
}
