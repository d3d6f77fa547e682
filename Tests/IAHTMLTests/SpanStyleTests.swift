import IACSS
import IACorpus
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// The attributes that a reader finds are composed of those of the parts of a style.
@Suite("Styles composed of parts")
struct SpanStyleTests {
  private var dice = SeededGenerator(seed: 131)

  private mutating func attributes() -> InlineAttributes {
    var set = InlineAttributes()
    set.fontFamily = dice.pick([
      nil, "Arial", "Courier New", "\u{DC}n\u{EF}", "a\"b;c", "", "Times",
    ])
    set.fontSize = dice.pick([nil, 12, 0.1, 0.5, 10.00004, 12.345678, 5000, -0.0, .nan, .infinity])
    set.foreground = dice.pick([
      nil, .black, .white, Color(0x102030), Color(red: 1, green: 2, blue: 3, alpha: 0),
    ])
    set.bold = dice.chance(20)
    set.italic = dice.chance(20)
    set.code = dice.chance(10)
    if dice.chance(30) {
      set.fontWeight = dice.pick([1, 400, 700, 1000])
      set.letterSpacing = dice.pick([nil, 0, -1.5, 200, 0.00001])
      set.capitals = dice.pick([nil, .all, .small])
      set.baselineOffset = dice.pick([nil, 0, 3, -2.5])
      set.outline = dice.chance(30)
      set.shadow = dice.chance(30)
      set.emphasisMark = dice.pick([nil, .dot, .comma, .circle, .dotBelow])
    }
    if dice.chance(20) {
      set.underline = .init(
        dice.pick(InlineAttributes.Underline.Style.allCases),
        color: dice.pick([nil, Color(0xFF0000)]))
    }
    if dice.chance(15) { set.strikethrough = dice.pick([.single, .double]) }
    if dice.chance(15) { set.script = dice.pick([.superscript, .subscript]) }
    if dice.chance(15) { set.background = dice.pick([.white, Color(0xFFFF00)]) }
    if dice.chance(10) { set.direction = .rightToLeft }
    if dice.chance(10) { set.language = dice.pick(["de", "no language"]) }
    return set
  }

  @Test("A reader finds in a page the attributes that the writer predicts")
  mutating func seen() throws {
    var sheet = StyleSheet()
    var builder = IAStringBuilder()
    var expected: [InlineAttributes] = []
    for _ in 0..<3000 {
      let set = attributes()
      expected.append(InlineStyle(set, link: 0, showsLooks: true, in: &sheet).seen)
      builder.append("x", attributes: builder.intern(set))
      builder.append("\n")
    }
    var sink = BytesSink()
    let document = IADocument(builder.finish())
    _ = try HTMLWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let back = try HTMLReader().read(BytesSource(sink.bytes)).document.string
    #expect(back.utf16Count == 2 * expected.count)
    for (number, set) in expected.enumerated() {
      #expect(back.attributes(at: 2 * number) == set, "set \(number)")
    }
  }

  @Test("A style with hidden data is shown if a reader finds all of its attributes")
  mutating func shown() {
    var styles = PageStyles(scheme: nil, animation: nil, dialect: .styled)
    let writer = HTMLWriter()
    let targets = ["https://a.example/", "javascript:x", "#b-x"]
    let sets =
      [InlineAttributes()]
      + (0..<1000).map { _ in
        var set = attributes()
        if dice.chance(30) { set.link = .init(dice.pick(targets)) }
        if set.isPlain { set.bold = true }
        return set
      }
    #expect(styles.isShown(ofSet: 1) == nil)
    for number in 1..<UInt32(sets.count) {
      _ = styles.number(ofSet: number, sets)
      let isShown = writer.shows(sets[Int(number)], options: WriteOptions())
      #expect(styles.isShown(ofSet: number) == isShown, "\(sets[Int(number)])")
    }
  }

  @Test("Each class has other declarations, and equal declarations have one class")
  mutating func classes() {
    var sheet = StyleSheet()
    for _ in 0..<1000 {
      _ = InlineStyle(attributes(), link: 0, showsLooks: true, in: &sheet)
    }
    #expect(Set(sheet.rules.map(\.declarations)).count == sheet.rules.count)
    #expect(sheet.rules.map(\.name) == (1...sheet.rules.count).map { "c\($0)" })
    #expect(sheet.rules.allSatisfy { !$0.declarations.isEmpty })
  }

  @Test("Numbers of a paragraph are those that a reader finds in its declarations")
  mutating func paragraphs() {
    let lengths: [Double?] = [
      nil, nil, 0, -0.0, 12, 18.1, 12.35, 0.05, 0.00004, 0.00005, 1234.56785, -7.25, -36, 1e300,
      5000,
      -5000, .infinity, -.infinity, .nan,
    ]
    var direct = 0
    for _ in 0..<20_000 {
      var set = ParagraphAttributes()
      set.alignment = dice.pick([nil, .left, .right, .center, .justified])
      set.firstLineIndent = dice.pick(lengths)
      set.headIndent = dice.pick(lengths)
      if dice.chance(50) {
        set.firstLineIndent = Double(dice.below(4000)) / 20 - 50
        set.headIndent = Double(dice.below(4000)) / 20 - 20
      }
      set.tailIndent = dice.pick(lengths)
      set.spacingBefore = dice.pick(lengths)
      set.spacingAfter = dice.pick(lengths)
      let height = dice.pick(lengths) ?? Double(dice.below(4000)) / 240
      set.lineHeight = dice.pick([nil, .multiple(height), .atLeast(height), .exactly(height)])
      set.pageBreakBefore = dice.chance(10)
      if dice.chance(10) { set.tabStops = [.init(36)] }
      if dice.chance(5) { set.keepWithNext = true }
      guard let found = ParagraphCSS.found(set) else { continue }
      direct += 1
      var builder = StyleBuilder(parent: ComputedStyle(), box: .block, isOwn: true)
      for declaration in CSSDeclarations(ParagraphCSS.declarations(set)).normal {
        builder.apply(declaration)
      }
      let read = builder.finish().paragraph(isOwn: true)
      let (left, right) = (set.lacking(found), set.lacking(read))
      #expect(left == right || "\(left)" == "\(right)", "\(set)")
    }
    #expect(direct > 10_000)
  }

  @Test("Pages for Apple's programs do not state their profile")
  func cocoa() {
    var bold = InlineAttributes()
    bold.bold = true
    #expect(HTMLWriter().shows(bold, options: WriteOptions()))
    #expect(!HTMLWriter().shows(bold, options: WriteOptions(profile: "cocoa")))
    #expect(!HTMLWriter().shows(bold, options: WriteOptions(profile: "none")))
    var colored = bold
    colored.foreground = .white
    #expect(HTMLWriter().shows(colored, options: WriteOptions()))
    #expect(!HTMLWriter().shows(colored, options: WriteOptions(profile: "semantic")))
  }
}
