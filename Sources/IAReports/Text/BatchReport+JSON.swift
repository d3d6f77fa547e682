internal import IAConvert
internal import IASyntax

extension BatchReport {
  /// Returns the numbers as one JSON object and a line feed, with the differences from another report if
  /// there are some.
  package func json(_ comparison: ReportComparison? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.count("v", 1)
    writer.text("report", name)
    writer.count("documents", documents)
    writer.object("statuses") { writer in
      for (status, count) in orderedStatuses { writer.count(status.rawValue, count) }
    }
    writer.object("lines") { writer in
      writer.count("count", lines.count)
      writer.count("damaged", lines.damaged)
      writer.count("superseded", lines.superseded)
      writer.count("wrong_members", lines.withWrongMembers)
    }
    writer.object("bytes") { writer in
      writer.count("in", inputByteCount)
      writer.count("out", outputByteCount)
    }
    writeTimes(to: &writer)
    writer.list("formats", formatsByDocuments) { Self.write($0, to: &$1) }
    writer.list("failures", failures.byCount) { Self.write($0, to: &$1) }
    writer.list("losses", losses.byDocuments) { write($0, to: &$1) }
    writer.list("slowest", slowest.items) { item, writer in
      writer.text("path", item.element.path)
      writer.count("us", item.key)
      writer.count("bytes", item.element.byteCount)
    }
    if let comparison { writer.object("against") { comparison.write(to: &$0) } }
    writer.endObject()
    return writer.finish() + [0x0A]
  }

  private func writeTimes(to writer: inout JSONWriter) {
    writer.object("time") { writer in
      writer.count("conversion_us", microseconds)
      guard let elapsed else { return }
      writer.count("elapsed_ms", elapsed.milliseconds)
      writer.count("runs", runs.count + droppedRuns)
      writer.count("restarts", runs.reduce(0) { $0 + $1.restarts })
    }
  }

  private static func write(_ format: FormatStatistics, to writer: inout JSONWriter) {
    writer.text("format", format.name)
    writer.count("documents", format.documents)
    writer.count("failed", format.failures)
    writer.count("in_bytes", format.inputByteCount)
    writer.count("out_bytes", format.outputByteCount)
    writer.count("us", format.microseconds)
    writer.list("outliers", format.outliers(atMost: 5)) { outlier, writer in
      writer.text("path", outlier.document.path)
      writer.count("us", outlier.document.microseconds)
      writer.count("bytes", outlier.document.byteCount)
    }
  }

  private static func write(_ entry: FailureStatistics.Entry, to writer: inout JSONWriter) {
    writer.text("code", entry.code)
    writer.count("count", entry.count)
    writer.list("documents", entry.examples) { record, writer in
      writer.text("path", record.shownPath)
      if let offset = record.fault.byteOffset { writer.count("offset", offset) }
      if !record.fault.detail.isEmpty { writer.text("detail", record.fault.detail) }
    }
  }

  private func write(_ kind: LossStatistics.Kind, to writer: inout JSONWriter) {
    writer.text("kind", kind.name)
    writer.count("count", kind.count)
    writer.count("documents", kind.documents)
    writer.object("formats") { writer in
      for (format, cell) in kind.cells.sorted(by: { $0.key < $1.key }) {
        writer.count(formats[format].name, cell.documents)
      }
    }
  }
}

extension ReportComparison {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.text("report", oldName)
    writer.count("common", common)
    writer.count("added", added)
    writer.count("removed", removed)
    writer.count("faster", faster)
    writer.count("us", newMicroseconds)
    writer.count("old_us", oldMicroseconds)
    writer.key("remarks")
    writer.beginArray()
    for remark in remarks { writer.string(remark) }
    writer.endArray()
    for (title, group) in groups {
      writer.object(title.split(separator: " ").joined(separator: "_")) { writer in
        writer.count("count", group.count)
        writer.list("documents", group.documents) { document, writer in
          writer.text("path", document.path)
          writer.text("old", document.old)
          writer.text("new", document.new)
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func count(_ name: String, _ value: Int) {
    key(name)
    integer(value)
  }

  fileprivate mutating func text(_ name: String, _ value: String) {
    key(name)
    string(value.harmless)
  }

  fileprivate mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }

  fileprivate mutating func list<Items: Sequence>(
    _ name: String, _ items: Items, _ body: (Items.Element, inout JSONWriter) -> Void
  ) {
    key(name)
    beginArray()
    for item in items {
      beginObject()
      body(item, &self)
      endObject()
    }
    endArray()
  }
}
