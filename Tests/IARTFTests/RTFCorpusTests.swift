import Foundation
import IAFiles
import IAFormats
import IARTF
import IATestSupport
import IAText
import Testing

@Suite struct RTFCorpusTests {
  private func read(_ url: URL) throws -> ReadResult {
    try RTFReader().read(
      BytesSource([UInt8](try Data(contentsOf: url)), name: url.lastPathComponent),
      options: ReadOptions())
  }

  private func file(_ name: String) throws -> ReadResult {
    try read(ExternalCorpora.root.appending(path: "rtf/rtf/\(name).rtf"))
  }

  /// Files that are not RTF, or contain pictures only.
  private static let withoutText: Set<String> = [
    "rtf.js__simplepng", "rtf.js__simplepngbin", "tika__testBinControlWord",
    "RtfPipe__RtfParserTest_fail_0", "RtfPipe__RtfParserTest_fail_4",
    "RtfPipe__RtfParserTest_fail_5", "RtfPipe__RtfParserTest_fail_6",
  ]

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Every file of the corpus is read, with its text`() throws {
    for url in ExternalCorpora.files(in: "rtf/rtf", suffix: ".rtf") {
      let name = url.deletingPathExtension().lastPathComponent
      let result = try? read(url)
      if Self.withoutText.contains(name) { continue }
      #expect(result?.document.string.isEmpty == false, "\(name)")
      #expect(result?.document.string.defects() == [], "\(name)")
    }
  }

  @Test(
    .enabled(if: ExternalCorpora.has("rtf")),
    arguments: [
      ("tika__testRTFWindowsCodepage1250", "zażółć gęślą jaźń"),
      ("tika__testRTFWordPadCzechCharacters", "Knihy Izajáš"),
      ("tika__testRTF-ms932", "こんにちは"),
      ("rtfparserkit__testGreekEncoding", "€Ω"),
      ("rtfparserkit__test950Encoding", "Copyright ©"),
      ("rtfparserkit__test10007Encoding", "Комманда разработчиков"),
      ("tika__testRTFVarious", "Suddenly some Japanese text"),
      ("tika__testRTFVarious", "And then some Gothic text:"),
      ("tika__testRTFVarious", "Row 1 Col 2"),
      ("striprtf__issue_29_bad", "\u{430}"),
      ("RtfPipe__Issue52", "Attorney"),
    ])
  func `A file of the fidelity table has its text`(name: String, expected: String) throws {
    let text = try file(name).document.string.text
    #expect(text.contains(expected), "\(name): \(text.prefix(200))")
  }

  /// Returns a text without white space, soft hyphens, bars of tables and attachments, for
  /// comparison with texts that other projects expect.
  private func squeezed(_ text: String) -> String {
    String(
      text.unicodeScalars.filter {
        !$0.properties.isWhitespace && $0 != "|" && $0 != "\u{AD}" && $0 != "\u{FFFC}"
      }.map(Character.init))
  }

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Every character is one that rtfparserkit's own tests expect, in their order`() throws {
    var compared = 0
    for url in ExternalCorpora.files(in: "rtf/expected", suffix: ".xml") {
      let name = url.deletingPathExtension().lastPathComponent
      guard let result = try? file(name) else {
        // The RTF of this test is not in the corpus.
        #expect(name == "rtfparserkit__testEncodingParse")
        continue
      }
      // All text between tags, also that of destinations, so that our text is a part of it.
      let xml = try String(contentsOf: url, encoding: .utf8)
      var expected = ""
      for piece in xml.components(separatedBy: "<chars>").dropFirst() {
        expected += piece.components(separatedBy: "</chars>").first ?? ""
      }
      for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
        expected = expected.replacingOccurrences(of: entity, with: character)
      }
      var rest = Substring(squeezed(expected)).unicodeScalars[...]
      for scalar in squeezed(result.document.string.text).unicodeScalars {
        guard let place = rest.firstIndex(of: scalar) else {
          Issue.record("\(name): \(scalar) is not expected")
          break
        }
        rest = rest[rest.index(after: place)...]
      }
      #expect(!squeezed(result.document.string.text).isEmpty, "\(name)")
      compared += 1
    }
    #expect(compared == 22)
  }

  /// Texts that striprtf expects and we deliberately read in another way: addresses of links in
  /// parentheses, list numbers as text, a second document in one file, and notes and headers that
  /// striprtf omits or places elsewhere.
  private static let otherwise: Set<String> = [
    "striprtf__hyperlink", "striprtf__hyperlinks", "striprtf__mac_textedit_hyperlink",
    "striprtf__issue_63", "striprtf__encoding", "striprtf__issue_29_bad",
    "striprtf__issue_29_good", "striprtf__Example_text", "striprtf__Speiseplan_KW_32-33_Eybl",
    "striprtf__BVWGT_20241227_W258_2227269_1_00_01",
  ]

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Texts are those that striprtf and rtfparserkit assert`() throws {
    var equal = 0
    for url in ExternalCorpora.files(in: "rtf/expected", suffix: ".txt") {
      let name = url.deletingPathExtension().lastPathComponent
      if Self.otherwise.contains(name) { continue }
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(squeezed(try file(name).document.string.text) == squeezed(text), "\(name)")
      equal += 1
    }
    #expect(equal == 24)
  }

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Lists of Word have all their items and nothing else`() throws {
    let string = try file("tika__testRTFListMicrosoftWord").document.string
    let items = string.blockKinds.filter { kinds in
      kinds.contains { if case .listItem = $0 { true } else { false } }
    }
    #expect(items.count >= 6)
    #expect(!string.text.contains("\t"))
  }

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Links of TextEdit keep their targets and their text`() throws {
    let string = try file("striprtf__mac_textedit_hyperlink").document.string
    #expect(string.attributeRuns(in: string.utf16Range).contains { $0.attributes.link != nil })
  }
}
