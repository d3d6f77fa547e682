internal import IABytes
internal import IAText

/// Attachments in the source system's dictionary.
///
/// The source system writes only locations; for pictures and videos it defines `attachType`, `name`
/// and `url` without using them. This writer stores blobs as `data:` URLs in `url`, so that no
/// content is lost.
extension LegacySchema {
  package static let kind = "attachType"
  package static let name = "name"
  package static let url = "url"
  package static let placename = "placename"
  package static let address = "addressDictionary"
  package static let coordinate = "coordinate"
  package static let latitude = "latitude"
  package static let longitude = "longitude"
  package static let radius = "radius"
  package static let mapSpan = "mapViewDeltaMeters"

  /// The range of lengths in metres: radius and map span.
  package static let lengths = 0...Double.greatestFiniteMagnitude

  /// Returns the nearest value in a range; 0 for NaN, and 0 instead of −0.
  package static func finite(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    let inside = value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    return inside == 0 ? 0 : inside
  }
}

extension LegacySchema {
  /// Reads the attachments and stores their records in columns whose units are already read.
  ///
  /// - Parameters:
  ///   - value: The dictionary of attachments, keyed by offset.
  ///   - areObjects: Whether the values are archived objects of the source system.
  ///   - columns: The columns of the string. Records of both dictionaries are combined; the one
  ///     read last replaces an earlier one at the same offset.
  ///   - store: Receives the blobs.
  ///   - reading: Records tolerated faults.
  /// - Throws: `legacy-json.attachment` and others, unless `reading` tolerates them.
  static func readAttachments<Value: LegacyValue>(
    _ value: Value, areObjects: Bool, into columns: inout StringColumns,
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) {
    var found: [Int: Attachment] = [:]
    for place in columns.attachments { found[place.utf16Offset] = columns.records[place.record] }
    for (key, item) in try value.requireMembers() {
      guard let offset = Int(key.text ?? ""), key.isText(String(offset)),
        columns.units.indices.contains(offset), columns.units[offset] == IAString.attachmentUnit
      else {
        try reading.tolerate(
          InputError(
            .legacyAttachment, at: key.byteOffset, detail: "no U+FFFC at \(key.shortText)"))
        continue
      }
      let record =
        try areObjects
        ? item.objectAttachment(&store, &reading) : attachment(item, &store, &reading)
      if let record { found[offset] = record }
    }
    columns.attachments = []
    columns.records = []
    for (offset, record) in found.sorted(by: { $0.key < $1.key }) {
      columns.attachments.append(.init(utf16Offset: offset, record: columns.records.count))
      columns.records.append(record)
    }
  }

  /// Reads one attachment; returns `nil` if the value is not a dictionary and this is tolerated.
  private static func attachment<Value: LegacyValue>(
    _ value: Value, _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment? {
    let place = value[coordinate]
    var record = Attachment(.file)
    guard value.isDictionary else {
      try reading.tolerate(
        InputError(.legacyAttachment, at: value.byteOffset, detail: "not an object"))
      return nil
    }
    if let item = value[kind] {
      if let kind = Attachment.Kind(rawValue: item.text ?? "") {
        record.kind = kind
      } else if !item.isText(unknownKind) {
        try reading.tolerate(
          InputError(.legacyAttachment, at: item.byteOffset, detail: item.shortText))
      }
    } else if place != nil {
      record.kind = .location
    } else {
      try reading.tolerate(
        InputError(.legacyAttachment, at: value.byteOffset, detail: "no member \"\(kind)\""))
    }
    record.name = try value[name]?.optionalText(&reading)
    if let url = try value[url]?.optionalText(&reading) { record.read(url: url, &store) }
    if let place { record.location = try location(place, in: value, &reading) }
    let known = [
      kind, name, url, placename, address, coordinate, radius, mapSpan,
    ]
    for (key, _) in try value.requireMembers() where !known.contains(where: { key.isText($0) }) {
      try reading.tolerate(InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
    }
    return record
  }

  private static func location<Value: LegacyValue>(
    _ place: Value, in value: Value, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment.Location {
    var location = Attachment.Location(
      latitude: try number(place[latitude], in: -90...90, of: place, latitude, &reading) ?? 0,
      longitude: try number(place[longitude], in: -180...180, of: place, longitude, &reading) ?? 0)
    if let given = try number(value[radius], in: lengths, of: value, radius, &reading) {
      location.radius = given
    }
    if let span = value[mapSpan] {
      location.mapSpan =
        try number(span, in: lengths, of: value, mapSpan, &reading) ?? location.mapSpan
    }
    location.placename = try value[placename]?.optionalText(&reading)
    if let address = value[address] {
      var tags: [String: String] = [:]
      for (key, item) in try address.requireMembers() {
        tags[key.text ?? ""] = try addressText(item, &reading)
      }
      location.address = tags.map { .init($0.key, $0.value) }.sorted { $0.name < $1.name }
    }
    return location
  }

  /// Returns a number that must exist and be in a range; `nil` if it is missing and this is
  /// tolerated.
  ///
  /// A tolerated number outside the range becomes the nearest one in it.
  private static func number<Value: LegacyValue>(
    _ value: Value?, in range: ClosedRange<Double>, of owner: Value, _ key: String,
    _ reading: inout FieldReading
  ) throws(InputError) -> Double? {
    guard let value else {
      try reading.tolerate(
        InputError(.legacyAttachment, at: owner.byteOffset, detail: "no member \"\(key)\""))
      return nil
    }
    let number = try value.requireDouble()
    guard range.contains(number) else {
      try reading.tolerate(
        InputError(.legacyAttachment, at: value.byteOffset, detail: "\(key) \(number)"))
      return finite(number, range)
    }
    return number
  }

  /// Returns a part of an address.
  ///
  /// The lines of an array are joined by line feeds, and the array is reported.
  private static func addressText<Value: LegacyValue>(
    _ value: Value, _ reading: inout FieldReading
  ) throws(InputError) -> String {
    guard value.isArray else { return try value.requireText() }
    var texts: [String] = []
    for line in try value.requireElements() { texts.append(try line.requireText()) }
    try reading.tolerate(
      InputError(.legacyAttachment, at: value.byteOffset, detail: "an array in an address"))
    return texts.joined(separator: "\n")
  }
}

extension Attachment {
  /// Sets the content to a URL; stores the bytes of a base64 `data:` URL in the store instead.
  fileprivate mutating func read(url: String, _ store: inout AttachmentStore) {
    let scheme = "data:"
    let separator = ";base64,"
    let bytes = Array(url.utf8)
    guard bytes.starts(with: scheme.utf8),
      let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
      bytes[...comma].suffix(separator.utf8.count).elementsEqual(separator.utf8),
      comma + 1 - separator.utf8.count >= scheme.utf8.count,
      let content = try? Base64.decode(bytes.span.extracting((comma + 1)...))
    else {
      self.content = .url(url)
      return
    }
    self.content = .blob(store.insert(content))
    let type = bytes[scheme.utf8.count..<comma + 1 - separator.utf8.count]
    mediaType = type.isEmpty ? nil : String(decoding: type, as: UTF8.self)
    if let size = MediaType.pixelSize(of: content) {
      (pixelWidth, pixelHeight) = (size.width, size.height)
    }
  }
}
