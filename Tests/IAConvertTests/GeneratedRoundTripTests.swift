import Foundation
import IAConvert
import IAFormats
import IATestSupport
import IAText
import Testing

/// The format that is asked for; nil where nobody asks.
private let askedFormat = ProcessInfo.processInfo.environment["IA_ROUND_TRIP_FORMAT"]

/// Generated documents through a format and back, as many as `Scripts/round-trips` asks for; none
/// where nobody asks.
@Suite(.enabled(if: askedFormat != nil)) struct GeneratedRoundTripTests {
  private func number(_ name: String, default: Int = 1) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? `default`
  }

  private func write(_ document: IADocument, by writer: any DocumentWriter) throws -> BytesSink {
    var sink: any DocumentSink = BytesSink(
      keepsSideFiles: writer.descriptor.folderDocument != nil)
    _ = try writer.write(document, to: &sink, options: WriteOptions())
    return try #require(sink as? BytesSink)
  }

  @Test func documentsComeBack() throws {
    let id = FormatID(try #require(askedFormat))
    let writer = try FormatRegistry.standard.writer(id: id)
    let reader = try FormatRegistry.standard.reader(id: id)
    let count = number("IA_ROUND_TRIP_COUNT")
    let seed = number("IA_ROUND_TRIP_SEED")
    let first = number("IA_ROUND_TRIP_FIRST", default: 0)
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
      let written = try write(document, by: writer)
      let files = Dictionary(uniqueKeysWithValues: written.sideFiles.map { ($0.name, $0.bytes) })
      let source = BytesSource(written.bytes, sideFiles: files)
      let read = try reader.read(source, options: ReadOptions()).document
      let isEqual = read.dump() == document.dump()
      try #require(isEqual, "\(id.rawValue), seed \(seed), document \(number)")
      let again = try write(read, by: writer)
      let isSame =
        again.bytes == written.bytes
        && again.sideFiles.map(\.name) == written.sideFiles.map(\.name)
        && again.sideFiles.map(\.bytes) == written.sideFiles.map(\.bytes)
      try #require(isSame, "\(id.rawValue) written again, seed \(seed), document \(number)")
    }
    print("round trips: \(id.rawValue) \(count) of \(count), seed \(seed)")
  }
}
