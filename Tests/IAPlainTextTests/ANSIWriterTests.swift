import Foundation
import IAFiles
import IAFormats
import IAPlainText
import IATestSupport
import IAText
import Testing

@Suite struct ANSIWriterTests {
  private func write(
    _ document: IADocument, scheme: String = "AlphaScheme", colors: Int = 1 << 24,
    profile: String? = nil
  ) throws -> (text: String, report: ConversionReport) {
    var sink = BytesSink()
    let options = WriteOptions(
      profile: profile, display: DisplayOptions(renderScheme: scheme), terminalColors: colors)
    let report = try ANSIWriter().write(document, to: &sink, options: options)
    return (sink.text, report)
  }

  /// Returns the text without SGR and OSC 8, which must be the only control sequences.
  private func stripped(_ text: String) -> String {
    let pattern = "\u{1B}\\[[0-9;:]*m|\u{1B}\\]8;;[!-~]*\u{1B}\\\\"
    return text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
  }

  @Test func weightsBecomeFaintNormalAndBold() throws {
    let string = IAString(units: Array("abc".utf16), intensities: [0, 40, 100])
    let written = try write(IADocument(string), scheme: "WeightScheme")
    #expect(written.text == "\u{1B}[2ma\u{1B}[0mb\u{1B}[1mc\u{1B}[0m\n")
    #expect(written.report.isLossless)
  }

  @Test func `The size of a table is in proportion to its text`() throws {
    let high = String(repeating: "\u{2028}", count: 20_000)
    let document = LaidOutTextTests.table([[String(repeating: "x", count: 20_000)], [high]])
    let text = try write(document).text
    #expect(text.utf8.count < (1 << 20) + 130 * document.string.utf16Count)
    #expect(text.utf8.count(where: { $0 == UInt8(ascii: "x") }) == 20_000)
  }

  @Test func `A tab ends at the next multiple of eight columns`() throws {
    let tabs = IAString("a\tbc\u{65E5}\td" + String(repeating: "\t", count: 20_000))
    let text = try write(IADocument(tabs), scheme: "").text
    #expect(text.hasPrefix("a       bc\u{65E5}    d       "))
    #expect(text.utf8.count == 19 + 8 * 20_000 - 1)
  }

  @Test func coloursAreBroughtToWhatTheTerminalHas() throws {
    let string = IAString("x", intensity: 0)
    let parameters = [
      (1 << 24, "38;2;0;204;82"), (256, "38;5;41"), (16, "32"),
    ]
    for (colors, expected) in parameters {
      let text = try write(IADocument(string), scheme: "HueGYRScheme", colors: colors).text
      #expect(text == "\u{1B}[\(expected)mx\u{1B}[0m\n")
    }
    let bare = try write(IADocument(string), scheme: "HueGYRScheme", colors: 2)
    #expect(bare.text == "x\n")
    #expect(bare.report.kinds.map(\.feature.rawValue) == ["intensity"])
  }

  @Test func opacityFadesTowardsTheAssumedBackground() throws {
    let string = IAString("x", intensity: 0)
    #expect(try write(IADocument(string)).text.contains("38;2;29;29;29"))
    let light = try write(IADocument(string), profile: "light").text
    #expect(light.contains("38;2;223;223;223"))
  }

  @Test func sizesAreReported() throws {
    let report = try write(IADocument("x"), scheme: "FontSizeScheme").report
    #expect(report.notes.map(\.kind.effect) == [.dropped])
    #expect(report.notes.map(\.kind.feature.rawValue) == ["intensity"])
  }

  @Test func attributesBecomeSequences() throws {
    var attributes = InlineAttributes()
    attributes.italic = true
    attributes.strikethrough = .single
    attributes.underline = .init(.wavy, color: Color(0xFF0000))
    attributes.background = Color(0xFFFF00)
    let document = IADocument(IAString("x", attributes: attributes))
    let text = try write(document, scheme: "WeightScheme").text
    #expect(text.hasPrefix("\u{1B}[3;4;4:3;58:2::255:0:0;9;38;2;0;0;0;48;2;255;255;0mx\u{1B}[0m"))
    let few = try write(document, scheme: "WeightScheme", colors: 16)
    #expect(few.text.hasPrefix("\u{1B}[3;4;9;30;103mx\u{1B}[0m"))
    #expect(few.report.kinds.map(\.feature.rawValue) == ["underline"])
    let none = try write(document, scheme: "WeightScheme", colors: 2).text
    #expect(none.hasPrefix("\u{1B}[3;4;7;9mx\u{1B}[0m"))
  }

  @Test func aColourThatCannotBeSeenIsGivenUp() throws {
    var attributes = InlineAttributes()
    attributes.foreground = .black
    let document = IADocument(IAString("x", attributes: attributes))
    let dark = try write(document, scheme: "WeightScheme")
    #expect(dark.text == "x\n")
    #expect(dark.report.kinds.map(\.feature.rawValue) == ["foreground"])
    #expect(try write(document, scheme: "WeightScheme", profile: "light").report.isLossless)
  }

  @Test(
    arguments: [
      ("https://example.org/a?b=c", "https://example.org/a?b=c"),
      ("MAILTO:a@b.c", "MAILTO:a@b.c"), ("https://ex.org/ä", "https://ex.org/%C3%A4"),
      ("javascript:alert(1)", nil), ("https://a/\u{1B}\\x", nil), ("https://a b/", nil),
      ("file:///etc/passwd", nil), ("/relative", nil), ("java\tscript:x", nil), ("https", nil),
      ("https://a/\u{9C}x", "https://a/%C2%9Cx"),
    ] as [(String, String?)])
  func onlyHarmlessLinksAreLinks(url: String, target: String?) throws {
    var attributes = InlineAttributes()
    attributes.link = .init(url)
    let written = try write(IADocument(IAString("x", attributes: attributes)))
    if let target {
      #expect(written.text.contains("\u{1B}]8;;\(target)\u{1B}\\"))
      #expect(written.text.hasSuffix("\u{1B}]8;;\u{1B}\\\u{1B}[0m\n"))
    } else {
      #expect(!written.text.contains("]8;"))
      #expect(written.report.kinds.map(\.effect) == [.neutralised])
    }
  }

  @Test func controlsOfTheTextAreShownAndDoNothing() throws {
    let hostile = "a\u{1B}[31mb\u{9B}31mc\u{7}\0\r\u{7F}\u{202E}d\u{8}\u{2028}e\u{85}"
    let written = try write(IADocument(IAString(hostile)))
    let shown = "a␛[31mb<U+009B>31mc␇␀␍␡<U+202E>d␈\ne<U+0085>\n"
    #expect(stripped(written.text) == shown)
    #expect(written.report.counts.count == 1)
    #expect(written.report.kinds.map(\.feature.rawValue) == ["control-character"])
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/blns")))
  func noAwkwardStringBringsASequenceOfItsOwn() throws {
    let url = ExternalCorpora.root.appending(path: "hostile/blns/blns.json")
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
    for text in strings {
      var attributes = InlineAttributes()
      attributes.link = .init(text)
      var string = IAString(text, attributes: attributes)
      var sticker = Attachment.sticker(text)
      sticker.textBacking = text
      string.append(sticker)
      string.append(Attachment(.file, name: text, altText: text))
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: 1, .footnote(label: text))]),
        in: string.utf16Range)
      let rest = stripped(try write(IADocument(string)).text)
      let isHarmless = rest.unicodeScalars.allSatisfy {
        $0 == "\n" || !($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
      }
      #expect(isHarmless, "\(text.debugDescription)")
    }
  }

  @Test func blocksBecomeBarsBulletsAndNumbers() throws {
    var builder = IAStringBuilder()
    func paragraph(_ text: String, _ blocks: [Block]) {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    paragraph("Title", [Block(id: 1, .header(level: 2))])
    paragraph("one", [])
    paragraph("two", [])
    let list = Block(id: 2, .orderedList(.init(numbering: .lowerRoman, start: 4)))
    paragraph("four", [list, Block(id: 3, .listItem(.init(ordinal: 4)))])
    paragraph("more", [list, Block(id: 3, .listItem(.init(ordinal: 4)))])
    let inner = Block(id: 5, .unorderedList(marker: nil))
    let five = Block(id: 4, .listItem(.init(ordinal: 5)))
    paragraph("five", [list, five])
    paragraph("deep", [list, five, inner, Block(id: 6, .listItem(.init(ordinal: 1, task: .done)))])
    paragraph("said\u{2028}twice", [Block(id: 7, .blockQuote)])
    paragraph("let x", [Block(id: 8, .codeBlock(language: nil))])
    paragraph("", [Block(id: 9, .thematicBreak)])
    let text = try write(IADocument(builder.finish()), scheme: "WeightScheme").text
    #expect(
      stripped(text) == """
        Title

        one
        two

        iv. four
            more
        v. five
           ☑ deep

        │ said
        │ twice

            let x

        \(String(repeating: "─", count: 40))

        """)
    #expect(text.hasPrefix("\u{1B}[1mTitle\u{1B}[0m\n"))
  }

  @Test func notesAreAtTheEndAndBlocksHaveSpace() throws {
    var builder = IAStringBuilder()
    func paragraph(_ text: String, _ blocks: [Block] = [], after space: Double? = nil) {
      builder.append(text)
      var attributes = ParagraphAttributes(blocks: blocks)
      attributes.spacingAfter = space
      builder.endParagraph(attributes)
    }
    var reference = InlineAttributes()
    reference[tag: "footnote"] = "1"
    builder.append("one")
    builder.append("1", attributes: builder.intern(reference))
    builder.append(" more")
    builder.endParagraph()
    paragraph("Note.", [Block(id: 1, .footnote(label: "1"))])
    paragraph("End.", [Block(id: 2, .endnote(label: "2"))])
    paragraph("Header", [Block(id: 3, .pageHeader(on: .all))])
    paragraph("two", after: 6)
    let quote = Block(id: 4, .blockQuote)
    paragraph("three", [quote])
    paragraph("four", [quote])
    paragraph("five", after: 6)
    paragraph("six")
    let written = try write(IADocument(builder.finish()))
    #expect(
      stripped(written.text) == """
        one[1] more
        two

        │ three
        │\u{20}
        │ four

        five

        six

        [1] Note.

        [2] End.

        """)
    #expect(written.report.kinds.map(\.feature) == [.pageHeader, .tag])
  }

  @Test func tablesAreAlignedByWhatTheEyeSees() throws {
    var builder = IAStringBuilder()
    let table = Block(
      id: 1, .table(.init(columns: [.init(), .init(alignment: .right), .init(alignment: .center)])))
    var id = 2
    func row(_ cells: [String], isHeader: Bool = false, span: Int = 1) {
      let row = Block(id: id, .tableRow(isHeader: isHeader))
      id += 1
      for (column, text) in cells.enumerated() {
        let cell = Block.TableCell(column: column, columnSpan: span)
        builder.append(text)
        builder.endParagraph(
          ParagraphAttributes(blocks: [table, row, Block(id: id, .tableCell(cell))]))
        id += 1
      }
    }
    row(["name", "n", "e"], isHeader: true)
    row(["漢字", "1", "👩‍👩‍👧"])
    row(["e\u{301}", "12345", "❤️🇩🇪"])
    row(["over all of it"], span: 3)
    let text = stripped(try write(IADocument(builder.finish()), scheme: "WeightScheme").text)
    #expect(
      text == """
        ┌──────┬───────┬──────┐
        │ name │     n │  e   │
        ├──────┼───────┼──────┤
        │ 漢字 │     1 │  👩‍👩‍👧  │
        │ e\u{301}    │ 12345 │ ❤️🇩🇪 │
        │ over all of it      │
        └──────┴───────┴──────┘

        """)
  }

  @Test func hostileTablesAreBoundedAndComplete() throws {
    var builder = IAStringBuilder()
    let table = Block(id: 1, .table(.init(columns: [])))
    for (id, column) in [Int.min, -1, 0, 5, 1 << 40, .max].enumerated() {
      let cell = Block.TableCell(column: column, columnSpan: column, rowSpan: column)
      builder.append("cell \(id)")
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          table, Block(id: 2, .tableRow(isHeader: false)), Block(id: id + 3, .tableCell(cell)),
          Block(id: 90, .table(.init(columns: []))),
        ]))
    }
    let written = try write(IADocument(builder.finish()))
    for id in 0..<6 { #expect(written.text.contains("cell \(id)")) }
    #expect(written.report.kinds.map(\.feature.rawValue) == ["table"])
  }

  @Test func stickersAndAttachmentsAreShownByTheirNames() throws {
    var document = IADocument(IAString("a\t"))
    document.string.append(.sticker("doge"))
    document.append(Plain.picture(of: "x"), as: .image, altText: "a cat\u{1B}c")
    let text = stripped(try write(document, scheme: "WeightScheme").text)
    #expect(text == "a       [doge]🖼 a cat␛c\n")
  }

  @Test func hiddenTextIsNotShownAndReported() throws {
    var attributes = InlineAttributes()
    attributes.hidden = true
    var string = IAString("a")
    string.append(IAString("secret", attributes: attributes))
    let written = try write(IADocument(string))
    #expect(!written.text.contains("secret"))
    #expect(written.report.kinds.map(\.feature.rawValue) == ["hidden-text"])
  }

  @Test func smoothingAveragesBeforeTheSchemeShows() throws {
    let string = IAString(units: Array("abcd".utf16), intensities: [0, 100, 0, 100])
    var document = IADocument(string)
    document.string.options.smoothing = .word
    let text = try write(document, scheme: "WeightScheme").text
    #expect(text == "abcd\n")
  }
}
