import IALayout
import IASyntax
import IATestSupport
import IAText
import Testing

@testable import IARender

/// Text boxes and pictures at places of their own on pages.
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
    // No object leaves its page at the foot.
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
    let source = renderer.placing(Drawings.source(document(placement)))
    let content = renderer.laidOut(source, width: 276)
    let frame = PageFrame(
      size: Size(width: 300, height: 400), margins: Drawings.margins, numbers: .none, leading: 0,
      pagesBefore: 0, shared: nil)
    let pages = renderer.paginated(content, source.looks, frame)
    let object = try #require(pages.objects[0]?.first)
    // A box belongs to the paragraph before it, whose place does not depend on it.
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
    // The foot of such a page depends on its text.
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
