import IAText
import Testing

/// Values that are overridden field by field.
@Suite struct OverridingTests {
  @Test func `Metadata takes each part from the other value that has it`() {
    let own = DocumentMetadata(
      title: "a", authors: ["b"], subject: "c", keywords: ["d"], language: "en", created: "1",
      modified: "2", generator: "e", custom: [.init("x", "1")])
    #expect(own.overridden(by: DocumentMetadata()) == own)
    #expect(DocumentMetadata().overridden(by: own) == own)
    let other = DocumentMetadata(
      title: "A", authors: ["B"], subject: "C", keywords: ["D"], language: "de", created: "3",
      modified: "4", generator: "E",
      custom: [.init("a", "2"), .init("x", "3")])
    #expect(own.overridden(by: other) == other)
  }

  @Test func `Paragraph attributes take each part from the other value that sets it`() {
    var own = ParagraphAttributes()
    own.alignment = .center
    own.firstLineIndent = 1
    own.headIndent = 2
    own.tailIndent = 3
    own.spacingBefore = 4
    own.spacingAfter = 5
    own.lineHeight = .exactly(6)
    own.tabStops = [.init(7)]
    own.direction = .rightToLeft
    own.pageBreakBefore = true
    own.keepTogether = true
    own.keepWithNext = true
    own.widowControl = false
    own.borders = Sides(all: Border(.dotted, width: 2))
    own.borderSpacing = Sides(all: 4)
    own.shading = .white
    own.section = PageSection(.odd, page: PageLayout(width: 90))
    #expect(own.overridden(by: ParagraphAttributes()) == own)
    #expect(ParagraphAttributes().overridden(by: own) == own)
    var other = own
    other.spacingBefore = 14
    other.spacingAfter = 15
    other.tabStops = [.init(17)]
    other.borders.left = Border.none
    other.borderSpacing.top = 9
    other.shading = .black
    other.widowControl = true
    other.section = PageSection(.continuous)
    #expect(own.overridden(by: other) == other)
    #expect(other.spacingBefore == 14 && other.spacingAfter == 15)
    #expect(ParagraphAttributes().spacingBefore == nil)
  }

  @Test func `A scheme has other colours on a dark background only if it names them`() {
    var scheme = RenderScheme.blueOrange
    scheme.darkColors = []
    #expect(scheme.onDarkBackground() == scheme)
    scheme.darkColors = scheme.colors.reversed()
    #expect(scheme.onDarkBackground().colors == scheme.darkColors)
  }
}
