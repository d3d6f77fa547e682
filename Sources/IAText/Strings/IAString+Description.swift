extension IAString: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text in quotation marks with a mark at each change of intensity, and the number of units
  /// and runs.
  ///
  /// "softly {95}LOUD" (11 units, 2 runs)
  ///
  /// Text with the default intensity at the start has no mark. Invisible characters are escaped,
  /// and the text is truncated after 80 units. The description is for people; use
  /// `IADocument.dump()` to compare strings.
  ///
  /// - Complexity: O(log *n* + *a*) in the attachments.
  public var description: String {
    let shown = shownRange
    var output = Array("\"".utf8)
    var level = DisplayOptions.defaultIntensity
    for run in intensityRuns(in: shown) {
      if run.intensity != level { output.append(contentsOf: "{\(run.intensity)}".utf8) }
      level = run.intensity
      VisibleText.append(units(in: run.utf16Range)[...], to: &output)
    }
    output.append(contentsOf: (shown == utf16Range ? "\"" : "…\"").utf8)
    var facts = [Self.counted(utf16Count, "unit")]
    let runCount = shown == utf16Range ? runs.count : summary(in: utf16Range).attributeRunCount
    if runCount > 1 {
      facts.append(Self.counted(runCount, shown == utf16Range ? "run" : "attribute run"))
    }
    let attachmentCount = attachments.count
    if attachmentCount > 0 { facts.append(Self.counted(attachmentCount, "attachment")) }
    return String(decoding: output, as: UTF8.self) + " (" + facts.joined(separator: ", ") + ")"
  }

  /// The same text as `description`.
  public var debugDescription: String { description }

  /// The range of the first 80 units, or 79 if a surrogate pair would be split.
  private var shownRange: Range<Int> {
    guard utf16Count > 80 else { return utf16Range }
    return 0..<(unit(at: 79) & 0xFC00 == 0xD800 ? 79 : 80)
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension IADocument: CustomStringConvertible, CustomDebugStringConvertible {
  /// The title, if there is one, the description of the text, and the size of the attachments.
  ///
  /// - Complexity: O(log *n* + *a*) in the attachments.
  public var description: String {
    var parts: [String] = []
    if let title = metadata.title {
      var output: [UInt8] = []
      VisibleText.append(Array(title.utf16)[...], to: &output)
      parts.append("\"" + String(decoding: output, as: UTF8.self) + "\":")
    }
    parts.append("\(string)")
    let blobs = attachments.digests
    if !blobs.isEmpty {
      let bytes = blobs.reduce(0) { $0 + (attachments[$1]?.count ?? 0) }
      parts.append(
        "with \(IAString.counted(blobs.count, "blob")) of \(IAString.counted(bytes, "byte"))")
    }
    return parts.joined(separator: " ")
  }

  /// The same text as `description`.
  public var debugDescription: String { description }
}
