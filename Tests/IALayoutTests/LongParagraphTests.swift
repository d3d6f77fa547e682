import Foundation
import IATestSupport
import IAText
import Testing

@testable import IALayout

/// Long paragraphs are stored in pieces, and no result depends on the borders of pieces.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct LongParagraphTests {
  static let steps =
    ProcessInfo.processInfo.environment["IA_LAYOUT_EDITS"].flatMap { Int($0) } ?? 150

  static let words = [
    "a", "word", " ", "  ", "and ", "well-known ", "\t", "123 ", "(", "\u{201C}", ") ", "é", "fi ",
    "\u{1F600} ", "\u{AD}", "\u{2028}", "слово ", "12.5 ", "e\u{301}", "/", "supercalifragilistic ",
    "averyveryverylongwordthatdoesnotfitanywhereatallbecauseitgoesonandonandon ", "- ", "$",
  ]

  /// Words with which a paragraph cannot always be stored in pieces: other directions, no spaces,
  /// other scripts.
  static let rareWords = ["שלום ", "中文字", "ภาษาไทย ", "\n", "λόγος "]

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    var text = "Once"
    while text.utf16.count < count {
      text += random.below(3) == 0 ? words[random.below(words.count)] : " some words go by"
    }
    return text
  }

  static let kinds = ["plain", "styles", "scheme", "justified", "indents"]

  @Test(arguments: kinds) func `Random edits of a long paragraph`(kind: String) throws {
    var random = SeededGenerator(seed: 77 + UInt64(kind.utf8.count))
    let typesetter = try TestFonts.typesetter {
      if kind == "scheme" { $0.scheme = .weight() }
    }
    var string = IAString("Before.\n" + Self.text(2500, &random) + "\nAfter.")
    let middle = 8..<string.utf16Count - 6
    string.updateParagraphAttributes(in: middle) {
      if kind == "justified" { $0.alignment = .justified }
      if kind == "indents" {
        $0.firstLineIndent = 20
        $0.headIndent = 7.3
        $0.spacingBefore = 3.1
        $0.spacingAfter = 5.7
        $0.lineHeight = .multiple(1.13)
      }
    }
    let storage = TextStorage(string)
    let manager = Self.manager(typesetter)
    storage.addManager(manager)
    manager.ensureLayout()
    var inPieces = 0
    for step in 0..<Self.steps {
      Self.edit(storage, kind, &random)
      let fresh = LayoutManager(typesetter, containers: manager.containers)
      fresh.setString(storage.string)
      let lines = manager.lineFragments()
      guard lines == fresh.lineFragments() else {
        let differing = zip(lines, fresh.lineFragments()).first { $0 != $1 }
        Issue.record("\(kind), step \(step): \(String(describing: differing))")
        return
      }
      #expect(manager.usedRect() == fresh.usedRect(), "\(kind), step \(step)")
      inPieces += (manager.layout(1)?.parts.count ?? 0) > 3 ? 1 : 0
      if step % 10 == 0 {
        #expect(manager.drawn().runs.map(\.x) == fresh.drawn().runs.map(\.x), "step \(step)")
        #expect(manager.drawn().runs.map(\.y) == fresh.drawn().runs.map(\.y), "step \(step)")
        let offset = random.below(storage.string.utf16Count)
        #expect(manager.caretRect(at: offset) == fresh.caretRect(at: offset))
        let point = Point(x: Double(random.below(200)), y: Double(random.below(1500)))
        #expect(manager.hit(point) == fresh.hit(point))
        #expect(
          manager.selectionRects(for: offset / 2..<offset)
            == fresh.selectionRects(for: offset / 2..<offset))
      }
    }
    #expect(inPieces > 10)
    manager.containers = [TextContainer(width: 160)]
    let narrow = Self.manager(typesetter, width: 160)
    narrow.setString(storage.string)
    #expect(manager.lineFragments() == narrow.lineFragments())
  }

  private static func manager(_ typesetter: Typesetter, width: Double = 220) -> LayoutManager {
    let manager = LayoutManager(typesetter, containers: [TextContainer(width: width)])
    manager.pieceLength = PieceLength(longParagraph: 200, minimum: 60)
    return manager
  }

  private static func edit(
    _ storage: TextStorage, _ kind: String, _ random: inout SeededGenerator
  ) {
    let count = storage.string.utf16Count
    let start = random.below(count + 1)
    let end = min(start + random.below(random.below(8) == 0 ? 90 : 6), count)
    let choice = random.below(20)
    switch choice {
    case 0...2 where kind == "styles":
      storage.updateAttributes(in: start..<end) {
        if choice == 0 { $0.bold.toggle() }
        if choice == 1 { $0.fontSize = [10, 16, 24, nil][start % 4] }
        if choice == 2 { $0.letterSpacing = start % 2 == 0 ? 1.3 : nil }
      }
    case 0...2 where kind == "scheme":
      storage.setIntensity(UInt8(random.below(101)), in: start..<end)
    case 3 where kind == "styles":
      var attachment = Attachment(.image)
      attachment.pixelWidth = 40
      attachment.pixelHeight = 30
      var piece = IAString()
      piece.append(attachment)
      storage.replace(start..<end, with: piece)
    case 4 where random.below(4) == 0:
      storage.replace(start..<start, with: rareWords[random.below(rareWords.count)])
    case 4...6:
      // Rare words are removed again.
      let text = storage.string.text(in: 0..<count)
      if let rare = rareWords.compactMap({ text.range(of: $0) }).last {
        let lower = text.utf16.distance(from: text.startIndex, to: rare.lowerBound)
        let upper = text.utf16.distance(from: text.startIndex, to: rare.upperBound)
        if lower > 10, upper < count - 10 { storage.replace(lower..<upper, with: "") }
      }
    case 7...9: storage.replace(start..<end, with: count > 2000 ? "" : "more and more ")
    default: storage.replace(start..<start, with: words[random.below(words.count)])
    }
  }

  @Test func `A key in a long paragraph touches a few lines`() throws {
    let typesetter = try TestFonts.typesetter()
    var random = SeededGenerator(seed: 3)
    var words = ""
    while words.utf16.count < 60_000 { words += Self.text(100, &random) }
    let storage = TextStorage(IAString(words))
    let manager = LayoutManager(typesetter, containers: [TextContainer(width: 300)])
    storage.addManager(manager)
    manager.ensureLayout()
    let place = words.utf16.count / 2
    let before = typesetter.statistics
    for step in 0..<20 { storage.replace(place + step..<place + step, with: "x") }
    let after = typesetter.statistics
    #expect((after.brokenLines - before.brokenLines) / 20 < 400)
    let fresh = LayoutManager(typesetter, containers: manager.containers)
    fresh.setString(storage.string)
    #expect(manager.lineFragments() == fresh.lineFragments())
  }
}
