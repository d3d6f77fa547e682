import IACorpus
import IATestSupport
import IAText
import Testing

@testable import IALayout

struct HeightIndexTests {
  /// Compares the index with a plain array, with insertions and removals of all sizes.
  @Test func `The index finds what an array finds`() {
    var random = SeededGenerator(seed: 8)
    var index = HeightIndex()
    var model: [BlockEntry] = []
    index.replace(0..<index.count, with: [])
    func entry() -> BlockEntry {
      var entry = BlockEntry(utf16Count: 1 + random.below(50))
      entry.setEstimate(1 + random.below(5000))
      return entry
    }
    for step in 0..<400 {
      let start = random.below(model.count + 1)
      let end = min(start + random.below(random.below(6) == 0 ? 90 : 4), model.count)
      let new = (0..<random.below(random.below(6) == 0 ? 120 : 4)).map { _ in entry() }
      model.replaceSubrange(start..<end, with: new)
      index.replace(start..<end, with: new)
      #expect(index.count == model.count, "step \(step)")
      #expect(index.entries().map(\.utf16Count) == model.map(\.utf16Count))
      guard !model.isEmpty else { continue }
      let number = random.below(model.count)
      let units = model[..<number].reduce(0) { $0 + $1.utf16Count }
      let height = model[..<number].reduce(0) { $0 + $1.height }
      let found = index.block(number)
      #expect(found?.start == units && found?.before.height == height)
      #expect(
        index.block(atUTF16: units + random.below(model[number].utf16Count))?.number == number)
      let y = Double(height + random.below(model[number].height)) / BlockLayout.unitsPerPoint
      #expect(index.block(atHeight: y)?.number == number)
      #expect(index.firstUnlaid()?.number == 0)
    }
  }

  static let long = IAString(
    (0..<1500).map { number in
      String(repeating: "some words of a paragraph ", count: 1 + number * 7 % 11)
    }.joined(separator: "\n"))

  @Test(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
  func `A long text is laid out only where it is visible`() throws {
    let layout = try LayoutManager.of(Self.long, width: 300)
    _ = layout.lineFragments(in: Rectangle(x: 0, y: 20_000, width: 300, height: 800))
    #expect(!layout.isComplete)
    #expect(layout.typesetter.statistics.itemisedParagraphs < 450)
  }

  @Test(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
  func `Estimated heights are close, and anchors do not move`() throws {
    let layout = try LayoutManager.of(Self.long, width: 300)
    let estimated = layout.usedRect().height
    let place = try #require(layout.anchor(atHeight: estimated / 2))
    let before = try #require(layout.height(of: place))
    #expect(abs(before - estimated / 2) < 0.01)
    layout.ensureLayout()
    let exact = layout.usedRect().height
    #expect(abs(estimated / exact - 1) < 0.02)
    // The anchor refers to the same line at its new position.
    let after = try #require(layout.height(of: place))
    let again = try #require(layout.anchor(atHeight: after))
    #expect(again.utf16Offset == place.utf16Offset)
    #expect(abs(again.distance - place.distance) < 1e-6)
  }

  @Test(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
  func `A paragraph like those that were laid out has their height`() throws {
    var string = IAString("a line with space after it\nanother line\n")
    string.updateParagraphAttributes(in: string.utf16Range) { $0.spacingAfter = 30 }
    let layout = try LayoutManager.of(string)
    layout.ensureLayout()
    var estimator = HeightEstimator()
    for number in 0..<2 {
      let entry = try #require(layout.index.block(number)?.entry)
      estimator.learn(try #require(entry.layout?.parts.first))
      let estimate = estimator.estimate(BlockEntry(utf16Count: entry.utf16Count))
      #expect(abs(estimate - entry.height) <= 1)
      #expect(Double(entry.height) > 40 * BlockLayout.unitsPerPoint)
    }
  }

  /// A view that keeps the anchor of its upper edge shows no line at another position while the
  /// heights above it become exact, in either direction of scrolling.
  @Test(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
  func `Lines keep their places while a view scrolls`() throws {
    let layout = try LayoutManager.of(Self.long, width: 300)
    var anchor = try #require(layout.anchor(atHeight: layout.usedRect().height * 0.7))
    var height = 0.0
    for step in 0..<120 {
      // The line at the upper edge of the view has its old position.
      let top = try #require(layout.height(of: anchor))
      let seen = layout.lineFragments(in: Rectangle(x: 0, y: top, width: 300, height: 400))
      let first = try #require(seen.first)
      #expect(first.utf16Range.contains(anchor.utf16Offset))
      #expect(abs(top - first.rect.y - anchor.distance) < 1e-6, "step \(step)")
      // Layout far above moves the line in the text, and not in the view.
      if step % 10 == 5 {
        _ = layout.lineFragments(in: Rectangle(x: 0, y: top * 0.5, width: 300, height: 900))
        let moved = try #require(layout.height(of: anchor))
        let again = layout.lineFragments(in: Rectangle(x: 0, y: moved, width: 300, height: 400))
        #expect(again.first?.utf16Range == first.utf16Range)
        #expect(abs(moved - (again.first?.rect.y ?? 0) - anchor.distance) < 1e-6)
        #expect(again.map(\.utf16Range) == seen.map(\.utf16Range))
      }
      let now = try #require(layout.height(of: anchor))
      height = now + (step < 60 ? -150 : 170)
      anchor = try #require(layout.anchor(atHeight: height))
      #expect(abs((try #require(layout.height(of: anchor))) - height) < 0.01)
    }
    #expect(!layout.isComplete)
  }
}
