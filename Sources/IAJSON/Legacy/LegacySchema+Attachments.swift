internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

/// The source system writes places only; for pictures and films it has a sketch: `attachType`,
/// `name`, `url`. Blobs are written as `data:` URLs, so that no content is lost.
extension LegacySchema {
  private static let kind = "attachType"
  private static let name = "name"
  private static let url = "url"
  private static let placename = "placename"
  private static let address = "addressDictionary"
  private static let coordinate = "coordinate"
  private static let latitude = "latitude"
  private static let longitude = "longitude"
  private static let radius = "radius"
  private static let mapSpan = "mapViewDeltaMeters"

  static func writeAttachments(
    of document: IADocument, _ columns: StringColumns, to writer: inout JSONWriter,
    _ report: inout ConversionReport
  ) {
    guard !columns.attachments.isEmpty else { return }
    writer.key(attachments)
    writer.beginObject()
    for place in columns.attachments {
      let record = columns.records[place.record]
      let url = url(of: record, in: document.attachments)
      writer.key(String(place.utf16Offset))
      write(record, url: url, to: &writer)
      if losesContent(record, url: url) {
        report.add(
          .approximated, "attachment", record.name ?? record.textBacking ?? "",
          utf16Range: place.utf16Offset..<place.utf16Offset + 1)
      }
    }
    writer.endObject()
  }

  private static func url(of record: Attachment, in store: AttachmentStore) -> String? {
    switch record.content {
    case .none: return nil
    case .url(let url): return url
    case .blob(let digest):
      guard let bytes = store[digest] else { return nil }
      return "data:\(record.mediaType ?? "");base64,\(Base64.encode(bytes.span))"
    }
  }

  private static func write(_ record: Attachment, url: String?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key(kind)
    writer.string(record.kind == .file ? unknownKind : record.kind.rawValue)
    if let name = record.name {
      writer.key(Self.name)
      writer.string(name)
    }
    if let url {
      writer.key(Self.url)
      writer.string(url)
    }
    if let location = record.location { write(location, to: &writer) }
    writer.endObject()
  }

  private static func write(_ location: Attachment.Location, to writer: inout JSONWriter) {
    writer.key(address)
    writer.beginObject()
    for tag in location.address {
      writer.key(tag.name)
      writer.string(tag.value)
    }
    writer.endObject()
    writer.key(coordinate)
    writer.beginObject()
    writer.key(latitude)
    writer.double(finite(location.latitude, -90...90))
    writer.key(longitude)
    writer.double(finite(location.longitude, -180...180))
    writer.endObject()
    writer.key(radius)
    writer.double(finite(location.radius, lengths))
    if let placename = location.placename {
      writer.key(Self.placename)
      writer.string(placename)
    }
    writer.key(mapSpan)
    writer.double(finite(location.mapSpan, lengths))
  }

  private static let lengths = 0...Double.greatestFiniteMagnitude

  /// The nearest number in a range; there is but one zero.
  private static func finite(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    let inside = value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    return inside == 0 ? 0 : inside
  }

  /// Whether anything of a record would not come back.
  private static func losesContent(_ record: Attachment, url: String?) -> Bool {
    var back = Attachment(record.kind, name: record.name)
    back.location = record.location
    if url != nil {
      back.content = record.content
      if case .blob = record.content {
        back.mediaType = record.mediaType
        back.pixelWidth = record.pixelWidth
        back.pixelHeight = record.pixelHeight
      }
    }
    return back != record
  }
}

extension LegacySchema {
  /// Reads the attachments into columns, which have their units.
  static func readAttachments(
    _ value: JSONValue, into columns: inout StringColumns, _ store: inout AttachmentStore,
    _ reading: inout FieldReading
  ) throws(InputError) {
    var found: [(offset: Int, record: Attachment)] = []
    for (key, item) in try value.requireMembers() {
      guard let offset = Int(key.text ?? ""), key.isText(String(offset)),
        columns.units.indices.contains(offset), columns.units[offset] == IAString.attachmentUnit
      else {
        try reading.tolerate(
          InputError(
            .legacyAttachment, at: key.byteOffset, detail: "no U+FFFC at \(key.shortText)"))
        continue
      }
      if let record = try attachment(item, &store, &reading) { found.append((offset, record)) }
    }
    for (offset, record) in found.sorted(by: { $0.offset < $1.offset }) {
      columns.attachments.append(.init(utf16Offset: offset, record: columns.records.count))
      columns.records.append(record)
    }
  }

  /// Reads one attachment; nil where a fault in it was tolerated that leaves nothing.
  private static func attachment(
    _ value: JSONValue, _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment? {
    let place = value[coordinate]
    var record = Attachment(.file)
    guard value.kind == .object else {
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
    record.name = try optionalText(value[name], &reading)
    if let url = try optionalText(value[url], &reading) { record.read(url: url, &store) }
    if let place { record.location = try location(place, in: value, &reading) }
    let known = [
      kind, name, url, placename, address, coordinate, radius, mapSpan,
    ]
    for (key, _) in try value.requireMembers() where !known.contains(where: { key.isText($0) }) {
      try reading.tolerate(InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
    }
    return record
  }

  private static func location(
    _ place: JSONValue, in value: JSONValue, _ reading: inout FieldReading
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
    location.placename = try optionalText(value[placename], &reading)
    if let address = value[address] {
      var tags: [String: String] = [:]
      for (key, item) in try address.requireMembers() {
        tags[key.text ?? ""] = try addressText(item, &reading)
      }
      location.address = tags.map { .init($0.key, $0.value) }.sorted { $0.name < $1.name }
    }
    return location
  }

  /// A number that should be there and in a range; nil where its absence was tolerated.
  private static func number(
    _ value: JSONValue?, in range: ClosedRange<Double>, of owner: JSONValue, _ key: String,
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

  /// A part of an address; the lines of an array become one text.
  private static func addressText(
    _ value: JSONValue, _ reading: inout FieldReading
  ) throws(InputError) -> String {
    guard let lines = value.elements else { return try value.requireText() }
    var texts: [String] = []
    for line in lines { texts.append(try line.requireText()) }
    try reading.tolerate(
      InputError(.legacyAttachment, at: value.byteOffset, detail: "an array in an address"))
    return texts.joined(separator: "\n")
  }

  static func optionalText(
    _ value: JSONValue?, _ reading: inout FieldReading
  ) throws(InputError) -> String? {
    guard let value, !value.isNull else { return nil }
    if value.hasLoneSurrogate {
      try reading.tolerate(InputError(.fieldLoneSurrogate, at: value.byteOffset))
    }
    return try value.requireText()
  }
}

extension Attachment {
  /// Takes over a URL; the bytes of a `data:` URL in base64 go to the store.
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
