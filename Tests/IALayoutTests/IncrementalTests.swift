import IACorpus
import IATestSupport
import IAText
import Testing

@testable import IALayout

/// After any edits the layout equals a new layout of the text.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct IncrementalTests {
  /// The number of steps of each run; `Scripts/layout-edits` makes many more.
  static let steps = 200

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
        TextContainer(width: 200, height: 120),
        TextContainer(
          width: 260, height: 150,
          exclusions: [.circle(center: Point(x: 130, y: 60), radius: 30)]),
        TextContainer(width: 200),
      ]
    ),
    ("a line limit", [TextContainer(width: 180, lineLimit: 9)]),
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
      let edit = RandomEdit(of: storage.string, &random)
      storage.edit(
        edit.changesCharacters ? [.characters, .attributes] : .attributes, in: edit.utf16Range,
        edit.apply)
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

  @Test func `The line after the last terminator is like the one before it`() throws {
    let containers = [TextContainer(width: 220)]
    let storage = TextStorage(IAString("one\ntwo\nthree\n"))
    let manager = LayoutManager(try TestFonts.typesetter(), containers: containers)
    storage.addManager(manager)
    manager.ensureLayout()
    storage.updateParagraphAttributes(in: 4..<8) {
      $0.blocks = [
        Block(id: 1, .unorderedList(marker: nil)), Block(id: 2, .listItem(.init(ordinal: 1))),
      ]
    }
    storage.replace(8..<14, with: "")
    #expect(manager.lineFragments().last?.rect.x == 33)
    storage.updateAttributes(in: 0..<8) { $0.fontSize = 32 }
    let fresh = LayoutManager(manager.typesetter, containers: containers)
    fresh.setString(storage.string)
    #expect(manager.lineFragments() == fresh.lineFragments())
  }

  @Test func `A block that an edit moves to another container is laid out for that`() throws {
    let containers = [
      TextContainer(width: 200, height: 120), TextContainer(width: 260, height: 100),
      TextContainer(width: 200),
    ]
    let text = (0..<8).map { "A paragraph of some words, number \($0)." }.joined(separator: "\n")
    let storage = TextStorage(IAString(text))
    let manager = LayoutManager(try TestFonts.typesetter(), containers: containers)
    storage.addManager(manager)
    manager.ensureLayout()
    var picture = Attachment(.image)
    picture.pixelWidth = 100
    picture.pixelHeight = 100
    var piece = IAString()
    piece.append(picture)
    for place in [0, 40, 90] {
      storage.replace(place..<place, with: piece)
      let fresh = LayoutManager(manager.typesetter, containers: containers)
      fresh.setString(storage.string)
      #expect(manager.lineFragments() == fresh.lineFragments())
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
