import IAConvert
import IATestSupport
import IAText
import Testing

@Suite struct DifferenceTests {
  private func document(_ text: String, _ edit: (inout IAString) -> Void = { _ in }) -> IADocument {
    var string = IAString(text)
    edit(&string)
    return IADocument(string)
  }

  private static func random(_ seed: Int) -> IADocument {
    var documents = RandomDocument(seed: UInt64(seed))
    return documents.next()
  }

  @Test func `Every document of the corpus equals itself, with full scores`() throws {
    for entry in try Corpus.documents() {
      let difference = DocumentDifference(entry.document, entry.document)
      #expect(difference.isEqual && difference.changes.isEmpty, "\(entry.name)")
      let fidelity = Fidelity(entry.document, entry.document)
      #expect(fidelity.isEqual, "\(entry.name)")
      #expect(fidelity.rows.allSatisfy { $0.agreeing == $0.total && $0.total > 0 }, "\(entry.name)")
    }
  }

  @Test func `A changed attribute is counted for the units that have it in either document`() {
    let left = document("plain bold other\n") { $0.set(\.bold, to: true, in: 6..<10) }
    let right = document("plain bold other\n") { $0.set(\.bold, to: true, in: 8..<12) }
    let row = Fidelity(left, right).rows.first { $0.name == "bold" }
    #expect(row?.total == 6 && row?.agreeing == 2)
    let changes = DocumentDifference(left, right).changes
    #expect(changes.map(\.left) == [6..<8, 10..<12])
    #expect(changes.map(\.from) == ["true", "-"] && changes.map(\.to) == ["-", "true"])
  }

  @Test func `Edited text is aligned, and the text around it still agrees`() {
    let left = document("one two three\nfour\n") { $0.set(\.italic, to: true, in: 8..<13) }
    let right = document("one 2 three\nfour\nfive\n") { $0.set(\.italic, to: true, in: 6..<11) }
    let rows = Fidelity(left, right).rows
    #expect(rows.first { $0.name == "italic" }?.agreeing == 5)
    #expect(rows.first { $0.name == "characters" }?.agreeing == 16)
    let changes = DocumentDifference(left, right).changes
    #expect(changes.map(\.kind) == [.text, .text])
    #expect(changes.map(\.from) == ["two", ""] && changes.map(\.to) == ["2", "five\n"])
  }

  @Test func `Many entries of metadata are compared by name, in linear time`() {
    var (left, right) = (document("x\n"), document("x\n"))
    left.metadata.custom = (0..<20_000).map { .init("name\($0)", "a") }
    right.metadata.custom = (0..<20_000).map { .init("name\($0)", $0 % 10_000 == 7 ? "b" : "a") }
    right.metadata.custom.append(.init("name7", "c"))
    var changes: [DocumentDifference.Change] = []
    var fidelity: Fidelity?
    let time = ContinuousClock().measure {
      changes = DocumentDifference(left, right).changes
      fidelity = Fidelity(left, right)
    }
    #expect(changes.map(\.name) == ["name7", "name10007"])
    #expect(changes.map(\.to) == ["b; c", "b"])
    #expect(fidelity?.isEqual == false)
    // A comparison of each name with all other names took minutes.
    #expect(time < .seconds(20))
  }

  @Test("Texts that differ only in Unicode normalisation differ")
  func spelling() {
    let (composed, decomposed) = (
      IADocument(IAString("\u{E9}\n")), IADocument(IAString("e\u{301}\n"))
    )
    let difference = DocumentDifference(composed, decomposed)
    #expect(!difference.isEqual && difference.changes.map(\.kind) == [.text])
    #expect(DocumentDifference(composed, composed).isEqual)
    #expect(Fidelity(composed, composed).isEqual && !Fidelity(composed, decomposed).isEqual)
    var (named, renamed) = (composed, composed)
    named.string.setBookmark("\u{E9}", at: 0)
    renamed.string.setBookmark("e\u{301}", at: 0)
    #expect(!DocumentDifference(named, renamed).isEqual)
  }

  @Test(
    arguments: [
      ([0xFFFD, 0xD800], [0xFFFD, 0xFFFD], 1..<2), ([0xFFFD, 0xFFFD], [0xFFFD, 0xD800], 1..<2),
      ([0x61, 0x20, 0xFFFD, 0xDC00, 0x20], [0x61, 0x20, 0xFFFD, 0xFFFD, 0x20], 3..<4),
      ([0xD800, 0xFFFD], [0xFFFD, 0xFFFD], 0..<1),
      ([0x2E, 0x2E, 0x2E, 0x21, 0x0A, 0x61], [0x2E, 0x2E, 0x2E, 0x2E, 0x0A, 0x61], 3..<4),
    ] as [([UInt16], [UInt16], Range<Int>)])
  func `A unit that became equal to its neighbour is one change at its offset`(
    left: [UInt16], right: [UInt16], place: Range<Int>
  ) {
    func document(_ units: [UInt16]) -> IADocument {
      var builder = IAStringBuilder()
      builder.append(units: units, attributes: builder.intern(InlineAttributes()))
      return IADocument(builder.finish())
    }
    let changes = DocumentDifference(document(left), document(right)).changes
    #expect(changes.map(\.left) == [place] && changes.map(\.right) == [place])
  }

  @Test func `A removal between spaces is one change`() {
    let changes = DocumentDifference(
      document("one  hidden words \n"), document("one  \n")
    ).changes
    #expect(changes.count == 1)
    #expect(changes.first?.left?.count == 13 && changes.first?.right?.isEmpty == true)
  }

  @Test func `A lone surrogate is not part of the word beside it`() {
    var builder = IAStringBuilder()
    builder.append(
      units: [0xDE4F] + Array("word other \u{1F600}b ".utf16),
      attributes: builder.intern(InlineAttributes()))
    let changes = DocumentDifference(
      IADocument(builder.finish()), document("\u{FFFD}word ")
    ).changes
    #expect(changes.count == 2 && changes.first?.left == 0..<1)
    #expect(changes.last?.right?.isEmpty == true)
  }

  @Test func `Intensities, paragraphs, blocks, metadata and options are distinguished`() {
    let left = document("a\nb\n") {
      $0.setIntensity(90, in: 0..<1)
      $0.options.animates = true
    }
    var right = document("a\nb\n") { string in
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: 1, .header(level: 1))]), in: 2..<3)
    }
    right.metadata.title = "T"
    let difference = DocumentDifference(left, right)
    #expect(difference.changes.map(\.kind) == [.intensity, .block, .metadata, .option])
    #expect(difference.changes.first?.from == "90.0")
    let names = Fidelity(left, right).rows.filter { $0.agreeing < $0.total }.map(\.name)
    #expect(names == ["intensity", "header", "title", "animates"])
  }

  @Test(arguments: 0..<100) func `Different documents have changes to show`(seed: Int) {
    let left = Self.random(seed)
    let right = Self.random(seed + 1)
    let difference = DocumentDifference(left, right)
    #expect(difference.isEqual == (left.dump() == right.dump()))
    #expect(difference.isEqual == difference.changes.isEmpty)
    #expect(Fidelity(left, right).isEqual == difference.isEqual)
    for row in Fidelity(left, right).rows { #expect(row.agreeing <= row.total) }
    let text = DifferenceText(left.string, right.string, columns: 60)
    #expect(
      text.lines(of: difference).allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
  }

  @Test(arguments: [
    ("x\nold text\n", "x\nnew old text\n", "line 2: {+new +}old text"),
    ("old text\n", "new old text\n", "line 1: {+new +}old text"),
    ("x\nold\n", "x\nnew\nold\n", "line 2: {+new¶+}"),
    ("old\n", "new\nold\n", "line 1: {+new¶+}"),
    ("a b\nold\n", "a\nold\n", "line 1: a[- b-]"),
    ("old", "old new", "line 1: old{+ new+}"),
    ("a\nold", "a\nold new", "line 2: old{+ new+}"),
    ("old\n", "old\nnew\n", "line 2: {+new¶+}"),
  ]) func `A change of text is shown in its line`(old: String, new: String, line: String) {
    let (left, right) = (document(old), document(new))
    let text = DifferenceText(left.string, right.string)
    #expect(text.lines(of: DocumentDifference(left, right)) == [line])
  }

  @Test func `Fidelity states the mean share and the mean difference of intensities`() {
    let left = document("abcd") { $0.setIntensity(50, in: 0..<4) }
    let right = document("abcd") {
      $0.setIntensity(50, in: 0..<3)
      $0.setIntensity(90, in: 3..<4)
    }
    let fidelity = Fidelity(left, right)
    #expect(fidelity.meanIntensityDifference == 10)
    let shares = fidelity.rows.map(\.percent)
    #expect(fidelity.meanPercent == shares.reduce(0, +) / Double(shares.count))
    #expect(fidelity.meanPercent < 100)
    #expect(Fidelity(left, left).meanPercent == 100)
    #expect(Fidelity(left, left).meanIntensityDifference == 0)
  }
}
