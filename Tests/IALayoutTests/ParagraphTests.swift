import IAFonts
import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct ParagraphTests {
  static func layout(
    _ text: String, width: Double = 200, _ change: (inout ParagraphAttributes) -> Void = { _ in }
  ) throws -> LayoutManager {
    var string = IAString(text)
    string.updateParagraphAttributes(in: string.utf16Range, change)
    return try LayoutManager.of(string, width: width)
  }

  static let text = "some words that fill more than a single line of this narrow column"

  @Test func `Alignment moves lines to their side`() throws {
    let right = try Self.layout(Self.text) { $0.alignment = .right }
    #expect(right.lineFragments().allSatisfy { abs($0.usedRect.maxX - 200) < 0.01 })
    let center = try Self.layout(Self.text) { $0.alignment = .center }
    for line in center.lineFragments() {
      #expect(abs(line.usedRect.x - (200 - line.usedRect.maxX)) < 0.01)
    }
    let justified = try Self.layout(Self.text) { $0.alignment = .justified }
    let lines = justified.lineFragments()
    for line in lines.dropLast() { #expect(abs(line.usedRect.width - 200) < 0.01) }
    #expect(lines[lines.count - 1].usedRect.width < 199)
    let runs = justified.drawn().runs
    let ends = Dictionary(grouping: runs, by: \.origin.y).values.map { line in
      line.map { $0.origin.x + $0.width }.max() ?? 0
    }
    #expect(ends.filter { $0 > 199.9 }.count >= lines.count - 1)
  }

  /// As in browsers; the space of an emoji font is as wide as its glyphs.
  @Test func `A space after a character of another font is in the font of the text`() throws {
    func width(_ text: String) throws -> Double {
      try Self.layout(text, width: 1000).lineFragments()[0].usedRect.width
    }
    let space = try width("a b") - width("ab")
    for word in ["\u{1F600}", "\u{65E5}", "\u{05D0}"] {
      let added = try width("\(word) b") - width("\(word)") - width("b")
      #expect(abs(added - space) < 0.01, "\(word): \(added) and \(space)")
    }
  }

  @Test func `Text from right to left starts at the right`() throws {
    let layout = try Self.layout("שלום עולם")
    let line = try #require(layout.lineFragments().first)
    #expect(line.isRightToLeft)
    #expect(abs(line.usedRect.maxX - 200) < 0.01)
    // The first word is drawn to the right of the second.
    let first = try #require(layout.caretRect(at: 0))
    let last = try #require(layout.caretRect(at: 9))
    #expect(first.x > last.x)
  }

  @Test func `Indents and spacing move lines`() throws {
    let layout = try Self.layout(Self.text + "\n" + Self.text) {
      $0.firstLineIndent = 30
      $0.headIndent = 10
      $0.tailIndent = 20
      $0.spacingBefore = 7
      $0.spacingAfter = 5
    }
    let lines = layout.lineFragments()
    #expect(lines[0].usedRect.x == 30 && lines[1].usedRect.x == 10)
    #expect(lines[0].rect.y == 7)
    #expect(lines.allSatisfy { $0.usedRect.maxX <= 180.001 })
    let second = try #require(lines.firstIndex { $0.utf16Range.lowerBound == 67 })
    #expect(abs(lines[second].rect.y - lines[second - 1].rect.maxY - 12) < 0.01)
  }

  @Test func `Line heights are those stated`() throws {
    for (height, expected) in [
      (ParagraphAttributes.LineHeight.multiple(2), 43.584), (.atLeast(30), 30), (.exactly(12), 12),
      (.atLeast(3), 21.792),
    ] {
      let layout = try Self.layout(Self.text) { $0.lineHeight = height }
      #expect(layout.lineFragments().allSatisfy { abs($0.rect.height - expected) < 0.001 })
    }
  }

  @Test(arguments: [
    // Noto Sans has an ascent of 1.069 and a descent of 0.293 of the size, 16.
    (ParagraphAttributes.LineHeight.multiple(2), 38.896, 17.1), (.multiple(0.5), 6.208, 6.2),
    (.atLeast(30), 25.312, 25.3), (.exactly(20), 15.312, 16),
  ])
  func `Text is at the bottom of its line, or as in LibreOffice`(
    height: ParagraphAttributes.LineHeight, bottom: Double, office: Double
  ) throws {
    for (placement, expected) in [(LayoutOptions.Placement.standard, bottom), (.office, office)] {
      var string = IAString("text")
      string.updateParagraphAttributes(in: string.utf16Range) { $0.lineHeight = height }
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      let layout = try LayoutManager.of(string, typesetter: typesetter)
      let line = try #require(layout.lineFragments().first)
      #expect(abs(line.baseline - expected) < 0.01)
    }
  }

  @Test func `A large line end is high, but not as in LibreOffice behind text`() throws {
    for (placement, expected) in [
      (LayoutOptions.Placement.standard, [43.584, 43.584]), (.office, [21.8, 43.6]),
    ] {
      var string = IAString("text\n\nend")
      string.updateAttributes(in: 4..<6) { $0.fontSize = 32 }
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      let lines = try LayoutManager.of(string, typesetter: typesetter).lineFragments()
      for (line, height) in zip(lines, expected) {
        #expect(abs(line.rect.height - height) < 0.01)
      }
    }
  }

  @Test func `Lines have whole percents and twips as in LibreOffice`() throws {
    // 259/240 of 21.8 points: LibreOffice rounds to 107 % of 436 twips, which are 466 twips.
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    var string = IAString("text\n")
    var picture = Attachment(.image)
    (picture.displayWidth, picture.displayHeight) = (50, 100)
    string.append(picture)
    string.updateParagraphAttributes(in: string.utf16Range) {
      $0.lineHeight = .multiple(259.0 / 240)
    }
    let lines = try LayoutManager.of(string, typesetter: typesetter).lineFragments()
    #expect(abs(lines[0].rect.height - 23.3) < 0.001)
    // Characters of another font do not raise a line.
    let mixed = try LayoutManager.of(IAString("a \u{3053} \u{5C71}"), typesetter: typesetter)
    #expect(abs(mixed.lineFragments()[0].rect.height - 21.8) < 0.001)
    // A factor does not apply to the height of a picture.
    #expect(abs(lines[1].rect.height - (100 + 4.7 + 1.5)) < 0.001)
  }

  @Test func `Tabs lead to their stops`() throws {
    let layout = try Self.layout("a\tb\tc\td 1.25", width: 400) {
      $0.tabStops = [.init(100), .init(200, .right), .init(300, .center)]
    }
    let x = { (offset: Int) in (layout.caretRect(at: offset)?.x ?? 0) + 1 }
    #expect(abs(x(2) - 100) < 0.01)
    #expect(abs(x(5) - 200) < 0.01)
    let end = x(12)
    #expect(abs((x(6) + end) / 2 - 300) < 0.2)
    // Without stated stops, there is a stop every 28 points.
    let plain = try Self.layout("a\tb\t\tc", width: 400)
    #expect(abs((plain.caretRect(at: 2)?.x ?? 0) + 1 - 28) < 0.01)
    #expect(abs((plain.caretRect(at: 5)?.x ?? 0) + 1 - 84) < 0.01)
  }

  @Test func `Underlines continue below tabs`() throws {
    var string = IAString("a\tb c\td")
    string.updateAttributes(in: 0..<4) { $0.underline = .init() }
    string.updateAttributes(in: 5..<7) { $0.underline = .init(.words) }
    let layout = try LayoutManager.of(string)
    let strokes = layout.drawn().strokes
    let end = try #require(layout.caretRect(at: 3)).x + 1
    let line = strokes.filter { $0.start.x < end }
    #expect(line.count == 3 && line[0].start.x == 0)
    for (stroke, next) in zip(line, line.dropFirst()) {
      #expect(abs(stroke.start.x + stroke.length - next.start.x) < 0.01)
    }
    // Only words are underlined, not the tab after them.
    #expect(!strokes.contains { $0.start.x < 55 && $0.start.x + $0.length > 52 })
  }

  @Test func `List items have marks, each once`() throws {
    var builder = IAStringBuilder()
    let list = Block(id: 1, .orderedList(.init(numbering: .lowerRoman, start: 3)))
    for (id, ordinal) in [(2, 3), (3, 4)] {
      for part in 0..<2 {
        builder.append("item \(id) part \(part)")
        builder.endParagraph(
          ParagraphAttributes(blocks: [list, Block(id: id, .listItem(.init(ordinal: ordinal)))]))
      }
    }
    let string = builder.finish()
    let layout = try LayoutManager.of(string, width: 300)
    let marks = layout.drawn().runs.filter { $0.role == .listMarker }
    #expect(marks.map { String(decoding: $0.units, as: UTF16.self) } == ["iii.", "iv."])
    #expect(layout.lineFragments().dropLast().allSatisfy { $0.usedRect.x == 28 })
    for mark in marks { #expect(mark.origin.x + mark.width < 28) }
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    let office = try LayoutManager.of(string, width: 300, typesetter: typesetter)
    #expect(office.lineFragments().dropLast().allSatisfy { $0.usedRect.x == 36 })
    let first = try #require(office.drawn().runs.first { $0.role == .listMarker })
    #expect(abs(first.origin.x - 18) < 0.01)
    // The label of a note is beside its text.
    var notes = IAStringBuilder()
    notes.append("note")
    notes.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .footnote(label: "7"))]))
    let note = try LayoutManager.of(notes.finish(), width: 300, typesetter: typesetter)
    let label = try #require(note.drawn().runs.first { $0.role == .listMarker })
    #expect(abs(label.origin.x + label.width + 6) < 0.01)
  }

  @Test func `A line limit cuts off with an ellipsis`() throws {
    let container = TextContainer(width: 120, lineFragmentPadding: 0, lineLimit: 2)
    let layout = try LayoutManager.of(IAString(Self.text + "\nmore"), container: container)
    let lines = layout.lineFragments()
    #expect(lines.count == 2)
    #expect(lines[1].isTruncated && !lines[0].isTruncated)
    #expect(lines[1].usedRect.width <= 120.001)
    #expect(layout.drawn().runs.filter { $0.role == .ellipsis }.count == 1)
    #expect(abs(layout.usedRect().height - lines[1].rect.maxY) < 0.002)
    // Text that fits is not truncated.
    let short = try LayoutManager.of(IAString("one"), container: container)
    #expect(short.lineFragments().allSatisfy { !$0.isTruncated })
  }

  @Test(arguments: [
    (40.0, 0.0, 100.0, 300.0), (140, 0, 140, 300), (0, 30, 100, 270), (100, 0, 100, 300),
  ])
  func `Indents beside an exclusion are measured from the edges of the container`(
    head: Double, tail: Double, left: Double, right: Double
  ) throws {
    let area = ExclusionPath.rectangle(Rectangle(x: 0, y: 0, width: 100, height: 40))
    let container = TextContainer(width: 300, lineFragmentPadding: 0, exclusions: [area])
    var string = IAString(Array(repeating: Self.text, count: 12).joined(separator: " "))
    string.updateParagraphAttributes(in: string.utf16Range) {
      $0.headIndent = head
      $0.firstLineIndent = head
      $0.tailIndent = tail
    }
    let lines = try LayoutManager.of(string, container: container).lineFragments()
    #expect(lines[0].usedRect.x == left)
    #expect(lines[0].usedRect.maxX <= right && lines[0].usedRect.maxX > right - 70)
    let last = try #require(lines.last)
    #expect(last.usedRect.x == head)
  }

  @Test func `Text flows around exclusions and through containers`() throws {
    let long = IAString(Array(repeating: Self.text, count: 12).joined(separator: " "))
    let circle = ExclusionPath.circle(center: Point(x: 150, y: 80), radius: 40)
    let container = TextContainer(width: 300, lineFragmentPadding: 0, exclusions: [circle])
    let layout = try LayoutManager.of(long, container: container)
    let lines = layout.lineFragments()
    for line in lines {
      for range in circle.horizontalRanges(from: line.rect.y, to: line.rect.maxY) {
        #expect(line.usedRect.maxX <= range.lowerBound || line.usedRect.x >= range.upperBound)
      }
    }
    #expect(lines.contains { line in lines.contains { $0.rect.y == line.rect.y && $0 != line } })
    let columns = [
      TextContainer(width: 150, height: 100), TextContainer(width: 200, height: 90),
      TextContainer(width: 100),
    ]
    let flowing = LayoutManager(layout.typesetter, containers: columns)
    flowing.setString(long)
    let placed = flowing.lineFragments()
    #expect(Set(placed.map(\.container)) == [0, 1, 2])
    for line in placed where line.container < 2 {
      #expect(line.rect.maxY <= columns[line.container].size.height + 0.01)
      #expect(line.usedRect.maxX <= columns[line.container].size.width - 4.99)
    }
    let drawn = (0..<3).map { flowing.drawn(container: $0).text }.joined()
    #expect(drawn.filter { $0 != " " } == long.text.filter { $0 != " " })
  }

  @Test func `Attachments are boxes in the line`() throws {
    var string = IAString("before ")
    var picture = Attachment(.image)
    picture.pixelWidth = 640
    picture.pixelHeight = 320
    string.append(picture)
    string.append(.sticker("doge"))
    string.append(Attachment(.location))
    let layout = try LayoutManager.of(string, width: 600)
    let boxes = layout.drawn().boxes
    #expect(boxes.map(\.utf16Offset) == [7, 8, 9])
    #expect(boxes[0].box.width == 160 && boxes[0].box.height == 80)
    #expect(abs(boxes[1].box.height - 21.792) < 0.001)
    #expect(boxes[2].box.width == 160 && boxes[2].box.height == 160)
    let line = try #require(layout.lineFragments().first)
    #expect(abs(boxes[0].box.maxY - line.baseline) < 0.001)
    // Boxes are not wider than the line.
    let narrow = try LayoutManager.of(string, width: 100)
    #expect(narrow.drawn().boxes.allSatisfy { $0.box.width <= 100.001 })
  }

  @Test func `A picture elsewhere is a label in the line`() throws {
    func box(_ width: Double?, _ height: Double?, alt: String? = "the description of a picture")
      throws -> Rectangle
    {
      var picture = Attachment(.image, content: .url("https://example.com/a.png"), altText: alt)
      (picture.displayWidth, picture.displayHeight) = (width, height)
      var string = IAString("x")
      string.append(picture)
      return try #require(try LayoutManager.of(string, width: 600).drawn().boxes.first).box
    }
    let line = try #require(try LayoutManager.of(IAString("x")).lineFragments().first).rect.height
    let label = try box(nil, nil)
    #expect(abs(label.height - line) < 0.01 && label.width > 100)
    // The label is neither higher than the line nor wider than the picture.
    #expect(try box(468, 60) == label)
    #expect(try box(80, 140).width == 80)
    #expect(try box(80, 140).height == label.height)
    // Small pictures keep their height, so that the text around them does not move.
    #expect(try box(80, 60).height == 60)
    // Long descriptions are truncated.
    let long = try box(nil, nil, alt: String(repeating: "word ", count: 50))
    #expect(abs(long.width - 12 * line) < 0.01)
    // Pictures used as spacers have their size.
    #expect(try box(1, 1).width == 1)
    #expect(try box(100, 4) == Rectangle(x: label.x, y: try box(100, 4).y, width: 100, height: 4))
  }

  @Test func `Colours of a scheme do not divide words, sizes do`() throws {
    var string = IAString("office")
    string.setIntensities([0, 20, 40, 60, 80, 100], at: 0)
    let hue = try TestFonts.typesetter { $0.scheme = .hue() }
    let layout = try LayoutManager.of(string, typesetter: hue)
    let plain = try LayoutManager.of(string)
    #expect(layout.usedRect() == plain.usedRect())
    // The ligature has one colour; each other character has its own.
    let colors = layout.drawn().runs.map(\.color)
    #expect(colors.count >= 3)
    let sizes = try TestFonts.typesetter { $0.scheme = .fontSize() }
    let sized = try LayoutManager.of(string, typesetter: sizes)
    #expect(Set(sized.drawn().runs.map(\.size)).count == 6)
  }

  @Test func `Justification widens only spaces after the last tab`() throws {
    let layout = try Self.layout("a b\tsome words that fill this line and more") {
      $0.alignment = .justified
    }
    let lines = layout.lineFragments()
    #expect(lines.count > 1)
    // The space at the end of the line is beyond the line's width.
    let end = try #require(layout.caretRect(at: lines[0].utf16Range.upperBound - 1))
    #expect(abs(end.x + 1 - 200) < 0.01)
    let plain = try LayoutManager.of(IAString("a b")).drawn()
    let first = try #require(layout.drawn().runs.first)
    #expect(abs(first.width - (plain.runs.first?.width ?? 0)) < 0.01)
  }

  /// Font families, some of which kern letters with spaces, so that words are shaped together.
  static let kerned = ["Liberation Sans", "Liberation Serif", "Carlito", "Noto Sans"]

  @Test(arguments: kerned)
  func `Lines take each word that fits, also where a shaping span ends`(family: String) throws {
    guard try !TestFonts.collection.get().faces(ofFamily: family).isEmpty else { return }
    let typesetter = try TestFonts.typesetter { $0.fontFamilies = [family] }
    let text = "Sie hat im Rahmen der Aus\u{FC}bung des Gewerbes und Direktmarketingunternehmen "
    let string = IAString(String(repeating: text, count: 6))
    func width(_ word: String) throws -> Double {
      try LayoutManager.of(IAString(word), width: 10_000, typesetter: typesetter)
        .lineFragments()[0].usedRect.width
    }
    for available in stride(from: 200.0, through: 500, by: 20) {
      let layout = try LayoutManager.of(string, width: available, typesetter: typesetter)
      let lines = layout.lineFragments()
      for (line, next) in zip(lines, lines.dropFirst()) {
        let word = string.text(in: next.utf16Range).split(separator: " ").first.map(String.init)
        #expect(line.usedRect.width + (try width(" " + (word ?? ""))) > available - 2)
      }
    }
  }

  @Test(arguments: kerned) func `Justified lines end at the margin`(family: String) throws {
    guard try !TestFonts.collection.get().faces(ofFamily: family).isEmpty else { return }
    let typesetter = try TestFonts.typesetter { $0.fontFamilies = [family] }
    var string = IAString("A Tall Year, to have\tY and T. " + Self.text + " Yes To A V Ta a.")
    string.updateParagraphAttributes(in: string.utf16Range) { $0.alignment = .justified }
    string.updateAttributes(in: 0..<string.utf16Count) { $0.underline = .init() }
    let layout = try LayoutManager.of(string, typesetter: typesetter)
    let lines = layout.lineFragments()
    #expect(lines.count > 2)
    let sink = layout.drawn()
    for line in lines.dropLast() {
      let runs = sink.runs.filter { abs($0.origin.y - line.baseline) < 0.01 }
        .sorted { $0.origin.x < $1.origin.x }
      let text = runs.filter { run in run.units.contains { $0 != 0x20 } }
      let end = try #require(text.last.map { $0.origin.x + $0.width })
      #expect(abs(end - 300) < 0.5)
      let strokes = sink.strokes.filter { abs($0.start.y - line.baseline) < 5 }
      #expect(strokes.allSatisfy { $0.start.x + $0.length < 300.5 })
      // Runs follow each other without gaps, and glyphs are inside their runs.
      for (run, next) in zip(runs, runs.dropFirst()) {
        let gap = next.origin.x - run.origin.x - run.width
        #expect(abs(gap) < 0.01 || string.text(in: line.utf16Range).contains("\t"))
      }
      // The caret after the last character is at its drawn position.
      let last = string.text(in: line.utf16Range).last == " " ? 2 : 1
      let caret = try #require(layout.caretRect(at: line.utf16Range.upperBound - last + 1))
      #expect(abs(caret.x + caret.width / 2 - 300) < 2)
    }
  }

  @Test func `A container without space for text has lines of one point`() throws {
    let layout = try LayoutManager.of(
      IAString("ab"), container: TextContainer(width: 4, lineFragmentPadding: 3))
    #expect(layout.lineTexts == ["a", "b"])
    #expect(layout.lineFragments().allSatisfy { $0.rect.width == 1 })
  }

  @Test func `A polygon whose sides cross covers both of its halves`() {
    let bow = ExclusionPath.polygon([
      Point(x: 0, y: 0), Point(x: 40, y: 0), Point(x: 10, y: 100), Point(x: 100, y: 100),
    ])
    for (top, bottom) in [(0.0, 100.0), (10, 100), (0, 60)] {
      let found = bow.horizontalRanges(from: top, to: bottom)
      let sides = [top, bottom].flatMap { y in [y, 40 - 0.3 * y] }
      #expect(found == [(sides.min() ?? 0)..<(sides.max() ?? 0)])
    }
  }
}
