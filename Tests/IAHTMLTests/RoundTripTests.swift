import IAFiles
import IAFormats
import IAHTML
import IATestSupport
import IAText
import Testing

@Suite("HTML round trips")
struct RoundTripTests {
  /// Writes a document, reads the page and writes the result again.
  ///
  /// - Returns: The first difference, or `nil` if document and page are the same.
  static func difference(_ document: IADocument, profile: String) throws -> String? {
    var document = document
    // These profiles do not show sizes, and hidden data cannot make text smaller than one point.
    if profile != "styled", let size = document.string.options.fontSize, size < 1 {
      document.string.options.fontSize = nil
    }
    var sink = BytesSink()
    let options = WriteOptions(profile: profile)
    _ = try HTMLWriter().write(document, to: &sink, options: options)
    let page = sink.bytes
    let read = try HTMLReader().read(BytesSource(page))
    let (before, after) = (document.dump(), read.document.dump())
    if before != after {
      let lines = zip(
        before.split(separator: "\n", omittingEmptySubsequences: false),
        after.split(separator: "\n", omittingEmptySubsequences: false))
      let first = lines.first { $0 != $1 }
      return "\(first?.0 ?? "more")\n-- read as --\n\(first?.1 ?? "more")"
    }
    guard read.report.isLossless else { return "report: \(read.report.kinds)" }
    var again = BytesSink()
    _ = try HTMLWriter().write(read.document, to: &again, options: options)
    let second = again.bytes
    guard second != page else { return nil }
    let place = zip(second, page).prefix { $0 == $1 }.count
    func around(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, place - 60)..<min(bytes.count, place + 60)], as: UTF8.self)
    }
    return "a second page differs: \(around(page)) -- is -- \(around(second))"
  }

  @Test("A changed page of cocoa keeps its strikethroughs")
  func changedPageOfCocoa() throws {
    var struck = InlineAttributes()
    struck.strikethrough = .double
    var spread = InlineAttributes()
    spread.letterSpacing = 60
    let string =
      IAString("abc\n", attributes: struck) + IAString("xyz\n", attributes: spread)
      + IAString("end\n")
    var sink = BytesSink()
    _ = try HTMLWriter().write(
      IADocument(string), to: &sink, options: WriteOptions(profile: "cocoa"))
    let page = String(decoding: sink.bytes, as: UTF8.self)
      .replacing("<body", with: "<!-- changed --><body")
    let read = try HTMLReader().read(BytesSource(Array(page.utf8))).document.string
    #expect(read.text == "abc\nxyz\nend\n")
    #expect(read.attributes(at: 0).strikethrough == .double)
    #expect(read.attributes(at: 4).letterSpacing == nil)
  }

  @Test(
    "The corpus comes back", arguments: try Corpus.documents(), ["styled", "semantic", "cocoa"])
  func corpus(entry: Corpus.Entry, profile: String) throws {
    let difference = try Self.difference(entry.document, profile: profile)
    #expect(difference == nil)
  }

  @Test("Without hidden data, the head states other metadata")
  func customMetadata() throws {
    var document = IADocument(IAString("a\n"))
    document.metadata.custom = [.init("<a \"b\">", "\"><script>&"), .init("company", "")]
    let page = try Page(document)
    #expect(page.html.contains("<meta name=\"ia-custom:company\" content=\"\">"))
    #expect(!page.html.contains("<script"))
    #expect(!page.losses.contains("dropped customMetadata"))
    let read = try HTMLReader().read(BytesSource(Array(page.html.utf8)))
    #expect(read.document.metadata.custom == document.metadata.custom)
    let semantic = try Page(
      document, options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(!semantic.html.contains("ia-custom:"))
  }

  @Test("Documents made at random come back", arguments: ["styled", "semantic", "cocoa"])
  func random(profile: String) throws {
    for seed in 1...UInt64(RandomInputs.count(ofAll: 100)) {
      var random = IATestSupport.RandomDocument(seed: seed)
      let difference = try Self.difference(random.next(), profile: profile)
      #expect(difference == nil, "seed \(seed)")
      if difference != nil { return }
    }
  }
}
