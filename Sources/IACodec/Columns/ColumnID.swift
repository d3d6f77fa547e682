/// The content of a column besides text and intensities.
enum ColumnID: UInt8, CaseIterable, Comparable {
  case inline = 1
  case links
  case paragraphs
  case attachments
  case bookmarks
  case options
  case metadata
  case origin
  case blob
  case foreign

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Whether the column can occur more than once.
  var isRepeatable: Bool { self == .blob || self == .foreign }
}

/// A column with its content.
struct Column {
  var id: ColumnID
  var content: [UInt8]
}
