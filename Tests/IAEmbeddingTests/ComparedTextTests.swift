import IAEmbedding
import Testing

@Suite struct ComparedTextTests {
  @Test(
    arguments: [
      ("a b\tc\n", "abc"), ("of\u{FB01}ce", "office"), ("\u{FC43}", "\u{644}\u{649}"),
      ("e\u{301}", "\u{E9}"), ("non\u{2011}break", "non-break"), ("\u{AD}x\u{200D}", "x"),
      ("\u{FEFB}", "\u{644}\u{627}"), ("\u{FE8E}\u{FEF4}", "\u{627}\u{64A}"),
      ("\u{FED3}\u{FEE6}", "\u{641}\u{646}"), ("\u{FFFC}", ""),
    ])
  func `Variants of one text are equal`(form: String, text: String) {
    #expect(ComparedText.folded(form) == ComparedText.folded(text))
  }

  @Test(arguments: [("100", "001"), ("a", "A"), ("a", "\u{430}"), ("1", "l"), ("x", "x\u{FFFD}")])
  func `Different texts are not equal`(text: String, other: String) {
    #expect(ComparedText.folded(text) != ComparedText.folded(other))
  }
}
