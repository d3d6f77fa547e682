import Foundation
import IACorpus
import IATestSupport
import IAText
import Testing

@testable import IALayout

/// After any edits the layout is what it would be from scratch.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct IncrementalTests {
  /// Steps of each run: few in the suite, many where `IA_LAYOUT_EDITS` says so.
  static let steps =
    ProcessInfo.processInfo.environment["IA_LAYOUT_EDITS"].flatMap { Int($0) } ?? 250

  static let containers: [(name: String, containers: [TextContainer])] = [
    ("one column", [TextContainer(width: 220)]),
    (
      "exclusions",
      [
        TextContainer(
          width: 300,
          exclusions: [
            .circle(center: Point(x: 150, y: 90), radius: 50),
            .polygon([Point(x: 0, y: 200), Point(x: 120, y: 260), Point(x: 0, y: 320)]),
            .rectangle(Rectangle(x: 220, y: 300, width: 80, height: 60)),
          ])
      ]
    ),
    (
      "three containers",
      [
        TextContainer(width: 200, height: 120), TextContainer(width: 260, height: 150),
        TextContainer(width: 200),
      ]
    ),
  ]

  static let words = [
    "a", "word", " ", "  ", "\n", "well-known ", "\t", "שלום ", "مرحبا", "123 ", "é", "\u{1F600}",
    "fi", "\u{AD}", "中文字", "ภาษาไทย", "\u{2028}", "averyveryverylongwordthatdoesnotfitanywhere",
  ]

  @Test(arguments: containers.indices) func `Random edits`(number: Int) throws {
    var random = SeededGenerator(seed: 41 + UInt64(number))
    let typesetter = try TestFonts.typesetter()
    let (name, containers) = Self.containers[number]
    let storage = TextStorage(IAString("First words.\nAnd a second paragraph of some words.\n"))
    let manager = LayoutManager(typesetter, containers: containers)
    storage.addManager(manager)
    manager.ensureLayout()
    for step in 0..<Self.steps {
      edit(storage, &random)
      if random.below(3) == 0 {
        _ = manager.lineFragment(at: random.below(manager.string.utf16Count + 1))
      }
      let fresh = LayoutManager(typesetter, containers: containers)
      fresh.setString(storage.string)
      guard manager.lineFragments() == fresh.lineFragments() else {
        Issue.record("\(name), step \(step): lines differ")
        return
      }
      #expect(manager.usedRect() == fresh.usedRect(), "\(name), step \(step)")
      if step % 20 == 0 {
        #expect(manager.drawn().boxes == fresh.drawn().boxes, "\(name), step \(step)")
      }
    }
  }

  private func edit(_ storage: TextStorage, _ random: inout SeededGenerator) {
    let count = storage.string.utf16Count
    let start = random.below(count + 1)
    let end = min(start + random.below(random.below(8) == 0 ? 60 : 6), count)
    switch random.below(14) {
    case 0: storage.setIntensity(UInt8(random.below(101)), in: start..<end)
    case 1: storage.updateAttributes(in: start..<end) { $0.bold.toggle() }
    case 2:
      storage.updateAttributes(in: start..<end) {
        $0.fontSize = [10, 16, 24, nil][random.below(4)]
      }
    case 3:
      guard count > 0 else { return }
      let kind = random.below(4)
      storage.updateParagraphAttributes(in: start..<end) { attributes in
        switch kind {
        case 0: attributes.alignment = [.left, .right, .center, .justified][random.below(4)]
        case 1: attributes.firstLineIndent = Double(random.below(40))
        case 2: attributes.spacingAfter = Double(random.below(12))
        default:
          attributes.blocks = [
            Block(id: 900, .unorderedList(marker: nil)),
            Block(id: 901 + random.below(2), .listItem(.init(ordinal: 1))),
          ]
        }
      }
    case 4:
      var attachment = Attachment(.image)
      attachment.pixelWidth = 40 + random.below(200)
      attachment.pixelHeight = 30 + random.below(100)
      var piece = IAString()
      piece.append(attachment)
      storage.replace(start..<end, with: piece)
    case 5, 6, 7: storage.replace(start..<end, with: "")
    default:
      // The text stays of a size that lines and tables can be seen in.
      let grows = count < 900
      storage.replace(
        start..<(grows ? start : end), with: Self.words[random.below(Self.words.count)])
    }
  }

  @Test func `A width change and back gives the same lines`() throws {
    let typesetter = try TestFonts.typesetter()
    var random = RandomDocument(seed: 5)
    for _ in 0..<40 {
      let string = random.next().string
      let manager = LayoutManager(typesetter, containers: [TextContainer(width: 250)])
      manager.setString(string)
      let lines = manager.lineFragments()
      manager.containers = [TextContainer(width: 120)]
      let narrow = LayoutManager(typesetter, containers: [TextContainer(width: 120)])
      narrow.setString(string)
      #expect(manager.lineFragments() == narrow.lineFragments())
      manager.containers = [TextContainer(width: 250)]
      #expect(manager.lineFragments() == lines)
    }
  }

  @Test func `A size without a layout is that of the layout`() throws {
    let typesetter = try TestFonts.typesetter()
    var random = RandomDocument(seed: 6)
    for _ in 0..<60 {
      let string = random.next().string
      let manager = LayoutManager(typesetter, containers: [TextContainer(width: 280)])
      manager.setString(string)
      manager.ensureLayout()
      let size = typesetter.size(of: string, width: 280)
      #expect(abs(size.width - manager.usedRect().width) < 1e-9)
      #expect(abs(size.height - manager.usedRect().height) < 1e-9)
    }
  }
}
