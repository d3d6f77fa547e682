import IALayout
import Testing

@Suite struct RectangleTests {
  @Test func `A rectangle holds its upper left corner and not its lower right one`() {
    let rectangle = Rectangle(x: 1, y: 2, width: 3, height: 4)
    #expect(rectangle.contains(Point(x: 1, y: 2)))
    #expect(!rectangle.contains(Point(x: 4, y: 6)))
    #expect(!rectangle.intersects(Rectangle(x: 4, y: 2, width: 1, height: 1)))
    #expect(rectangle.intersects(Rectangle(x: 3.5, y: 5.5, width: 1, height: 1)))
    #expect(Rectangle(x: 0, y: 0, width: -1, height: 2).width == 0)
  }
}
