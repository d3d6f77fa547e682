import IACorpus
import IATestSupport
import Testing

@testable import IAText

/// Documents that are equal by value have equal dumps.
@Suite("Comparison of documents without their dumps")
struct DocumentContentTests {
  /// Returns a document with the same content and separate tables.
  private func rebuilt(_ document: IADocument) -> IADocument {
    var other = document
    other.string = IAString(document.string.columns)
    return other
  }

  @Test("A document without attachments is equal to the same with other numbers and block ids")
  func equal() {
    var random = RandomDocument(seed: 131)
    random.hasAttachments = false
    for number in 0..<400 {
      let document = random.next()
      guard document.attachments.digests.isEmpty else { continue }
      #expect(document.contentComparison(with: document) == .equal, "document \(number)")
      #expect(document.contentComparison(with: rebuilt(document)) == .equal, "document \(number)")
      #expect(rebuilt(document).contentComparison(with: document) == .equal, "document \(number)")
    }
  }

  @Test("A comparison by value agrees with the dumps, also after small changes")
  func implication() {
    var random = RandomDocument(seed: 132)
    random.maximumParagraphs = 3
    var dice = SeededGenerator(seed: 132)
    var found: [ContentComparison: Int] = [:]
    for number in 0..<400 {
      let document = random.next()
      var other = rebuilt(document)
      let count = other.string.utf16Count
      let at = dice.below(count)
      let range = at..<at + dice.below(count - at + 1)
      switch dice.below(9) {
      case 0: other.string.set(\.bold, to: true, in: range)
      case 1: other.string.set(\.fontFamily, to: "e\u{301}", in: range)
      case 2: other.string.setParagraphAttributes(ParagraphAttributes(), in: range)
      case 3: other.string.setBookmark("here", at: at)
      case 4: other.metadata.title = "é"
      case 5: other.string.options.fontSize = 9
      case 6: other.string.setIntensities([UInt8](repeating: 12, count: range.count), at: at)
      case 7: other.string.replace(range, with: IAString("x"))
      default: other.attachments.insert([1, 2, 3])
      }
      let result = document.contentComparison(with: other)
      found[result, default: 0] += 1
      let isEqual = document.dump().isSpelled(like: other.dump())
      #expect(result == .unknown || (result == .equal) == isEqual, "document \(number): \(result)")
    }
    #expect(found[.equal, default: 0] > 5 && found[.different, default: 0] > 100)
  }

  @Test("Each part of a document is compared, texts by their spelling")
  func parts() {
    func differs(_ change: (inout IADocument) -> Void) -> Bool {
      var string = IAString("one two\nthree\n")
      string.set(\.fontFamily, to: "\u{E9}", in: 0..<3)
      string.set(\.bold, to: true, in: 4..<7)
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: 3, .blockQuote)]), in: 0..<1)
      string.setBookmark("place", at: 2)
      let document = IADocument(string)
      var other = rebuilt(document)
      change(&other)
      let result = document.contentComparison(with: other)
      #expect(
        result == .unknown || (result == .equal) == (document.dump().isSpelled(like: other.dump())))
      return result != .equal
    }
    #expect(!differs { _ in })
    #expect(!differs { $0.metadata.generator = "other" })
    #expect(
      !differs {
        $0.string.setParagraphAttributes(
          ParagraphAttributes(blocks: [Block(id: 7, .blockQuote)]), in: 0..<1)
      })
    #expect(differs { $0.metadata.title = "title" })
    #expect(differs { $0.string.replace(0..<1, with: IAString("O")) })
    #expect(differs { $0.string.append("x", intensity: 40, attributes: InlineAttributes()) })
    #expect(differs { $0.string.setIntensities([41], at: 0) })
    #expect(differs { $0.string.set(\.fontFamily, to: "e\u{301}", in: 0..<3) })
    #expect(differs { $0.string.set(\.bold, to: false, in: 4..<6) })
    #expect(differs { $0.string.set(\.bold, to: true, in: 9..<10) })
    #expect(differs { $0.string.set(\.italic, to: true, in: 4..<7) })
    #expect(differs { $0.string.setBookmark("place", at: 3) })
    #expect(differs { $0.string.setBookmark("other", at: 2) })
    #expect(differs { $0.string.options.fontSize = 12 })
    #expect(differs { $0.attachments.insert([1]) })
    #expect(differs { $0.string.append(.sticker("doge")) })
    #expect(
      differs {
        $0.string.setParagraphAttributes(
          ParagraphAttributes(blocks: [Block(id: 3, .textBox())]), in: 0..<1)
      })
    #expect(
      differs {
        $0.string.setParagraphAttributes(
          ParagraphAttributes(blocks: [Block(id: 3, .blockQuote)]), in: 0..<10)
      })
  }

  @Test("Values outside their ranges, which a dump omits, are not known to differ")
  func omitted() {
    let document = IADocument(IAString("text\n"))
    var other = document
    other.string.set(\.fontSize, to: -1, in: 0..<2)
    #expect(document.contentComparison(with: other) == .unknown)
    other = document
    other.string.options.fontSize = -1
    #expect(document.contentComparison(with: other) == .unknown)
    other.string.options.fontSize = 1
    #expect(document.contentComparison(with: other) == .different)
  }

  @Test("Blocks that continue are not equal to blocks that start again")
  func blocks() {
    func document(_ ids: [Int]) -> IADocument {
      var builder = IAStringBuilder()
      for id in ids {
        builder.append("x")
        builder.endParagraph(ParagraphAttributes(blocks: [Block(id: id, .blockQuote)]))
      }
      return IADocument(builder.finish())
    }
    #expect(document([1, 2, 2]).contentComparison(with: document([4, 3, 3])) == .equal)
    #expect(document([1, 2, 2]).contentComparison(with: document([1, 1, 2])) != .equal)
    #expect(document([1, 2, 1]).contentComparison(with: document([1, 1, 1])) != .equal)
    #expect(document([1, 2, 1]).contentComparison(with: document([1, 2, 3])) == .equal)
    #expect(document([1, 2, 1]).dump() == document([1, 2, 3]).dump())
  }
}
