internal import IABytes
internal import IAText

/// The destinations `\info`, `\userprops` and `\generator`: the metadata of the document.
struct RTFInformation {
  /// A text of the metadata.
  enum Field: UInt8 {
    case title, subject, author, keywords, comment, company, manager, category, `operator`
  }

  /// A date of the metadata.
  enum Moment: UInt8 { case created, revised }

  /// A part of a date.
  enum DatePart { case year, month, day, hour, minute, second }

  /// The metadata read so far.
  var metadata = DocumentMetadata()
  /// The bytes of the group; `nil` before it ends.
  private(set) var range: Range<Int>?
  /// Whether the fingerprint after the group matches.
  private(set) var isUntouched = false
  /// Whether a fingerprint followed the group.
  private var isCompared = false
  /// The name of the next property of `\userprops`.
  private var propertyName = ""
  private var date = RTFDateParts()

  // MARK: The group

  /// Ends the group.
  mutating func end(_ range: Range<Int>) {
    self.range = range
    isCompared = false
  }

  /// Compares the group with the first fingerprint after it.
  ///
  /// - Parameters:
  ///   - wanted: The fingerprint in the file.
  ///   - offset: The start of the fingerprint's group.
  ///   - bytes: The bytes of the document.
  mutating func compare(_ wanted: UInt64, before offset: Int, in bytes: Span<UInt8>) {
    guard let range, range.upperBound <= offset, !isCompared else { return }
    isCompared = true
    isUntouched = RTFHiddenGroup.fingerprint(of: bytes.extracting(range)) == wanted
  }

  // MARK: Texts

  /// Sets a text.
  mutating func set(_ field: Field, _ text: String, limit: Int) {
    guard !text.isEmpty else { return }
    switch field {
    case .title: metadata.title = text
    case .subject: metadata.subject = text
    case .author: metadata.authors = text.split(separator: ";").map { String($0).trimmed }
    case .keywords:
      metadata.keywords = text.split(whereSeparator: { $0 == "," || $0 == ";" })
        .map { String($0).trimmed }
    case .comment: addProperty("comment", text, limit: limit)
    case .company: addProperty("company", text, limit: limit)
    case .manager: addProperty("manager", text, limit: limit)
    case .category: addProperty("category", text, limit: limit)
    case .operator: addProperty("operator", text, limit: limit)
    }
  }

  /// Sets the program that wrote the document.
  mutating func setGenerator(_ text: String) {
    var text = text.trimmed
    while text.hasSuffix(";") { text.removeLast() }
    metadata.generator = text
  }

  /// Whether the suite wrote the document.
  var isOwn: Bool { metadata.generator == "intensity-suite" }

  // MARK: Properties

  /// Sets the name of the next property.
  mutating func setPropertyName(_ name: String) { propertyName = name }

  /// Sets the value of the last named property.
  mutating func endProperty(_ value: String, limit: Int) {
    addProperty(propertyName, value, limit: limit)
    propertyName = ""
  }

  private mutating func addProperty(_ name: String, _ value: String, limit: Int) {
    guard !name.isEmpty, metadata.custom.count < limit else { return }
    var found = DocumentMetadata()
    found.custom = [.init(name, value)]
    metadata = metadata.overridden(by: found)
  }

  // MARK: Dates

  /// Starts a date.
  mutating func beginDate() { date = RTFDateParts() }

  /// Sets a part of the open date.
  mutating func set(_ part: DatePart, _ number: Int32) {
    switch part {
    case .year: date.year = number
    case .month: date.month = number
    case .day: date.day = number
    case .hour: date.hour = number
    case .minute: date.minute = number
    case .second: date.second = number
    }
  }

  /// Ends the open date.
  mutating func endDate(_ moment: Moment) {
    switch moment {
    case .created: metadata.created = date.text
    case .revised: metadata.modified = date.text
    }
  }
}

/// A date as the numbers in the file.
struct RTFDateParts {
  var year: Int32 = 0
  var month: Int32 = 0
  var day: Int32 = 0
  var hour: Int32 = 0
  var minute: Int32 = 0
  var second: Int32 = 0

  /// Creates a date without any part.
  init() {}

  /// Creates a date from the packed bits of an annotation's date.
  init(packed: Int) {
    minute = Int32(packed & 0x3F)
    hour = Int32(packed >> 6 & 0x1F)
    day = Int32(packed >> 11 & 0x1F)
    month = Int32(packed >> 16 & 0xF)
    year = Int32(packed >> 20 & 0x1FF) + 1900
  }

  /// The date as RFC 3339 text, or `nil` if the numbers are not a valid date.
  ///
  /// RTF has no time zone; the time is interpreted as UTC.
  var text: String? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    func padded(_ value: Int32, _ count: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2) + "Z"
  }
}

extension String {
  /// The text without white space at its start and end.
  var trimmed: String {
    var text = self[...]
    while let first = text.unicodeScalars.first, first.value <= 0x20 { text = text.dropFirst() }
    while let last = text.unicodeScalars.last, last.value <= 0x20 { text = text.dropLast() }
    return String(text)
  }
}
