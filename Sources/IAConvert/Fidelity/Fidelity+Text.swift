internal import IASyntax

extension Fidelity {
  /// The rows as a table, with one line for each row.
  ///
  /// The percentage of a row with any difference is shown as at most 99.9.
  public var lines: [String] {
    let widths = (
      rows.map(\.part.rawValue.count).max() ?? 0, rows.map(\.name.count).max() ?? 0
    )
    var lines = rows.map { row in
      let name = HarmlessText.escape(row.name)
      return Self.padded(row.part.rawValue, widths.0) + "  " + Self.padded(name, widths.1) + "  "
        + Self.rightAligned(Self.share(row), 6) + " %  \(row.agreeing) of \(row.total)"
    }
    if meanIntensityDifference > 0 {
      let mean = DecimalText.oneDigit(meanIntensityDifference)
      lines.append("intensities differ by \(mean) in the mean")
    }
    if isCutShort { lines.append("the texts have too little in common to compare them in full") }
    lines.append(isEqual ? "equal" : "different")
    return lines
  }

  /// The rows as one JSON object with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("equal")
    writer.bool(isEqual)
    writer.key("cutShort")
    writer.bool(isCutShort)
    writer.key("meanPercent")
    writer.double(meanPercent)
    writer.key("meanIntensityDifference")
    writer.double(meanIntensityDifference)
    writer.key("rows")
    writer.beginArray()
    for row in rows {
      writer.beginObject()
      writer.member("part", row.part.rawValue)
      writer.member("name", row.name)
      writer.member("agreeing", row.agreeing)
      writer.member("total", row.total)
      writer.key("percent")
      writer.double(row.percent)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private static func share(_ row: Row) -> String {
    row.agreeing == row.total ? "100.0" : DecimalText.oneDigit(min(row.percent, 99.9))
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private static func rightAligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
