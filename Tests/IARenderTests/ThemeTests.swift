import IARender
import IAText
import Testing

@Suite struct ThemeTests {
  @Test func `Colours of every scheme are legible on a dark background`() {
    for scheme in RenderScheme.builtIn() {
      for color in scheme.colors + [.black, Color(0x001060), Color(0x333333)] {
        let ink = Theme.dark.ink(color)
        for ground in [Theme.dark.paper, Theme.dark.ownBubble, Theme.dark.otherBubble] {
          #expect(ink.contrast(with: ground) >= 4.5, "\(color.hex) is \(ink.hex)")
        }
        #expect(ink.alpha == color.alpha)
      }
    }
  }

  @Test func `On white, colours are those of the document`() {
    #expect(Theme.light.ink(Color(0xFFFF00)) == Color(0xFFFF00))
    #expect(Theme.light.ground(Color(0x123456)) == Color(0x123456))
  }

  @Test func `Text on a stated background is legible in the dark`() {
    for ground in [0xFFFF00, 0xFFFFFF, 0xFFE4B5, 0x00FF00].map({ Color($0) }) {
      #expect(Theme.dark.ground(ground).contrast(with: Theme.dark.text) >= 4.5)
    }
  }

  @Test func `Contrast is that of the guidelines`() {
    #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
    #expect(abs(Color(0x777777).contrast(with: .white) - 4.478) < 0.001)
  }

  @Test(arguments: [Theme.light, .dark])
  func `Names, numbers and marks of misspelling are visible on paper`(theme: Theme) {
    #expect(theme.secondaryText.contrast(with: theme.paper) >= 4.5)
    // A mark is not text: WCAG 2.2 requires a contrast of 3:1.
    #expect(theme.misspelling.contrast(with: theme.paper) >= 3)
  }
}
