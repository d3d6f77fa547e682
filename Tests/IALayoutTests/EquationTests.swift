import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct EquationTests {
  /// Returns a layout of words around an equation.
  private func layout(
    _ tex: String, before: String = "", after: String = "", _ kind: String = "inline",
    width: Double = 400, draws: Bool = true
  ) throws -> LayoutManager {
    var string = IAString(before + tex + after)
    let start = before.utf16.count
    string.updateAttributes(in: start..<start + tex.utf16.count) { $0[tag: "math"] = kind }
    let typesetter = try TestFonts.typesetter { $0.drawsEquations = draws }
    return try LayoutManager.of(string, width: width, typesetter: typesetter)
  }

  /// Returns the runs of an equation without the run of its TeX.
  private func parts(of layout: LayoutManager) -> [GlyphRun] {
    layout.drawn().runs.filter { $0.role == .equation }
  }

  @Test func `A fraction has its numerator above its line, its denominator below`() throws {
    let sink = try layout("\\frac{a}{b}", before: "x ", after: " y").drawn()
    let text = sink.runs.filter { $0.role == .text }
    #expect(
      text.map { String(decoding: $0.units, as: UTF16.self) } == ["x ", "\\frac{a}{b}", " y"])
    #expect(text[1].glyphs.isEmpty && text[1].width > 5)
    let parts = sink.runs.filter { $0.role == .equation }
    #expect(parts.count == 2 && sink.strokes.count == 1)
    let line = sink.strokes[0]
    #expect(parts[0].origin.y < line.start.y && line.start.y < parts[1].origin.y)
    #expect(line.start.y < text[0].origin.y)
    #expect(parts.allSatisfy { $0.size < 16 && $0.units.isEmpty })
    for part in parts {
      #expect(part.x[0] > line.start.x && part.x[0] < line.start.x + line.length)
    }
    // The words after it start where it ends.
    #expect(abs(text[2].origin.x - text[1].origin.x - text[1].width) < 0.01)
  }

  @Test func `A line is as high as its equation`() throws {
    let plain = try layout("x").lineFragments()[0].rect.height
    let high = try layout("\\frac{\\frac{a}{b}}{\\frac{c}{d}}", "display")
    #expect(high.lineFragments()[0].rect.height > 2 * plain)
    for run in high.drawn().runs { #expect(run.y.allSatisfy { $0 > 0 }) }
  }

  @Test func `Indices and exponents are smaller, beside their base`() throws {
    let parts = parts(of: try layout("x_1^2"))
    #expect(parts.count == 3)
    #expect(parts[1].size < parts[0].size && parts[1].size == parts[2].size)
    let (base, heights) = (parts[0].origin, parts.dropFirst().map(\.origin.y))
    #expect(heights.min() ?? 0 < base.y && base.y < heights.max() ?? 0)
    #expect(parts.dropFirst().allSatisfy { $0.origin.x > base.x })
  }

  @Test func `Limits are below and above in a display, otherwise beside the operator`() throws {
    let tex = "\\sum_{i=1}^n"
    func sides(_ kind: String) throws -> Bool {
      let parts = parts(of: try layout(tex, kind))
      let sign = try #require(parts.first)
      return parts.dropFirst().allSatisfy { $0.origin.x > sign.origin.x + sign.size / 3 }
    }
    #expect(try sides("inline"))
    #expect(try !sides("display"))
  }

  @Test func `Delimiters are as high as their content`() throws {
    let small = parts(of: try layout("\\left(a\\right)"))
    let tall = parts(
      of: try layout("\\begin{pmatrix}a&b\\\\c&d\\\\e&f\\end{pmatrix}", "display"))
    #expect(small.allSatisfy { $0.size == 16 })
    // Both delimiters, then the three rows.
    #expect(tall.count == 4 && tall[0].glyphs.count == 2)
    #expect(tall[0].glyphs[0] != small[0].glyphs[0])
    let rules = try layout("\\left[\\frac{\\frac{a}{b}}{\\frac{c}{d}}\\right]", "display").drawn()
    // Two delimiters with three lines each, three fractions.
    #expect(rules.strokes.count == 9)
  }

  @Test func `A root has its line over its radicand`() throws {
    let sink = try layout("\\sqrt[3]{x+1}").drawn()
    let line = try #require(sink.strokes.first)
    let parts = sink.runs.filter { $0.role == .equation }
    #expect(sink.strokes.count == 1 && parts.count >= 3)
    let last = try #require(parts.last)
    #expect(last.origin.y > line.start.y && last.x[0] < line.start.x + line.length)
  }

  @Test func `Operators have spaces, signs of numbers have none`() throws {
    func width(_ tex: String) throws -> Double {
      try layout(tex).drawn().runs[0].width
    }
    let (letter, sum) = (try width("a"), try width("a+a"))
    let sign = try width("+a") - letter
    // Two medium spaces, each of four eighteenths of an em.
    #expect(abs(sum - 2 * letter - sign - 16 * 8 / 18) < 0.01)
    #expect(try width("a^{a+a}") < width("a^{a}") + 0.7 * (letter + sign) + 0.01)
  }

  @Test(arguments: ["\\unknown{x}", "x^{2", "", "\u{05D0}+1", "$x$"])
  func `What is not an equation stays text`(tex: String) throws {
    let sink = try layout(tex, before: "see ", after: "").drawn()
    #expect(sink.text.utf16.count == 4 + tex.utf16.count)
    #expect(sink.runs.allSatisfy { $0.role == .text && !$0.glyphs.isEmpty })
  }

  @Test func `Equations are text without the option`() throws {
    let sink = try layout("\\frac{a}{b}", draws: false).drawn()
    #expect(sink.text == "\\frac{a}{b}" && sink.strokes.isEmpty)
  }

  @Test func `An equation of letters of several scripts and steps is one`() throws {
    var string = IAString("\\frac{\u{3B1}}{b}+\u{3B2}")
    string.updateAttributes(in: string.utf16Range) { $0[tag: "math"] = "inline" }
    string.setIntensity(90, in: 3..<8)
    let typesetter = try TestFonts.typesetter {
      $0.drawsEquations = true
      $0.scheme = .weight()
    }
    let sink = try LayoutManager.of(string, typesetter: typesetter).drawn()
    #expect(sink.runs.count { $0.role == .text } == 1)
    #expect(sink.strokes.count == 1)
  }

  @Test func `Carets are before and after an equation`() throws {
    let layout = try layout("\\frac{a}{b}", before: "x", after: "y")
    let inside = try #require(layout.caretRect(at: 5))
    let (start, end) = (
      try #require(layout.caretRect(at: 1)), try #require(layout.caretRect(at: 12))
    )
    #expect(start.x < end.x)
    #expect(inside.x == start.x || inside.x == end.x)
  }

  @Test(arguments: ["inline", "display"])
  func `An equation that is wider than the line is divided at operators`(kind: String) throws {
    let tex = Array(repeating: "a b c d e f", count: 20).joined(separator: " + ")
    let layout = try layout(tex, before: "so ", after: " now", kind, width: 150)
    let sink = layout.drawn()
    #expect(layout.lineFragments().count > 8)
    #expect(sink.text == "so \(tex) now")
    for run in sink.runs where run.role == .equation {
      #expect(run.size == 16 && run.x.allSatisfy { (0..<150).contains($0) })
    }
    // Operators end lines in a line of text, and start lines in a display.
    for text in layout.lineTexts.dropFirst(2).dropLast(2) {
      let trimmed = text.drop { $0 == " " }
      #expect(kind == "display" ? trimmed.hasPrefix("+") : text.hasSuffix("+"), "\(text)")
    }
  }

  @Test func `A divided equation looks the same on a line that is wide enough`() throws {
    let tex = "a+b=c_1+\\frac{d}{e}-\\alpha\\leq f+g+h+i+j+k"
    let sink = try layout(tex, before: "x ").drawn()
    #expect(sink.text == "x " + tex)
    #expect(try layout(tex, before: "x ").lineFragments().count == 1)
    let texts = sink.runs.filter { $0.role == .text }.dropFirst()
    #expect(texts.count > 5)
    for (one, next) in zip(texts, texts.dropFirst()) {
      #expect(abs(one.origin.x + one.width - next.origin.x) < 0.01)
    }
    // It is not divided if only the rest of the line is too narrow.
    let width = texts.reduce(0) { $0 + $1.width }
    let narrow = try layout(tex, before: "x x x x x x ", width: width + 10)
    #expect(narrow.lineTexts == ["x x x x x x ", tex])
  }

  @Test func `A part that is wider than the line is reduced`() throws {
    let tex = "\\frac{" + String(repeating: "abcdef", count: 20) + "}{2}+1"
    let layout = try layout(tex, width: 100)
    #expect(layout.lineFragments().count == 2)
    for run in layout.drawn().runs where run.role == .equation {
      #expect(run.x.allSatisfy { $0 < 100 })
    }
  }

  @Test func `The line of a reduced part has the height of the reduced part`() throws {
    let denominator = "\\frac{1}{\\frac{1}{\\frac{1}{\\frac{1}{2}}}}"
    let tex = "\\frac{" + String(repeating: "abcdef", count: 20) + "}{" + denominator + "}"
    let heights = try [100.0, 100_000].map {
      try layout(tex, width: $0).lineFragments()[0].rect.height
    }
    #expect(heights[0] < heights[1] / 2)
  }

  @Test func `An equation in a display is in the middle of a line of its own`() throws {
    for (before, after, lines) in [
      ("", "", 1), ("text ", "", 2), ("text ", " more", 3), ("", " more", 2), ("", "  ", 1),
      ("", "\n", 2), ("text", "\nnext", 3),
    ] {
      let layout = try layout("x^2", before: before, after: after, "display")
      let fragments = layout.lineFragments()
      #expect(fragments.count == lines, "\(before)|\(after)")
      let texts = layout.drawn().runs.filter { $0.role == .text }
      let equation = try #require(texts.first { $0.glyphs.isEmpty })
      #expect(abs(equation.origin.x + equation.width / 2 - 200) < 0.01)
      if let more = texts.last, after == " more" { #expect(more.origin.x == 0) }
    }
    let inline = try layout("x^2", "inline").drawn()
    #expect(inline.runs[0].origin.x == 0)
  }

  @Test func `Two equations in displays are on two lines`() throws {
    var string = IAString("a=b c=d")
    for range in [0..<3, 4..<7] {
      string.updateAttributes(in: range) { $0[tag: "math"] = "display" }
    }
    let typesetter = try TestFonts.typesetter { $0.drawsEquations = true }
    let layout = try LayoutManager.of(string, typesetter: typesetter)
    #expect(layout.lineFragments().count == 2)
  }

  @Test func `A terminator and text after an equation are not a part of it`() throws {
    var string = IAString("\\frac{1}{2}\nnext")
    string.updateAttributes(in: 0..<string.utf16Count) { $0[tag: "math"] = "display" }
    let typesetter = try TestFonts.typesetter { $0.drawsEquations = true }
    let layout = try LayoutManager.of(string, typesetter: typesetter)
    #expect(layout.lineFragments().count == 2)
    #expect(layout.drawn().strokes.count == 1)
  }

  @Test(arguments: [
    String(repeating: "\\frac{1}{", count: 95) + "2" + String(repeating: "}", count: 95),
    String(repeating: "\\sqrt{", count: 95) + "2" + String(repeating: "}", count: 95),
    String(repeating: "\\left(", count: 95) + "2" + String(repeating: "\\right)", count: 95),
    String(repeating: "x^{", count: 95) + "2" + String(repeating: "}", count: 95),
    String(repeating: "\\frac{1}{", count: 400) + "2" + String(repeating: "}", count: 400),
    "\\begin{matrix}" + String(repeating: "&", count: 2000) + "\\end{matrix}",
    "\\begin{matrix}" + String(repeating: "\\\\", count: 2000) + "\\end{matrix}",
    String(repeating: "\\!", count: 3000), String(repeating: "x", count: 20_000),
    String(repeating: "\\hat{", count: 90) + "x" + String(repeating: "}", count: 90),
    "\u{D7A3}\u{0301}\u{1F600}\u{FFFD}", "\\text{\u{200B}}", "{}", "\\,",
  ])
  func `Hostile equations have finite places`(tex: String) throws {
    for kind in ["inline", "display"] {
      let layout = try layout(tex, kind)
      for run in layout.drawn().runs {
        #expect(run.size.isFinite && run.size <= 4096)
        #expect(run.x.allSatisfy(\.isFinite) && run.y.allSatisfy(\.isFinite))
      }
      #expect(layout.usedRect().height.isFinite)
    }
  }
}
