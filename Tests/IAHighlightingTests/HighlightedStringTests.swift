import IAHighlighting
import IATestSupport
import IAText
import Testing

/// Highlighting is updated line by line after edits, and restores the attributes of the author.
@Suite struct HighlightedStringTests {
  @Test func `Text that no longer matches has only the attributes of its author`()
    throws
  {
    var source = IAString("one -gone- two", intensity: 40)
    source.set(\.foreground, to: Color(red: 0, green: 128, blue: 0), in: 4..<10)
    var string = try HighlightedString(source, rules: .tutorial())
    #expect(string.shown.attributes(at: 6).strikethrough == .single)
    #expect(string.shown.attributes(at: 6).foreground == Color(red: 0, green: 128, blue: 0))
    string.edit(9..<10) { $0.remove(9..<10) }
    #expect(string.shown == string.source)
    #expect(string.source.attributes(at: 6).foreground == Color(red: 0, green: 128, blue: 0))
  }

  @Test func `An edit over several lines matches the first and the last again`() throws {
    var string = try HighlightedString(
      IAString("*a\nx\nb*\nrest", intensity: 0), rules: .tutorial())
    let lines = string.edit(2..<5) { $0.replace(2..<5, with: " ") }
    #expect(string.source.text(in: 0..<5) == "*a b*")
    #expect(lines == 0..<6)
    #expect(string.shown.attributes(at: 0).bold && string.shown.attributes(at: 4).bold)
    #expect(string.edit(2..<3) { $0.replace(2..<3, with: "\n") } == 0..<6)
    #expect(string.shown == string.source)
  }

  @Test func `After any edits the text shown is that of highlighting it from scratch`() throws {
    var dice = SeededGenerator(seed: 5)
    let pieces = ["*", "_", "-", "~", " ", "\n", "ab", "XY", "1.", "é", "🙂", "# ", "`"]
    for rules in [try HighlightRules.tutorial(), try .markdown()] {
      var string = try HighlightedString(IAString("", intensity: 0), rules: rules)
      for step in 0..<400 {
        let count = string.source.utf16Count
        let start = dice.below(count + 1)
        let end = min(count, start + dice.below(count > 200 ? 60 : 4))
        let piece = (0..<dice.below(4)).map { _ in pieces[dice.below(pieces.count)] }.joined()
        if step % 9 == 8, start < end {
          string.edit(start..<end) { $0.set(\.italic, to: true, in: start..<end) }
        } else {
          string.edit(start..<end) { $0.replace(start..<end, with: piece) }
        }
        let anew = try HighlightedString(string.source, rules: rules).shown
        #expect(string.shown == anew, "step \(step)")
      }
    }
  }

  @Test func `A line longer than the limit is shown as it is, its neighbours are not`() throws {
    let long = String(repeating: "*a* ", count: HighlightedString.maximumLineLength / 4 + 1)
    let string = try HighlightedString(
      IAString("*b*\n\(long)\n*c*", intensity: 0), rules: .tutorial())
    #expect(string.shown.attributes(at: 0).bold)
    #expect(!string.shown.attributes(at: 4).bold)
    #expect(string.shown.attributes(at: string.shown.utf16Count - 1).bold)
  }
}
