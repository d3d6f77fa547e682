import Foundation
import IAConvert
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

/// Files that other converters read wrongly, one test per row of a table.
///
/// The expected results are the assertions of Tika and rtfparserkit for the same files, and the
/// content of the RTF.
@Suite("Files that other converters read wrongly", .enabled(if: ExternalCorpora.has("rtf")))
struct FidelityTableTests {
  private func document(_ name: String) throws -> IADocument {
    let url = ExternalCorpora.root.appending(path: "rtf/rtf/\(name).rtf")
    let source = BytesSource([UInt8](try Data(contentsOf: url)), name: url.lastPathComponent)
    return try Conversion(to: FormatID("json")).read(source).document
  }

  private func page(_ document: IADocument) throws -> String {
    var sink = BytesSink()
    let writer = try FormatRegistry.standard.writer(id: FormatID("html"))
    let options = WriteOptions(keepsHiddenData: false)
    _ = try writer.write(document, to: &sink, options: options)
    let page = String(decoding: sink.bytes, as: UTF8.self)
    return page.components(separatedBy: "<main>").last ?? ""
  }

  @Test(
    "Characters match their code page, font or number",
    arguments: [
      ("tika__testRTFWindowsCodepage1250", ["zażółć gęślą jaźń\n", "ZAŻÓŁĆ GĘŚLĄ JAŹŃ\n"]),
      (
        "tika__testRTFWordPadCzechCharacters",
        ["Článek týdne\n", "Část svitku s textem Knihy Izajáš\n", "starověké židovské náboženské"]
      ),
      ("tika__testRTFUnicodeUCNControlWordCharacterDoubling", ["0 年 abc 念"]),
      ("tika__testRTFUnicodeGothic", ["𐌲𐌿𐍄𐌹𐍃𐌺"]),
      (
        "tika__testRTFInvalidUnicode",
        [
          "Unpaired hi \u{FFFD} here", "Unpaired lo \u{FFFD} here",
          "Mismatched pair \u{FFFD}\u{FFFD} here",
        ]
      ),
      ("tika__testRTF-ms932", ["こんにちは\n", "テスト\n"]),
      ("tika__testRTFJapanese", ["ゾルゲと尾崎、淡々と最期", "（ＧＨＱ）"]),
      ("rtfparserkit__testMultiByteHex", ["お元気ですか？"]),
      ("rtfparserkit__testJapaneseJisEncodingTwoFonts", ["中國"]),
      ("rtfparserkit__testGreekEncoding", ["Unicode €Ω"]),
      ("striprtf__issue_28", ["印刷情况反映：\n", "市政府情况反映：\n"]),
      ("rtfparserkit__test10007Encoding", ["Комманда разработчиков"]),
      (
        "tika__testRTFControls",
        [
          "anem\u{2014}dash", "anen\u{2013}dash", "anon\u{2011}breakinghyphen",
          "anonbreaking\u{A0}space", "anoptional\u{AD}hyphen", "\u{2018}Single quoted text\u{2019}",
          "\u{201C}Double quoted text\u{201D}",
        ]
      ),
    ])
  func characters(name: String, expected: [String]) throws {
    let text = try document(name).string.text
    for part in expected { #expect(text.contains(part), "\(name): \(text.prefix(300))") }
  }

  @Test("Notes, boxes, lists, tables, headers and Gothic letters are read")
  func various() throws {
    let document = try document("tika__testRTFVarious")
    let string = document.string
    for part in [
      "This is the header text.\n", "Footnote appears here1\n", "Here is a text box\n",
      "Bold italic underline superscript subscript\n", "Bullet 1\nBullet 2\nBullet 3\n",
      "Number bullet 1\nNumber bullet 2\nNumber bullet 3\n", "This is a hyperlink\n",
      "Row 1 Col 1\nRow 1 Col 2\nRow 1 Col 3\nRow 2 Col 1\nRow 2 Col 2\nRow 2 Col 3\n",
      "Suddenly some Japanese text:\nゾルゲと尾崎、淡々と最期\n（ＧＨＱ）\n",
      "And then some Gothic text:\n𐌲𐌿𐍄𐌹𐍃𐌺\n", "Here is a citation:\n(Kramer)\n",
      "Figure 1 This is a caption for Figure 1\n", "Row 1 column 1\n", "Row 2 column 2\n",
      " This is a footnote.\n", "This is the footer text.\n",
    ] { #expect(string.text.contains(part), "\(part)") }
    func kinds(of text: String) throws -> [Block.Kind] {
      let range = try #require(string.text.range(of: text))
      let offset = string.text.utf16.distance(from: string.text.startIndex, to: range.lowerBound)
      return string.paragraphAttributes(at: offset).blocks.map(\.kind)
    }
    #expect(try kinds(of: "This is the header") == [.pageHeader()])
    #expect(try kinds(of: "Here is a text box").map(\.name) == ["text-box"])
    #expect(try kinds(of: "Bullet 2").first == .unorderedList(marker: nil))
    #expect(try kinds(of: "Number bullet 2").last == .listItem(.init(ordinal: 2)))
    #expect(try kinds(of: "Row 2 Col 3").count == 3)
    #expect(try kinds(of: " This is a footnote") == [.footnote(label: "1")])
    #expect(try kinds(of: "This is the footer") == [.pageFooter()])
    #expect(document.metadata.subject == "Subject is here")
    let page = try page(document)
    for part in ["role=\"doc-footnote\"", "class=\"ia-frame\"", "<ul>", "<ol", "<table", "<header"]
    {
      #expect(page.contains(part), "\(part)")
    }
  }

  @Test("Links of TextEdit keep their text and target")
  func textEditLinks() throws {
    let page = try page(document("striprtf__mac_textedit_hyperlink"))
    #expect(page.contains(">striprtf.dev</a> (plain)"))
    #expect(
      page.contains(
        "<a href=\"http://github.com/joshy/striprtf\" rel=\"noopener noreferrer\">github</a> (real)"
      ))
    #expect(!page.contains("&quot;"))
  }

  @Test("A field inside a link is part of the link text")
  func nestedFields() throws {
    let string = try document("tika__testRTF_nestedHyperlinkPageRef").string
    #expect(string.text == "Before 42 after.\n")
    #expect(string.attributes(at: 7).link?.url == "#target")
    #expect(string.attributes(at: 8).link?.url == "#target")
    #expect(string.attributes(at: 6).link == nil && string.attributes(at: 9).link == nil)
  }

  @Test("Lists of Word have all items, with the right nesting and no other text")
  func wordLists() throws {
    let page = try page(document("tika__testRTFListMicrosoftWord"))
    #expect(items(page) == "[one two three][first second third][a[aa ab] b c]")
    #expect(!page.contains("Aufz"))
  }

  @Test("Lists of LibreOffice have all items")
  func libreOfficeLists() throws {
    let page = try page(document("tika__testRTFListLibreOffice"))
    #expect(items(page) == "[one two three][first second third]")
  }

  /// Returns the texts of list items, with the items of each list in brackets.
  private func items(_ page: String) -> String {
    var found = ""
    for piece in page.components(separatedBy: "<") {
      let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      let tag = parts.first?.prefix { $0 != " " } ?? ""
      switch tag {
      case "ol", "ul": found += "["
      case "/ol", "/ul": found += "]"
      case "li": found += found.hasSuffix("[") ? "" : " "
      default:
        let isItem = found.filter { $0 == "[" }.count > found.filter { $0 == "]" }.count
        if isItem, parts.count == 2 {
          found += parts[1].filter { !$0.isWhitespace }
        }
      }
    }
    return found
  }

  @Test("Bold and italic overlap and end at the right places")
  func overlaps() throws {
    let page = try page(document("tika__testRTFBoldItalic"))
      .replacing(/<\/?span[^>]*>|<\/?p[^>]*>/, with: "")
      .replacing("</strong><strong>", with: "").replacing("</em><em>", with: "")
    for line in [
      "<strong>bold</strong>\n", "<strong>bold <em>italic</em></strong>\n",
      "<em>italic</em>\n",
      "<strong>bold then <em>italic then</em></strong><em> not bold</em>\n",
      "<em>italic then </em><strong><em>bold then</em> not italic</strong>",
    ] { #expect(page.contains(line), "\(line) in \(page)") }
  }

  @Test("Only bold and italic text has these attributes")
  func plainText() throws {
    let string = try document("rtfparserkit__testStyles").string
    let bold = string.attributeRuns(in: string.utf16Range).filter(\.attributes.bold)
    #expect(bold.map { string.text(in: $0.utf16Range) } == ["Test 3 - bold.\n"])
    let italic = string.attributeRuns(in: string.utf16Range).filter(\.attributes.italic)
    #expect(italic.map { string.text(in: $0.utf16Range) } == ["Test 2 - italic.\n"])
  }

  @Test("Files that stop other converters are read in bounded time")
  func stoppers() throws {
    for name in [
      "striprtf__bytes", "striprtf__issue_29_bad", "striprtf__issue_29_good", "RtfPipe__Issue39",
      "tika__testRTFTIKA_2500", "tika__testComment", "RtfPipe__Issue46", "rtf.js__wmf_source",
      "rtf-to-html__hebrew-test", "striprtf__issue_20", "rtfparserkit__test10001Encoding",
    ] {
      var length = 0
      let seconds = try ThreadClock.seconds(runs: 1) {
        length = try document(name).string.utf16Count
      }
      #expect(length > 3 && seconds < 5, "\(name): \(length) units in \(seconds) s")
    }
  }
}

extension IAString {
  fileprivate var text: String { text(in: utf16Range) }

  fileprivate func text(in range: Range<Int>) -> String {
    String(decoding: units(in: range), as: UTF16.self)
  }
}
