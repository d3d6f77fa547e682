internal import IABytes
internal import IAReports

/// Checks that a line of a report or journal is a result with valid values, or is damaged.
@Sendable func fuzzReport(_ bytes: [UInt8]) throws(FuzzFailure) {
  try checkReportLine(bytes)
  for line in bytes.split(separator: 0x0A).prefix(64) { try checkReportLine(Array(line)) }
  // Most inputs have a wrong checksum, so a correct one is appended.
  var line = bytes.filter { $0 != 0x0A }
  guard !line.isEmpty, line.count < 1 << 16 else { return }
  let check = String(CRC32C.of(line.span), radix: 16)
  line += Array(",\"crc\":\"".utf8)
  line += Array((String(repeating: "0", count: 8 - check.utf8.count) + check + "\"}").utf8)
  try checkReportLine(line)
}

private func checkReportLine(_ line: [UInt8]) throws(FuzzFailure) {
  guard case .result(let record) = ReportItem(line) else { return }
  let sizes = 0...(1 << 50)
  try require(record.path.count <= 4096, "a path is cut")
  try require(
    record.shownPath.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F },
    "a path for people has no control characters")
  try require(record.inputByteCount.map(sizes.contains) ?? true, "the size of an input")
  try require(sizes.contains(record.outputByteCount), "the size of the outputs")
  try require(record.losses.count <= 512, "the number of kinds of losses")
  try require(record.losses.allSatisfy { sizes.contains($0.count) && $0.count > 0 }, "a count")
}
