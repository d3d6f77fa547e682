import IABytes
import IAFiles
import IATestSupport
import Testing

@testable import IAHTML

/// Pages whose reading would take more than linear time if a part were read repeatedly.
@Suite("Time grows with the length of a page") struct GrowthTests {
  /// A page that consists of a given number of pieces.
  struct Page: Sendable, CustomStringConvertible {
    var description: String
    var make: @Sendable (Int) -> String

    init(_ description: String, _ make: @escaping @Sendable (Int) -> String) {
      self.description = description
      self.make = make
    }

    /// Creates a page that repeats one piece.
    init(repeating piece: String) {
      self.init(piece) { String(repeating: piece, count: $0) }
    }
  }

  private static func joined(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined()
  }

  static let pages: [Page] =
    [
      "<div>", "<b>", "<p><b>", "<a href=x><b>", "<table>", "<table><tr><td>", "<ul><li>", "</p>",
      "<font size=1>x", "<p>x", "<!--", "<![CDATA[", "<p title=\"", "&amp;", "&notit;", "&#65;",
      "<br>", "<a id=x>y", "<img src=x>", "<span style='color:red;margin:1px'>x", "x\u{301}",
      "<table><caption>c", "<ruby>a<rt>b", "<pre>\nx", "<select><option>", "<svg><g>", "<script>",
      "<li value=9>x", "<dl><dt>a<dd>b", "<sup>x",
      "<p style='mso-list:l0 level2 lfo1'>x", "<q>", "<a name=a><a href=#a>", "\u{202E}x",
      "<b></i>", "<math><mi>", "<template>", "\n \t ",
    ].map { Page(repeating: $0) } + [
      Page("attributes of one element") { "<p " + joined($0) { "a\($0)=\($0) " } + ">x" },
      Page("one attribute") { "<p title='" + String(repeating: "x", count: $0 * 8) + "'>x" },
      Page("declarations of one element") {
        "<p style='" + joined($0) { "color:#\(100_000 + $0);" } + "'>x"
      },
      Page("classes of a style sheet, each used once") { count in
        "<style>" + joined(count) { ".c\($0){color:red}" } + "</style>"
          + joined(count) { "<p class=c\($0)>x" }
      },
      Page("classes of one element") { count in
        "<style>.c1{color:red}</style><p class='" + joined(count) { "c\($0) " } + "'>x"
      },
      Page("rules for one element") { count in
        "<style>" + joined(count) { "p{margin-left:\($0)px}" } + "</style><p>x"
      },
      Page("selectors that start in vain") { count in
        "<style>" + joined(min(count, 400)) { "div p .x\($0) b{color:red}" } + "</style>"
          + joined(count) { _ in "<div><p><b>x</b></div>" }
      },
      Page("a selector of many parts") {
        "<style>" + String(repeating: "div ", count: $0) + "{color:red}</style><div>x"
      },
      Page("blocks of a style sheet that never end") {
        "<style>" + String(repeating: "@media screen{", count: $0) + "</style>x"
      },
      Page("ids and links to them") { count in
        joined(count) { "<p id=i\($0)><a href=#i\($0)>x</a>" }
      },
      Page("styles, each another") { count in
        joined(count) { "<span style='font-size:\($0)px'>x</span>" }
      },
      Page("a picture") {
        "<img src='data:image/gif;base64," + String(repeating: "AAAA", count: $0 * 8)
      },
    ]

  @Test("At most 2.2 times the time for each doubling", arguments: pages)
  func growth(page: Page) throws {
    let bound = ThreadClock.linearForEight
    // The counts exceed the limits of depth.
    let (small, large) = (BytesSource(page.make(500)), BytesSource(page.make(4000)))
    let ratio = ThreadClock.ratio(
      upTo: bound, small: { _ = try? HTMLReader().read(small) },
      large: { _ = try? HTMLReader().read(large) })
    #expect(ratio <= bound, "\(page)")
  }

  @Test func `Long values and many comments are read within the budget`() throws {
    let rules = Self.joined(1500) { "[title*='y\($0)z']{color:red}" }
    let value = String(repeating: "x", count: 150_000)
    let selectors = "<style>\(rules)</style><p title='\(value)'>x"
    let items =
      "<li>" + Self.joined(10_000) { _ in "<!---->" } + Self.joined(10_000) { _ in "<p>x" }
    for page in [selectors, items] {
      let time = try ContinuousClock().measure { _ = try HTMLReader().read(BytesSource(page)) }
      #expect(time < .seconds(10))
    }
  }
}
