import Foundation
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

  /// Files that are no RTF, or hold pictures alone.
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

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Lists of Word have all their items and no junk`() throws {
    let string = try file("tika__testRTFListMicrosoftWord").document.string
    let items = string.blockKinds.filter { kinds in
      kinds.contains { if case .listItem = $0 { true } else { false } }
    }
    #expect(items.count >= 6)
    #expect(!string.text.contains("\t"))
  }

  @Test(.enabled(if: ExternalCorpora.has("rtf")))
  func `Links of TextEdit lead somewhere and keep their text`() throws {
    let string = try file("striprtf__mac_textedit_hyperlink").document.string
    #expect(string.attributeRuns(in: string.utf16Range).contains { $0.attributes.link != nil })
  }
}
