internal import IAFormats
internal import IAText

extension DocumentInspection {
  /// The numbers as text, one for each line.
  public var lines: [String] {
    var table = Table()
    table.add("format", format.rawValue)
    table.add("bytes", "\(byteCount)")
    for (name, value) in metadata.described {
      table.add(HarmlessText.escape(name), HarmlessText.escape(value))
    }
    table.add("units", "\(utf16Count)")
    table.add("characters", "\(characterCount)")
    table.add("words", "\(wordCount)")
    table.add("sentences", "\(sentenceCount)")
    table.add("paragraphs", "\(paragraphCount)")
    if let lowestIntensity, let highestIntensity {
      let mean = DecimalText.oneDigit(meanIntensity)
      table.add("intensity", "\(lowestIntensity)…\(highestIntensity), mean \(mean)")
    }
    table.add("intensity runs", "\(intensityRunCount)")
    table.add("attribute runs", "\(attributeRunCount)")
    if linkCount > 0 { table.add("links", "\(linkCount)") }
    if stickerCount > 0 { table.add("stickers", "\(stickerCount)") }
    for kind in Attachment.Kind.allCases {
      if let count = attachmentCounts[kind] { table.add("\(kind.rawValue)s", "\(count)") }
    }
    if attachmentByteCount > 0 { table.add("attached bytes", "\(attachmentByteCount)") }
    for (name, value) in options.described { table.add(name, HarmlessText.escape(value)) }
    return table.lines
  }

  private struct Table {
    var lines: [String] = []

    mutating func add(_ name: String, _ value: String) {
      lines.append(name + String(repeating: " ", count: max(16 - name.count, 1)) + value)
    }
  }
}

/// Decimal numbers as text, independent of the locale.
enum DecimalText {
  /// Returns a non-negative number with one digit after the point; halves are rounded up.
  static func oneDigit(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded(.toNearestOrAwayFromZero))
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension DocumentMetadata {
  var described: [(name: String, value: String)] {
    var parts: [(String, String)] = []
    if let title { parts.append(("title", title)) }
    if !authors.isEmpty { parts.append(("authors", authors.joined(separator: "; "))) }
    if let subject { parts.append(("subject", subject)) }
    if !keywords.isEmpty { parts.append(("keywords", keywords.joined(separator: ", "))) }
    if let language { parts.append(("language", language)) }
    if let created { parts.append(("created", created)) }
    if let modified { parts.append(("modified", modified)) }
    if let generator { parts.append(("generator", generator)) }
    return parts + custom.map { ($0.name, $0.value) }
  }
}

extension DisplayOptions {
  var described: [(name: String, value: String)] {
    var parts: [(String, String)] = []
    if let renderScheme { parts.append(("scheme", renderScheme)) }
    if let smoothing { parts.append(("smoothing", "\(smoothing)")) }
    if let animates { parts.append(("animates", animates ? "yes" : "no")) }
    if let animation { parts.append(("animation", "\(animation)")) }
    if let fontFamily { parts.append(("font family", fontFamily)) }
    if let fontSize { parts.append(("font size", "\(fontSize)")) }
    if let paragraphSpacing { parts.append(("paragraph space", "\(paragraphSpacing)")) }
    if let page { parts.append(("page", "\(page)")) }
    return parts
  }
}
