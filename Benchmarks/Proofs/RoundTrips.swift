import IAConvert
import IACorpus
import IAFiles
import IAFormats
import IAText

/// Generated documents through a format and back: each comes back equal and, written once more,
/// gives the same bytes, files beside it included.
struct RoundTrips {
  let id: FormatID
  let writer: any DocumentWriter
  let reader: any DocumentReader

  init(format: String) throws {
    id = FormatID(format)
    writer = try FormatRegistry.standard.writer(id: id)
    reader = try FormatRegistry.standard.reader(id: id)
  }

  func run(count: Int, seed: Int, first: Int) throws {
    var random = RandomDocument(seed: UInt64(seed))
    for number in 0..<count {
      var document = random.next()
      if number < first { continue }
      // Paragraphs that need no hidden data, which are the usual ones, are rare at random.
      if number % 4 == 3 {
        let plain = [UInt8](
          repeating: DisplayOptions.defaultIntensity, count: document.string.utf16Count)
        document.string.setIntensities(plain, at: 0)
      }
      let written = try write(document)
      let files = Dictionary(uniqueKeysWithValues: written.sideFiles.map { ($0.name, $0.bytes) })
      let source = BytesSource(written.bytes, sideFiles: files)
      let read = try reader.read(source, options: ReadOptions()).document
      let place = "\(id.rawValue), seed \(seed), document \(number)"
      if read.dump() != document.dump() {
        fail("not equal: \(place): \(Self.difference(document.dump(), read.dump()))")
      }
      let again = try write(read)
      guard again.bytes == written.bytes,
        again.sideFiles.map(\.name) == written.sideFiles.map(\.name),
        again.sideFiles.map(\.bytes) == written.sideFiles.map(\.bytes)
      else { fail("written again, other bytes: \(place)") }
    }
    print("round trips: \(id.rawValue) \(count) of \(count), seed \(seed)")
  }

  /// Returns the first lines in which two dumps differ.
  private static func difference(_ left: String, _ right: String) -> String {
    let pairs = zip(left.split(separator: "\n"), right.split(separator: "\n"))
    guard let pair = pairs.first(where: { $0 != $1 }) else { return "one is longer" }
    return "\(pair.0) became \(pair.1)"
  }

  private func write(_ document: IADocument) throws -> BytesSink {
    var sink = BytesSink(keepsSideFiles: writer.descriptor.folderDocument != nil)
    _ = try writer.write(document, to: &sink, options: WriteOptions())
    return sink
  }
}
