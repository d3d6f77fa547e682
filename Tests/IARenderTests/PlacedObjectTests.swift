import IALayout
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IARender

/// Text boxes and pictures with stated places on pages.
struct PlacedObjectTests {
  private static let words = String(repeating: "some words of a paragraph ", count: 30)

  private func document(
    _ placement: Placement?, height: Double = 40, lines: Int = 1, before: Int = 1
  ) -> IADocument {
    var box = Block.TextBox()
    box.placement = placement
    (box.width, box.height, box.padding) = (100, .atLeast(height), Sides(all: 5))
    var builder = IAStringBuilder()
    for _ in 0..<before {
      builder.append(Self.words)
      builder.endParagraph(ParagraphAttributes())
    }
    for _ in 0..<lines {
      builder.append("box")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .textBox(box))]))
    }
    builder.append(Self.words)
    builder.endParagraph(ParagraphAttributes())
    return IADocument(builder.finish())
  }

  private func pages(
    _ document: IADocument, _ renderer: Renderer, columns: Int = 1
  ) throws -> (objects: [PlacedObject], count: Int) {
    var source = Drawings.source(document)
    source.columns = columns > 1 ? .init(columns, spacing: 10, width: 276) : nil
    let pages = try renderer.pages(
      of: source, size: Size(width: 300, height: 400), margins: Drawings.margins)
    let objects = pages.flatMap { ($0.drawable as? DocumentDrawing)?.objects ?? [] }
    return (objects, pages.count)
  }

  @Test(arguments: [
    (Placement.Position(.page, offset: 30), Placement.Position(.page, offset: 50), 30.0, 50.0),
    (.init(.margin, offset: 30), .init(.margin, offset: 50), 42, 62),
    (.init(.text, edge: .end), .init(.margin, edge: .start), 188, 12),
    (.init(.page, edge: .center), .init(.page, edge: .end), 100, 360),
    (.init(.margin, edge: .start), .init(.margin, edge: .center), 12, 180),
    // Objects do not extend beyond the bottom of their page.
    (.init(.page, offset: 0), .init(.page, offset: 2_000), 0, 360),
  ])
  func boxesAreAtTheirPlace(
    across: Placement.Position, down: Placement.Position, x: Double, y: Double
  ) throws {
    let placement = Placement(across: across, down: down, wrap: .front)
    let found = try pages(document(placement), Drawings.renderer())
    let area = try #require(found.objects.first?.area)
    #expect(area == Rectangle(x: x, y: y, width: 100, height: 40))
  }

  @Test(arguments: Placement.Wrap.allCases)
  func textFlowsAroundBoxes(wrap: Placement.Wrap) throws {
    let renderer = try Drawings.renderer()
    let placement = Placement(across: .init(offset: 0), down: .init(offset: 0), wrap: wrap)
    let source = renderer.placing(
      Drawings.source(document(placement)), width: 276)
    let content = renderer.laidOut(source, width: 276)
    let frame = PageFrame(
      size: Size(width: 300, height: 400), margins: Drawings.margins, numbers: .none, leading: 0,
      pagesBefore: 0, shared: nil)
    let pages = renderer.paginated(content, source.looks, frame)
    let object = try #require(pages.objects[0]?.first)
    // A box belongs to the paragraph before it, whose place does not depend on the box.
    #expect(object.area.y == 12)
    let first = try #require(content.manager.lineFragment(at: 0))
    switch wrap {
    case .around: #expect(first.rect.x >= 100 && first.rect.y < 1)
    case .topAndBottom: #expect(first.rect.x == 0 && first.rect.y >= 40)
    case .front, .behind: #expect(first.rect.x == 0 && first.rect.y < 1)
    }
    #expect(renderer.objectsInText.isEmpty)
  }

  @Test func `A box that is higher than a page and boxes in columns are in the text`() throws {
    let renderer = try Drawings.renderer()
    let high = try pages(document(Placement(), lines: 60), renderer)
    #expect(high.objects.isEmpty && high.count > 2)
    #expect(renderer.objectsInText.count == 1)
    let columns = try Drawings.renderer()
    _ = try pages(document(Placement()), columns, columns: 2)
    #expect(columns.objectsInText.count == 1)
  }

  @Test func `A box without other text is on the first page`() throws {
    var box = Block.TextBox()
    box.placement = Placement(down: .init(.page, offset: 100))
    var builder = IAStringBuilder()
    builder.append("box")
    builder.endParagraph(
      ParagraphAttributes(blocks: [Block(id: 1, .textBox(box))]), terminated: false)
    let found = try pages(IADocument(builder.finish()), Drawings.renderer())
    #expect(found.count == 1 && found.objects.first?.area.y == 100)
  }

  @Test func `A box is on the page of its paragraph`() throws {
    let found = try pages(
      document(Placement(across: .init(.page, offset: 200)), before: 6), Drawings.renderer())
    #expect(found.count > 1 && (found.objects.first?.page ?? 0) > 0)
  }

  @Test func `Pictures with a place are beside the text`() throws {
    let renderer = try Drawings.renderer()
    var string = IAString(Self.words + "\n")
    var picture = Attachment(.image)
    (picture.displayWidth, picture.displayHeight) = (60, 50)
    picture.content = .blob(.init(of: [1]))
    picture.placement = Placement(across: .init(.margin, edge: .end))
    string.append(picture)
    string.append("\n")
    let found = try pages(IADocument(string), renderer)
    #expect(found.objects.first?.area.width == 60 && found.objects.first?.area.x == 228)
  }

  @Test func `A picture with a place takes no space in a paragraph without attributes`() throws {
    let renderer = try Drawings.renderer()
    var string = IAString("a")
    var picture = Attachment(.image)
    (picture.displayWidth, picture.displayHeight) = (60, 50)
    picture.content = .blob(.init(of: [1]))
    picture.placement = Placement(
      across: .init(.page, offset: 100), down: .init(.page, offset: 100), wrap: .front)
    string.append(picture)
    string.append("\n")
    let plain = try renderer.pages(
      of: Drawings.source(IADocument(IAString("a\n"))), size: Size(width: 300, height: 400),
      margins: Drawings.margins)
    let placed = try renderer.pages(
      of: Drawings.source(IADocument(string)), size: Size(width: 300, height: 400),
      margins: Drawings.margins)
    let heights = [plain, placed].map {
      ($0[0].drawable as? DocumentDrawing)?.part.segments.last?.range.upperBound
    }
    #expect(heights[0] == heights[1])
  }

  @Test func `A picture over the text of a cell takes no space and is drawn once`() throws {
    var picture = Attachment(.image)
    (picture.displayWidth, picture.displayHeight) = (60, 50)
    picture.content = .blob(.init(of: [1]))
    picture.placement = Placement(
      across: .init(offset: 5), down: .init(offset: 7), wrap: .front)
    var builder = IAStringBuilder()
    builder.append("a")
    builder.append(picture)
    builder.endParagraph(
      ParagraphAttributes(blocks: [
        Block(id: 1, .table(Block.Table(columns: [.init()]))),
        Block(id: 2, .tableRow(isHeader: false)),
        Block(id: 3, .tableCell(Block.TableCell(column: 0))),
      ]))
    builder.append("b")
    builder.endParagraph(ParagraphAttributes())
    let renderer = try Drawings.renderer()
    var sink = Boxes()
    let content = try renderer.content(
      Drawings.source(IADocument(builder.finish())), width: 200, room: Drawings.margins)
    content.manager.draw(
      in: Rectangle(x: 0, y: 0, width: 200, height: content.height), to: &sink)
    let line = try #require(content.manager.lineFragments().first)
    #expect(sink.boxes.count == 1)
    #expect(sink.boxes.first?.box.width == 60)
    #expect(sink.boxes.first.map { abs($0.box.y - line.rect.y - 7) < 0.1 } == true)
    #expect(line.rect.height < 40)
  }

  /// Records the drawn attachments.
  private struct Boxes: DrawingSink {
    var boxes: [AttachmentBox] = []

    mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
    mutating func draw(_ run: borrowing GlyphRun) {}
    mutating func stroke(_ stroke: Stroke) {}
    mutating func draw(_ attachment: AttachmentBox) { boxes.append(attachment) }
  }

  @Test func `Floats at one edge are beside each other, then below`() throws {
    var builder = IAStringBuilder()
    for number in 1...3 {
      var box = Block.TextBox()
      box.placement = Placement(across: .init(edge: .start), belongsToNext: true)
      (box.width, box.height) = (130, .atLeast(30))
      builder.append("box")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: number, .textBox(box))]))
    }
    builder.append(Self.words)
    builder.endParagraph(ParagraphAttributes())
    let found = try pages(IADocument(builder.finish()), Drawings.renderer())
    #expect(found.objects.map(\.area.x) == [12, 142, 12])
    #expect(found.objects.map(\.area.y) == [12, 12, 42])
  }

  @Test func `A float has its margins inside of the column, and can be below others`() throws {
    var builder = IAStringBuilder()
    for number in 1...2 {
      var box = Block.TextBox()
      box.placement = Placement(
        across: .init(edge: .start), distance: Sides(top: 3, right: 5, bottom: 7, left: 11),
        belongsToNext: true)
      (box.width, box.height) = (50, .atLeast(30))
      builder.append("box")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: number, .textBox(box))]))
    }
    builder.append(Self.words)
    builder.endParagraph(ParagraphAttributes())
    var document = IADocument(builder.finish())
    let beside = try pages(document, Drawings.renderer()).objects.map(\.area)
    #expect(beside.map(\.x) == [23, 89] && beside.map(\.y) == [15, 15])
    document.printedPlacement.clearings = [4: .init([.start])]
    let below = try pages(document, Drawings.renderer()).objects.map(\.area)
    #expect(below.map(\.x) == [23, 23] && below.map(\.y) == [15, 55])
    // Objects before the index `from` have no effect.
    document.printedPlacement.clearings = [4: .init([.start], from: 1)]
    #expect(try pages(document, Drawings.renderer()).objects.map(\.area) == beside)
  }

  @Test func `A paragraph that is cleared is below the floats before it`() throws {
    var document = document(
      Placement(across: .init(edge: .end), belongsToNext: true), height: 500, before: 0)
    let start = document.string.utf16Count
    document.string.append("last\n")
    document.string.updateParagraphAttributes(in: start..<start + 5) { $0.spacingBefore = 9 }
    func top(_ clearing: PrintedPlacement.Clearing?) throws -> Double {
      document.printedPlacement.clearings[start] = clearing
      let renderer = try Drawings.renderer()
      let page = try renderer.page(
        of: Drawings.source(document), width: 900, margins: Drawings.margins)
      let drawing = try #require(page.drawable as? DocumentDrawing)
      let manager = drawing.content.manager
      // The text of the box precedes the first paragraph of the layout.
      let first = try #require(manager.lineFragment(at: 4)).rect.y
      return try #require(manager.lineFragment(at: start)).rect.y - first
    }
    let plain = try top(nil)
    #expect(try top(.init([.start])) == plain && plain < 490)
    #expect(abs(try top(.init([.end])) - 500) < 0.1)
  }

  @Test func `A box without a width is as wide as its text, or in the text`() throws {
    func box(_ text: String) throws -> (area: Rectangle?, isInText: Bool) {
      var box = Block.TextBox()
      box.placement = Placement(across: .init(edge: .end), belongsToNext: true)
      box.padding = Sides(all: 5)
      var builder = IAStringBuilder()
      for text in [text, "b"] {
        builder.append(text)
        builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .textBox(box))]))
      }
      builder.append(Self.words)
      builder.endParagraph(ParagraphAttributes())
      let renderer = try Drawings.renderer()
      let found = try pages(IADocument(builder.finish()), renderer)
      return (found.objects.first?.area, !renderer.objectsInText.isEmpty)
    }
    let (short, long) = (try box("a few"), try box("a few words"))
    let width = try #require(short.area?.width)
    #expect(width > 30 && width < 140 && (long.area?.width ?? 0) > width && !long.isInText)
    #expect(short.area?.maxX == 288 && short.area?.height == long.area?.height)
    let wide = try box(Self.words)
    #expect(wide.area == nil && wide.isInText)
  }

  @Test func `A float at the end of the text is below it`() throws {
    var string = document(Placement(across: .init(edge: .start), belongsToNext: true)).string
    string.remove(string.utf16Count - Self.words.utf16.count - 1..<string.utf16Count)
    let found = try pages(IADocument(string), Drawings.renderer())
    #expect((found.objects.first?.area.y ?? 0) > 40)
  }

  @Test func `A page as high as its text has objects at their places`() throws {
    let renderer = try Drawings.renderer()
    func drawing(_ placement: Placement) throws -> DocumentDrawing {
      let page = try renderer.page(
        of: Drawings.source(document(placement, height: 900)), width: 300, margins: Drawings.margins
      )
      return try #require(page.drawable as? DocumentDrawing)
    }
    let placed = try drawing(Placement(across: .init(edge: .end), belongsToNext: true))
    let area = try #require(placed.objects.first?.area)
    #expect(area.x == 188 && area.height == 900)
    #expect(placed.size.height >= area.maxY && renderer.objectsInText.isEmpty)
    // The bottom of this page depends on its text.
    #expect(try drawing(Placement(down: .init(.page, edge: .end))).objects.isEmpty)
    #expect(renderer.objectsInText.count == 1)
  }

  @Test func `Many boxes and boxes of extreme sizes end`() throws {
    var builder = IAStringBuilder()
    for number in 1...150 {
      var box = Block.TextBox()
      box.placement = Placement(
        across: .init(.page, offset: Double(number % 7) * 400 - 900),
        down: .init(Placement.Reference.allCases[number % 3], offset: .infinity),
        wrap: Placement.Wrap.allCases[number % 4], distance: Sides(all: .nan))
      box.width = [0, 16_384, .infinity, .nan, 50][number % 5]
      box.height = [.atLeast(.nan), .exactly(16_384), .atLeast(0)][number % 3]
      box.padding = Sides(all: [0, 1_000, .nan, -5][number % 4])
      builder.append("paragraph \(number)")
      builder.endParagraph(ParagraphAttributes())
      builder.append("box")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: number, .textBox(box))]))
    }
    let found = try pages(IADocument(builder.finish()), Drawings.renderer())
    #expect(found.count >= 1 && found.count < 150)
  }
}
