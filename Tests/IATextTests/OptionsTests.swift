import IAText
import Testing

@Suite struct OptionsTests {
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
