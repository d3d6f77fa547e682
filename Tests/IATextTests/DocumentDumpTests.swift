import IATestSupport
import IAText
import Testing

@Suite struct DocumentDumpTests {
  @Test func `A dump shows all of a document in a few lines`() {
    var string = IAString("Hello ")
    var bold = InlineAttributes()
    bold.bold = true
    string.append("world\n", intensity: 85, attributes: bold)
    string.append("שלום\u{202E}\"\\\u{0}", intensity: 0, attributes: InlineAttributes())
    string.append(.sticker("doge"), intensity: 7)
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 9, .header(level: 1))]), in: 0..<1)
    string.setBookmark("here", at: 8)
    string.setBookmark("end", at: string.utf16Count)
    string.options.smoothing = .word
    var document = IADocument(string)
    document.metadata.title = "A\u{200B}B"
    document.metadata.generator = "test"
    document.attachments.insert(Array("abc".utf8))
    #expect(
      document.dump() == #"""
        ia-dump 1
        options {"smoothing":"Word"}
        metadata {"title":"A\u200BB"}
        paragraph {"blocks":[{"id":1,"kind":"header","level":1}]}
          40 "Hello "
          85 "wo" {"bold":true}
          bookmark "here"
          85 "rld\n" {"bold":true}
        paragraph
          0 "שלום\u{202E}\"\\\u{0}"
          7 attachment {"kind":"image","state":"missing","altText":"doge","textBacking":"[doge]"}
          bookmark "end"
        blob ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3 bytes

        """#)
    #expect(document.dump(includesOrigin: true).contains(#""generator":"test""#))
  }

  @Test func `Marks, spaces, private characters and halves of pairs are escapes`() {
    let units = Array("\u{301}e\u{301}\u{A0}\u{E000}\u{FFFF}\u{FE0F}\u{FFFC}🎉\t\r\u{2028}".utf16)
    let document = IADocument(IAString(units: units + [0xDC00, 0xD800]))
    let line = #"\u{301}é\u{A0}\u{E000}\u{FFFF}\u{FE0F}\u{FFFC}🎉\t\r\u{2028}\u{DC00}\u{D800}"#
    #expect(document.dump() == "ia-dump 1\nparagraph\n  40 \"\(line)\"\n")
  }

  @Test func `Long attributes are written once and then have a number`() {
    var long = InlineAttributes()
    long.link = .init("https://example.org/" + String(repeating: "x", count: 100))
    var string = IAString("a", intensity: 1, attributes: long)
    string.append("b", intensity: 2, attributes: long)
    string.append("c", intensity: 2, attributes: InlineAttributes())
    string.append("d", intensity: 2, attributes: long)
    let lines = IADocument(string).dump().split(separator: "\n")
    #expect(lines[2].hasPrefix(#"  1 "a" #1 {"link":"#))
    #expect(lines[3...] == [#"  2 "b" #1"#, #"  2 "c""#, #"  2 "d" #1"#])
  }

  @Test func `An empty document has one line`() {
    #expect(IADocument().dump() == "ia-dump 1\n")
  }

  /// Changes one property of a document at random.
  private func change(_ document: inout IADocument, _ random: inout SeededGenerator) {
    let count = document.string.utf16Count
    let at = random.below(count)
    switch random.below(count == 0 ? 3 : 9) {
    case 0: document.metadata.title = (document.metadata.title ?? "") + "!"
    case 1: document.string.options.animates = document.string.options.animates.map { !$0 } ?? true
    case 2: document.attachments.insert([1, 2, 3, UInt8(random.below(256))])
    case 3:
      let old = document.string.intensity(at: at)
      document.string.setIntensity(old == 100 ? 0 : old + 1, in: at..<at + 1)
    case 4: document.string.toggle(\.hidden, in: at..<at + 1)
    case 5: document.string.updateParagraphAttributes(in: at..<at) { $0.pageBreakBefore.toggle() }
    case 6: document.string.setBookmark("new", at: at)
    case 7: document.string.remove(at..<at + 1)
    default:
      let attachment = document.string.attachment(at: at)
      guard document.string.unit(at: at) == 0xFFFC else { return }
      var changed = attachment ?? Attachment(.file)
      changed.name = (changed.name ?? "") + "x"
      document.string.setAttachment(changed, at: at)
    }
  }

  @Test(arguments: UInt64(0)..<300) func `Documents are equal if their dumps are`(
    seed: UInt64
  ) {
    var source = RandomDocument(seed: seed)
    var random = SeededGenerator(seed: seed)
    var document = source.next()
    document.metadata = document.metadata.identity
    let dump = document.dump()
    for _ in 0..<8 {
      var other = document
      change(&other, &random)
      #expect((other == document) == (other.dump() == dump))
    }
    // The same document with separate tables.
    var rebuilt = document
    rebuilt.string = IAString(document.string.columns)
    #expect(rebuilt == document)
    #expect(rebuilt.dump() == dump)
  }

  @Test func `Many bookmarks in one place, and many runs, take linear time`() {
    func document(_ count: Int) -> IADocument {
      var columns = StringColumns()
      columns.units = Array(repeating: 0x61, count: count)
      columns.intensities = (0..<count).map { UInt8($0 % 2) }
      columns.inlineSets = [InlineAttributes()]
      columns.inlineRuns = [.init(count: count, index: 0)]
      columns.paragraphSets = [ParagraphAttributes()]
      columns.paragraphRuns = [.init(count: count, index: 0)]
      columns.bookmarks = (0..<count).map { .init(utf16Offset: 1, name: "\($0)") }
      columns.bookmarks.sort { $0.name < $1.name }
      return IADocument(IAString(columns))
    }
    let bound = ThreadClock.linearForEight
    let (small, large) = (document(2000), document(16000))
    let ratio = ThreadClock.ratio(
      upTo: bound, small: { _ = small.dump() }, large: { _ = large.dump() })
    #expect(ratio <= bound)
  }
}
