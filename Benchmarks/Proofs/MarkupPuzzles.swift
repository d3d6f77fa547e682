import IAConvert
import IACorpus
import IAFormats
import IAText

/// Documents whose text looks like markup through a format and back, with the format's own parser.
///
/// A document comes back equal unless the report lists a loss, and no hidden data is refused. What
/// the file shows without hidden data comes back equal once more.
struct MarkupPuzzles {
  let id: FormatID
  let writer: any DocumentWriter
  let reader: any DocumentReader

  init(format: String) throws {
    id = FormatID(format)
    writer = try FormatRegistry.standard.writer(id: id)
    reader = try FormatRegistry.standard.reader(id: id)
  }

  func run(count: Int, seed: Int) throws {
    var puzzle = MarkupPuzzle(seed: UInt64(seed))
    var losses = 0
    var failures = 0
    for number in 0..<count {
      let document = puzzle.next()
      let place = "\(id.rawValue), seed \(seed), document \(number)"
      let (file, report) = try write(document, hidden: true)
      let result = try reader.read(BytesSource(file), options: ReadOptions())
      if !report.isLossless { losses += 1 }
      var problem = ""
      if report.isLossless, result.document != document { problem = "not equal" }
      if result.report.notes.contains(where: { $0.kind.feature.rawValue.hasSuffix("-hidden-data") })
      {
        problem += " hidden data refused"
      }
      if result.document.string.text != document.string.text { problem += " text differs" }
      let (shown, _) = try write(document, hidden: false)
      let first = try reader.read(BytesSource(shown), options: ReadOptions()).document
      let (again, _) = try write(first, hidden: false)
      let second = try reader.read(BytesSource(again), options: ReadOptions()).document
      if first != second { problem += " what is shown is not equal" }
      guard !problem.isEmpty else { continue }
      failures += 1
      print("\(place):\(problem)\n\(String(decoding: shown, as: UTF8.self).debugDescription)")
      if failures >= 20 { fail("20 documents failed") }
    }
    print(
      "markup puzzles: \(id.rawValue) \(count - failures) of \(count), seed \(seed), "
        + "\(losses) with losses")
    if failures > 0 { fail("\(failures) documents failed") }
  }

  private func write(
    _ document: IADocument, hidden: Bool
  ) throws -> ([UInt8], ConversionReport) {
    var sink = BytesSink()
    let options = WriteOptions(keepsHiddenData: hidden)
    let report = try writer.write(document, to: &sink, options: options)
    return (sink.bytes, report)
  }
}
