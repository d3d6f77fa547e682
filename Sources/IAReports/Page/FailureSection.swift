internal import IAConvert
internal import IAFiles

/// The section of a report with the failures by code: documents, bytes and commands.
struct FailureSection {
  private let report: BatchReport
  private let readsInputs: Bool

  init(_ report: BatchReport, readsInputs: Bool) {
    self.report = report
    self.readsInputs = readsInputs
  }

  func write(to html: inout HTMLText) {
    html.markup("<section id=failures><h2>Failures by code</h2>")
    defer { html.markup("</section>\n") }
    let entries = report.failures.byCount
    guard !entries.isEmpty else {
      return html.element("p class=ok", "No document has failed.")
    }
    html.markup("<p class=dim><code>iaconv explain CODE</code> prints what a code means.</p>")
    for entry in entries.prefix(ReportPage.Bounds.codes) {
      html.markup(entries.count == 1 ? "<details class=code open>" : "<details class=code>")
      html.markup("<summary><span class=bad>")
      html.text(entry.code)
      html.markup("</span> ")
      html.text(
        "\(Quantity.count(entry.count)) (\(Quantity.percent(entry.count, of: report.documents)))")
      html.markup("</summary>")
      for record in entry.examples { write(record, to: &html) }
      ReportPage.writeRest(entry.count - entry.examples.count, "documents", to: &html)
      html.markup("</details>")
    }
    let rest = entries.dropFirst(ReportPage.Bounds.codes)
    ReportPage.writeRest(
      rest.count, "codes with \(Quantity.count(rest.reduce(0) { $0 + $1.count })) documents",
      to: &html)
  }

  private func write(_ record: ReportRecord, to html: inout HTMLText) {
    html.markup("<div class=doc>")
    html.element("h3", record.shownPath.cut(to: 300))
    var facts: [String] = []
    if let offset = record.fault.byteOffset { facts.append("offset \(Quantity.count(offset))") }
    if let size = record.inputByteCount { facts.append(Quantity.bytes(size)) }
    if let time = record.usage.microseconds { facts.append(Quantity.time(time)) }
    if record.usage.attempts > 1 { facts.append("\(record.usage.attempts) attempts") }
    html.element("p class=dim", facts.joined(separator: " · "))
    if !record.fault.detail.isEmpty { html.element("p", record.fault.detail) }
    if readsInputs { HexWindow(record)?.write(to: &html) }
    if let command = Reproduction.command(for: record) { html.element("pre", command) }
    html.markup("</div>")
  }
}

/// The bytes of an input around an offset.
struct HexWindow {
  private static let rowByteCount = 16
  private static let rowsBefore = 2
  private static let rows = 5

  /// The offset of the first byte.
  private let start: Int
  private let bytes: [UInt8]
  private let marked: Int

  /// Creates the window of a failure.
  ///
  /// - Returns: `nil` if the failure has no offset, or the input cannot be read or has another size
  ///   than the report states.
  init?(_ record: ReportRecord) {
    guard let offset = record.fault.byteOffset, let size = record.inputByteCount,
      !record.path.isEmpty, record.path.count < ShownPath.maximumByteCount
    else { return nil }
    let path = PathBytes.string(from: record.path)
    guard FileStamp(path: path)?.isRegular == true, let file = try? RandomAccessFile(path: path),
      file.byteCount == size, 0...size ~= offset
    else { return nil }
    start = max(0, offset / Self.rowByteCount - Self.rowsBefore) * Self.rowByteCount
    let end = min(size, start + Self.rows * Self.rowByteCount)
    guard let bytes = try? file.bytes(in: start..<end), !bytes.isEmpty else { return nil }
    self.bytes = bytes
    marked = offset
  }

  func write(to html: inout HTMLText) {
    html.markup("<pre>")
    for row in stride(from: 0, to: bytes.count, by: Self.rowByteCount) {
      let line = bytes[row..<min(row + Self.rowByteCount, bytes.count)]
      html.text(Self.hex(start + row, digits: 8) + " ")
      for (index, byte) in line.enumerated() {
        html.markup(index == 8 ? "  " : " ")
        mark(row + index, Self.hex(Int(byte), digits: 2), to: &html)
      }
      let missing = Self.rowByteCount - line.count
      html.text(String(repeating: " ", count: missing * 3 + (line.count <= 8 ? 1 : 0)) + "  ")
      for (index, byte) in line.enumerated() {
        let isShown = (0x20..<0x7F).contains(byte)
        mark(row + index, isShown ? String(UnicodeScalar(byte)) : ".", to: &html)
      }
      html.markup("\n")
    }
    html.markup("</pre>")
  }

  private func mark(_ index: Int, _ text: String, to html: inout HTMLText) {
    // A backslash is not escaped here, so that each byte is one character.
    let text =
      text == "\\"
      ? "&#92;"
      : ""
        + (text == "&" ? "&amp;" : text == "<" ? "&lt;" : text == ">" ? "&gt;" : text)
    html.markup(start + index == marked ? "<mark>\(text)</mark>" : text)
  }

  private static func hex(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Commands that repeat failed conversions.
enum Reproduction {
  /// Returns the command that repeats a failed conversion; `nil` if the report truncates the path.
  static func command(for record: ReportRecord) -> String? {
    guard !record.path.isEmpty, record.path.count < ShownPath.maximumByteCount else { return nil }
    let format = record.outputFormat.isEmpty ? "json" : quoted(Array(record.outputFormat.utf8))
    if let (archive, member) = parts(ofMember: record.path) {
      return "iaconv archive cat \(quoted(archive)) \(quoted(member)) -t \(format) > /dev/null"
    }
    let path = quoted(record.path)
    if record.fault.code.hasPrefix("worker.") {
      return "iaconv batch \(path) -o reproduced -t \(format) --retry-failed"
    }
    var command = "iaconv \(path) -t \(format)"
    if record.fault.code == "strict.loss" { command += " --strict" }
    return command + " > /dev/null"
  }

  private static let archiveSuffixes = [".zip", ".tar", ".tar.zst", ".tzst", ".7z", ".iaa"]

  /// Returns the archive and the member that a path names; `nil` for a path without an archive before
  /// its last component.
  private static func parts(ofMember path: [UInt8]) -> (archive: [UInt8], member: [UInt8])? {
    for slash in path.indices where path[slash] == 0x2F {
      let end = String(decoding: path[..<slash].suffix(8), as: UTF8.self).lowercased()
      guard archiveSuffixes.contains(where: { end.hasSuffix($0) }), slash + 1 < path.count else {
        continue
      }
      var member = Array(path[(slash + 1)...])
      // The documents in an archive of the suite have names without the suffix `.ia`.
      if end.hasSuffix(".iaa"), member.suffix(3) == [0x2E, 0x69, 0x61] { member.removeLast(3) }
      return (Array(path[..<slash]), member)
    }
    return nil
  }

  /// Returns an argument quoted for a shell.
  static func quoted(_ bytes: [UInt8]) -> String {
    // `./` before a name that begins like an option makes it a path.
    let bytes = bytes.first == 0x2D ? Array("./".utf8) + bytes : bytes
    let isPlain = bytes.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    let text = String(validating: bytes, as: UTF8.self)
    if let text, text.harmless == text, !bytes.contains(0x5C) {
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    var quoted = "$'"
    for byte in bytes {
      switch byte {
      case 0x27, 0x5C: quoted += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: quoted += String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16)
        quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return quoted + "'"
  }
}
