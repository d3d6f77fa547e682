internal import IABytes
internal import IALegacy
internal import IASyntax
internal import IAText

/// Locations, as the source system and the system's location framework archive them.
extension KitValue {
  func locationAttachment(_ reading: inout FieldReading) throws(InputError) -> Attachment {
    var record = Attachment(.location)
    let placemark = try requireField("placemark")
    guard placemark.objectClass == .placemark else { throw placemark.wrongKind(expected: .object) }
    var location = try placemark.place()
    if let name = try placemark.field("placename")?.string() { location.placename = name }
    if let span = try field("mapViewDeltaMeters")?.double {
      location.mapSpan = LegacySchema.finite(span, LegacySchema.lengths)
    }
    location.address = try placemark.address(&reading)
    record.location = location
    return record
  }

  /// Returns the coordinate of a placemark and the radius of its region.
  private func place() throws(InputError) -> Attachment.Location {
    let region = try field(["_region", "kCLPlacemarkCodingKeyRegion", "region"])
    let point = try field(["kCLPlacemarkCodingKeyLocation", "location"])
    let known: [(owner: KitValue?, latitude: String, longitude: String)] = [
      (point, "kCLLocationCodingKeyCoordinateLatitude", "kCLLocationCodingKeyCoordinateLongitude"),
      (point, "latitude", "longitude"),
      (region, "kCLRegionCodingKeyCenterLatitude", "kCLRegionCodingKeyCenterLongitude"),
    ]
    for (owner, latitudeKey, longitudeKey) in known {
      guard let owner, owner.objectClass == .location || owner.objectClass == .region,
        let latitude = try owner.field(latitudeKey)?.double,
        let longitude = try owner.field(longitudeKey)?.double
      else { continue }
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
        throw InputError(
          .kitMember, at: owner.byteOffset, detail: "coordinate \(latitude), \(longitude)")
      }
      var location = Attachment.Location(latitude: latitude, longitude: longitude)
      if let radius = try region?.field("kCLRegionCodingKeyRadius")?.double, radius.isFinite {
        location.radius = max(radius, 0)
      }
      return location
    }
    throw InputError(.kitMember, at: byteOffset, detail: "no coordinate")
  }

  /// Returns the parts of an address that are text; an array of lines becomes one text.
  private func address(
    _ reading: inout FieldReading
  ) throws(InputError) -> [InlineAttributes.Tag] {
    let keys = [
      "kCLPlacemarkCodingKeyAddressDictionary", "kCLPlacemarkCodingKeyAddress",
      "addressDictionary",
    ]
    guard let found = try field(keys) else { return [] }
    guard found.kind == .dictionary else {
      reading.note(InputError(.kitContent, at: found.byteOffset, detail: "address"))
      return []
    }
    var parts: [String: String] = [:]
    for (key, value) in try found.requireMembers() {
      if let text = try value.string() {
        parts[key.text ?? ""] = text
      } else if value.kind == .array {
        var lines: [String] = []
        for line in try value.requireElements() { lines.append(try line.requireText()) }
        parts[key.text ?? ""] = lines.joined(separator: "\n")
      } else {
        reading.note(InputError(.kitContent, at: value.byteOffset, detail: key.shortText))
      }
    }
    return parts.map { .init($0.key, $0.value) }.sorted { $0.name < $1.name }
  }
}
