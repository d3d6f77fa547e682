internal import IAFormats
internal import IASyntax
internal import IAText

extension DocumentInspection {
  /// The numbers as one JSON object with a final line feed.
  public var json: [UInt8] {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.member("format", format.rawValue)
    let counts = [
      ("bytes", byteCount), ("utf16Units", utf16Count), ("characters", characterCount),
      ("words", wordCount), ("sentences", sentenceCount), ("paragraphs", paragraphCount),
      ("intensityRuns", intensityRunCount), ("attributeRuns", attributeRunCount),
      ("links", linkCount), ("stickers", stickerCount), ("attachedBytes", attachmentByteCount),
    ]
    for (name, count) in counts { writer.member(name, count) }
    writer.key("attachments")
    writer.beginObject()
    for kind in Attachment.Kind.allCases {
      if let count = attachmentCounts[kind] { writer.member(kind.rawValue, count) }
    }
    writer.endObject()
    writer.key("intensity")
    writer.beginObject()
    if let lowestIntensity { writer.member("lowest", Int(lowestIntensity)) }
    if let highestIntensity { writer.member("highest", Int(highestIntensity)) }
    writer.key("mean")
    writer.double(meanIntensity)
    writer.key("histogram")
    writer.array(of: histogram)
    writer.endObject()
    writer.key("options")
    writer.beginObject()
    if let scheme = options.renderScheme { writer.member("scheme", scheme) }
    if let smoothing = options.smoothing { writer.member("smoothing", "\(smoothing)") }
    if let animates = options.animates {
      writer.key("animates")
      writer.bool(animates)
    }
    if let family = options.fontFamily { writer.member("fontFamily", family) }
    for (name, points) in [
      ("fontSize", options.fontSize), ("paragraphSpacing", options.paragraphSpacing),
    ] {
      guard let points else { continue }
      writer.key(name)
      writer.double(points)
    }
    if let page = options.page {
      writer.key("page")
      page.write(to: &writer)
    }
    writer.endObject()
    writer.key("metadata")
    writer.beginObject()
    // A custom entry may have the same name as a standard entry; only the first of them is written.
    var names: Set<String> = []
    for (name, value) in metadata.described where names.insert(name).inserted {
      writer.member(name, value)
    }
    writer.endObject()
    writer.key("notes")
    writer.beginObject()
    for kind in report.kinds {
      writer.member(
        "\(kind.effect.rawValue) \(kind.feature.rawValue)", report.counts[kind, default: 0])
    }
    writer.endObject()
    writer.endObject()
    return writer.finish()
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }
}
