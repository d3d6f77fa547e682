internal import IAFormats
internal import IALegacy
internal import IASyntax
internal import IAText

extension LegacySchema {
  /// Returns a document as the dictionary of the source system; the report lists the losses.
  static func write(_ document: IADocument, _ report: inout ConversionReport) -> [UInt8] {
    let columns = document.string.columns
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(text)
    writer.string(utf16: pairedUnits(of: columns, &report).span)
    writer.key(intensities)
    writer.beginArray()
    for intensity in columns.intensities { writer.integer(Int(intensity)) }
    writer.endArray()
    writeBaseAttributes(of: columns, to: &writer, &report)
    writeLinks(of: columns, to: &writer, &report)
    writeOptions(columns.options, to: &writer, &report)
    writeAttachments(of: document, columns, to: &writer, &report)
    writer.endObject()
    reportRest(of: document, columns, &report)
    return writer.finish()
  }

  /// Returns the units in which each lone half of a surrogate pair is replaced by U+FFFD.
  private static func pairedUnits(
    of columns: StringColumns, _ report: inout ConversionReport
  ) -> [UInt16] {
    var units = columns.units
    var index = 0
    while index < units.count {
      if units[index] & 0xF800 == 0xD800 {
        if units[index] & 0xFC00 == 0xD800, index + 1 < units.count,
          units[index + 1] & 0xFC00 == 0xDC00
        {
          index += 1
        } else {
          units[index] = 0xFFFD
          report.add(.approximated, .loneSurrogate, utf16Range: index..<index + 1)
        }
      }
      index += 1
    }
    return units
  }

  private static func writeBaseAttributes(
    of columns: StringColumns, to writer: inout JSONWriter, _ report: inout ConversionReport
  ) {
    let values = columns.inlineSets.map { BaseAttributes($0) }
    let losses = columns.inlineSets.map(losses)
    writer.key(baseAttributes)
    writer.beginArray()
    var start = 0
    var end = 0
    for (index, run) in columns.inlineRuns.enumerated() {
      if let loss = losses[run.index] {
        report.add(.dropped, .attributes, loss, utf16Range: end..<end + run.count)
      }
      end += run.count
      let next = index + 1 < columns.inlineRuns.count ? columns.inlineRuns[index + 1].index : nil
      if next.map({ values[$0] != values[run.index] }) ?? true {
        writer.beginArray()
        writer.integer(start)
        writer.integer(end)
        writer.integer(values[run.index].rawValue)
        writer.endArray()
        start = end
      }
    }
    writer.endArray()
  }

  /// Returns the attributes that base attributes and a link cannot represent, as JSON, or `nil` if there are none.
  private static func losses(of attributes: InlineAttributes) -> String? {
    let kept = BaseAttributes(attributes).attributes
    var rest = attributes
    if attributes.fontSize == nil || attributes.fontSize == kept.fontSize { rest.fontSize = nil }
    rest.bold = false
    rest.italic = false
    if rest.underline == kept.underline { rest.underline = nil }
    if rest.strikethrough == kept.strikethrough { rest.strikethrough = nil }
    if rest.link?.title == nil { rest.link = nil }
    guard !rest.isPlain else { return nil }
    var writer = JSONWriter()
    rest.write(to: &writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private static func writeLinks(
    of columns: StringColumns, to writer: inout JSONWriter, _ report: inout ConversionReport
  ) {
    writer.key(links)
    writer.beginArray()
    var start = 0
    var end = 0
    for (index, run) in columns.inlineRuns.enumerated() {
      end += run.count
      let url = columns.inlineSets[run.index].link?.url
      let next = index + 1 < columns.inlineRuns.count ? columns.inlineRuns[index + 1].index : nil
      if let next, columns.inlineSets[next].link?.url == url { continue }
      if let url {
        writer.beginArray()
        writer.integer(start)
        writer.integer(end)
        writer.string(url)
        writer.endArray()
      }
      start = end
    }
    writer.endArray()
  }

  private static func writeOptions(
    _ options: DisplayOptions, to writer: inout JSONWriter, _ report: inout ConversionReport
  ) {
    writer.key(Self.options)
    writer.beginObject()
    if let scheme = options.renderScheme {
      if schemes.contains(scheme) {
        writer.key(renderScheme)
        writer.string(scheme)
      } else {
        report.add(.dropped, .renderScheme, scheme)
      }
    }
    if let smoothing = options.smoothing {
      writer.key(Self.smoothing)
      writer.string(smoothing.shortLabel)
    }
    if let animates = options.animates {
      writer.key(Self.animates)
      writer.bool(animates)
    }
    if let animation = options.animation {
      writer.key(Self.animation)
      animation.write(to: &writer)
    }
    if let family = options.fontFamily { report.add(.dropped, .fontFamily, family) }
    if let size = options.fontSize { report.add(.dropped, .fontSize, "\(size)") }
    if let spacing = options.paragraphSpacing {
      report.add(.dropped, .paragraphSpacing, "\(spacing)")
    }
    for feature in options.page?.features ?? [] { report.add(.dropped, feature) }
    writer.endObject()
  }

  /// Reports the features for which the dictionary has no member.
  private static func reportRest(
    of document: IADocument, _ columns: StringColumns, _ report: inout ConversionReport
  ) {
    var end = 0
    for run in columns.paragraphRuns {
      if !columns.paragraphSets[run.index].isPlain {
        report.add(.dropped, .paragraphAttributes, utf16Range: end..<end + run.count)
      }
      end += run.count
    }
    for bookmark in columns.bookmarks {
      report.add(
        .dropped, .bookmark, bookmark.name,
        utf16Range: bookmark.utf16Offset..<bookmark.utf16Offset)
    }
    if columns.inlineSets.contains(where: { $0.fontSize == nil }), !columns.units.isEmpty {
      report.add(
        .approximated, .fontSize,
        "\(Int(DisplayOptions.defaultFontSize)) points where none is stated")
    }
    if document.metadata != DocumentMetadata() { report.add(.dropped, .metadata) }
    let used = Set(columns.records.flatMap(\.digests))
    for digest in document.attachments.digests where !used.contains(digest) {
      report.add(.dropped, .blob, digest.description)
    }
  }
}
