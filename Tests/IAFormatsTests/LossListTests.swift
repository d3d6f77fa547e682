import IAFormats
import IAText
import Testing

@Suite struct LossListTests {
  /// Returns the notes of a list as text: feature, detail, range.
  private func notes(
    _ document: IADocument, kept: Set<DocumentFeature> = [], tags: Set<String> = []
  ) -> [String] {
    report(document, kept: kept, tags: tags).notes.map { note in
      #expect(note.kind.effect == .dropped)
      let range = note.utf16Range.map { " \($0)" } ?? ""
      return note.kind.feature.rawValue + (note.detail.isEmpty ? "" : " " + note.detail) + range
    }
  }

  private func report(
    _ document: IADocument, kept: Set<DocumentFeature> = [], tags: Set<String> = []
  ) -> ConversionReport {
    var report = ConversionReport()
    LossList(kept: kept, tags: tags).list(document, in: &report)
    return report
  }

  @Test func `A plain document loses nothing`() {
    #expect(notes(IADocument(IAString("plain"))) == [])
  }

  @Test func `Adjacent runs of other intensities are one loss`() {
    var string = IAString("abcdefgh")
    string.setIntensity(10, in: 1..<2)
    string.setIntensity(20, in: 2..<4)
    string.setIntensity(30, in: 5..<7)
    #expect(notes(IADocument(string)) == ["intensity 1..<4", "intensity 5..<7"])
    #expect(notes(IADocument(string), kept: [.intensity]) == [])
  }

  @Test func `Each attribute of a run is a loss with its value and range`() {
    var string = IAString("abcdef")
    string.updateAttributes(in: 1..<3) {
      $0.bold = true
      $0.fontSize = 12.5
      $0.tags = [.init("cite", "x"), .init("insertion")]
    }
    string.updateAttributes(in: 4..<6) {
      $0.link = .init("x:y")
      $0.capitals = .small
    }
    let document = IADocument(string)
    #expect(
      notes(document) == [
        "font-size 12.5 1..<3", "bold 1..<3", "tag cite 1..<3", "tracked-change insertion 1..<3",
        "capitals small 4..<6", "link x:y 4..<6",
      ])
    #expect(
      notes(document, kept: [.bold, .link], tags: ["cite"]) == [
        "font-size 12.5 1..<3", "tracked-change insertion 1..<3", "capitals small 4..<6",
      ])
  }

  static let paragraphAttributes:
    [(DocumentFeature, @Sendable (inout ParagraphAttributes) -> Void)] = [
      (.alignment, { $0.alignment = .center }), (.indent, { $0.firstLineIndent = 10 }),
      (.indent, { $0.headIndent = 10 }), (.indent, { $0.tailIndent = 10 }),
      (.paragraphSpacing, { $0.spacingBefore = 6 }), (.paragraphSpacing, { $0.spacingAfter = 6 }),
      (.lineHeight, { $0.lineHeight = .multiple(2) }), (.tabStops, { $0.tabStops = [.init(36)] }),
      (.paragraphDirection, { $0.direction = .rightToLeft }),
      (.pageBreak, { $0.pageBreakBefore = true }),
    ]

  @Test(arguments: paragraphAttributes) func `A paragraph attribute is a loss of its paragraph`(
    feature: DocumentFeature, update: @Sendable (inout ParagraphAttributes) -> Void
  ) {
    var string = IAString("one\ntwo\nthree")
    string.updateParagraphAttributes(in: 5..<6, update)
    #expect(notes(IADocument(string)) == ["\(feature) 4..<8"])
    #expect(notes(IADocument(string), kept: [feature]) == [])
  }

  @Test func `Several attributes of a paragraph are one loss each`() {
    var string = IAString("one\ntwo")
    string.updateParagraphAttributes(in: 5..<6) { attributes in
      for (_, update) in Self.paragraphAttributes { update(&attributes) }
    }
    #expect(
      notes(IADocument(string)) == [
        "alignment 4..<7", "indent 4..<7", "paragraph-spacing 4..<7", "line-height 4..<7",
        "tab-stops 4..<7", "paragraph-direction 4..<7", "page-break 4..<7",
      ])
  }

  static let blocks: [(DocumentFeature, Block.Kind)] = [
    (.heading, .header(level: 2)), (.quote, .blockQuote),
    (.codeBlock, .codeBlock(language: nil)),
    (.list, .orderedList(.init())), (.list, .unorderedList(marker: nil)),
    (.listItem, .listItem(.init(ordinal: 1))), (.thematicBreak, .thematicBreak),
    (.table, .table(.init(columns: [.init()]))), (.tableRow, .tableRow(isHeader: false)),
    (.tableCell, .tableCell(.init(column: 0))), (.footnote, .footnote(label: "1")),
    (.annotation, .annotation(.init())), (.pageHeader, .pageHeader()),
    (.pageFooter, .pageFooter()), (.textBox, .textBox()), (.endnote, .endnote(label: "1")),
  ]

  @Test(arguments: blocks) func `A block is a loss where it starts`(
    feature: DocumentFeature, kind: Block.Kind
  ) {
    var string = IAString("one\ntwo\nthree")
    string.setParagraphAttributes(.init(blocks: [Block(id: 1, kind)]), in: 4..<8)
    #expect(notes(IADocument(string)) == ["\(feature) 4..<8"])
    #expect(notes(IADocument(string), kept: [feature]) == [])
  }

  @Test func `Blocks that continue from the paragraph before are no further losses`() {
    var string = IAString("one\ntwo\nsix\nten\nnow\nend")
    let list = Block(id: 1, .unorderedList(marker: nil))
    func item(_ id: Int) -> Block { Block(id: id, .listItem(.init(ordinal: id - 1))) }
    func quote(_ id: Int) -> Block { Block(id: id, .blockQuote) }
    string.setParagraphAttributes(.init(blocks: [list, item(2), quote(5)]), in: 0..<4)
    string.setParagraphAttributes(.init(blocks: [list, item(2)]), in: 4..<8)
    string.setParagraphAttributes(.init(blocks: [list, item(3), quote(5)]), in: 8..<12)
    string.setParagraphAttributes(.init(blocks: [list, item(3), quote(6)]), in: 12..<16)
    // A paragraph without blocks ends them all.
    string.setParagraphAttributes(.init(blocks: [list]), in: 20..<23)
    #expect(
      notes(IADocument(string)) == [
        "list 0..<4", "list-item 0..<4", "quote 0..<4", "list-item 8..<12", "quote 8..<12",
        "quote 12..<16", "list 20..<23",
      ])
  }

  @Test func `Bookmarks, options and metadata are losses without a range or with an empty one`() {
    var document = IADocument(IAString("one two"))
    document.string.setBookmark("here", at: 4)
    document.string.options = DisplayOptions(
      renderScheme: "WeightScheme", smoothing: .word, animates: true, fontFamily: "Serif",
      fontSize: 12, paragraphSpacing: 6)
    document.metadata = DocumentMetadata(
      title: "T", authors: ["A"], subject: "S", keywords: ["K"], language: "en",
      created: "2026-01-01", modified: "2026-01-02", generator: "G", custom: [.init("own", "x")])
    let options = [
      "render-scheme WeightScheme", "smoothing Word", "animation", "font-family Serif",
      "font-size 12.0", "paragraph-spacing 6.0",
    ]
    let fields = [
      "title", "authors", "subject", "keywords", "language", "created", "modified", "generator",
      "own",
    ]
    #expect(notes(document) == ["bookmark here 4..<4"] + options + fields.map { "metadata " + $0 })
    #expect(notes(document, kept: [.metadata]) == ["bookmark here 4..<4"] + options)
  }

  @Test func `Only the values that are set are losses of options and metadata`() {
    var document = IADocument(IAString("one"))
    document.string.options.animation = .standard
    document.string.options.paragraphSpacing = 0
    document.metadata.subject = "S"
    #expect(notes(document) == ["animation", "metadata subject"])
  }

  @Test(arguments: [63, 64, 65, 200]) func `Losses beyond the notes of a feature are counted`(
    count: Int
  ) {
    var string = IAString(String(repeating: "ab", count: count))
    for number in 0..<count {
      // Attribute sets of bold text with two sizes alternate with plain text.
      string.updateAttributes(in: 2 * number..<2 * number + 1) {
        $0.bold = true
        $0.fontSize = number % 2 == 0 ? 8 : 9
      }
    }
    let report = report(IADocument(string))
    for feature in [DocumentFeature.bold, .fontSize] {
      #expect(report.counts[.init(effect: .dropped, feature: feature)] == count)
      let noted = report.notes.filter { $0.kind.feature == feature }
      let expected = (0..<min(count, ConversionReport.notesPerKind)).map { 2 * $0..<2 * $0 + 1 }
      #expect(noted.map(\.utf16Range) == expected)
    }
  }

  @Test func `Losses of paragraphs beyond the notes of a feature are counted`() {
    var string = IAString(String(repeating: "a\n", count: 100))
    for number in 0..<100 {
      string.updateParagraphAttributes(in: 2 * number..<2 * number + 1) {
        $0.alignment = number % 2 == 0 ? .center : .right
      }
    }
    let report = report(IADocument(string))
    #expect(report.counts == [.init(effect: .dropped, feature: .alignment): 100])
    #expect(report.notes.count == ConversionReport.notesPerKind)
    #expect(report.notes.last?.utf16Range == 126..<128)
  }
}
