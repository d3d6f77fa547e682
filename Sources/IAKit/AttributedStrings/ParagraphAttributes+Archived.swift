internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

extension ParagraphAttributes {
  /// Creates paragraph attributes from their archived form; lengths of 0, which are the defaults, are not set.
  init(archived value: KitValue, _ reading: inout FieldReading) throws(InputError) {
    self.init()
    guard value.objectClass == .paragraphStyle else { throw value.wrongKind(expected: .object) }
    switch try value.field("NSAlignment")?.integer {
    case 0: alignment = .left
    case 1: alignment = .center
    case 2: alignment = .right
    case 3: alignment = .justified
    default: break
    }
    switch try value.field("NSWritingDirection")?.integer {
    case 0: direction = .leftToRight
    case 1: direction = .rightToLeft
    default: break
    }
    firstLineIndent = try Self.length("NSFirstLineHeadIndent", of: value)
    headIndent = try Self.length("NSHeadIndent", of: value)
    // A positive value is the width of the lines, and a negative one the distance from the trailing margin.
    if let tail = try Self.length("NSTailIndent", of: value) {
      if tail < 0 { tailIndent = -tail }
      if tail > 0 {
        reading.note(
          InputError(.kitAttribute, at: value.byteOffset, detail: "NSTailIndent above 0"))
      }
    }
    spacingBefore = try Self.length("NSParagraphSpacingBefore", of: value)
    spacingAfter = try Self.length("NSParagraphSpacing", of: value)
    lineHeight = try Self.lineHeight(of: value)
    tabStops = try Self.tabStops(of: value, &reading)
  }

  private static func length(
    _ key: String, of value: KitValue
  ) throws(InputError) -> Double? {
    guard let item = try value.field(key) else { return nil }
    let length = try AttributesReader.length(item)
    return length == 0 ? nil : length
  }

  private static func lineHeight(of value: KitValue) throws(InputError) -> LineHeight? {
    if let multiple = try length("NSLineHeightMultiple", of: value), multiple > 0 {
      return .multiple(multiple)
    }
    let least = try length("NSMinLineHeight", of: value)
    if let most = try length("NSMaxLineHeight", of: value), most > 0, most == least {
      return .exactly(most)
    }
    return least.flatMap { $0 > 0 ? .atLeast($0) : nil }
  }

  private static func tabStops(
    of value: KitValue, _ reading: inout FieldReading
  ) throws(InputError) -> [TabStop] {
    guard let list = try value.field("NSTabStops") else { return [] }
    let elements = try list.requireElements()
    guard elements.count <= reading.limits.attributes else {
      throw .exceeds(
        .kitAttribute, limit: "attributes", maximum: reading.limits.attributes,
        seen: elements.count, at: list.byteOffset)
    }
    var stops: [TabStop] = []
    for element in elements {
      guard element.objectClass == .textTab else { throw element.wrongKind(expected: .object) }
      guard let place = try element.field("NSLocation") else { continue }
      let kind: TabStop.Kind =
        switch try element.field("NSAlignment")?.integer {
        case 1: .center
        case 2: .right
        default: .left
        }
      stops.append(TabStop(try AttributesReader.length(place), kind))
    }
    return stops.sorted { $0.position < $1.position }
  }
}
