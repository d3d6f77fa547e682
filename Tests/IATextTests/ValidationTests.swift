import IAText
import Testing

@Suite struct ValidationTests {
  @Test func anIDThatComesBackAfterOtherParagraphsIsAnotherBlock() {
    var string = IAString("a\nb\nc\n")
    let quote = ParagraphAttributes(blocks: [Block(id: 7, .blockQuote)])
    string.setParagraphAttributes(quote, in: 0..<6)
    string.setParagraphAttributes(ParagraphAttributes(), in: 2..<3)
    let ids = string.canonicalParagraphs().map { $0.attributes.blocks.map(\.id) }
    #expect(ids == [[1], [], [2]])
    #expect(string.defects() == [])
  }

  @Test func allDefectsOfBlocksAndTagsAreListed() {
    var string = IAString("a\nb\n")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .blockQuote)]), in: 0..<1)
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .textBox())]), in: 2..<3)
    var unsorted = InlineAttributes()
    unsorted.tags = [.init("b"), .init("a")]
    string.setAttributes(unsorted, in: 1..<2)
    #expect(
      string.defects() == [
        .blockKindMismatch(id: 1, utf16Offset: 2), .unsortedTags(utf16Offset: 1),
      ])
  }

  @Test func tagsSetByNameStaySorted() {
    var attributes = InlineAttributes()
    attributes[tag: "b"] = "2"
    attributes[tag: "a"] = "1"
    attributes[tag: "b"] = "3"
    #expect(attributes.tags.map(\.name) == ["a", "b"])
    #expect(attributes[tag: "b"] == "3")
    attributes[tag: "a"] = nil
    #expect(attributes.tags.count == 1)
  }
}
