import IAText
import Testing

@testable import IARenderFormats

@Suite struct ReadingRoomTests {
  @Test func `Messages stay as they are`() {
    let string = IAString("one\ntwo\n")
    #expect(ReadingRoom.spread(string) == string)
  }

  @Test func `Blocks get room where they say nothing of it`() {
    var string = IAString("head\ntext\none\ntwo\nend")
    func set(_ range: Range<Int>, _ blocks: [Block]) {
      string.updateParagraphAttributes(in: range) { $0.blocks = blocks }
    }
    set(0..<4, [Block(id: 1, .header(level: 1))])
    set(10..<17, [Block(id: 2, .unorderedList(marker: nil))])
    string.updateParagraphAttributes(in: 18..<21) { $0.spacingBefore = 1 }
    let before = ReadingRoom.spread(string).paragraphs.map(\.attributes.spacingBefore)
    #expect(before == [nil, 6, 10, 3, 1])
  }

  @Test func `Printed pages have the spacing of the document alone`() {
    var string = IAString("head\ntext\nend\nnone")
    string.updateParagraphAttributes(in: 0..<4) { $0.blocks = [Block(id: 1, .header(level: 1))] }
    string.updateParagraphAttributes(in: 14..<18) { $0.spacingAfter = 0 }
    #expect(ReadingRoom.stated(string) == string)
    string.options.paragraphSpacing = 10
    let stated = ReadingRoom.stated(string).paragraphs.map(\.attributes)
    #expect(stated.map(\.spacingAfter) == [nil, 10, 10, 0])
    #expect(stated.allSatisfy { $0.spacingBefore == nil })
  }
}
