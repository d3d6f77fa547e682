/// An insertion or deletion that was recorded for review.
///
/// Attributes hold it as a tag named `insertion` or `deletion`, whose value is the date, or `-` if
/// it is unknown, then a space and the author, if known: `2026-05-04T10:20:00Z Ann Smith`.
public struct TrackedChange: Hashable, Sendable {
  /// The name of the author.
  @Spelled public var author: String?
  /// The date and time, as RFC 3339 text.
  @Spelled public var date: String?

  /// Creates a change.
  public init(author: String? = nil, date: String? = nil) {
    self.author = author
    self.date = date
  }

  /// Creates a change from the value of a tag.
  init(tag value: String) {
    let end = value.firstIndex(of: " ") ?? value.endIndex
    let date = String(value[..<end])
    let author = end < value.endIndex ? String(value[value.index(after: end)...]) : ""
    self.init(
      author: author.isEmpty ? nil : author, date: date.isEmpty || date == "-" ? nil : date)
  }

  /// The value of the tag.
  var tag: String {
    let date = date.map { $0.replacing(" ", with: "T") } ?? "-"
    return author.map { date + " " + $0 } ?? date
  }
}

extension InlineAttributes {
  /// The names of the tags of tracked changes.
  public static let changeTagNames = ["deletion", "insertion"]

  /// The recorded insertion of the text; `nil` if it was not inserted.
  public var insertion: TrackedChange? {
    get { self[tag: "insertion"].map { TrackedChange(tag: $0) } }
    set { self[tag: "insertion"] = newValue?.tag }
  }

  /// The recorded deletion of the text, which is then only shown for review; `nil` if it was not
  /// deleted.
  public var deletion: TrackedChange? {
    get { self[tag: "deletion"].map { TrackedChange(tag: $0) } }
    set { self[tag: "deletion"] = newValue?.tag }
  }
}
