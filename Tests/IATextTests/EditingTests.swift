import IAText
import Testing

@Suite struct EditingTests {
  private let heading = ParagraphAttributes(blocks: [Block(id: 1, .header(level: 1))])
  private let quote = ParagraphAttributes(blocks: [Block(id: 2, .blockQuote)])

  /// Returns "one\ntwo\nthree": a heading, a quote and an ordinary paragraph.
  private func threeParagraphs() -> IAString {
    var string = IAString("one\ntwo\nthree")
    string.setParagraphAttributes(heading, in: 0..<1)
    string.setParagraphAttributes(quote, in: 5..<6)
    return string
  }

  private func kinds(_ string: IAString) -> [String] {
    string.paragraphs.map { paragraph in
      let text = string.text(in: paragraph.contentRange)
      return switch paragraph.attributes.blocks.first?.kind {
      case .header: "h:" + text
      case .blockQuote: "q:" + text
      case nil: "p:" + text
      default: "?:" + text
      }
    }
  }

  @Test func paragraphsAreFoundWithTheirAttributes() {
    #expect(kinds(threeParagraphs()) == ["h:one", "q:two", "p:three"])
  }

  @Test func aJoinedParagraphIsSetLikeItsFirstPart() {
    var string = threeParagraphs()
    string.remove(2..<5)
    #expect(kinds(string) == ["h:onwo", "p:three"])
    #expect(string.defects() == [])
  }

  @Test func aRemovedWholeParagraphLeavesTheNextAsItIs() {
    var string = threeParagraphs()
    string.remove(0..<4)
    #expect(kinds(string) == ["q:two", "p:three"])
    #expect(string.defects() == [])
  }

  @Test func aParagraphOfWhichNothingIsLeftGivesWayToWhatFollows() {
    var string = threeParagraphs()
    string.remove(0..<6)
    #expect(kinds(string) == ["q:o", "p:three"])
    #expect(string.defects() == [])
  }

  @Test func removingALineEndAloneJoinsTwoParagraphs() {
    var string = threeParagraphs()
    string.remove(3..<4)
    #expect(kinds(string) == ["h:onetwo", "p:three"])
  }

  @Test func aSplitParagraphGivesBothPartsItsAttributes() {
    var string = threeParagraphs()
    string.insert("\n", at: 5)
    #expect(kinds(string) == ["h:one", "q:t", "q:wo", "p:three"])
  }

  @Test func textTypedOverSeveralParagraphsJoinsThemAsTheFirst() {
    var string = threeParagraphs()
    string.replace(1..<10, with: "X")
    #expect(kinds(string) == ["h:oXree"])
    #expect(string.defects() == [])
  }

  @Test func typingContinuesTheUnitBefore() {
    var string = IAString("ab", intensity: 10)
    string.setIntensity(90, in: 1..<2)
    string.set(\.bold, to: true, in: 0..<1)
    string.insert("x", at: 1)
    #expect(string.intensity(at: 1) == 10)
    #expect(string.attributes(at: 1).bold)
    string.insert("y", at: 0)
    #expect(string.intensity(at: 0) == 10)
    #expect(string.attributes(at: 0).bold)
  }

  @Test func typingOverASelectionTakesItsMeanIntensity() {
    var string = IAString(units: Array("abcd".utf16), intensities: [10, 20, 41, 90])
    string.replace(1..<3, with: "x")
    #expect(string.intensities(in: 0..<3) == [10, 30, 90])
  }

  @Test func anEmptyInsertionAndAnEmptyRemovalChangeNothing() {
    var string = threeParagraphs()
    let before = string
    string.insert("", at: 4)
    string.remove(4..<4)
    string.replace(3..<3, with: IAString())
    #expect(string == before)
  }

  @Test func aLinkKeepsItsTextThroughEditsBeforeIt() {
    var string = IAString("see here now")
    string.set(\.link, to: .init("https://example.org"), in: 4..<8)
    string.insert("please ", at: 0)
    #expect(string.link(at: 11)?.utf16Range == 11..<15)
    string.remove(0..<7)
    #expect(string.link(at: 4)?.utf16Range == 4..<8)
  }

  @Test func aLinkGrowsWithinAndNotAtItsEnds() {
    var string = IAString("see here now")
    string.set(\.link, to: .init("https://example.org"), in: 4..<8)
    string.insert("X", at: 8)
    #expect(string.link(at: 4)?.utf16Range == 4..<8)
    string.insert("Y", at: 6)
    #expect(string.link(at: 4)?.utf16Range == 4..<9)
    string.insert("Z", at: 4)
    #expect(string.link(at: 5)?.utf16Range == 5..<10)
  }

  @Test func aLinkIsOneRangeThroughOtherAttributes() {
    var string = IAString("see here now")
    string.set(\.link, to: .init("https://example.org"), in: 4..<8)
    string.set(\.bold, to: true, in: 5..<6)
    #expect(string.link(at: 7)?.utf16Range == 4..<8)
    #expect(string.link(at: 8) == nil)
  }

  @Test func substringsAndInsertionsKeepLinks() {
    var string = IAString("see here now")
    string.set(\.link, to: .init("https://example.org"), in: 4..<8)
    let part = string.substring(5..<10)
    #expect(part.text == "ere n")
    #expect(part.link(at: 0)?.utf16Range == 0..<3)
    var other = IAString("<>")
    other.insert(part, at: 1)
    #expect(other.text == "<ere n>")
    #expect(other.link(at: 1)?.utf16Range == 1..<4)
  }

  @Test func togglingOneAttributeLeavesTheOthers() {
    var string = IAString("abcdef", intensity: 30)
    string.set(\.fontSize, to: 10, in: 0..<3)
    string.set(\.fontSize, to: 30, in: 3..<6)
    string.setIntensity(80, in: 2..<4)
    let first = string.toggle(\.bold, in: 1..<5)
    #expect(first)
    #expect(string.attributes(at: 2).fontSize == 10)
    #expect(string.attributes(at: 3).fontSize == 30)
    #expect(string.intensities(in: 0..<6) == [30, 30, 80, 80, 30, 30])
    let mixed = string.toggle(\.bold, in: 0..<6)
    #expect(mixed, "a mixed range becomes bold as a whole")
    let again = string.toggle(\.bold, in: 0..<6)
    #expect(!again)
    #expect(string.attributeRuns(in: 0..<6).count == 2)
  }

  @Test func theMeanSizeCountsOnlyUnitsOfTheRange() {
    var string = IAString("abcdefgh")
    string.set(\.fontSize, to: 20, in: 0..<4)
    string.set(\.fontSize, to: 21, in: 4..<8)
    #expect(string.meanFontSize(in: 3..<5) == 20.5)
  }

  @Test func aConstantValueIsTheWholeRangesOrNone() {
    var string = IAString("abcd")
    string.set(\.italic, to: true, in: 0..<2)
    #expect(string.constantValue(of: \.italic, in: 0..<2) == true)
    #expect(string.constantValue(of: \.italic, in: 1..<3) == nil)
    #expect(string.constantValue(of: \.italic, in: 2..<2) == nil)
  }

  @Test func intensitiesAreNeverAboveAHundred() {
    var string = IAString("abc", intensity: 255)
    string.setIntensities([101, 250], at: 1)
    string.setIntensity(200, in: 0..<1)
    string.insert("d", at: 3, intensity: 130)
    #expect(string.intensities(in: 0..<4) == [100, 100, 100, 100])
    #expect(string.defects() == [])
  }

  @Test func meansAreExactAndTruncatedAsAskedFor() {
    let string = IAString(units: Array("abc".utf16), intensities: [1, 2, 2])
    #expect(string.meanIntensity(in: 0..<3) == 5.0 / 3)
    #expect(string.legacyMeanIntensity(in: 0..<3) == 1)
    #expect(string.meanIntensity(in: 1..<1) == 0)
  }

  @Test func loneSurrogatesSurviveEdits() {
    var string = IAString(units: [0x61, 0xD800, 0x62], intensity: 5)
    string.insert("z", at: 2)
    #expect(string.units(in: 0..<4) == [0x61, 0xD800, 0x7A, 0x62])
    #expect(string.text == "a\u{FFFD}zb")
  }

  @Test func bookmarksMoveWithTheirText() {
    var string = IAString("abcdef")
    string.setBookmark("x", at: 3)
    string.setBookmark("end", at: 6)
    string.insert("12", at: 1)
    #expect(string.bookmarks.map(\.utf16Offset) == [5, 8])
    string.remove(4..<6)
    #expect(string.bookmarks.map(\.utf16Offset) == [4, 6])
    string.setBookmark("x", at: 0)
    #expect(string.bookmarks.map(\.name) == ["x", "end"])
  }

  @Test func everyTextOfTheModelIsComparedByItsSpelling() {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    var attributes = (InlineAttributes(), InlineAttributes())
    attributes.0.fontFamily = one
    attributes.1.fontFamily = two
    #expect(attributes.0 != attributes.1)
    var string = IAString("ab")
    string.set(\.fontFamily, to: one, in: 0..<1)
    string.set(\.fontFamily, to: two, in: 1..<2)
    #expect(string.attributeRuns(in: 0..<2).count == 2)
    #expect(
      Attachment(.image, content: .none, altText: one)
        != Attachment(.image, content: .none, altText: two))
    #expect(Attachment.Content.url(one) != .url(two))
    #expect(DocumentMetadata(authors: [one]) != DocumentMetadata(authors: [two]))
    #expect(DocumentMetadata(title: one) != DocumentMetadata(title: two))
    #expect(Block.Kind.footnote(label: one) != .footnote(label: two))
    #expect(Block.Kind.codeBlock(language: one) != .codeBlock(language: two))
    #expect(Block.Kind.codeBlock(language: one) == .codeBlock(language: one))
  }

  @Test func aParagraphEndThatIsAddedHasNoLinkAndNoTags() {
    var builder = IAStringBuilder()
    var attributes = InlineAttributes()
    attributes.bold = true
    attributes.link = .init("https://example.org/")
    attributes[tag: "html.kbd"] = ""
    builder.append("a", attributes: builder.intern(attributes))
    builder.endParagraph()
    let string = builder.finish()
    #expect(string.link(at: 0) != nil && string.link(at: 1) == nil)
    #expect(string.attributes(at: 1).tags.isEmpty && string.attributes(at: 1).bold)
  }

  @Test func spellingsThatAreCanonicallyEquivalentStayTwo() {
    var string = IAString("ab")
    string.set(\.link, to: .init("https://example.org/\u{E9}"), in: 0..<1)
    string.set(\.link, to: .init("https://example.org/e\u{301}"), in: 1..<2)
    #expect(string.attributeRuns(in: 0..<2).count == 2)
    #expect(string.link(at: 1)?.link.url.utf8.count == 23)
    #expect(string.link(at: 0)?.link.url.utf8.count == 22)
  }
}
