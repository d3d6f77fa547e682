import IAFormats
import IARTF
import IAText
import Testing

/// The text before the numbers of list items, which may contain the numbers of outer levels.
@Suite struct RTFListNumberTests {
  private typealias Style = Block.OrderedListStyle

  /// Returns a document with one list.
  ///
  /// - Parameters:
  ///   - levels: The control words and the text of each level.
  ///   - items: The level of each item.
  private static func document(_ levels: [(String, String)], items: [Int]) -> String {
    let table = levels.map { "{\\listlevel\($0.0){\\leveltext\($0.1);}{\\levelnumbers;}}" }
    return "{\\rtf1{\\*\\listtable{\\list" + table.joined() + "\\listid5}}"
      + "{\\*\\listoverridetable{\\listoverride\\listid5\\ls1}}"
      + items.map { "\\pard\\ls1\\ilvl\($0) a\\par\n" }.joined() + "}"
  }

  /// Returns the label of each paragraph in a list item.
  private static func labels(_ document: IADocument) -> [String] {
    document.string.paragraphs.compactMap { paragraph in
      let blocks = paragraph.attributes.blocks
      guard
        let index = blocks.lastIndex(where: { if case .listItem = $0.kind { true } else { false } }
        ),
        index > 0,
        case .listItem(let item) = blocks[index].kind,
        case .orderedList(let style) = blocks[index - 1].kind
      else { return nil }
      return style.prefix + style.numbering.text(of: item.ordinal) + style.delimiter
    }
  }

  private static let legal = [
    ("\\levelnfc1", "\\'02\\'00."), ("\\levelnfc4", "\\'04\\'00.\\'01)"),
    ("\\levelnfc0\\levellegal1", "\\'06\\'00.\\'01.\\'02"),
  ]

  @Test func `Numbers of outer levels are before the number of an item`() throws {
    let rtf = Self.document(Self.legal, items: [0, 1, 1, 2, 2, 0, 1, 2])
    let result = try readRTF(rtf)
    let expected = ["I.", "I.a)", "I.b)", "1.2.1", "1.2.2", "II.", "II.a)", "2.1.1"]
    #expect(Self.labels(result.document) == expected)
    #expect(result.report.kinds.isEmpty)
    // They are literal text in files of the suite.
    let (text, report) = try writtenRTF(result.document, WriteOptions(keepsHiddenData: false))
    #expect(report.kinds.isEmpty)
    #expect(text.contains("{\\leveltext\\'05II.\\'01);}{\\levelnumbers\\'04;}"))
    #expect(text.contains("{\\listtext\\pard\\plain 2.1.1\\tab}"))
    #expect(try Self.labels(readRTF(text).document) == expected)
  }

  @Test func `An outer level without an item has its first number`() throws {
    let levels = [
      ("\\levelnfc0\\levelstartat7", "\\'02\\'00."), ("\\levelnfc0", "\\'03\\'00-\\'01"),
    ]
    #expect(
      try Self.labels(readRTF(Self.document(levels, items: [1, 1, 0, 1])).document)
        == ["7-1", "7-2", "7.", "7-1"])
  }

  @Test(
    arguments: [
      ("\\'03(\\'00)", "(1)"), ("\\'0bArticle \\'00: ", "Article 1:"),
      ("\\'03 \\u167?\\'00", "\u{A7}1"),
    ])
  func `The text before a number is kept`(text: String, label: String) throws {
    let document = try readRTF(Self.document([("\\levelnfc0", text)], items: [0])).document
    #expect(Self.labels(document) == [label])
    let again = try writtenRTF(document, WriteOptions(keepsHiddenData: false)).text
    #expect(try Self.labels(readRTF(again).document) == [label])
  }

  @Test func `The text before a number is bounded`() throws {
    let long = "\\'ff" + String(repeating: "x", count: 1000) + "\\'00."
    let document = try readRTF(Self.document([("\\levelnfc0", long)], items: [0])).document
    for block in document.string.paragraphs[0].attributes.blocks {
      if case .orderedList(let style) = block.kind { #expect(style.prefix.count <= 24) }
    }
    let own = IAStringBuilder.list(
      .orderedList(.init(prefix: String(repeating: "y", count: 1000))))
    let (text, _) = try writtenRTF(IADocument(own), WriteOptions(keepsHiddenData: false))
    #expect(text.contains("\\'1a" + String(repeating: "y", count: 24) + "\\'00."))
  }

  @Test func `A list of definitions has no marks in programs that know list tables`() throws {
    var builder = IAStringBuilder()
    builder.append("a\nb\nc\n")
    let list = Block(id: 1, .unorderedList(marker: Block.definitionMarker))
    let string = builder.finish()
    var document = IADocument(string)
    for (number, offset) in [2, 4].enumerated() {
      document.string.updateParagraphAttributes(in: offset..<offset + 1) {
        $0.blocks = [list, Block(id: 2 + number, .listItem(.init(ordinal: 1 + number)))]
      }
    }
    let text = try writtenRTF(document, WriteOptions(keepsHiddenData: false)).text
    #expect(text.contains("\\levelnfc255") && text.contains("{\\leveltext\\'00;}"))
    let read = try readRTF(text)
    #expect(
      read.document.string.paragraphSets.map(\.blocks)
        == document.string.paragraphSets.map(\.blocks))
    #expect(read.report.isLossless)
  }

  @Test func `A list without marks has none in RTF`() throws {
    let string = IAStringBuilder.list(.unorderedList(marker: ""))
    let text = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(text.contains("\\levelnfc255") && text.contains("{\\leveltext\\'00;}"))
    #expect(text.contains("\\ls1\\ilvl0\\fi0\\li720"))
    let read = try readRTF(text)
    #expect(read.document.string.paragraphSets.map(\.blocks) == string.paragraphSets.map(\.blocks))
    #expect(read.document.string.paragraphSets.allSatisfy { $0.headIndent == nil })
  }

  @Test func `Number formats that documents do not have are reported`() throws {
    let result = try readRTF(Self.document([("\\levelnfc22", "\\'01\\'00")], items: [0, 0]))
    #expect(Self.labels(result.document) == ["1", "2"])
    #expect(
      result.report.notes.map { "\($0.kind.effect) \($0.kind.feature.rawValue) \($0.detail)" }
        == ["approximated list-number levelnfc22"])
  }

  @Test(
    arguments: [
      ("{\\pn\\pnlvlbody\\pndec\\pnstart1{\\pntxtb (}{\\pntxta )}}", "(1)"),
      ("{\\pntext (2)\\tab}", "(2)"), ("{\\pntext 1.2.3\\tab}", "1.2.3"),
      ("{\\pntext 1.2.\\tab}", "1.2."), ("{\\pntext (b)\\tab}", "(b)"), ("{\\pntext 4\\tab}", "4."),
    ])
  func `Lists without a table keep the text before their numbers`(words: String, label: String)
    throws
  {
    #expect(try Self.labels(readRTF("{\\rtf1\\pard\(words) a\\par}").document) == [label])
  }

  @Test func `The levels of an override replace those of the list`() throws {
    let level = "{\\listlevel\\levelnfc3\\levelstartat5{\\leveltext\\'02\\'00);}{\\levelnumbers;}}"
    let rtf =
      "{\\rtf1{\\*\\listtable{\\list{\\listlevel\\levelnfc0{\\leveltext\\'02\\'00.;}{\\levelnumbers;}}\\listid5}}"
      + "{\\*\\listoverridetable{\\listoverride\\listid5\\ls1}"
      + "{\\listoverride\\listid5{\\lfolevel\\listoverridestartat\\listoverrideformat\(level)}\\ls2}"
      + "{\\listoverride\\listid5{\\lfolevel\\listoverridestartat\\levelstartat1}\\ls3}}"
      + "\\pard\\ls1 a\\par b\\par\\pard\\ls2 c\\par d\\par\\pard\\ls3 e\\par}"
    #expect(Self.labels(try readRTF(rtf).document) == ["1.", "2.", "E)", "F)", "1."])
  }

  @Test func `Roman digits of labels are numbers where lists continue with them`() throws {
    func labels(_ texts: [String], _ words: String = "") throws -> [String] {
      let items = texts.map { "{\\pntext \($0)\\tab}a\\par\n" }
      return Self.labels(try readRTF("{\\rtf1\\pard\(words) \(items.joined())}").document)
    }
    let roman = ["(iii)", "(iv)", "(v)"]
    let words = "{\\*\\pn\\pnlvlbody\\pnlcrm\\pnstart3{\\pntxtb (}{\\pntxta )}}"
    #expect(try labels(roman, words) == roman)
    let letters = "{\\*\\pn\\pnlvlbody\\pnlcltr\\pnstart9{\\pntxta )}}"
    #expect(try labels(["i)", "j)"], letters) == ["i)", "j)"])
    for texts in [
      ["i.", "ii.", "iii.", "iv.", "v."], ["h.", "i.", "j."], ["z.", "aa."], ["C.", "D."],
    ] {
      #expect(try labels(texts) == texts)
    }
    #expect(try labels(["ill.", "ab."]) == [])
  }

  @Test(arguments: [
    ("", false), ("\\levelfollow0", false), ("\\levelfollow1", true), ("\\levelfollow2", true),
  ])
  func `A space or nothing after a marker is reported`(word: String, isReported: Bool) throws {
    let result = try readRTF(Self.document([("\\levelnfc0\(word)", "\\'02\\'00.")], items: [0]))
    #expect(
      result.report.notes.contains { $0.kind.feature == .listDelimiter } == isReported)
  }

  @Test(
    arguments: [
      ("0\\leveljc0", nil), ("0\\leveljc2", "alignment"), ("0\\levelpicture0", "picture"),
      ("0\\b", "formatting"), ("0\\b0\\fs24", nil), ("0\\cf3", "formatting"), ("0\\f1", "font"),
      ("23\\f1", nil),
    ] as [(String, String?)])
  func `What a document does not have of a marker is reported`(word: String, detail: String?) throws
  {
    let text = Self.document([("\\levelnfc\(word)", "\\'02\\'00.")], items: [0])
    let fonts = "{\\fonttbl{\\f0 A;}{\\f1 B;}}"
    let result = try readRTF(text.replacing("{\\rtf1", with: "{\\rtf1" + fonts, maxReplacements: 1))
    let notes = result.report.notes.filter { $0.kind.feature == .listMarker }
    #expect(notes.map(\.detail) == (detail.map { [$0] } ?? []))
  }
}

extension IAStringBuilder {
  /// Returns a list of one item.
  fileprivate static func list(_ kind: Block.Kind) -> IAString {
    var builder = IAStringBuilder()
    builder.append("a")
    builder.endParagraph(
      ParagraphAttributes(blocks: [
        Block(id: 1, kind), Block(id: 2, .listItem(.init(ordinal: 1))),
      ]))
    return builder.finish()
  }
}
