internal import IARangeTree

extension IAString {
  /// The unit that an attachment stands at.
  public static var attachmentUnit: UInt16 { 0xFFFC }

  /// An attachment in its place.
  public struct PlacedAttachment: Hashable, Sendable {
    /// Where it stands; it covers this one unit.
    public var utf16Offset: Int
    /// What it is.
    public var attachment: Attachment
  }

  /// Returns the attachment at an offset; `nil` for any other text, U+FFFC without a record
  /// included.
  public func attachment(at utf16Offset: Int) -> Attachment? {
    let number = attachmentRuns.value(at: utf16Offset)
    return number == 0 ? nil : records[Int(number) - 1]
  }

  /// The attachments of a range, in order.
  ///
  /// - Complexity: O(log *n* + attachments).
  public func attachments(in utf16Range: Range<Int>) -> [PlacedAttachment] {
    if records.isEmpty { return [] }
    var at = utf16Range.lowerBound
    var found: [PlacedAttachment] = []
    for run in attachmentRuns.runs(in: utf16Range) {
      if run.value > 0 {
        found.append(.init(utf16Offset: at, attachment: records[Int(run.value) - 1]))
      }
      at += run.count
    }
    return found
  }

  /// All attachments, in order.
  public var attachments: [PlacedAttachment] { attachments(in: utf16Range) }

  /// Replaces a range by an attachment at one U+FFFC.
  public mutating func replace(
    _ utf16Range: Range<Int>, with attachment: Attachment, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    replace(
      utf16Range, with: [Self.attachmentUnit], intensity: intensity, attributes: attributes)
    record(attachment, at: utf16Range.lowerBound)
  }

  /// Appends an attachment at one U+FFFC.
  public mutating func append(
    _ attachment: Attachment, intensity: UInt8? = nil, attributes: InlineAttributes? = nil
  ) {
    replace(
      utf16Count..<utf16Count, with: attachment, intensity: intensity, attributes: attributes)
  }

  /// Gives the U+FFFC at an offset a record, or another one.
  ///
  /// - Precondition: The unit at the offset is U+FFFC.
  public mutating func setAttachment(_ attachment: Attachment, at utf16Offset: Int) {
    precondition(unit(at: utf16Offset) == Self.attachmentUnit, "no U+FFFC at \(utf16Offset)")
    record(attachment, at: utf16Offset)
  }

  /// Names a place; a name that is taken moves there.
  ///
  /// - Precondition: The offset is within the text or at its end.
  public mutating func setBookmark(_ name: String, at utf16Offset: Int) {
    precondition((0...utf16Count).contains(utf16Offset), "offset \(utf16Offset) of \(utf16Count)")
    removeBookmark(name)
    let place =
      bookmarks.firstIndex { ($0.utf16Offset, $0.name) > (utf16Offset, name) }
      ?? bookmarks.endIndex
    bookmarks.insert(Bookmark(utf16Offset: utf16Offset, name: name), at: place)
  }

  /// Names places in place of all that were named; the last of several with one name counts.
  ///
  /// - Precondition: Each offset is within the text or at its end.
  /// - Complexity: O(*b* log *b*) for *b* places, where naming them one by one takes O(*b*²).
  public mutating func setBookmarks(_ places: [Bookmark]) {
    precondition(places.allSatisfy { (0...utf16Count).contains($0.utf16Offset) }, "places in text")
    var last: [String: Int] = [:]
    for (index, place) in places.enumerated() { last[place.name] = index }
    bookmarks = last.values.map { places[$0] }
      .sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
  }

  /// Forgets a named place.
  public mutating func removeBookmark(_ name: String) {
    bookmarks.removeAll { $0.name == name }
  }

  private mutating func record(_ attachment: Attachment, at offset: Int) {
    records.append(attachment)
    attachmentRuns.set(UInt32(records.count), in: offset..<offset + 1)
  }
}
