import IALayout
import IAText
import Testing

@Suite(.enabled(if: TestFonts.areThere)) struct TextLayoutTests {
  @Test func `A layout returns the same as its manager`() throws {
    let typesetter = try TestFonts.typesetter()
    let string: IAString = "several words in \("several", intensity: 90) lines"
    let layout = TextLayout(string, width: 90, typesetter: typesetter)
    let container = TextContainer(width: 90, lineFragmentPadding: 0)
    let manager = LayoutManager(typesetter, containers: [container])
    manager.setString(string)
    #expect(layout.lines == manager.lineFragments() && layout.lines.count > 2)
    #expect(layout.lines.first?.usedRect.x == 0)
    for offset in 0...string.count {
      #expect(layout.caretRect(at: offset) == manager.caretRect(at: offset))
    }
    #expect(layout.hit(Point(30, 40)) == manager.hit(Point(x: 30, y: 40)))
    #expect(layout.selectionRects(for: 2..<20) == manager.selectionRects(for: 2..<20))
  }

  @Test func `The size covers all lines`() throws {
    let typesetter = try TestFonts.typesetter()
    let layout = TextLayout("several words in lines", width: 90, typesetter: typesetter)
    let last = try #require(layout.lines.last)
    #expect(abs(layout.size.height - last.rect.maxY) < 0.01)
    #expect(layout.size.width == layout.lines.map(\.usedRect.maxX).max())
    #expect(layout.size.width <= 90)
  }

  @Test func `Offsets outside the text have no caret, an empty text has one line`() throws {
    let typesetter = try TestFonts.typesetter()
    let layout = TextLayout("ab", width: 90, typesetter: typesetter)
    #expect(layout.caretRect(at: -1) == nil && layout.caretRect(at: 3) == nil)
    let empty = TextLayout(IAString(), width: 90, typesetter: typesetter)
    #expect(empty.lines.count == 1)
    #expect(empty.caretRect(at: 0) != nil)
  }
}
