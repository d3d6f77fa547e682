import IATestSupport
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

  /// Returns a layout of a text in which the part between brackets is in a box.
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

  /// Returns a layout of a text in which ranges are in a box.
  private func layout(
    _ text: String, in ranges: [Range<Int>], _ box: InlineBox, width: Double = 300,
    attributes change: (inout InlineAttributes) -> Void = { _ in }
  ) throws -> LayoutManager {
    var string = IAString(text)
    string.updateAttributes(in: 0..<string.utf16Count, change)
    for (index, range) in ranges.enumerated() {
      string.updateAttributes(in: range) { $0[tag: LayoutManager.boxTag] = "\(index % 2)" }
    }
    let typesetter = try TestFonts.typesetter { $0.blockSpaces.inlineBoxes = [box, box] }
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
    // In a line narrower than the box, the box is divided, and each line has a part of it.
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

  @Test func `A stated width wider than the line is that of the line`() throws {
    for alignment in [ParagraphAttributes.Alignment.left, .center, .right] {
      let box = Self.box {
        $0.width = 300
        $0.alignment = alignment
      }
      let alone = try layout("Hello", in: [0..<5], box, width: 100)
      #expect(alone.lineTexts == ["Hello"])
      let sink = alone.drawn()
      let fill = try #require(sink.fills.first).rectangle
      #expect(sink.fills.count == 1)
      #expect(abs(fill.x) < 0.1 && abs(fill.width - 100) < 0.1)
      let text = try #require(sink.runs.first)
      let free = 100 - 20 - 10 - text.width
      let before = alignment == .left ? 0 : alignment == .center ? free / 2 : free
      #expect(abs(text.origin.x - 20 - before) < 0.1, "\(alignment)")
      #expect(
        try layout("before Hello you after", in: [7..<16], box, width: 110).lineTexts
          == ["before ", "Hello you ", "after"])
      #expect(
        try layout("Hello", in: [0..<5], box, width: 400).drawn().fills[0].rectangle.width > 329)
    }
  }

  @Test func `An edge alone is not a line`() throws {
    for isBlock in [true, false] {
      let box = Self.box {
        $0.isBlock = isBlock
        $0.padding = Sides(all: 30)
      }
      // The line is narrower than a letter and than the padding around the text.
      #expect(try layout("ab", in: [0..<2], box, width: 1).lineTexts == ["a", "b"])
      #expect(try layout("ab", in: [0..<1], box, width: 1).lineTexts == ["a", "b"])
      #expect(try layout("ab", in: [1..<2], box, width: 1).lineTexts == ["a", "b"])
      #expect(try layout("ab", in: [0..<1, 1..<2], box, width: 1).lineTexts == ["a", "b"])
      // Without a break opportunity before the box, the box starts on the next line.
      let joined = try layout("mmmmiiii", in: [4..<8], box, width: 62)
      #expect(joined.lineTexts[0] == "mmmm")
      #expect(joined.drawn().fills[0].rectangle.x < 0.1)
    }
  }

  @Test func `A soft hyphen at the end of a box is shown in it`() throws {
    let word = "auto\u{AD}mobile"
    let box = Self.box { $0.isBlock = false }
    let whole = try layout(word, in: [0..<5], box)
    #expect(whole.lineTexts == [word] && whole.drawn().fills.count == 1)
    let width = whole.lineFragments()[0].usedRect.width - 10
    let manager = try layout(word, in: [0..<5], box, width: width)
    #expect(manager.lineTexts == ["auto\u{AD}", "mobile"])
    let sink = manager.drawn()
    let hyphen = try #require(sink.runs.first { $0.role == .hyphen })
    let fill = try #require(sink.fills.first).rectangle
    #expect(abs(fill.maxX - 10 - hyphen.origin.x - hyphen.width) < 0.1)
    let text = try #require(sink.runs.first { $0.role == .text })
    #expect(abs(text.origin.x + text.width - hyphen.origin.x) < 0.1)
    #expect(abs(fill.maxX - manager.lineFragments()[0].usedRect.maxX) < 0.1)
  }

  @Test func `The lines of a box are as wide as its width, one below the other`() throws {
    let box = Self.box {
      $0.width = 200
      $0.alignment = .center
      $0.borders = Sides(all: Border(.solid, width: 2))
    }
    let manager = try layout("aaaa\u{2028}\u{2028}bb", in: [0..<8], box)
    #expect(manager.lineTexts == ["aaaa\u{2028}", "\u{2028}", "bb"])
    var sink = BoxSink()
    manager.draw(in: Rectangle(x: 0, y: 0, width: 1e6, height: 1e9), container: 0, to: &sink)
    #expect(sink.found.count == 3)
    #expect(sink.found.allSatisfy { abs($0.rectangle.width - 234) < 0.2 && $0.rectangle.x < 0.1 })
    for (upper, lower) in zip(sink.found, sink.found.dropFirst()) {
      #expect(abs(upper.rectangle.maxY - lower.rectangle.y) < 0.01)
    }
    // The top and bottom borders are those of the whole box.
    #expect(sink.found.map(\.lines.count) == [3, 2, 3])
    let centers = manager.drawn().runs.filter { $0.role == .text && $0.width > 1 }
      .map { $0.origin.x + $0.width / 2 }
    #expect(centers.allSatisfy { abs($0 - 122) < 0.2 })
    // Without a stated width, the box has the width of the longest line.
    let free = try layout(
      "aaaa\u{2028}bb", in: [0..<7], Self.box { $0.padding = Sides() }
    ).drawn().fills.map(\.rectangle.width)
    #expect(free.count == 2 && abs(free[0] - free[1]) < 0.1)
    #expect(
      try abs(
        layout("aaaa", in: [0..<4], Self.box()).drawn().fills[0].rectangle.width - 30 - free[0])
        < 0.1)
  }

  @Test func `Boxes of text with negative letter spacing have no negative width`() throws {
    for isBlock in [true, false] {
      for text in ["abc", "abc\u{2028}def", "abc def"] {
        let box = Self.box {
          $0.isBlock = isBlock
          $0.borders = Sides(all: Border(.solid, width: 1))
        }
        let manager = try layout(text, in: [0..<text.utf16.count], box, width: 40) {
          $0.letterSpacing = -40
        }
        let fills = manager.drawn().fills
        #expect(!fills.isEmpty)
        #expect(fills.allSatisfy { $0.rectangle.width >= 0 && $0.rectangle.height >= 0 })
      }
    }
  }

  @Test func `A cell is as wide as a box with a width`() throws {
    var string = TableTests.table([["Hello you", "word word word word word"]], columns: 2)
    string.updateAttributes(in: 7..<16) { $0[tag: LayoutManager.boxTag] = "0" }
    let typesetter = try TestFonts.typesetter {
      $0.blockSpaces.inlineBoxes = [Self.box { $0.width = 150 }]
    }
    let layout = try LayoutManager.of(string, width: 260, typesetter: typesetter)
    #expect(layout.lineTexts.contains("Hello you\n"))
    let fill = try #require(layout.drawn().fills.first { $0.role == .textBackground })
    #expect(abs(fill.rectangle.width - 180) < 0.2)
  }

  @Test(arguments: [true, false])
  func `Many boxes and attachments in boxes take linear time`(isBlock: Bool) throws {
    let bound = ThreadClock.linearForEight
    func boxes(_ count: Int) -> IAString {
      var string = IAString(String(repeating: "a ", count: count))
      for index in 0..<count {
        string.updateAttributes(in: 2 * index..<2 * index + 1) {
          $0[tag: LayoutManager.boxTag] = "0"
        }
      }
      return string
    }
    func attachments(_ count: Int) -> IAString {
      var string = IAString()
      for _ in 0..<count { string.append(Attachment(.file)) }
      string.updateAttributes(in: 0..<count) { $0[tag: LayoutManager.boxTag] = "0" }
      return string
    }
    let box = Self.box { $0.isBlock = isBlock }
    for (make, count) in [(boxes, 500), (attachments, 250)] {
      let (small, large) = (make(count), make(8 * count))
      // Each line has one letter, or all boxes are in one line.
      for width in [1.0, 1e6] {
        func draw(_ string: IAString) throws {
          let typesetter = try TestFonts.typesetter { $0.blockSpaces.inlineBoxes = [box] }
          let manager = try LayoutManager.of(string, width: width, typesetter: typesetter)
          var sink = BoxSink()
          manager.draw(
            in: Rectangle(x: 0, y: 0, width: 1e9, height: 1e9), container: 0, to: &sink)
          #expect(!sink.found.isEmpty)
        }
        let ratio = try ThreadClock.ratio(
          upTo: bound, small: { try draw(small) }, large: { try draw(large) })
        #expect(ratio <= bound, "\(width), \(count)")
      }
    }
  }

  @Test(arguments: [
    "[b]", "[\u{5E9}\u{5DC}\u{5D5}\u{5DD}] a", "[a][b]", "[a\u{2028}b]", "[a b c d e f g h]\n[i]",
    "[a\u{2028}\u{2028}b\u{2028}] c",
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

/// Records the boxes around text.
private struct BoxSink: DrawingSink {
  var found: [LineBox] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
  mutating func draw(_ run: borrowing GlyphRun) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
  mutating func draw(_ box: LineBox) { found.append(box) }
}
