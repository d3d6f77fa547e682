/// Iterates over columns in runs; a run ends where the value of any column changes.
struct ColumnCursor {
  private let columns: StringColumns
  private(set) var offset = 0
  private var inlineRun = 0
  private var inlineEnd = 0
  private var paragraphRun = 0
  private var paragraphEnd = 0
  private var attachment = 0
  private var bookmark = 0
  private var runEnd = 0

  init(_ columns: StringColumns) {
    self.columns = columns
    inlineEnd = columns.inlineRuns.first?.count ?? 0
    paragraphEnd = columns.paragraphRuns.first?.count ?? 0
  }

  var intensity: UInt8 { columns.intensities[offset] }
  var inlineSet: Int { columns.inlineRuns[inlineRun].index }
  var paragraphSet: Int { columns.paragraphRuns[paragraphRun].index }

  /// The attachment record at the current offset, or `nil`.
  var record: Int? {
    guard attachment < columns.attachments.count,
      columns.attachments[attachment].utf16Offset == offset
    else { return nil }
    return columns.attachments[attachment].record
  }

  /// Returns the next bookmark at the current offset and moves past it; `nil` if there is none.
  mutating func nextBookmark() -> IAString.Bookmark? {
    guard bookmark < columns.bookmarks.count,
      columns.bookmarks[bookmark].utf16Offset <= offset
    else { return nil }
    bookmark += 1
    return columns.bookmarks[bookmark - 1]
  }

  /// Moves to the end of the run that `findRunEnd` found.
  mutating func advance() {
    if record != nil { attachment += 1 }
    offset = runEnd
    while offset == inlineEnd, inlineRun + 1 < columns.inlineRuns.count {
      inlineRun += 1
      inlineEnd += columns.inlineRuns[inlineRun].count
    }
    while offset == paragraphEnd, paragraphRun + 1 < columns.paragraphRuns.count {
      paragraphRun += 1
      paragraphEnd += columns.paragraphRuns[paragraphRun].count
    }
  }

  /// Finds the end of the current run: one unit for an attachment, otherwise the next change.
  ///
  /// - Precondition: The cursor is not at the end, and the bookmarks at its offset have been read.
  mutating func findRunEnd() -> Int {
    if record != nil {
      runEnd = offset + 1
      return runEnd
    }
    var limit = inlineEnd
    if attachment < columns.attachments.count {
      limit = min(limit, columns.attachments[attachment].utf16Offset)
    }
    if bookmark < columns.bookmarks.count {
      limit = min(limit, columns.bookmarks[bookmark].utf16Offset)
    }
    runEnd = offset
    repeat {
      runEnd += 1
    } while runEnd < limit && columns.intensities[runEnd] == columns.intensities[offset]
      && columns.units[runEnd - 1] != IAString.lineFeed
    return runEnd
  }
}
