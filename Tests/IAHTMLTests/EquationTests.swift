import Foundation
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Equations: MathML in pages, TeX with the tag `math` in documents.
@Suite struct EquationTests {
  private static func read(_ page: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array(("<!DOCTYPE html><meta charset=utf-8>" + page).utf8)))
  }

  private static func equations(_ string: IAString) -> [String] {
    string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes[tag: "math"].map { "\($0): \(string.text(in: run.utf16Range))" }
    }
  }

  private static func written(
    _ document: IADocument, _ profile: String, isHidden: Bool
  ) throws -> (String, ConversionReport) {
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: isHidden))
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  @Test(arguments: [
    ("<math><msup><mi>x</mi><mn>2</mn></msup></math>", "inline: x^2"),
    (
      "<math display=block><mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>",
      "display: \\frac{1}{x+1}"
    ),
    ("<math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt></math>", "inline: \\sqrt{a+b}"),
    ("<math><mroot><mi>x</mi><mn>3</mn></mroot></math>", "inline: \\sqrt[3]{x}"),
    (
      "<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi></math>",
      "inline: \\sum_{i=1}^n i"
    ),
    (
      "<math><mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow></math>",
      "inline: \\left(\\frac{a}{b}\\right)"
    ),
    (
      "<math><mfenced open='[' close=']'><mi>a</mi><mi>b</mi></mfenced></math>",
      "inline: \\left[a,b\\right]"
    ),
    (
      "<math><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable><mo>)</mo></math>",
      "inline: \\begin{pmatrix}1 & 0\\end{pmatrix}"
    ),
    ("<math><mover><mi>x</mi><mo>→</mo></mover></math>", "inline: \\vec{x}"),
    ("<math><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi></math>", "inline: \\sin x"),
    (
      "<math><mtext> if </mtext><mspace width=1em></mspace><mi>y</mi></math>",
      "inline: \\text{if}\\quad y"
    ),
    ("<math><mi mathvariant=normal>d</mi><mi>x</mi></math>", "inline: \\mathrm{d}x"),
    (
      "<math alttext=R><mi mathvariant=double-struck>R</mi><mn mathvariant=bold>1</mn></math>",
      "inline: \\mathbb{R}\\mathbf{1}"
    ),
    // The TeX of the page is used only if it states what the page shows.
    (
      "<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding=application/x-tex>x^{2}</annotation></semantics></math>",
      "inline: x^{2}"
    ),
    (
      "<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding=application/x-tex>y^3</annotation></semantics></math>",
      "inline: x^2"
    ),
  ])
  func `An equation keeps its structure, through pages of each profile`(
    page: String, expected: String
  ) throws {
    let found = try Self.read("<p>a \(page) b")
    #expect(found.report.isLossless, "\(found.report.notes)")
    #expect(Self.equations(found.document.string) == [expected])
    for profile in HTMLWriter().descriptor.profiles.map(\.name) where profile != "cocoa" {
      for isHidden in [true, false] {
        let (text, report) = try Self.written(found.document, profile, isHidden: isHidden)
        #expect(report.isLossless, "\(profile): \(report.notes)")
        #expect(text.contains("<math"), "\(profile)")
        let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document
        #expect(back.string == found.document.string, "\(profile): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("<math><mphantom><mi>x</mi></mphantom><mi>y</mi></math>", "y", "mphantom"),
    ("<math><mi style='display:none'>x</mi><mi>y</mi></math>", "y", "mi"),
    ("<math><menclose><mi>y</mi></menclose></math>", "y", "menclose"),
    ("<math><mi mathcolor=red>y</mi></math>", "y", "mathcolor"),
    ("<math dir=rtl><mi>y</mi></math>", "y", "dir"),
    ("<math><mi style='color:red'>y</mi></math>", "y", "style"),
    ("<math><mi mathvariant=bold-italic>y</mi></math>", "y", "mathvariant"),
    (
      "<math><mtable><mtr><mtd rowspan=2><mi>y</mi></mtd></mtr></mtable></math>", "\\begin",
      "rowspan"
    ),
    ("<math><mfenced separators=';'><mi>y</mi></mfenced></math>", "\\left(y", "separators"),
    ("<math><mtext>a<b>b</b><script>c</script></mtext></math>", "\\text{ab}", "b"),
    ("<math><mfrac><mi>a</mi></mfrac></math>", "a", "mfrac"),
    ("<math><mi>y</mi><svg><text>z</text></svg></math>", "y", "svg"),
  ])
  func `What an equation loses is reported`(page: String, tex: String, missing: String) throws {
    let found = try Self.read("<p>" + page)
    #expect(found.document.string.text.hasPrefix(tex), "\(found.document.string.text)")
    #expect(
      found.report.notes.contains {
        $0.kind == .init(effect: .approximated, feature: .equation) && $0.detail == missing
      }, "\(found.report.notes)")
  }

  @Test func `TeX without elements stays text and is reported`() throws {
    var string = IAString("a \\foo{x} b\n")
    string.updateAttributes(in: 2..<9) { $0[tag: "math"] = "inline" }
    let profile = HTMLWriter().descriptor.profiles[0].name
    let (text, report) = try Self.written(IADocument(string), profile, isHidden: false)
    #expect(text.contains("a \\foo{x} b") && !text.contains("<math"))
    #expect(report.notes.map(\.kind.feature) == [.tag], "\(report.notes)")
    let (kept, keptReport) = try Self.written(IADocument(string), profile, isHidden: true)
    #expect(keptReport.notes.map(\.kind) == [.init(effect: .dropped, feature: .tag)])
    let back = try HTMLReader().read(BytesSource(Array(kept.utf8)))
    #expect(back.report.isLossless, "\(back.report.notes)")
    #expect(back.document.string == IAString("a \\foo{x} b\n"))
  }

  @Test func `The rest of a long equation is lost, and reported so`() throws {
    let found = try Self.read("<math>\(String(repeating: "<mi>x</mi>", count: 20_100))</math>")
    #expect(
      found.report.notes.map(\.kind) == [.init(effect: .dropped, feature: .equation)],
      "\(found.report.notes)")
  }

  @Test func `A deep equation stays text`() throws {
    let tex = String(repeating: "\\sqrt{", count: 150) + "x" + String(repeating: "}", count: 150)
    var string = IAString("a \(tex) b\n")
    string.updateAttributes(in: 2..<2 + tex.utf16.count) { $0[tag: "math"] = "inline" }
    let profile = HTMLWriter().descriptor.profiles[0].name
    let (text, _) = try Self.written(IADocument(string), profile, isHidden: true)
    #expect(!text.contains("<math"))
    #expect(
      try HTMLReader().read(BytesSource(Array(text.utf8))).document.string.text == string.text)
    let deep = String(repeating: "<msqrt>", count: 2000) + "<mi>x</mi>"
    #expect(try Self.read("<math>" + deep).document.string.text.contains("x"))
  }

  @Test func `Styles and scripts inside an equation mean nothing`() throws {
    let found = try Self.read(
      "<math><style>p{display:none}</style><mi onclick='a()'>x</mi></math><p>seen</p>")
    #expect(found.document.string.text.contains("seen"))
    #expect(!found.document.string.attributes(at: found.document.string.utf16Count - 2).hidden)
    #expect(found.report.notes.contains { $0.kind.feature == .eventHandler })
  }

  /// Returns a paragraph with the equation `\frac{1}{x}+y` at 2..<15.
  private static func equation(_ change: (inout IAString) -> Void) -> IADocument {
    var string = IAString("a \\frac{1}{x}+y b\n")
    string.updateAttributes(in: 2..<15) { $0[tag: "math"] = "inline" }
    change(&string)
    return IADocument(string)
  }

  @Test(arguments: [true, false])
  func `An equation whose attributes change inside is one equation`(isHidden: Bool) throws {
    let document = Self.equation { $0.set(\.bold, to: true, in: 8..<15) }
    let profile = HTMLWriter().descriptor.profiles[0].name
    let (text, report) = try Self.written(document, profile, isHidden: isHidden)
    #expect(text.components(separatedBy: "<math>").count == 2 && !text.contains("<strong>"))
    #expect(
      report.notes.map { "\($0.kind.effect) \($0.kind.feature) \($0.utf16Range ?? 0..<0)" }
        == ["dropped attributes 8..<15"])
    let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
    #expect(Self.equations(back) == ["inline: \\frac{1}{x}+y"])
    #expect(back == Self.equation { _ in }.string)
  }

  @Test func `An equation at the end of a paragraph has the attributes of its first character`()
    throws
  {
    var string = IAString("\\alpha+y\nb\n")
    string.updateAttributes(in: 0..<8) { $0[tag: "math"] = "display" }
    let uniform = string
    string.set(\.italic, to: true, in: 6..<8)
    let profile = HTMLWriter().descriptor.profiles[0].name
    for isHidden in [true, false] {
      let (text, _) = try Self.written(IADocument(string), profile, isHidden: isHidden)
      let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
      #expect(back == uniform, "\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `An equation whose intensities change inside is one equation`(isHidden: Bool) throws {
    let document = Self.equation { $0.setIntensities([10, 90, 10], at: 9) }
    let profile = HTMLWriter().descriptor.profiles[0].name
    let (text, report) = try Self.written(document, profile, isHidden: isHidden)
    #expect(text.components(separatedBy: "<math>").count == 2)
    #expect(Set(report.kinds.map(\.feature)) == [.intensity])
    let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
    #expect(Self.equations(back) == ["inline: \\frac{1}{x}+y"])
    if isHidden { #expect(back == document.string) }
  }

  @Test(arguments: [true, false])
  func `A bookmark inside an equation is before it`(isHidden: Bool) throws {
    let document = Self.equation { $0.setBookmarks([.init(utf16Offset: 9, name: "m")]) }
    let profile = HTMLWriter().descriptor.profiles[0].name
    let (text, report) = try Self.written(document, profile, isHidden: isHidden)
    #expect(
      report.notes.map(\.kind)
        == [.init(effect: isHidden ? .hidden : .approximated, feature: .bookmark)])
    let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
    #expect(back.bookmarks == [.init(utf16Offset: isHidden ? 9 : 2, name: "m")])
    #expect(Self.equations(back).count == 1)
  }

  @Test func `An equation of which a part is hidden, or that has no elements, is text`() throws {
    let profile = HTMLWriter().descriptor.profiles[0].name
    let hidden = Self.equation { $0.set(\.hidden, to: true, in: 8..<11) }
    let (text, report) = try Self.written(hidden, profile, isHidden: true)
    #expect(!text.contains("<math"))
    #expect(report.notes.allSatisfy { $0.kind.feature == .tag }, "\(report.notes)")
    let back = try HTMLReader().read(BytesSource(Array(text.utf8))).document.string
    #expect(back.text == hidden.string.text && back.attributes(at: 9).hidden)
    #expect(!back.attributes(at: 11).hidden)
    // Each part alone would be an equation; the whole is not.
    var string = IAString("\\frac{1}{x}\\foo y\n")
    string.updateAttributes(in: 0..<17) { $0[tag: "math"] = "inline" }
    string.set(\.bold, to: true, in: 11..<17)
    #expect(!(try Self.written(IADocument(string), profile, isHidden: true).0.contains("<math")))
  }
}
