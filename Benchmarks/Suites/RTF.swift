import Harness
import IACorpus
import IAFormats
import IAText
import Inputs

/// Writes long documents as RTF: plain paragraphs, four styles in turn, and what a scheme shows,
/// with hidden data and without, beside a copy of as many bytes as come out.
func measureRTF(_ runner: inout Runner) throws {
  guard let writer = FormatList.writers.first(where: { $0.descriptor.id.rawValue == "rtf" }) else {
    return
  }
  let count = runner.isQuick ? 250_000 : 2_500_000
  for shape in RTFShape.allCases {
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
              var sink: any DocumentSink = CountingSink()
              _ = try writer.write(document, to: &sink, options: options)
              return (sink as? CountingSink)?.count ?? 0
            }
          },
          Kernel("copy of the file", .limit) { size, watch in
            files[size - 1].withUnsafeBufferPointer { source in
              watch.time { _ = target.update(fromContentsOf: source) }
            }
            _ = opaque(target[0])
            return files[size - 1].count
          },
        ]))
  }
}

/// A sink that counts, so that the writer alone is measured and not a growing array.
private struct CountingSink: DocumentSink {
  var count = 0
  mutating func write(_ bytes: [UInt8]) { count += opaque(bytes).count }
  mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}

private func written(
  _ document: IADocument, _ writer: any DocumentWriter, _ options: WriteOptions
) throws -> [UInt8] {
  var sink: any DocumentSink = BytesSink()
  _ = try writer.write(document, to: &sink, options: options)
  return (sink as? BytesSink)?.bytes ?? []
}

/// What the documents look like.
private enum RTFShape: String, CaseIterable {
  case plain = "plain paragraphs"
  case styles = "four styles in turn"
  case bareStyles = "four styles in turn, no hidden data"
  case scheme = "a scheme by word"
  case cyrillic = "Cyrillic"

  func document(units count: Int) throws -> IADocument {
    let units = try Prose.units(count: count)
    switch self {
    case .plain: return IADocument(IAString(units: units))
    case .styles, .bareStyles:
      var string = IAString(units: units)
      var start = 0
      for number in 0..<count / 100 {
        let range = start..<min(start + 25, count)
        string.updateAttributes(in: range) { attributes in
          switch number % 4 {
          case 0: attributes.bold = true
          case 1: attributes.foreground = Color(0x1D6F42)
          case 2: attributes.fontSize = 14
          default: attributes.link = .init("https://example.org/")
          }
        }
        start += 100
      }
      return IADocument(string)
    case .scheme:
      var mixture = IntensityMixture(seed: 23)
      let levels = mixture.intensities(for: units, kind: .raw)
      var string = IAString(units: units, intensities: levels)
      string.options.smoothing = .word
      return IADocument(string)
    case .cyrillic:
      let letters = units.map { (0x61...0x7A).contains($0) ? $0 - 0x61 + 0x430 : $0 }
      return IADocument(IAString(units: letters))
    }
  }
}
