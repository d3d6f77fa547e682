/// The suite's own schema: every part of a document, in canonical form.
enum DocumentSchema {
  /// The members of the outermost object, in the order in which they are written.
  enum Key: String, CaseIterable {
    case format
    case version
    case metadata
    case options
    case text
    case intensities
    case styles
    case runs
    case paragraphStyles
    case paragraphs
    case records
    case attachments
    case bookmarks
    case blobs
  }
}
