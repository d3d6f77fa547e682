import IAText
import Testing

@Suite struct OptionsTests {
  @Test func aPageThatStatesNothingIsNoPage() throws {
    var options = DisplayOptions(page: PageLayout())
    #expect(options == DisplayOptions())
    options.page = PageLayout(width: 100)
    #expect(options.page?.width == 100)
    options.page = PageLayout()
    #expect(options.page == nil)
  }

  @Test func aLaterLevelReplacesOnlyWhatItSets() {
    let document = DisplayOptions(renderScheme: "AlphaScheme", animates: false)
    let call = DisplayOptions(smoothing: .word)
    let all = DisplayOptions.engineDefaults.overridden(by: document).overridden(by: call)
    #expect(all.renderScheme == "AlphaScheme")
    #expect(all.smoothing == .word)
    #expect(all.animates == false)
    #expect(all.animation == .standard)
  }

  @Test func anOpenFieldFollowsLaterChangesOfTheLevelBelow() {
    let session = DisplayOptions()
    var engine = DisplayOptions.engineDefaults
    engine.renderScheme = "HueGYRScheme"
    #expect(engine.overridden(by: session).renderScheme == "HueGYRScheme")
  }

  @Test func aDocumentThatSaysItDoesNotAnimateIsNotOverruledByAnOpenField() {
    let document = DisplayOptions(animates: false)
    #expect(document.overridden(by: DisplayOptions()).animates == false)
  }

  @Test(arguments: zip(Smoothing.allCases, ["Char", "Word", "S", "L", "P", "M"]))
  func smoothingUnitsHaveBothLabels(smoothing: Smoothing, short: String) {
    #expect(smoothing.shortLabel == short)
    #expect(Smoothing(label: short) == smoothing)
    #expect(Smoothing(label: smoothing.rawValue) == smoothing)
  }

  @Test func anUnknownSmoothingLabelIsRefused() {
    #expect(Smoothing(label: "word") == nil)
    #expect(Smoothing(label: "") == nil)
  }
}

@Suite struct BaseLooksTests {
  private let looks = DisplayOptions(
    renderScheme: "AlphaScheme", fontFamily: "Georgia", fontSize: 11, paragraphSpacing: 0)

  @Test func `Default styles cascade`() {
    let call = DisplayOptions(fontSize: 14)
    let all = DisplayOptions.engineDefaults.overridden(by: looks).overridden(by: call)
    #expect(all.fontFamily == "Georgia" && all.fontSize == 14 && all.paragraphSpacing == 0)
    #expect(DisplayOptions.engineDefaults.fontSize == nil)
    #expect(looks.withoutBaseLooks == DisplayOptions(renderScheme: "AlphaScheme"))
  }

  @Test func `Paragraphs in quotes, boxes and none take the document's space, others do not`() {
    func takes(_ kinds: Block.Kind...) -> Bool {
      ParagraphAttributes(blocks: kinds.enumerated().map { Block(id: $0.offset + 1, $0.element) })
        .takesDocumentSpacing
    }
    #expect(takes() && takes(.blockQuote) && takes(.textBox(), .blockQuote))
    #expect(!takes(.header(level: 1)) && !takes(.codeBlock(language: nil)))
    #expect(!takes(.blockQuote, .unorderedList(marker: nil), .listItem(.init(ordinal: 1))))
    #expect(!takes(.footnote(label: "1")) && !takes(.pageHeader()))
  }
}
