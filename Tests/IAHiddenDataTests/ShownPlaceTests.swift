import IAText
import Testing

@testable import IAHiddenData

/// The places of boxes in hidden data.
@Suite struct ShownPlaceTests {
  private static func box(_ offset: Double?, wrap: Placement.Wrap = .front) -> [Block] {
    var box = Block.TextBox()
    box.placement = offset.map {
      Placement(across: .init(.page, offset: $0), down: .init(.page, offset: 40), wrap: wrap)
    }
    return [Block(id: 1, .textBox(box)), Block(id: 2, .blockQuote)]
  }

  @Test(
    arguments: [
      (100.0, nil, nil), (100, 100, 100), (100.03, 100, 100.03), (100, 50, nil), (nil, 50, nil),
    ] as [(Double?, Double?, Double?)])
  func `A box has no place that the file does not show`(
    wanted: Double?, shown: Double?, expected: Double?
  ) {
    #expect(Self.box(wanted).placed(as: Self.box(shown)) == Self.box(expected))
  }

  @Test func `A box behind text is not put in front of it`() {
    let shown = Self.box(10, wrap: .behind)
    #expect(Self.box(10).placed(as: shown) == Self.box(nil))
    #expect(shown.placed(as: shown) == shown)
  }

  @Test func `A box in the text has no colour and no space that the file does not show`() {
    var box = Block.TextBox()
    (box.fill, box.margin, box.border) = (.black, Sides(top: 900), Border(width: 90))
    let wanted = [Block(id: 1, .textBox(box))]
    #expect(wanted.placed(as: [Block(id: 1, .textBox())]) == [Block(id: 1, .textBox())])
    #expect(wanted.placed(as: wanted) == wanted)
    // Nor has a box whose place is not shown.
    box.placement = Placement(across: .init(.page, offset: 9))
    #expect(
      [Block(id: 1, .textBox(box))].placed(as: [Block(id: 1, .textBox())])
        == [Block(id: 1, .textBox())])
  }
}
