import IARender
import Testing

@Suite struct PixelSizeTests {
  @Test func `No side is below zero`() {
    #expect(PixelSize(width: -3, height: 2) == PixelSize(width: 0, height: 2))
  }
}
