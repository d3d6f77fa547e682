import IAFormats
import Testing

@Suite struct LinkSchemesTests {
  @Test(arguments: [
    ("https://a.example", "https"), ("HTTP://a.example", "http"), ("mailto:a@b.example", "mailto"),
    ("java\u{9}script:alert(1)", "javascript"), (" \u{A0}data:,", "data"), (":", ""),
  ])
  func `The text before the first colon is the scheme`(url: String, scheme: String) {
    #expect(LinkSchemes.scheme(of: url) == scheme)
  }

  @Test(arguments: ["", "a/b:c", "?a:b", "#a:b", "letter.html"])
  func `Relative addresses have no scheme`(url: String) {
    #expect(LinkSchemes.scheme(of: url) == nil)
  }

  @Test func `Schemes outside the list are not harmless`() {
    #expect(LinkSchemes.isHarmless("https"))
    #expect(LinkSchemes.isHarmless("TEL"))
    #expect(!LinkSchemes.isHarmless("javascript"))
    #expect(!LinkSchemes.isHarmless(""))
  }
}
