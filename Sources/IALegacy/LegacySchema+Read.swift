package import IABytes
package import IAText

extension LegacySchema {
  /// Reads the source system's dictionary.
  ///
  /// - Throws: `InputError` at the first fault that `reading` does not tolerate.
  package static func read<Value: LegacyValue>(
    _ root: Value, _ reading: inout FieldReading
  ) throws(InputError) -> IADocument {
    var members: [String: Value] = [:]
    for (key, value) in try root.requireMembers() {
      if let known = allKeys.first(where: { key.isText($0) }), known != objects || Value.hasObjects
      {
        members[known] = value
      } else {
        try reading.tolerate(
          InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
      }
    }
    guard let text = members[text] else {
      throw InputError(.legacyMissing, at: root.byteOffset, detail: Self.text)
    }
    for key in [intensities, baseAttributes, options] where members[key] == nil {
      try reading.tolerate(InputError(.legacyMissing, at: root.byteOffset, detail: key))
    }
    var columns = StringColumns()
    var document = IADocument()
    columns.units = try units(of: text, &reading)
    columns.intensities = try readIntensities(members[intensities], columns.units.count, &reading)
    try readStyles(members, of: root, into: &columns, &reading)
    columns.options = try readOptions(members, &reading)
    if !columns.units.isEmpty {
      columns.paragraphSets = [ParagraphAttributes()]
      columns.paragraphRuns = [.init(count: columns.units.count, index: 0)]
    }
    for (key, areObjects) in [(objects, true), (attachments, false)] {
      guard let value = members[key] else { continue }
      try readAttachments(
        value, areObjects: areObjects, into: &columns, &document.attachments, &reading)
    }
    document.string = IAString(columns)
    return document
  }

  private static let allKeys =
    keys + [options, attachments, objects, renderScheme, smoothing, smoothingCorrected]

  /// Returns the units of the text; each lone surrogate becomes U+FFFD, as in the strings of the source system.
  private static func units<Value: LegacyValue>(
    of value: Value, _ reading: inout FieldReading
  ) throws(InputError) -> [UInt16] {
    guard value.hasLoneSurrogate else { return try value.requireUTF16() }
    try reading.tolerate(InputError(.fieldLoneSurrogate, at: value.byteOffset))
    return Array(try value.requireText().utf16)
  }

  /// Returns one intensity for each unit; the default intensity if the member is missing.
  private static func readIntensities<Value: LegacyValue>(
    _ value: Value?, _ count: Int, _ reading: inout FieldReading
  ) throws(InputError) -> [UInt8] {
    guard let value else {
      return Array(repeating: DisplayOptions.defaultIntensity, count: count)
    }
    if let all = value.smallIntegers(upTo: 100), all.count == count { return all }
    let elements = try value.requireElements()
    var intensities: [UInt8] = []
    intensities.reserveCapacity(count)
    for (index, element) in elements.enumerated() {
      guard index < count else {
        try reading.tolerate(
          InputError(
            .legacyLength, at: element.byteOffset,
            detail: "\(value.count) intensities, \(count) units"))
        break
      }
      if let level = element.integer, (0...100).contains(level) {
        intensities.append(UInt8(level))
      } else {
        let number = try element.requireDouble()
        try reading.tolerate(
          InputError(.legacyIntensity, at: element.byteOffset, detail: "\(number)"))
        intensities.append(UInt8(min(max(number, 0), 100)))
      }
    }
    if intensities.count < count {
      try reading.tolerate(
        InputError(
          .legacyLength, at: value.byteOffset,
          detail: "\(value.count) intensities, \(count) units"))
      intensities += repeatElement(0, count: count - intensities.count)
    }
    return intensities
  }

  /// Reads base attributes and links, and stores them as inline runs in the columns.
  private static func readStyles<Value: LegacyValue>(
    _ members: [String: Value], of root: Value, into columns: inout StringColumns,
    _ reading: inout FieldReading
  ) throws(InputError) {
    let total = columns.units.count
    let base = try readBaseAttributes(members[baseAttributes], total, &reading)
    let links = try readLinks(members, of: root, total, &reading)
    var ids: [Int: Int] = [:]
    var start = 0
    for end in 1..<max(total + 1, 1)
    where end == total || base[end] != base[start] || links.owners[end] != links.owners[start] {
      let owner = links.owners[start]
      let pair = owner << 12 | base[start]
      let id = ids[pair] ?? columns.inlineSets.count
      if id == columns.inlineSets.count {
        ids[pair] = id
        var set = BaseAttributes(rawValue: base[start])?.attributes ?? InlineAttributes()
        if owner > 0 { set.link = .init(links.urls[owner - 1]) }
        columns.inlineSets.append(set)
      }
      columns.inlineRuns.append(.init(count: end - start, index: id))
      start = end
    }
  }

  /// Returns the base attributes of each unit as raw values; 0 if the member is missing.
  private static func readBaseAttributes<Value: LegacyValue>(
    _ value: Value?, _ total: Int, _ reading: inout FieldReading
  ) throws(InputError) -> [Int] {
    var values: [Int] = []
    guard let value else { return Array(repeating: 0, count: total) }
    for element in try value.requireElements() {
      let (first, second, number) = try element.requireTriple()
      let start = try first.requireInteger()
      let end = try second.requireInteger()
      let raw = try number.requireInteger()
      if start != values.count || end <= start || end > total {
        try reading.tolerate(
          InputError(
            .legacyRange, at: element.byteOffset,
            detail: "\(start)..<\(end) after \(values.count), \(total) units"))
      }
      var known = BaseAttributes(rawValue: raw)
      if known == nil {
        try reading.tolerate(
          InputError(.legacyBaseAttributes, at: number.byteOffset, detail: "\(raw)"))
        let size = raw & 0xFF == 0 ? Int(DisplayOptions.defaultFontSize) : raw & 0xFF
        known = BaseAttributes(rawValue: raw & 0xF00 | size)
      }
      let (length, overflow) = end.subtractingReportingOverflow(start)
      let room = total - values.count
      guard length > 0 || overflow, room > 0 else { continue }
      let count = overflow ? (end > start ? room : 0) : min(length, room)
      values += repeatElement(known?.rawValue ?? 0, count: count)
    }
    if values.count < total {
      try reading.tolerate(
        InputError(
          .legacyRange, at: value.byteOffset, detail: "\(values.count) of \(total) units"))
      values += repeatElement(0, count: total - values.count)
    }
    return values
  }

  private static func readOptions<Value: LegacyValue>(
    _ members: [String: Value], _ reading: inout FieldReading
  ) throws(InputError) -> DisplayOptions {
    var options = DisplayOptions()
    let inner = members[Self.options]
    let known = [renderScheme, smoothing, smoothingCorrected, animates, animation]
    if let inner {
      for (key, _) in try inner.requireMembers() where !known.contains(where: { key.isText($0) }) {
        try reading.tolerate(
          InputError(.fieldUnknown, at: key.byteOffset, detail: key.shortText))
      }
    }
    if let value = inner?[renderScheme] ?? members[renderScheme] {
      let name = value.text ?? ""
      if schemes.contains(name) {
        options.renderScheme = name
      } else {
        try reading.tolerate(wrongOption(value, renderScheme))
      }
    }
    if let value = inner?[smoothing] ?? inner?[smoothingCorrected] ?? members[smoothing]
      ?? members[smoothingCorrected]
    {
      options.smoothing = Smoothing(label: value.text ?? "")
      if options.smoothing == nil { try reading.tolerate(wrongOption(value, smoothing)) }
    }
    if let value = inner?[animates] {
      options.animates = value.bool
      if options.animates == nil { try reading.tolerate(wrongOption(value, animates)) }
    }
    if let value = inner?[animation] {
      options.animation = try value.animation(&reading)
    }
    return options
  }

  private static func wrongOption<Value: LegacyValue>(_ value: Value, _ key: String) -> InputError {
    InputError(.legacyOption, at: value.byteOffset, detail: "\(key): \(value.shortText)")
  }
}
