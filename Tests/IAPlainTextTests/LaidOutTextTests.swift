import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAPlainText

/// The profile `layout`: blocks as lines of text.
@Suite struct LaidOutTextTests {
  private struct Draft {
    var builder = IAStringBuilder()
    var nextID = 1

    mutating func block(_ kind: Block.Kind) -> Block {
      defer { nextID += 1 }
      return Block(id: nextID, kind)
    }

    mutating func add(_ text: String, in blocks: [Block] = []) {
      builder.append(text)
      var attributes = ParagraphAttributes()
      attributes.blocks = blocks
      builder.endParagraph(attributes)
    }

    var document: IADocument { IADocument(builder.finish()) }
  }

  private func written(
    _ document: IADocument, profile: String = "layout", separates: Bool = false
  ) throws -> (text: String, report: ConversionReport) {
    var options = WriteOptions(profile: profile)
    options.separatesParagraphs = separates
    var sink = BytesSink()
    let report = try PlainTextWriter().write(document, to: &sink, options: options)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  /// Returns a document with a table of the given texts.
  static func table(_ rows: [[String]]) -> IADocument {
    var draft = Draft()
    let table = draft.block(.table(.init(columns: [])))
    for row in rows {
      let block = draft.block(.tableRow(isHeader: false))
      for (column, text) in row.enumerated() {
        draft.add(text, in: [table, block, draft.block(.tableCell(.init(column: column)))])
      }
    }
    return draft.document
  }

  @Test func `The size of a table is in proportion to its text`() throws {
    let high = String(repeating: "\u{2028}", count: 20_000)
    let wide = Array(repeating: String(repeating: "y", count: 200), count: 300)
    for document in [Self.table([wide + [high]]), Self.table([[high], wide])] {
      let written = try written(document).text
      let count = document.string.utf16Count
      #expect(written.utf8.count < (1 << 20) + 65 * count)
      #expect(written.utf8.count(where: { $0 == UInt8(ascii: "y") }) == 60_000)
    }
  }

  @Test func `A document without blocks and space is written as it is`() throws {
    let document = IADocument(IAString("a\n\nb\u{2028}c\rd"))
    #expect(try written(document).text == (try written(document, profile: "verbatim").text))
  }

  @Test func `Paragraphs with space have a blank line between them`() throws {
    let document = IADocument(IAString("a\nb\n\nc"))
    #expect(try written(document, separates: true).text == "a\n\nb\n\nc\n")
  }

  @Test func `Space between paragraphs that becomes blank lines is reported`() throws {
    var document = IADocument(IAString("a\nb\n"))
    #expect(try written(document).report.isLossless)
    #expect(try written(document, separates: true).report.isLossless)
    document.string.options.paragraphSpacing = 12.5
    #expect(
      try written(document).report.notes.map(\.detail)
        == ["blank lines for space between paragraphs"])
    document.string.options.paragraphSpacing = nil
    document.string.updateParagraphAttributes(in: 0..<1) { $0.spacingAfter = 30 }
    #expect(
      try written(document).report.notes.map(\.kind.feature) == [.structure])
  }

  @Test func `Lists have marks, and nested items are indented`() throws {
    var draft = Draft()
    draft.add("before")
    let list = draft.block(.orderedList(.init(numbering: .lowerRoman, start: 3)))
    let item = draft.block(.listItem(.init(ordinal: 3)))
    draft.add("three\u{2028}more", in: [list, item])
    draft.add("again", in: [list, item])
    let inner = draft.block(.unorderedList(marker: nil))
    draft.add("x", in: [list, item, inner, draft.block(.listItem(.init(ordinal: 1)))])
    draft.add("four", in: [list, draft.block(.listItem(.init(ordinal: 4, task: .done)))])
    let result = try written(draft.document)
    #expect(
      result.text == """
        before

        iii. three
             more
             again
             ◦ x
        ☑ four

        """)
    #expect(
      result.report.counts.map { "\($0.key.effect) \($0.key.feature)" } == [
        "approximated structure"
      ])
  }

  @Test func `Tables have columns, and a line below the header`() throws {
    var draft = Draft()
    let table = draft.block(.table(.init(columns: [.init(), .init(alignment: .right)])))
    for (index, cells) in [["name", "n"], ["日本", "10"], ["x", "5"]].enumerated() {
      let row = draft.block(.tableRow(isHeader: index == 0))
      for (column, text) in cells.enumerated() {
        draft.add(text, in: [table, row, draft.block(.tableCell(.init(column: column)))])
      }
    }
    let result = try written(draft.document)
    #expect(
      result.text == """
        name   n
        ----  --
        日本  10
        x      5

        """)
  }

  @Test func `Quotes have bars, code is indented, notes are at the end`() throws {
    var draft = Draft()
    draft.builder.append("see ")
    var reference = InlineAttributes()
    reference[tag: "footnote"] = "1"
    draft.builder.append("1", attributes: draft.builder.intern(reference))
    draft.builder.append(" there")
    draft.builder.endParagraph()
    let note = draft.block(.footnote(label: "1"))
    draft.add("the note", in: [note])
    draft.add("and more", in: [note])
    let quote = draft.block(.blockQuote)
    draft.add("said", in: [quote])
    draft.add("twice", in: [quote])
    draft.add("let x = 1", in: [draft.block(.codeBlock(language: nil))])
    draft.add("", in: [draft.block(.thematicBreak)])
    let result = try written(draft.document)
    #expect(
      result.text == """
        see [1] there

        > said
        >
        > twice

            let x = 1

        ----------------------------------------

        [1] the note
            and more

        """)
  }

  @Test func `Cells that overlap, or are too many, take bounded space`() throws {
    var draft = Draft()
    let table = draft.block(.table(.init(columns: [])))
    let row = draft.block(.tableRow(isHeader: true))
    for column in [0, 0, .max, 5_000] {
      draft.add(
        String(repeating: "w", count: 500),
        in: [table, row, draft.block(.tableCell(.init(column: column, columnSpan: .max)))])
    }
    #expect(try written(draft.document).text.utf8.count < 10_000)
  }

  @Test func `Headers and footers of pages are left out and reported`() throws {
    var draft = Draft()
    draft.add("letterhead", in: [draft.block(.pageHeader())])
    draft.add("page 1", in: [draft.block(.pageFooter())])
    draft.add("body", in: [])
    let result = try written(draft.document)
    #expect(result.text == "body\n")
    let features = Set(result.report.losses.map(\.kind.feature))
    #expect(features.isSuperset(of: [.pageHeader, .pageFooter]))
  }

  @Test func `Hidden text is left out, and deleted text never becomes text`() throws {
    var document = IADocument(IAString("one two three\n"))
    document.string.updateAttributes(in: 0..<4) { $0.hidden = true }
    document.string.updateAttributes(in: 4..<8) { $0.deletion = TrackedChange() }
    let result = try written(document)
    #expect(result.text == "three\n")
    #expect(
      Set(result.report.counts.keys.map(\.feature.rawValue)) == ["hidden-text", "tracked-change"])
    var options = WriteOptions(profile: "layout")
    options.changes = .reject
    options.showsHiddenText = true
    var sink = BytesSink()
    _ = try PlainTextWriter().write(document, to: &sink, options: options)
    #expect(sink.bytes == Array("one two three\n".utf8))
    options.profile = nil
    options.terminalColors = 0
    sink = BytesSink()
    let report = try ANSIWriter().write(document, to: &sink, options: options)
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("one two three"))
    #expect(report.counts.keys.contains(.init(effect: .approximated, feature: .hiddenText)))
  }
}
