import IATestSupport
import IAText
import Testing

/// Texts that a builder moves into the tree in several parts.
@Suite struct LongBuilderTests {
  /// The expected columns of a text.
  private struct Naive {
    var units: [UInt16] = []
    var intensities: [UInt8] = []
    var isBold: [Bool] = []
    var attachments: [Int] = []
    var bookmarks: [Int] = []
  }

  @Test("Pieces, late intensities, attachments and bookmarks come out where they were put")
  func longText() {
    var random = SeededGenerator(seed: 22)
    var builder = IAStringBuilder()
    var naive = Naive()
    var bold = InlineAttributes()
    bold.bold = true
    let isBold = builder.intern(bold)
    while naive.units.count < 700_000 {
      let piece = (0..<Int.random(in: 1...4000, using: &random)).map { (index: Int) -> UInt16 in
        index % 97 == 0 ? 0x416 : UInt16(0x20 + index % 90)
      }
      let looksBold = Bool.random(using: &random)
      builder.append(units: piece, attributes: looksBold ? isBold : IAStringBuilder.plain)
      naive.units += piece
      naive.intensities += Array(repeating: DisplayOptions.defaultIntensity, count: piece.count)
      naive.isBold += Array(repeating: looksBold, count: piece.count)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        // Sometimes sets intensities of text that is already in the tree.
        let count = min(naive.units.count, Int.random(in: 1...200_000, using: &random))
        let start = naive.units.count - count
        let values = (0..<count).map { UInt8($0 % 101) }
        builder.setIntensities(values, at: start)
        naive.intensities.replaceSubrange(start..., with: values)
      case 1:
        builder.append(Attachment(.file, name: "a.bin"))
        naive.attachments.append(naive.units.count)
        naive.units.append(0xFFFC)
        naive.intensities.append(DisplayOptions.defaultIntensity)
        naive.isBold.append(false)
      case 2:
        builder.bookmark("place \(naive.bookmarks.count)")
        naive.bookmarks.append(naive.units.count)
      default:
        let last = naive.intensities.last ?? DisplayOptions.defaultIntensity
        let wasBold = naive.isBold.last ?? false
        builder.endParagraph()
        naive.units.append(0x0A)
        naive.intensities.append(last)
        naive.isBold.append(wasBold)
      }
      #expect(builder.utf16Count == naive.units.count)
      #expect(builder.lastUnit == naive.units.last)
    }
    let string = builder.finish()
    #expect(string.units(in: string.utf16Range) == naive.units)
    #expect(string.intensities(in: string.utf16Range) == naive.intensities)
    let runs = string.attributeRuns(in: string.utf16Range)
    let isFoundBold = runs.flatMap { run in
      Array(repeating: run.attributes.bold, count: run.utf16Range.count)
    }
    #expect(isFoundBold == naive.isBold)
    #expect(string.attachments.map(\.utf16Offset) == naive.attachments)
    #expect(string.bookmarks.map(\.utf16Offset).sorted() == naive.bookmarks)
    let paragraphs = string.paragraphs
    let length = paragraphs.reduce(0) { $0 + $1.utf16Range.count }
    #expect(length == naive.units.count)
    let ends = naive.units.filter { $0 == 0x0A }.count
    #expect(paragraphs.filter(\.isTerminated).count == ends)
  }

  @Test("A table gives equal sets one number, however many there are")
  func manySets() {
    let builder = IAStringBuilder()
    func set(_ number: Int) -> InlineAttributes {
      var set = InlineAttributes()
      set.fontSize = Double(number % 1000) + 1
      set.link = number % 3 == 0 ? .init("https://example.org/\(number)") : nil
      set.bold = number % 2 == 0
      return set
    }
    let first = (0..<6000).map { builder.intern(set($0)) }
    let second = (0..<6000).map { builder.intern(set($0)) }
    #expect(first == second)
    let distinct = Set((0..<6000).map(set))
    #expect(Set(first).count == distinct.count)
    // Zero has two representations, which are equal.
    var (zero, negative) = (InlineAttributes(), InlineAttributes())
    zero.letterSpacing = 0
    negative.letterSpacing = -0.0
    #expect(builder.intern(zero) == builder.intern(negative))
    #expect(zero.hashValue == negative.hashValue)
  }

  /// Returns a text that a builder moves in several parts, with three attribute sets, attachments,
  /// and intensities in its middle.
  private static func text(of paragraphs: Int) -> IAString {
    var builder = IAStringBuilder()
    var (bold, link) = (InlineAttributes(), InlineAttributes())
    bold.bold = true
    link.link = .init("https://example.org")
    for number in 0..<paragraphs {
      let isMiddle = number > paragraphs / 3 && number < paragraphs / 2
      builder.append("paragraph ", intensity: isMiddle ? 70 : DisplayOptions.defaultIntensity)
      builder.append("\(number)", attributes: builder.intern(number % 2 == 0 ? bold : link))
      if number % 1000 == 0 { builder.append(Attachment(.file, name: "\(number)")) }
      builder.endParagraph()
    }
    return builder.finish()
  }

  @Test("Text appended part by part is equal, also if it shares the sets of attributes")
  func appendedStrings() {
    let string = Self.text(of: 20_000)
    #expect(string.utf16Count > 2 << 17)
    var random = SeededGenerator(seed: 5)
    for var builder in [IAStringBuilder(), IAStringBuilder(sharingAttributesOf: string)] {
      var at = 0
      while at < string.utf16Count {
        let end = min(at + random.below(9000), string.utf16Count)
        builder.append(string, utf16Range: at..<end)
        at = end
      }
      let copy = builder.finish()
      #expect(copy == string)
      #expect(copy.intensities(in: copy.utf16Range) == string.intensities(in: string.utf16Range))
      #expect(copy.attachments == string.attachments)
    }
    // The attribute sets of one string are not those of another.
    var other = IAStringBuilder(sharingAttributesOf: IAString("a", attributes: .init()))
    other.append(string, utf16Range: 0..<40)
    #expect(other.finish() == string.substring(0..<40))
  }
}
