import CMeasure
import Harness
import IACorpus
import IAFiles
import IAFormats
import IAText
import Inputs

/// Writes long documents as RTF: plain paragraphs, four styles in turn, and what a scheme shows,
/// with hidden data and without, beside a copy of as many bytes as come out.
func measureRTF(_ runner: inout Runner) throws {
  guard let writer = FormatList.writers.first(where: { $0.descriptor.id.rawValue == "rtf" }) else {
    return
  }
  measure_keep_heap(1)
  defer { measure_keep_heap(0) }
  let count = runner.isQuick ? 250_000 : 2_500_000
  for shape in WrittenShape.allCases {
    guard runner.wants("rtf", shape.rawValue) else { continue }
    let documents = try [count, 2 * count].map { try shape.document(units: $0) }
    var options = WriteOptions()
    options.keepsHiddenData = shape != .bareStyles
    let files = try documents.map { try written($0, writer, options) }
    let target = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: files[1].count)
    target.initialize(repeating: 0)
    defer { target.deallocate() }
    try runner.run(
      Comparison(
        "rtf", shape.rawValue, operation: "byte", rounds: 5, checksLinearity: true,
        kernels: [
          Kernel("write RTF") { size, watch in
            let document = opaque(documents[size - 1])
            return try watch.time {
              var sink = CountingSink()
              _ = try writer.write(document, to: &sink, options: options)
              return sink.count
            }
          },
          Kernel("copy of the file", .limit) { size, watch in
            files[size - 1].withUnsafeBufferPointer { source in
              watch.time { _ = target.update(fromContentsOf: source) }
            }
            _ = opaque(target[0])
            return files[size - 1].count
          },
        ], bounds: [.output("write RTF")]))
  }
}

private func written(
  _ document: IADocument, _ writer: any DocumentWriter, _ options: WriteOptions
) throws -> [UInt8] {
  var sink = BytesSink()
  _ = try writer.write(document, to: &sink, options: options)
  return sink.bytes
}
