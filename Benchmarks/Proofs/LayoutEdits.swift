import IACorpus
import IAFonts
import IALayout
import IAText

/// Random edits after each of which the layout equals the one from scratch.
struct LayoutEdits {
  private let typesetter: Typesetter

  init() throws {
    var options = LayoutOptions()
    options.fontFamilies = ["Noto Sans"]
    options.fontSize = 16
    options.scheme = .weight()
    typesetter = Typesetter(fonts: try .system(), options: options)
  }

  static let settings: [(name: String, containers: [TextContainer])] = [
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

  func run(steps: Int, seed: Int) throws {
    for (number, setting) in Self.settings.enumerated() {
      var random = SeededGenerator(seed: UInt64(seed + number))
      let share = steps / Self.settings.count
      let count = number == 0 ? steps - share * (Self.settings.count - 1) : share
      let storage = TextStorage(IAString("First words.\nAnd a second paragraph of some words.\n"))
      let manager = LayoutManager(typesetter, containers: setting.containers)
      storage.addManager(manager)
      manager.ensureLayout()
      for step in 0..<count {
        let edit = RandomEdit(of: storage.string, &random)
        if CommandLine.arguments.count > 4, number == Int(CommandLine.arguments[4]),
          step > count - 3
        {
          print(
            storage.string.paragraphs(in: storage.string.utf16Range).map {
              "\($0.utf16Range) \($0.attributes.blocks.map { "\($0.id)" })"
            }, edit.utf16Range, edit.changesCharacters)
        }
        storage.edit(
          edit.changesCharacters ? [.characters, .attributes] : .attributes,
          in: edit.utf16Range, edit.apply)
        if random.below(3) == 0 {
          _ = manager.lineFragment(at: random.below(manager.string.utf16Count + 1))
        }
        check(
          manager, setting.containers,
          "\(setting.name), seed \(seed), step \(step), edit at \(edit.utf16Range)")
      }
      print("\(setting.name): \(count) edits, layout equal to the one from scratch after each")
    }
  }

  private func check(_ manager: LayoutManager, _ containers: [TextContainer], _ place: String) {
    let fresh = LayoutManager(typesetter, containers: containers)
    fresh.setString(manager.string)
    let (ours, theirs) = (manager.lineFragments(), fresh.lineFragments())
    if ours != theirs {
      let first = zip(ours, theirs).first { $0 != $1 }
      fail("other lines: \(place): \(first.map { "\($0.0) for \($0.1)" } ?? "their number")")
    }
    for number in containers.indices {
      if manager.usedRect(ofContainer: number) != fresh.usedRect(ofContainer: number) {
        fail("another size: \(place), container \(number)")
      }
      if Drawn(manager, number) != Drawn(fresh, number) {
        fail("drawn otherwise: \(place), container \(number)")
      }
    }
  }
}

/// What is drawn of a container, in a shape that can be compared.
struct Drawn: DrawingSink, Equatable {
  /// Glyphs with where they stand and how.
  struct Letters: Equatable {
    var font: FontInstance
    var size: Double
    var color: Color
    var utf16Range: Range<Int>
    var glyphs: [UInt16]
    var x: [Double]
    var y: [Double]
  }

  private(set) var letters: [Letters] = []
  private(set) var fills: [Rectangle] = []
  private(set) var strokes: [Stroke] = []
  private(set) var boxes: [AttachmentBox] = []

  init(_ manager: LayoutManager, _ container: Int = 0) {
    manager.draw(
      in: Rectangle(x: 0, y: 0, width: 1e6, height: 1e9), container: container, to: &self)
  }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    fills.append(rectangle)
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    letters.append(
      Letters(
        font: run.font, size: run.size, color: run.color, utf16Range: run.utf16Range,
        glyphs: run.glyphs, x: run.x, y: run.y))
  }

  mutating func stroke(_ stroke: Stroke) { strokes.append(stroke) }
  mutating func draw(_ attachment: AttachmentBox) { boxes.append(attachment) }
}
