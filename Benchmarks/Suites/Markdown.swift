import CMeasure
import Harness
import IACorpus
import IAFiles
import IAFormats
import IAText
import Inputs

/// Writes long documents as Markdown: prose in the shapes of the other writers' suites, and the Markdown
/// files of the corpus repeated, with hidden data and without.
func measureMarkdown(_ runner: inout Runner) throws {
  let id = FormatID("markdown")
  guard let writer = FormatList.writers.first(where: { $0.descriptor.id == id }) else { return }
  measure_keep_heap(1)
  defer { measure_keep_heap(0) }
  let count = runner.isQuick ? 250_000 : 2_500_000
  for shape in WrittenShape.allCases {
    guard runner.wants("markdown", shape.rawValue) else { continue }
    try measure(
      shape.rawValue, try [count, 2 * count].map { try shape.document(units: $0) }, writer,
      isHidden: shape != .bareStyles, &runner)
  }
  let names = (bare: "files of the corpus", levels: "files of the corpus, an intensity a unit")
  guard runner.wants("markdown", names.bare) || runner.wants("markdown", names.levels),
    let reader = FormatList.readers.first(where: { $0.descriptor.id == id })
  else { return }
  let paths = try CorpusFiles.paths(in: "markdown", suffix: ".md")
  let files = try paths.map { try CorpusFiles.bytes(of: $0) + [0x0A] }.joined()
  let documents = try [count, 2 * count].map { length in
    try FormatList.document(
      in: Array(repeatElement(files, count: length / files.count).joined()), by: reader)
  }
  if runner.wants("markdown", names.bare) {
    try measure(names.bare, documents, writer, isHidden: false, &runner)
  }
  if runner.wants("markdown", names.levels) {
    try measure(names.levels, documents.map(withIntensities), writer, isHidden: true, &runner)
  }
}

/// Measures the writer with a document and one of twice the size.
private func measure(
  _ name: String, _ documents: [IADocument], _ writer: any DocumentWriter, isHidden: Bool,
  _ runner: inout Runner
) throws {
  let options = WriteOptions(keepsHiddenData: isHidden)
  try runner.run(
    Comparison(
      "markdown", name, operation: "byte", rounds: 5, checksLinearity: true,
      kernels: [
        Kernel("write Markdown") { size, watch in
          let document = opaque(documents[size - 1])
          return try watch.time {
            var sink = CountingSink()
            _ = try writer.write(document, to: &sink, options: options)
            return sink.count
          }
        }
      ],
      bounds: [Bound("write Markdown", "ns a byte", atMost: 1000.0 / 60)]))
}

/// Returns a document with an intensity for each unit, as if it was typed.
private func withIntensities(_ document: IADocument) -> IADocument {
  var mixture = IntensityMixture(seed: 23)
  var document = document
  let units = document.string.units(in: document.string.utf16Range)
  document.string.setIntensities(mixture.intensities(for: units, kind: .raw), at: 0)
  document.string.options.smoothing = .word
  return document
}
