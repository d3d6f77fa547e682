import Foundation
import IABytes
import IACorpus
import IAFiles
import IAFormats
import IAJSON
import IATestSupport
import IAText
import Testing

@Suite struct CodableTests {
  private struct Letter: Codable, Equatable {
    var document: IADocument
    var note: IAString?
    var others: [IAString]
  }

  private func letter() -> Letter {
    var document = IADocument("A \("LOUD", intensity: 95) word\n")
    document.string.set(\.fontSize, to: 12.5, in: 0..<3)
    document.string.set(\.bold, to: true, in: 2..<6)
    document.string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .header(level: 2))]), in: 0..<1)
    document.append([1, 2, 3, 0xFF], as: .file, name: "b.bin")
    document.metadata.title = "Ünïcode 👩‍👧"
    return Letter(document: document, note: nil, others: [IAString(), "x"])
  }

  @Test func `JSON, binary and XML property lists hold everything`() throws {
    let letter = letter()
    let json = try JSONEncoder().encode(letter)
    #expect(try JSONDecoder().decode(Letter.self, from: json) == letter)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let list = try encoder.encode(letter)
      #expect(try PropertyListDecoder().decode(Letter.self, from: list) == letter, "\(format)")
    }
  }

  @Test(arguments: CorpusDocument.all.map(\.name))
  func `Each document of the corpus comes back`(name: String) throws {
    guard let document = try CorpusDocument.named(name), document.string.utf16Count < 20_000 else {
      return
    }
    let json = try JSONEncoder().encode([document])
    #expect(try JSONDecoder().decode([IADocument].self, from: json) == [document])
  }

  @Test func `The value is the object that the format writes`() throws {
    let document = letter().document
    let encoder = JSONEncoder()
    let encoded = try encoder.encode(document)
    var sink = BytesSink()
    _ = try JSONDocumentWriter().write(
      document, to: &sink, options: WriteOptions(profile: "compact"))
    let options: JSONSerialization.ReadingOptions = []
    let own = try JSONSerialization.jsonObject(with: Data(sink.bytes), options: options)
    let theirs = try JSONSerialization.jsonObject(with: encoded, options: options)
    #expect((own as? NSDictionary) == (theirs as? NSDictionary))
    let source = BytesSource([UInt8](encoded))
    #expect(try JSONDocumentReader().read(source, options: ReadOptions()).document == document)
    #expect(try JSONDecoder().decode(IADocument.self, from: Data(sink.bytes)) == document)
  }

  @Test func `A lone surrogate survives, and so does text that looks like an escape`() throws {
    for units: [UInt16] in [[0x61, 0xD83D], [0xDE00], Array(#"\ud83d \\ud83d"#.utf16)] {
      let string = IAString(units: units)
      let json = try JSONEncoder().encode([string])
      let back = try JSONDecoder().decode([IAString].self, from: json)
      #expect(back == [string])
      let isObject = String(decoding: json, as: UTF8.self).hasPrefix("[{")
      #expect(isObject == (String(decoding: units, as: UTF16.self).utf16.elementsEqual(units)))
    }
  }

  @Test(arguments: [
    (#"{"format":"intensity-document","version":1}"#, "field.missing"),
    (#"{"format":"other","version":1,"text":""}"#, "json"),
    (#"{"format":"intensity-document","version":1,"text":"ab","intensities":[1,5]}"#, "length"),
    (#""no json""#, "json"),
    (#"{"a":\#(String(repeating: "[", count: 80))1\#(String(repeating: "]", count: 80))}"#, "deep"),
    ("[1]", "String"), ("7", "String"), ("null", ""),
  ])
  func `JSON that is not a document is a decoding error`(json: String, part: String) {
    let text = json.replacing("intensity-document", with: Self.marker)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([IAString].self, from: Data("[\(text)]".utf8))
    }
    let description = error.map { "\($0)" } ?? ""
    #expect(!description.isEmpty && (part.isEmpty || description.contains(part)))
  }

  @Test func `Unknown members are ignored`() throws {
    let json = #"{"format":"\#(Self.marker)","version":1,"text":"ab","later":[{"a":null,"b":0.5}]}"#
    #expect(try JSONDecoder().decode(IAString.self, from: Data(json.utf8)) == "ab")
  }

  /// The value that the writer gives the key `format`.
  private static let marker: String = {
    var sink = BytesSink()
    _ = try? JSONDocumentWriter().write(IADocument(), to: &sink, options: WriteOptions())
    let object = try? JSONSerialization.jsonObject(with: Data(sink.bytes)) as? [String: Any]
    return object?["format"] as? String ?? ""
  }()
}
