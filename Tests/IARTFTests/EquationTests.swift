import Foundation
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// Equations of Office programs become TeX with the tag `math`.
@Suite struct EquationTests {
  private static func read(_ content: String) throws -> ReadResult {
    try RTFReader().read(BytesSource(Array("{\\rtf1\\ansi\\uc1 a \(content) b\\par}".utf8)))
  }

  /// Returns an OMML structure with its arguments, each a control word and its content.
  private static func omml(_ name: String, _ arguments: (String, String)...) -> String {
    let inner = arguments.map { "{\\\($0)\($1.hasPrefix("{") ? "" : " ")\($1)}" }.joined()
    return "{\\\(name)\(inner)}"
  }

  private static func run(_ text: String) -> String { "{\\mr\\mscr0\\msty2 \\f34 \(text)}" }

  @Test(arguments: [
    (omml("mf", ("mnum", run("1")), ("mden", run("x+1"))), "\\frac{1}{x+1}"),
    ("{\\mf{\\mfPr{\\mtype lin}}{\\mnum{\\mr 1}}{\\mden{\\mr 2}}}", "1/2"),
    (omml("msSup", ("me", run("x")), ("msup", run("2"))), "x^2"),
    (omml("msSub", ("me", run("a")), ("msub", run("ij"))), "a_{ij}"),
    (omml("msSubSup", ("me", run("a")), ("msub", run("1")), ("msup", run("2"))), "a_1^2"),
    (omml("mrad", ("mradPr", "{\\mdegHide on}"), ("mdeg", ""), ("me", run("2x"))), "\\sqrt{2x}"),
    (omml("mrad", ("mdeg", run("3")), ("me", run("x"))), "\\sqrt[3]{x}"),
    (
      omml(
        "mnary", ("mnaryPr", "{\\mchr \\u8721 ?}{\\mlimLoc undOvr}"), ("msub", run("i=1")),
        ("msup", run("n")), ("me", run("i"))), "\\sum_{i=1}^n i"
    ),
    (omml("mnary", ("msub", run("0")), ("msup", run("1")), ("me", run("x"))), "\\int_0^1 x"),
    (omml("md", ("me", run("a")), ("me", run("b"))), "\\left(a|b\\right)"),
    (
      omml(
        "md", ("mdPr", "{\\mbegChr [}{\\mendChr \\}}{\\msepChr ,}"), ("me", run("a")),
        ("me", run("b"))),
      "\\left[a,b\\right\\}"
    ),
    (omml("mfunc", ("mfName", run("sin")), ("me", run("x"))), "\\sin x"),
    (
      omml(
        "mfunc",
        ("mfName", omml("mlimLow", ("me", run("lim")), ("mlim", run("x\\u8594 ?0")))),
        ("me", run("x"))), "\\lim_{x\\to 0}x"
    ),
    (omml("macc", ("maccPr", "{\\mchr \\u771 ?}"), ("me", run("x"))), "\\tilde{x}"),
    (omml("mbar", ("mbarPr", "{\\mpos top}"), ("me", run("x"))), "\\overline{x}"),
    (
      omml(
        "mm", ("mmr", omml("me", ("mr", "1")) + omml("me", ("mr", "0"))),
        ("mmr", "{\\me{\\mr 0}}{\\me{\\mr 1}}")),
      "\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}"
    ),
    (omml("meqArr", ("me", run("a")), ("me", run("b"))), "\\begin{matrix}a \\\\ b\\end{matrix}"),
    (run("\\u945 ?<1"), "\\alpha<1"),
  ])
  func `A structure becomes its TeX`(content: String, tex: String) throws {
    let result = try Self.read("{\\mmath{\\*\\moMath\(content)}}")
    let string = result.document.string
    #expect(string.text == "a \(tex) b\n")
    let runs = string.attributeRuns(in: string.utf16Range)
    #expect(runs.map { $0.attributes[tag: "math"] } == [nil, "inline", nil])
    #expect(result.report.isLossless, "\(result.report.notes)")
  }

  @Test func `A paragraph of its own is a display, and the text around keeps its formatting`()
    throws
  {
    let result = try Self.read(
      "{\\b {\\mmath{\\*\\moMathPara{\\*\\moMath{\\mr x}}}}c}")
    let string = result.document.string
    #expect(string.text == "a xc b\n")
    let runs = string.attributeRuns(in: string.utf16Range)
    #expect(runs.map { $0.attributes[tag: "math"] } == [nil, "display", nil, nil])
    #expect(runs.map(\.attributes.bold) == [false, true, true, false])
  }

  @Test(arguments: [
    ("{\\mmath{\\*\\moMath{\\mf{\\mnum{\\mr 1}}}}}", "1"), ("{\\mmath{\\*\\moMath{\\mrad}}}", ""),
    ("{\\mmath \\mr x{\\mden y}\\mf}", "xy"), ("{\\mmath{\\*\\moMath{\\mf{\\mnum 1", "1"),
    ("{\\mmath{\\*\\moMath{\\mr x{\\field{\\*\\fldinst PAGE}{\\fldrslt y}}}}}", "xy"),
    ("{\\mr x}{\\mf{\\mnum 1}{\\mden 2}}", "x12"),
  ])
  func `Incomplete equations are text, and end with their group`(content: String, tex: String)
    throws
  {
    let text = try Self.read(content).document.string.text
    #expect(text.hasPrefix("a \(tex)"), "\(text)")
  }

  @Test(arguments: [
    ("{\\mphant{\\me{\\mr x}}}", "mphant"), ("{\\mr\\cf1 x}", "formatting"),
    ("{\\mr\\msty1 x}", "msty"),
    ("{\\mf{\\mnum{\\mr 1}}}", "mf"), ("{\\mr\\b x}", "formatting"),
  ])
  func `What an equation does not keep is reported`(content: String, detail: String) throws {
    let report = try Self.read("{\\colortbl;\\red255;}{\\mmath{\\*\\moMath\(content)}}").report
    #expect(
      report.notes.map { "\($0.kind.effect) \($0.kind.feature) \($0.detail)" } == [
        "approximated equation \(detail)"
      ])
  }

  private static func written(_ document: IADocument, isHidden: Bool) throws -> (
    [UInt8], ConversionReport
  ) {
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(profile: "word", keepsHiddenData: isHidden))
    return (sink.bytes, report)
  }

  @Test(arguments: [
    "x^2", "x_1^2", "x'", "\\frac{1}{x+1}=y^2", "\\sqrt{a_i}", "\\sqrt[3]{x}", "\\sum_{i=1}^n i+1",
    "\\lim_{x\\to 0}\\frac{\\sin x}{x}=1", "\\int_0^{\\infty}e^{-x}dx",
    "\\left(\\frac{a}{b}\\right)^2",
    "\\left\\{x\\right.", "\\begin{pmatrix}1 & 0 \\\\ 0 & 1\\end{pmatrix}",
    "\\hat{x}+\\overline{ab}",
    "\\underline{x}", "\\overset{a}{b}", "\\underset{a}{b}", "\\text{if \\$ }x",
    "a\\quad b\\,c\\ d",
    "\\mathbb{R}\\mathbf{x}", "\\mathrm{d}x\\mathrm{rank}A", "{ab}^2", "\\{1,2\\}", "\\sum^n i",
    "\\bigcup_i A_i",
    "\\prod i", "x<y",
  ])
  func `TeX becomes groups of Office, from which it is read again`(tex: String) throws {
    var string = IAString("a \(tex) b\n")
    string.updateAttributes(in: 2..<2 + tex.utf16.count) {
      $0[tag: "math"] = tex.count % 2 == 0 ? "inline" : "display"
    }
    for isHidden in [true, false] {
      let (bytes, report) = try Self.written(IADocument(string), isHidden: isHidden)
      #expect(report.isLossless, "\(report.notes)")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("{\\mmath{"))
      let back = try RTFReader().read(BytesSource(bytes))
      #expect(back.report.isLossless, "\(back.report.notes)")
      #expect(back.document.string == string, "\(text)")
    }
  }

  @Test(arguments: ["x^{2}", "\\frac12 + a", "a\u{2028}+b"])
  func `Other TeX is in hidden data, and is used if it equals what is shown`(
    tex: String
  ) throws {
    var string = IAString("a \(tex) b\n")
    string.updateAttributes(in: 2..<2 + tex.utf16.count) { $0[tag: "math"] = "display" }
    let (bytes, report) = try Self.written(IADocument(string), isHidden: true)
    #expect(report.isLossless)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("{\\mmath{\\*\\iatex "))
    #expect(try RTFReader().read(BytesSource(bytes)).document.string == string)
    // Simulates changes by another program: `b` for `a`, 3 for 2.
    let changed = text.replacing("{\\mr 2}", with: "{\\mr 3}").replacing(
      "{\\mr a}", with: "{\\mr b}")
    let other = try RTFReader().read(BytesSource(Array(changed.utf8))).document.string.text
    #expect(!other.contains(tex))
    let (shown, plain) = try Self.written(IADocument(string), isHidden: false)
    #expect(!String(decoding: shown, as: UTF8.self).contains("mmath"))
    #expect(plain.notes.map(\.kind.feature) == [.tag])
  }

  @Test(arguments: [
    "\\foo", "\\qquad x", "\\text{}", "x_{}", "\\lim_a^b x", "\\mathrm{a-b}",
  ])
  func `TeX without such groups stays text`(tex: String) throws {
    var string = IAString("a \(tex) b\n")
    string.updateAttributes(in: 2..<2 + tex.utf16.count) { $0[tag: "math"] = "inline" }
    let (bytes, report) = try Self.written(IADocument(string), isHidden: false)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("mmath"))
    #expect(report.notes.map(\.kind.feature) == [.tag])
    let (hidden, hiddenReport) = try Self.written(IADocument(string), isHidden: true)
    #expect(hiddenReport.notes.map(\.kind) == [.init(effect: .dropped, feature: .tag)])
    let back = try RTFReader().read(BytesSource(hidden)).document.string
    #expect(back == IAString(string.text))
  }

  @Test(arguments: [
    ("\\\\f(1,x+1)", "\\frac{1}{x+1}"), ("\\\\r(3,x)=\\\\r(y)", "\\sqrt[3]{x}=\\sqrt{y}"),
    ("x\\\\s\\\\up8(2)", "x^2"), ("a\\\\s\\\\do5(1)", "a_1"),
    ("\\\\i\\\\su(i=1,n,i)", "\\sum_{i=1}^n i"),
    ("\\\\i(0,1,f(x))", "\\int_0^1 f(x)"),
    ("\\\\b\\\\bc\\\\[(\\\\f(a;b))", "\\left[\\frac{a}{b}\\right]"),
    ("\\\\a\\\\al\\\\co2(1,0,0,1)", "\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}"),
    ("\\\\l(a,b)", "a,b"),
    ("(a,b)", "(a,b)"),
  ])
  func `A field of Word becomes TeX`(instruction: String, tex: String) throws {
    let result = try Self.read("{\\field{\\*\\fldinst  EQ \(instruction)}{\\fldrslt}}")
    #expect(result.document.string.text == "a \(tex) b\n")
    #expect(result.report.isLossless, "\(result.report.notes)")
  }

  @Test(arguments: ["\\\\f(1", "\\\\f", "\\\\"])
  func `A field that is not balanced is reported`(instruction: String) throws {
    let result = try Self.read("{\\field{\\*\\fldinst EQ \(instruction)}{\\fldrslt}}")
    #expect(result.report.notes.map { "\($0.kind.feature) \($0.detail)" } == ["field EQ"])
  }

  @Test(arguments: [
    String(repeating: "\\sum_i ", count: 300) + "x",
    String(repeating: "\\sqrt{", count: 150) + "x" + String(repeating: "}", count: 150),
  ])
  func `Equations of more groups than readers accept stay text`(tex: String) throws {
    var string = IAString("a \(tex) b\n")
    string.updateAttributes(in: 2..<2 + tex.utf16.count) { $0[tag: "math"] = "inline" }
    let (bytes, _) = try Self.written(IADocument(string), isHidden: true)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("mmath"))
    #expect(try RTFReader().read(BytesSource(bytes)).document.string.text == string.text)
  }

  @Test func `Hidden data does not make shown text an equation`() throws {
    var string = IAString("a x^2 b\n")
    string.updateAttributes(in: 2..<5) { $0[tag: "math"] = "inline" }
    let (bytes, _) = try Self.written(IADocument(string), isHidden: true)
    let text = String(decoding: bytes, as: UTF8.self)
    let group = try #require(text.firstMatch(of: /\{\\mmath.*?\}\}\}\}(?= b)/))
    let forged = text.replacingCharacters(in: group.range, with: "x^2")
    let result = try RTFReader().read(BytesSource(Array(forged.utf8)))
    #expect(result.document.string == IAString("a x^2 b\n"), "\(forged)")
    #expect(result.report.notes.contains { $0.kind.feature == .refusedHiddenData })
  }

  @Test func `The rest of a long equation is lost, and reported so`() throws {
    let parts = String(repeating: "{\\mr x}", count: 20_100)
    let report = try Self.read("{\\mmath{\\*\\moMath\(parts)}}").report
    #expect(report.notes.map(\.kind) == [.init(effect: .dropped, feature: .equation)])
  }

  @Test func `Deep equations are read in linear time`() throws {
    let deep = String(repeating: "{\\msSup{\\me x}{\\msup ", count: 100)
    let result = try Self.read(
      "{\\mmath{\\*\\moMath\(deep)y\(String(repeating: "}}", count: 100))}}")
    #expect(result.document.string.text.contains("x^{x^{"))
    let wide = String(repeating: "{\\msSup{\\me x}{\\msup 2}}", count: 20_000)
    let text = try Self.read("{\\mmath{\\*\\moMath\(wide)}}").document.string.text
    #expect(text.contains("x^2 x^2"))
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
    let (bytes, report) = try Self.written(document, isHidden: isHidden)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "{\\mmath").count == 2)
    #expect(
      report.notes.map { "\($0.kind.effect) \($0.kind.feature) \($0.utf16Range ?? 0..<0)" }
        == ["\(isHidden ? "hidden" : "dropped") attributes 8..<15"])
    let back = try RTFReader().read(BytesSource(bytes)).document.string
    #expect(back == (isHidden ? document : Self.equation { _ in }).string, "\(text)")
  }

  @Test(arguments: [true, false])
  func `An equation whose intensities change inside is one equation`(isHidden: Bool) throws {
    let document = Self.equation { $0.setIntensities([10, 90, 10], at: 9) }
    let (bytes, report) = try Self.written(document, isHidden: isHidden)
    #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "{\\mmath").count == 2)
    #expect(Set(report.kinds.map(\.feature)) == [.intensity])
    let back = try RTFReader().read(BytesSource(bytes)).document.string
    #expect(back == (isHidden ? document : Self.equation { _ in }).string)
  }

  @Test(arguments: [true, false])
  func `A bookmark inside an equation is after it`(isHidden: Bool) throws {
    let document = Self.equation { $0.setBookmarks([.init(utf16Offset: 9, name: "m")]) }
    let (bytes, report) = try Self.written(document, isHidden: isHidden)
    #expect(report.notes.map(\.kind.feature) == [.bookmark])
    let back = try RTFReader().read(BytesSource(bytes)).document.string
    #expect(back.bookmarks == [.init(utf16Offset: isHidden ? 9 : 15, name: "m")])
  }

  @Test func `An equation of which a part is deleted, or that has no groups, is text`() throws {
    let deleted = Self.equation { string in
      string.updateAttributes(in: 8..<11) { $0.deletion = TrackedChange() }
    }
    let (bytes, report) = try Self.written(deleted, isHidden: true)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("\\mmath"))
    #expect(report.notes.allSatisfy { $0.kind.feature == .tag }, "\(report.notes)")
    let back = try RTFReader().read(BytesSource(bytes)).document.string
    #expect(back.text == deleted.string.text && back.attributes(at: 9).deletion != nil)
    // Each part alone would be an equation; the whole is not.
    var string = IAString("\\frac{1}{x}\\foo y\n")
    string.updateAttributes(in: 0..<17) { $0[tag: "math"] = "inline" }
    string.set(\.bold, to: true, in: 11..<17)
    let other = try Self.written(IADocument(string), isHidden: true).0
    #expect(!String(decoding: other, as: UTF8.self).contains("\\mmath"))
  }
}
