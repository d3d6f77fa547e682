import IABytes
import IACodec
import IATestSupport
import IAText
import Testing

@Suite struct DamageTests {
  /// Returns a small document that uses all kinds of chunks.
  static func small() throws -> IADocument {
    var document = IADocument("Title\nA short text with \u{E9}\u{1F389}\n")
    document.append([1, 2, 3, 4, 5], as: .file, name: "five")
    document.string.setIntensity(70, in: 3..<9)
    document.string.set(\.bold, to: true, in: 4..<8)
    document.string.set(\.link, to: .init("https://example.org/"), in: 2..<5)
    document.string.setBookmark("here", at: 7)
    document.string.updateParagraphAttributes(in: 0..<1) { $0.alignment = .center }
    document.string.options.renderScheme = "HueGYRScheme"
    document.metadata.title = "Damage"
    document.metadata.created = "2026-11-21T00:00:00Z"
    if let chunk = ForeignChunk(type: "teSt", bytes: [1, 2, 3]) {
      document.foreignChunks = [chunk]
    }
    return document
  }

  @Test func `Each flipped bit in a small file is detected`() throws {
    var encoder = DocumentEncoder()
    var file = encoder.encode(try Self.small())
    _ = try DocumentDecoder.decode(file, limits: .standard)
    for bit in 0..<file.count * 8 {
      file[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: InputError.self, "bit \(bit)") {
        try DocumentDecoder.decode(file, limits: .standard)
      }
      file[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test func `Each truncation of a small file is detected`() throws {
    var encoder = DocumentEncoder()
    let file = encoder.encode(try Self.small())
    for count in 0..<file.count {
      #expect(throws: InputError.self, "\(count) bytes") {
        try DocumentDecoder.decode(Array(file[..<count]), limits: .standard)
      }
      #expect(throws: InputError.self, "\(count) bytes") {
        try DocumentFile(Array(file[..<count]), limits: .standard)
      }
    }
    let error = #expect(throws: InputError.self) {
      try DocumentDecoder.decode(file + [0], limits: .standard)
    }
    #expect(error?.code == .iaTrailing)
  }

  @Test func `Flipped bits in a compact frame are detected`() throws {
    var encoder = CompactEncoder()
    var decoder = CompactDecoder(limits: .standard)
    var random = RandomDocument(seed: 77)
    for _ in 0..<3 {
      var frame = encoder.encode(random.next())
      for bit in 0..<frame.count * 8 {
        frame[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(throws: InputError.self, "bit \(bit)") { try decoder.decode(frame) }
        frame[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }
  }

  @Test func `Ten thousand flipped bits in a large file are detected`() throws {
    var encoder = DocumentEncoder()
    var file = encoder.encode(try Corpus.document("long-report"))
    var random = SeededGenerator(seed: 13)
    for _ in 0..<10_000 {
      let bit = random.below(file.count * 8)
      file[bit / 8] ^= 1 << UInt8(bit % 8)
      // The checksum of the chunk detects a flipped bit before decompression.
      #expect(throws: InputError.self, "bit \(bit)") {
        try DocumentDecoder.decode(file, limits: .standard)
      }
      file[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test func `Damage by a text transfer is reported as such`() throws {
    var encoder = DocumentEncoder()
    let file = encoder.encode(IADocument("text"))
    let stripped = file.map { $0 & 0x7F }
    let changed = file.split(separator: 0x0D, omittingEmptySubsequences: false).joined()
    for damaged in [stripped, Array(changed)] {
      let error = #expect(throws: InputError.self) {
        try DocumentDecoder.decode(damaged, limits: .standard)
      }
      #expect(error?.code == .iaMagic && error?.detail.contains("transfer") == true)
      #expect(DocumentDecoder.hasMagic(damaged))
    }
  }
}
