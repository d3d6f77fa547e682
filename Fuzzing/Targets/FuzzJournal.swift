internal import IABytes
internal import IAConvert

/// Checks that each accepted line of a journal is equal after writing and reading.
@Sendable func fuzzJournal(_ bytes: [UInt8]) throws(FuzzFailure) {
  var reader = JournalReader(bytes)
  var last = 0
  while true {
    let next: (line: JournalLine, offset: Int)?
    do {
      next = try reader.next()
    } catch let error as InputError {
      try require(0...bytes.count ~= error.byteOffset, "offset outside the journal: \(error)")
      try require(error.code.rawValue.hasPrefix("journal."), "a code of the journal: \(error)")
      break
    } catch {
      throw FuzzFailure(description: "\(error)")
    }
    guard let next else { break }
    try require(next.offset == last, "lines follow each other")
    try require(reader.validByteCount > next.offset, "a line ends after its start")
    last = reader.validByteCount
    try rewrite(next.line)
  }
  try require(reader.validByteCount <= bytes.count, "the end lies in the journal")
  // Most inputs have a wrong checksum, so the parser is also tested with a correct one.
  try parseChecked(bytes)
}

/// Checks that a line is equal after writing and reading.
private func rewrite(_ line: JournalLine) throws(FuzzFailure) {
  let written = line.bytes
  let again: JournalLine
  do throws(InputError) {
    again = try JournalLine(Array(written.dropLast()), at: 0)
  } catch {
    throw FuzzFailure(description: "own line refused: \(error)")
  }
  try require(again == line, "a line is read as it was written")
}

private func parseChecked(_ bytes: [UInt8]) throws(FuzzFailure) {
  var line = bytes.filter { $0 != 0x0A }
  guard !line.isEmpty, line.count < 1 << 16 else { return }
  let check = String(CRC32C.of(line.span), radix: 16)
  line += Array(",\"crc\":\"".utf8)
  line += Array((String(repeating: "0", count: 8 - check.utf8.count) + check + "\"}").utf8)
  let parsed: JournalLine
  do throws(InputError) {
    parsed = try JournalLine(line, at: 7)
  } catch {
    try require(7...7 + line.count ~= error.byteOffset, "offset outside the line: \(error)")
    return
  }
  try rewrite(parsed)
}
