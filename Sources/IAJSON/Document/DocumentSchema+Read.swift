internal import IABytes
internal import IASyntax
internal import IAText

extension DocumentSchema {
  /// Returns the document of a JSON value.
  static func read(
    _ root: JSONValue, _ reading: inout FieldReading
  ) throws(InputError) -> IADocument {
    let members = try Members(root, &reading)
    var columns = StringColumns()
    var document = IADocument()
    if let value = members[.metadata] {
      document.metadata = try DocumentMetadata(json: value, reading: &reading)
    }
    if let value = members[.options] {
      columns.options = try DisplayOptions(json: value, reading: &reading)
    }
    columns.units = try members.require(.text).requireUTF16()
    try readIntensities(members[.intensities], into: &columns)
    try readStyles(members, into: &columns, &reading)
    try readParagraphs(members, into: &columns, &reading)
    try readAttachments(members, into: &columns, &reading)
    try readBookmarks(members[.bookmarks], into: &columns, &reading)
    if let value = members[.blobs] { try readBlobs(value, into: &document.attachments) }
    document.string = IAString(columns)
    return document
  }

  /// The members of the outermost object by their keys.
  struct Members {
    private let root: JSONValue
    private var values: [Key: JSONValue] = [:]

    /// Creates the members of a document.
    ///
    /// The format and the version are checked first, because another version may have other
    /// members.
    init(_ root: JSONValue, _ reading: inout FieldReading) throws(InputError) {
      self.root = root
      var unknown: [JSONValue] = []
      for (key, value) in try root.requireMembers() {
        if let known = Key.allCases.first(where: { key.isText($0.rawValue) }) {
          values[known] = value
        } else {
          unknown.append(key)
        }
      }
      let format = try require(.format)
      guard try format.requireText() == JSONFormat.marker else {
        throw InputError(.unknownSchema, at: format.byteOffset, detail: format.shortText)
      }
      let version = try require(.version)
      guard try version.requireInteger() == JSONFormat.version else {
        throw InputError(
          .version, at: version.byteOffset, detail: "only version \(JSONFormat.version) is known")
      }
      for key in unknown {
        try reading.tolerate(
          InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
      }
    }

    subscript(key: Key) -> JSONValue? { values[key] }

    func require(_ key: Key) throws(InputError) -> JSONValue {
      guard let value = values[key] else {
        throw InputError(.fieldMissing, at: root.byteOffset, detail: key.rawValue)
      }
      return value
    }
  }

  /// Reads `[count, intensity, count, intensity, …]`.
  private static func readIntensities(
    _ value: JSONValue?, into columns: inout StringColumns
  ) throws(InputError) {
    let total = columns.units.count
    guard let value else {
      columns.intensities = Array(repeating: DisplayOptions.defaultIntensity, count: total)
      return
    }
    columns.intensities.reserveCapacity(total)
    var elements = try value.requireElements().makeIterator()
    while let item = elements.next() {
      let count = try item.requireInteger(in: 1 ... .max)
      guard count <= total - columns.intensities.count else {
        throw InputError(
          .length, at: item.byteOffset,
          detail: "\(count) units, \(total - columns.intensities.count) are left")
      }
      guard let level = elements.next() else {
        throw InputError(.length, at: item.byteOffset, detail: "a count without an intensity")
      }
      let intensity = UInt8(try level.requireInteger(in: 0...100))
      columns.intensities.append(contentsOf: repeatElement(intensity, count: count))
    }
    guard columns.intensities.count == total else {
      throw InputError(
        .length, at: value.byteOffset,
        detail: "intensities of \(columns.intensities.count) units, the text has \(total)")
    }
  }

  private static func readStyles(
    _ members: Members, into columns: inout StringColumns, _ reading: inout FieldReading
  ) throws(InputError) {
    columns.inlineSets = [InlineAttributes()]
    if let table = members[.styles] {
      for value in try table.requireElements() {
        columns.inlineSets.append(try InlineAttributes(json: value, reading: &reading))
      }
    }
    columns.inlineRuns = try Runs(members, .styles, .runs, total: columns.units.count, &reading)
      .runs
  }

  private static func readParagraphs(
    _ members: Members, into columns: inout StringColumns, _ reading: inout FieldReading
  ) throws(InputError) {
    columns.paragraphSets = [ParagraphAttributes()]
    if let table = members[.paragraphStyles] {
      for value in try table.requireElements() {
        columns.paragraphSets.append(try ParagraphAttributes(json: value, reading: &reading))
      }
    }
    let runs = try Runs(
      members, .paragraphStyles, .paragraphs, total: columns.units.count, &reading)
    var blocks = 0
    for run in runs.runs {
      blocks += columns.paragraphSets[run.index].blocks.count
      guard blocks <= reading.limits.entries else {
        throw .exceeds(
          .fieldLimit, limit: "entries", maximum: reading.limits.entries, seen: blocks,
          at: members[.paragraphs]?.byteOffset ?? 0)
      }
    }
    for (edge, value) in runs.edges where edge > 0 && edge < columns.units.count {
      guard columns.units[edge - 1] == 0x000A else {
        throw InputError(
          .paragraph, at: value.byteOffset, detail: "no paragraph ends at \(edge)")
      }
    }
    columns.paragraphRuns = runs.runs
  }

  private static func readAttachments(
    _ members: Members, into columns: inout StringColumns, _ reading: inout FieldReading
  ) throws(InputError) {
    if let table = members[.records] {
      for value in try table.requireElements() {
        columns.records.append(try Attachment(json: value, reading: &reading))
      }
    }
    var records = TableUse(members[.records])
    if let list = members[.attachments] {
      var last: JSONValue?
      for value in try list.requireElements() {
        let place = try Self.place(value, &records, in: columns)
        if let previous = columns.attachments.last, previous.utf16Offset >= place.utf16Offset {
          throw InputError(.order, at: value.byteOffset, other: last?.byteOffset)
        }
        columns.attachments.append(place)
        last = value
      }
    }
    try records.finish(&reading)
  }

  private static func place(
    _ value: JSONValue, _ records: inout TableUse, in columns: StringColumns
  ) throws(InputError) -> StringColumns.Place {
    let (place, record) = try value.requirePair()
    let offset = try place.requireInteger(in: 0 ... .max)
    guard offset < columns.units.count else {
      throw InputError(
        .range, at: place.byteOffset, detail: "the text has \(columns.units.count) units")
    }
    guard columns.units[offset] == IAString.attachmentUnit else {
      throw InputError(.attachment, at: place.byteOffset, detail: "no U+FFFC at \(offset)")
    }
    return .init(utf16Offset: offset, record: try records.index(record))
  }

  private static func readBookmarks(
    _ value: JSONValue?, into columns: inout StringColumns, _ reading: inout FieldReading
  ) throws(InputError) {
    guard let value else { return }
    var places: [String: Int] = [:]
    for value in try value.requireElements() {
      let (place, label) = try value.requirePair()
      let offset = try place.requireInteger(in: 0 ... .max)
      guard offset <= columns.units.count else {
        throw InputError(
          .range, at: place.byteOffset, detail: "the text has \(columns.units.count) units")
      }
      let name = try label.requireText()
      if label.hasLoneSurrogate {
        try reading.tolerate(InputError(.fieldLoneSurrogate, at: label.byteOffset))
      }
      if let other = places.updateValue(label.byteOffset, forKey: name) {
        throw InputError(.fieldDuplicate, at: label.byteOffset, detail: name, other: other)
      }
      columns.bookmarks.append(.init(utf16Offset: offset, name: name))
    }
    columns.bookmarks.sort { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
  }

  private static func readBlobs(
    _ value: JSONValue, into store: inout AttachmentStore
  ) throws(InputError) {
    for (key, item) in try value.requireMembers() {
      guard let digest = SHA256Digest(hex: key.text ?? "") else {
        throw InputError(.fieldValue, at: key.byteOffset, detail: "no SHA-256: \(key.shortText)")
      }
      let text = Array(try item.requireText().utf8)
      guard let bytes = try? Base64.decode(text.span) else {
        throw InputError(.blob, at: item.byteOffset, detail: "no base64")
      }
      guard store.insert(bytes) == digest else {
        throw InputError(.blob, at: item.byteOffset, detail: "another hash than its key")
      }
    }
  }
}
