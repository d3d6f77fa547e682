import IABytes
import IACodec
import IATestSupport
import IAText
import Testing

@Suite struct DocumentFileTests {
  static func check(_ document: IADocument, _ name: String) throws {
    var encoder = DocumentEncoder()
    let file = encoder.encode(document)
    let decoded = try DocumentDecoder.decode(file, limits: .standard)
    #expect(
      decoded.document.dump(includesOrigin: true) == document.dump(includesOrigin: true),
      "\(name)")
    #expect(decoded.document == document, "\(name)")
    #expect(decoded.identity == document.identity, "\(name)")
    #expect(encoder.encode(decoded.document) == file, "\(name)")
  }

  @Test(arguments: try Corpus.documents()) func `Decoding gives the document of the corpus`(
    entry: Corpus.Entry
  ) throws {
    try Self.check(entry.document, entry.name)
  }

  @Test func `Random documents are equal after encoding and decoding`() throws {
    var random = RandomDocument(seed: 5)
    for number in 0..<400 { try Self.check(random.next(), "\(number)") }
  }

  @Test func `A document of several pages is read completely, by range and as a stream`() throws {
    var random = RandomDocument(seed: 6)
    random.maximumParagraphs = 40
    var document = IADocument()
    var names = 0
    let page = 65_536
    var filler = IAString(String(repeating: "Some words that fill the page. ", count: 97) + "\n")
    filler.setIntensity(60, in: 1000..<2000)
    while document.string.utf16Count < 132_000 {
      var next = random.next()
      next.string.setBookmarks(
        next.string.bookmarks.map {
          names += 1
          return .init(utf16Offset: $0.utf16Offset, name: "\($0.name) \(names)")
        })
      let end = document.string.utf16Count
      document.replace(end..<end, with: next)
      // Only random documents are around the end of a page.
      let count = document.string.utf16Count
      let rest = page - count % page
      if rest > 5000, rest < page - 2000 {
        document.string.replace(count..<count, with: filler)
      }
    }
    try Self.check(document, "pages")
    var encoder = DocumentEncoder()
    let bytes = encoder.encode(document)
    let file = try DocumentFile(bytes, limits: .standard)
    #expect(file.utf16Count == document.string.utf16Count)
    #expect(file.statedIdentity == document.identity)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<4 {
      let start = generator.below(document.string.utf16Count)
      let range = start..<min(start + generator.below(70_000), document.string.utf16Count)
      #expect(try file.units(in: range) == document.string.units(in: range))
      #expect(try file.string(in: range) == document.string.substring(range), "\(range)")
    }
    try Self.checkStream(bytes, document, step: 1000)
    try Self.checkStream(bytes, document, step: bytes.count)
  }

  static func checkStream(_ bytes: [UInt8], _ document: IADocument, step: Int) throws {
    var stream = DocumentStream(limits: .standard)
    var string = IAString()
    var blobs = AttachmentStore()
    var metadata: DocumentMetadata?
    for start in stride(from: 0, to: bytes.count, by: step) {
      try stream.feed(Array(bytes[start..<min(start + step, bytes.count)])) { event in
        switch event {
        case .head(let head, let count):
          metadata = head
          #expect(count == document.string.utf16Count)
        case .page(let page): string.replace(string.utf16Count..<string.utf16Count, with: page)
        case .blob(_, let blob): blobs.insert(blob)
        case .foreign: Issue.record("a foreign chunk")
        }
      }
    }
    #expect(try stream.finish() == document.identity)
    #expect(metadata == document.metadata)
    #expect(blobs == document.attachments)
    let range = document.string.utf16Range
    #expect(string.units(in: range) == document.string.units(in: range))
    #expect(string.intensities(in: range) == document.string.intensities(in: range))
    #expect(string.attachments == document.string.attachments)
    #expect(string.bookmarks == document.string.bookmarks)
    #expect(string.attributeRuns(in: range) == document.string.attributeRuns(in: range))
  }
}
