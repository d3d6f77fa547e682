import Foundation
import IAAttributedString
import IAText
import Testing

@Suite struct AttributedStringTests {
  /// Returns a string with all features that an attributed string can represent.
  private func sample() -> IAString {
    var string = IAString("Hello, world\n", intensity: 10)
    string.append("second 👩‍👧\n", intensity: 90)
    string.set(\.bold, to: true, in: 0..<5)
    string.set(\.link, to: .init("https://example.org/a?b=c"), in: 7..<12)
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .header(level: 2))]), in: 0..<1)
    string.append(.sticker("doge"))
    string.append(.sticker("doge"))
    return string
  }

  @Test func aStringSurvivesTheWayThroughAnAttributedString() {
    let string = sample()
    #expect(IAString(AttributedString(string)) == string)
  }

  @Test func anEmptyStringSurvives() {
    #expect(IAString(AttributedString(IAString())) == IAString())
  }

  @Test func intensityIsAnAttributeOfTheScope() throws {
    let attributed = AttributedString(sample())
    let first = try #require(attributed.runs.first)
    #expect(first.attributes.intensity == 10)
    #expect(first.attributes.inlineAttributes?.bold == true)
  }

  @Test func equalNeighbouringStickersStayTwo() {
    let back = IAString(AttributedString(sample()))
    #expect(back.attachments.count == 2)
  }

  @Test func textOfOtherProgramsGetsTheGivenIntensityAndKeepsItsLinks() {
    var attributed = AttributedString("plain ")
    var linked = AttributedString("link")
    linked.link = URL(string: "https://example.org/")
    attributed.append(linked)
    let string = IAString(attributed, intensity: 55)
    #expect(string.summary(in: 0..<10).lowestIntensity == 55)
    #expect(string.link(at: 6)?.link.url == "https://example.org/")
    #expect(string.link(at: 6)?.utf16Range == 6..<10)
  }

  @Test func aLinkThatWasTakenAwayIsGone() {
    var attributed = AttributedString(sample())
    attributed.link = nil
    let string = IAString(attributed)
    #expect(string.link(at: 8) == nil)
  }

  @Test func `The scope contains the attributes of Foundation`() throws {
    let attributed = AttributedString(sample())
    #expect(attributed.runs.compactMap(\.link) == [URL(string: "https://example.org/a?b=c")])
    // Key paths through the scope give access to them.
    let scope = \AttributeScopes.IntensityAttributes.foundation
    #expect(type(of: scope).valueType == AttributeScopes.FoundationAttributes.self)
  }
}
