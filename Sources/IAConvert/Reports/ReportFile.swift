internal import IAFormats
internal import IASyntax

/// Writes report lines and their summary.
public enum ReportFile {
  /// Writes lines, and a last one that counts them by status.
  ///
  /// - Throws: `Failure`.
  public static func write(_ lines: [ReportLine], to place: Place) throws(Failure) {
    do {
      var text = lines.flatMap(\.json)
      text += summary(of: lines)
      switch place {
      case .stream: try DescriptorSink().write(text)
      case .file(let path):
        let sink = try FileSink(path: path)
        try sink.write(text)
        try sink.commit()
      }
    } catch {
      throw Failure(error, path: place.label)
    }
  }

  private static func summary(of lines: [ReportLine]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("v")
    writer.integer(1)
    writer.key("summary")
    writer.beginObject()
    writer.key("documents")
    writer.integer(lines.count)
    for status in ReportLine.Status.allCases {
      let count = lines.count { $0.status == status }
      guard count > 0 else { continue }
      writer.key(status.rawValue)
      writer.integer(count)
    }
    writer.endObject()
    writer.endObject()
    return writer.finish() + [0x0A]
  }
}
