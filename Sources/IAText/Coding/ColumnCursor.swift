/// Goes through columns from run to run; a run ends where any of them changes.
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

  /// The record of the attachment here.
  var record: Int? {
    guard attachment < columns.attachments.count,
      columns.attachments[attachment].utf16Offset == offset
    else { return nil }
    return columns.attachments[attachment].record
  }

  /// Takes the next bookmark at this place.
  mutating func nextBookmark() -> IAString.Bookmark? {
    guard bookmark < columns.bookmarks.count,
      columns.bookmarks[bookmark].utf16Offset <= offset
    else { return nil }
    bookmark += 1
    return columns.bookmarks[bookmark - 1]
  }

  /// Goes on to the run after the one whose end was found.
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

  /// Finds the end of the run here: one unit for an attachment, else as far as nothing changes.
  ///
  /// - Precondition: There is text here, and its bookmarks have been taken.
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
