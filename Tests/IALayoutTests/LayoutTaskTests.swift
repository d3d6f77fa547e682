import IACorpus
import IAFonts
import IATestSupport
import IAText
import Testing

@testable import IALayout

/// Tasks on other threads lay out text as the manager itself does.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct LayoutTaskTests {
  static let containers: [[TextContainer]] = [
    [TextContainer(width: 240)],
    [
      TextContainer(
        width: 300, exclusions: [.circle(center: Point(x: 150, y: 90), radius: 50)])
    ],
    [TextContainer(width: 200, height: 300), TextContainer(width: 260)],
  ]

  @Test(arguments: containers.indices) func `Tasks lay out what the manager would`(
    number: Int
  ) async throws {
    var random = RandomDocument(seed: 21)
    var strings = (0..<3).map { _ in random.next().string }
    for name in ["mixed-scripts", "chat-ar"] {
      if let string = try CorpusDocument.named(name)?.string { strings.append(string) }
    }
    for string in strings {
      // Separate typesetters, so that the tasks assign most numbers themselves.
      let own = LayoutManager(
        try Self.typesetter(), containers: Self.containers[number])
      own.setString(string)
      let expected = LayoutManager(
        try Self.typesetter(), containers: Self.containers[number])
      expected.setString(string)
      await own.ensureLayout(tasks: 3)
      #expect(own.isComplete)
      #expect(own.lineFragments() == expected.lineFragments())
      #expect(own.usedRect() == expected.usedRect())
      let (drawn, wanted) = (own.drawn(), expected.drawn())
      #expect(drawn.runs.map(\.font) == wanted.runs.map(\.font))
      #expect(drawn.runs.map(\.glyphs) == wanted.runs.map(\.glyphs))
      #expect(drawn.runs.map(\.color) == wanted.runs.map(\.color))
      #expect(drawn.runs.map(\.x) == wanted.runs.map(\.x))
      #expect(drawn.boxes == wanted.boxes)
    }
  }

  private static func typesetter() throws -> Typesetter {
    try TestFonts.typesetter { $0.scheme = .hue() }
  }

  @Test func `A layout of another text is not used`() throws {
    let storage = TextStorage(IAString("One.\nTwo.\nThree."))
    let manager = LayoutManager(
      try TestFonts.typesetter(), containers: [TextContainer(width: 100)])
    storage.addManager(manager)
    var results = manager.layoutTasks(2).map { $0.run() }
    #expect(results.count == 2)
    storage.replace(0..<3, with: "A hundred")
    #expect(!manager.adopt(results))
    results = manager.layoutTasks(2).map { $0.run() }
    manager.containers = [TextContainer(width: 50)]
    #expect(!manager.adopt(results))
    #expect(manager.lineTexts.joined() == storage.string.text(in: storage.string.utf16Range))
    results = manager.layoutTasks(2).map { $0.run() }
    #expect(results.isEmpty)
    #expect(manager.adopt(results))
  }

  @Test func `The manager can be used while tasks run`() async throws {
    let text = String(repeating: "Some words that are set in lines.\n", count: 400)
    let manager = LayoutManager(
      try TestFonts.typesetter(), containers: [TextContainer(width: 100)])
    manager.setString(IAString(text))
    let tasks = manager.layoutTasks(4)
    async let results = withTaskGroup(of: LayoutTask.Result.self) { group in
      for task in tasks { group.addTask { task.run() } }
      var results: [LayoutTask.Result] = []
      for await result in group { results.append(result) }
      return results
    }
    for y in stride(from: 0.0, to: 2000, by: 100) {
      _ = manager.hit(Point(x: 10, y: y))
    }
    #expect(manager.adopt(await results))
    #expect(manager.isComplete)
    let fresh = LayoutManager(manager.typesetter, containers: manager.containers)
    fresh.setString(IAString(text))
    #expect(manager.lineFragments() == fresh.lineFragments())
  }
}
