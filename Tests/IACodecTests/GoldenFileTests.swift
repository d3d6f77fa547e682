import IABytes
import IACodec
import IATestSupport
import IAText
import Testing

@Suite struct GoldenFileTests {
  @Test(arguments: try Corpus.paths(in: "ia", suffix: ".ia"))
  func `A golden file is read as its document and written again with equal bytes`(
    path: String
  ) throws {
    let bytes = try Corpus.bytes(of: path)
    let found = try DocumentDecoder.decode(bytes, limits: .standard)
    let name = String(path.dropFirst("ia/".count).dropLast(".ia".count))
    #expect(
      found.document.dump(includesOrigin: true)
        == (try Corpus.document(name)).dump(includesOrigin: true))
    var encoder = DocumentEncoder(level: nil)
    #expect(encoder.encode(found.document) == bytes)
  }

  /// The offset of the error in each bad file.
  private static let offsets = [
    "bytes.truncated+end": 166, "field.unknown+member": 97, "ia.blob+byte": 268,
    "ia.canonical+runs": 97, "ia.checksum+bit": 57, "ia.checksum+header": 12,
    "ia.compression+frame": 67, "ia.count+text": 65, "ia.critical-chunk+NOTE": 123,
    "ia.identity+text": 131, "ia.intensities+101": 84, "ia.magic+line-ends": 4, "ia.order+HEAD": 29,
    "ia.reserved+codec": 65, "ia.reserved+flags": 10, "ia.reserved+note": 123, "ia.text+byte": 65,
    "ia.trailing+byte": 167, "ia.version+2": 8,
  ]

  @Test(arguments: try Corpus.paths(in: "ia/bad", suffix: ".ia"))
  func `A bad file is refused with the code in its name, at the right offset`(
    path: String
  ) throws {
    let bytes = try Corpus.bytes(of: path)
    let error = #expect(throws: InputError.self) {
      try DocumentDecoder.decode(bytes, limits: .standard)
    }
    let name = path.dropFirst("ia/bad/".count).dropLast(".ia".count)
    #expect(error?.code.rawValue == name.split(separator: "+").first.map(String.init))
    #expect(error?.byteOffset == Self.offsets[String(name)])
  }

  @Test func `The golden vocabulary decodes and encodes its golden frame`() throws {
    let vocabulary = try Vocabulary(try Corpus.bytes(of: "ia/vocabulary.iav"))
    let frame = try Corpus.bytes(of: "ia/vocabulary.frame")
    var decoder = CompactDecoder(limits: .standard, vocabulary: vocabulary)
    var encoder = CompactEncoder(vocabulary: vocabulary)
    let document = try decoder.decode(frame)
    #expect(document.string.text == "abba!")
    #expect(encoder.encode(document) == frame)
  }

  @Test(arguments: try Corpus.paths(in: "ia/bad", suffix: ".iav"))
  func `A bad vocabulary is refused with the code in its name`(path: String) throws {
    let bytes = try Corpus.bytes(of: path)
    let error = #expect(throws: InputError.self) { try Vocabulary(bytes) }
    let name = path.split(separator: "/").last?.split(separator: "+").first
    #expect(error?.code.rawValue == name.map(String.init))
    #expect((error?.byteOffset ?? 0) <= bytes.count)
  }

  @Test func `There are golden files of both kinds`() throws {
    #expect(try Corpus.paths(in: "ia/bad", suffix: ".iav").count >= 10)
    #expect(try Corpus.paths(in: "ia", suffix: ".ia").count >= 20)
    #expect(try Corpus.paths(in: "ia/bad", suffix: ".ia").count >= 12)
  }
}
