import CMeasure
import Harness
import IACorpus
import IAFormats
import IAText
import Inputs

/// Writes a long document as HTML the way a scheme shows it, beside what it must at least do: find
/// the words, and copy as many bytes as come out.
func measureHTML(_ runner: inout Runner) throws {
  guard let writer = FormatList.writers.first(where: { $0.descriptor.id.rawValue == "html" }) else {
    return
  }
  measure_keep_heap(1)
  defer { measure_keep_heap(0) }
  let count = runner.isQuick ? 500_000 : 5_000_000
  let units = try Prose.units(count: 2 * count)
  var mixture = IntensityMixture(seed: 23)
  let levels = mixture.intensities(for: units, kind: .raw)
  let documents = [count, 2 * count].map { length in
    var string = IAString(units: Array(units[..<length]), intensities: Array(levels[..<length]))
    string.options.smoothing = .word
    return IADocument(string)
  }
  let pages = try documents.map { try FormatList.bytes(of: $0, by: writer, profile: "styled") }
  let target = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pages[1].count)
  target.initialize(repeating: 0)
  defer { target.deallocate() }
  try runner.run(
    Comparison(
      "html", "styled, by word, \(2 * count / 1_000_000) MB of text", operation: "unit", rounds: 3,
      checksLinearity: true,
      kernels: [
        Kernel("write styled HTML") { size, watch in
          let document = opaque(documents[size - 1])
          _ = opaque(try watch.time { try byteCount(document, writer, WriteOptions()) })
          return document.string.utf16Count
        },
        Kernel("smoothing alone") { size, watch in
          let document = opaque(documents[size - 1])
          _ = opaque(try watch.time { try document.string.smoothedRuns(.word) })
          return document.string.utf16Count
        },
        Kernel("ICU words", .peer) { size, watch in
          let text = opaque(units[..<(size * count)])
          let found = watch.time {
            text.withUnsafeBufferPointer {
              measure_icu_boundaries(1, $0.baseAddress, Int32($0.count))
            }
          }
          _ = opaque(found)
          return text.count
        },
        Kernel("copy of the page", .limit) { size, watch in
          pages[size - 1].withUnsafeBufferPointer { source in
            watch.time { _ = target.update(fromContentsOf: source) }
          }
          _ = opaque(target[0])
          return size * count
        },
      ]))
  for shape in WrittenShape.allCases {
    guard runner.wants("html", shape.rawValue) else { continue }
    let documents = try [count / 2, count].map { try shape.document(units: $0) }
    var options = WriteOptions()
    options.keepsHiddenData = shape != .bareStyles
    try runner.run(
      Comparison(
        "html", shape.rawValue, operation: "byte", rounds: 5, checksLinearity: true,
        kernels: [
          Kernel("write HTML") { size, watch in
            let document = opaque(documents[size - 1])
            return try watch.time { try byteCount(document, writer, options) }
          }
        ], bounds: [.output("write HTML")]))
  }
  runner.record(
    "html", "page for a unit of text", Double(pages[0].count) / Double(count), unit: "bytes")
}

/// How many bytes a writer makes of a document.
private func byteCount(
  _ document: IADocument, _ writer: any DocumentWriter, _ options: WriteOptions
) throws -> Int {
  var sink = CountingSink()
  _ = try writer.write(document, to: &sink, options: options)
  return sink.count
}

extension Bound {
  /// Asks a writer for 300 MB of output a second, on the machine that the figure is asked of.
  static func output(_ kernel: String) -> Bound { Bound(kernel, "ns a byte", atMost: 1000.0 / 300) }
}
