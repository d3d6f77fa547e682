import IAText
import Testing

@testable import IALayout

/// Boxes around text in a line.
@Suite(.enabled(if: TestFonts.areThere)) struct InlineBoxTests {
  private static let padding = Sides(top: 6.0, right: 10, bottom: 4, left: 20)

  private static func box(_ change: (inout InlineBox) -> Void = { _ in }) -> InlineBox {
    var box = InlineBox()
    box.fill = Color(0x0070F3)
    box.padding = padding
    box.isBlock = true
    change(&box)
    return box
  }

  /// A layout of a text in which the part between brackets is in a box.
  private func layout(
    _ text: String, _ box: InlineBox, width: Double = 300,
    options change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> LayoutManager {
    let units = Array(text.utf16)
    var string = IAString(text)
    var start = 0
    var count = 0
    for (offset, unit) in units.enumerated() {
      if unit == 0x5B { start = offset + 1 }
      if unit == 0x5D {
        string.updateAttributes(in: start..<offset) { $0[tag: LayoutManager.boxTag] = "\(count)" }
        count = 1 - count
      }
    }
    let typesetter = try TestFonts.typesetter {
      $0.blockSpaces.inlineBoxes = [box, box]
      change(&$0)
    }
    return try .of(string, width: width, typesetter: typesetter)
  }

  private func lineHeight() throws -> Double {
    try LayoutManager.of(IAString("a")).lineFragments()[0].rect.height
  }

  @Test func `The padding widens the line, and the line is as high as the box`() throws {
    let (plain, boxed) = (
      try layout("a [b] c", Self.box { $0.padding = Sides() }).drawn(),
      try layout("a [b] c", Self.box()).drawn()
    )
    func x(_ sink: RecordingSink, _ text: String) throws -> Double {
      try #require(
        sink.runs.first { String(decoding: $0.units, as: UTF16.self).contains(text) }?.origin.x)
    }
    #expect(try abs(x(boxed, "b") - x(plain, "b") - 20) < 0.1)
    #expect(try abs(x(boxed, "c") - x(plain, "c") - 30) < 0.1)
    #expect(boxed.text == plain.text)
    let fill = try #require(boxed.fills.first).rectangle
    #expect(boxed.fills.count == 1)
    #expect(try abs(fill.x + 20 - x(boxed, "b")) < 0.1)
    #expect(try abs(fill.height - lineHeight() - 10) < 0.1)
    let line = try layout("a [b] c", Self.box()).lineFragments()[0].rect
    #expect(try abs(line.height - lineHeight() - 10) < 0.1)
  }

  @Test func `A box that is no block does not change the height of the line`() throws {
    let manager = try layout("a [b] c", Self.box { $0.isBlock = false })
    #expect(try manager.lineFragments()[0].rect.height == lineHeight())
    #expect(try abs(manager.drawn().fills[0].rectangle.height - lineHeight() - 10) < 0.1)
  }

  @Test func `A box is on one line if the line is wide enough`() throws {
    let text = "Some words before [a long button text] end"
    #expect(
      try layout(text, Self.box(), width: 260).lineTexts
        == ["Some words before ", "[a long button text] end"])
    // Narrower than the box: it is divided, and each line has a part of it.
    let narrow = try layout(text, Self.box(), width: 120)
    #expect(narrow.lineTexts.joined() == text && narrow.lineTexts.count > 3)
    #expect(narrow.drawn().fills.count > 1)
  }

  @Test func `A stated width and height are those of the text`() throws {
    let box = Self.box {
      $0.width = 100
      $0.lineHeight = 40
      $0.alignment = .center
    }
    let sink = try layout("[b]", box).drawn()
    let fill = try #require(sink.fills.first).rectangle
    #expect(abs(fill.width - 130) < 0.1 && abs(fill.height - 50) < 0.1)
    let text = try #require(
      sink.runs.first { String(decoding: $0.units, as: UTF16.self).contains("b") })
    #expect(abs(text.origin.x + text.width / 2 - (fill.x + 20 + 50)) < 0.1)
  }

  @Test func `Lines, corners and margins are passed on`() throws {
    let box = Self.box {
      $0.borders = Sides(all: Border(.solid, width: 2))
      $0.margin = Sides(right: 7, left: 5)
      $0.cornerRadius = 400
    }
    let manager = try layout("[b]", box)
    var sink = BoxSink()
    manager.draw(in: Rectangle(x: 0, y: 0, width: 1e6, height: 1e9), container: 0, to: &sink)
    let found = try #require(sink.found.first)
    #expect(found.outline?.width == 2 && found.outline?.color == .black)
    #expect(found.cornerRadius == min(found.rectangle.width, found.rectangle.height) / 2)
    #expect(manager.drawn().fills.count == 5)
  }

  @Test(arguments: [
    "[b]", "[\u{5E9}\u{5DC}\u{5D5}\u{5DD}] a", "[a][b]", "[a\u{2028}b]", "[a b c d e f g h]\n[i]",
    "[\u{4E00}\u{4E8C}\u{4E09}\u{56DB}]", "[\u{FB01}\u{AD}x]-[\u{1F600}]",
  ]) func `Texts with boxes keep their units and carets`(_ text: String) throws {
    for width in [1.0, 40, 300] {
      for isBlock in [true, false] {
        let manager = try layout(text, Self.box { $0.isBlock = isBlock }, width: width)
        #expect(manager.lineTexts.joined() == text)
        #expect(manager.drawn().fills.count >= 1)
        for line in manager.lineFragments() {
          #expect(line.rect.height.isFinite && line.rect.width >= 0)
        }
      }
    }
  }

  @Test(arguments: ["-1", "2", "x", "", "99999999999999999999"])
  func `Tags that name no box change nothing`(_ value: String) throws {
    var string = IAString("a b")
    string.updateAttributes(in: 0..<1) { $0[tag: LayoutManager.boxTag] = value }
    let typesetter = try TestFonts.typesetter { $0.blockSpaces.inlineBoxes = [Self.box()] }
    let sink = try LayoutManager.of(string, typesetter: typesetter).drawn()
    #expect(sink.fills.isEmpty && sink.text.hasPrefix("a b"))
  }

  @Test func `Hostile lengths are bounded`() throws {
    for length in [Double.nan, .infinity, -.infinity, 1e300, -5] {
      let box = Self.box {
        $0.padding = Sides(all: length)
        $0.margin = Sides(all: length)
        $0.borders = Sides(all: Border(.solid, width: length))
        $0.cornerRadius = length
        $0.lineHeight = length
        $0.width = length
      }
      let manager = try layout("a [b] c", box)
      #expect(manager.drawn().fills.allSatisfy { $0.rectangle.width.isFinite })
      #expect(manager.lineFragments().allSatisfy { $0.rect.height < 10_000 })
    }
  }
}

/// Notes the boxes around text.
private struct BoxSink: DrawingSink {
  var found: [LineBox] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
  mutating func draw(_ run: borrowing GlyphRun) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
  mutating func draw(_ box: LineBox) { found.append(box) }
}
