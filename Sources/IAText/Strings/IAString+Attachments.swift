internal import IARangeTree

extension IAString {
  /// The unit of an attachment, U+FFFC.
  public static var attachmentUnit: UInt16 { 0xFFFC }

  /// An attachment and its position.
  public struct PlacedAttachment: Hashable, Sendable {
    /// The offset of the attachment's unit.
    public var utf16Offset: Int
    /// The attachment.
    public var attachment: Attachment
  }

  /// Returns the attachment at an offset, or `nil` for other text, including U+FFFC without a
  /// record.
  public func attachment(at utf16Offset: Int) -> Attachment? {
    let number = attachmentRuns.value(at: utf16Offset)
    return number == 0 ? nil : records[Int(number) - 1]
  }

  /// Returns the attachments in a range, in order.
  ///
  /// - Complexity: O(log *n* + *a*) in the attachments.
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

  /// Sets the attachment record of the U+FFFC at an offset.
  ///
  /// - Precondition: The unit at the offset is U+FFFC.
  public mutating func setAttachment(_ attachment: Attachment, at utf16Offset: Int) {
    precondition(unit(at: utf16Offset) == Self.attachmentUnit, "no U+FFFC at \(utf16Offset)")
    record(attachment, at: utf16Offset)
  }

  /// Sets a bookmark; if the name is in use, the bookmark moves.
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

  /// Replaces all bookmarks; if several have one name, the last one is used.
  ///
  /// - Precondition: Each offset is within the text or at its end.
  /// - Complexity: O(*b* log *b*) in the bookmarks, while adding them one by one takes O(*b*²).
  public mutating func setBookmarks(_ places: [Bookmark]) {
    precondition(places.allSatisfy { (0...utf16Count).contains($0.utf16Offset) }, "places in text")
    var last: [String: Int] = [:]
    for (index, place) in places.enumerated() { last[place.name] = index }
    bookmarks = last.values.map { places[$0] }
      .sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
  }

  /// Removes a bookmark; nothing happens if there is none with this name.
  public mutating func removeBookmark(_ name: String) {
    bookmarks.removeAll { $0.name == name }
  }

  private mutating func record(_ attachment: Attachment, at offset: Int) {
    records.append(attachment)
    attachmentRuns.set(UInt32(records.count), in: offset..<offset + 1)
  }
}
