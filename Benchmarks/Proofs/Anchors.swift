import IACorpus
import IAFonts
import IALayout
import IARender
import IAText
import IAViews

/// Random steps of a view of a thread, after each of which what was visible must be where it was, to the pixel:
/// scrolling, late heights, arrivals, history, rotation, and changes of the size of text.
final class Anchors {
  /// The sum of the pixels by which anchors moved, and how often their place was compared.
  private var moved = 0
  private var checks = 0
  private var steps: [String: Int] = [:]
  private var dice: SeededGenerator
  private let source: ArrayRows
  private let view: ThreadView

  /// A thread that is longer is replaced, so that a step takes the same time to the end.
  private static let maximumRows = 4000
  private static let words = [
    "so", "the", "water", "is", "cold", "again", "tomorrow", "we", "leave", "early", "perhaps",
  ]

  init(seed: Int) throws {
    dice = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed))
    source = ArrayRows(Self.messages(400, &dice))
    view = try ThreadView(
      source, ThreadView.Geometry(size: PixelSize(width: 240, height: 320), scale: 1),
      Renderer(fonts: try .system()))
    _ = try view.frame()
  }

  private static func messages(_ count: Int, _ dice: inout SeededGenerator) -> [Renderer.Message] {
    (0..<count).map { _ in
      let words = 1 + dice.below(dice.below(12) == 0 ? 120 : 16)
      let text = (0..<words).map { _ in dice.pick(Self.words) }.joined(separator: " ")
      let author = dice.below(3)
      return Renderer.Message(
        Renderer.Source(IADocument(IAString(text)), looks: Looks()), isOwn: author == 0,
        sender: author == 0 ? nil : ["", "Ada", "Grace"][author])
    }
  }

  func run(steps count: Int) throws {
    for number in 0..<count {
      try step()
      if moved > 0 { fail("step \(number): the anchor moved by \(moved) pixels") }
    }
    for (name, count) in steps.sorted(by: { $0.key < $1.key }) { print("\(name): \(count)") }
    print("\(count) steps, \(checks) comparisons, anchor moved: \(moved) pixels")
  }

  private func step() throws {
    let before = view.anchor
    let wasAtEnd = view.isAtEnd
    var expected = before
    /// Whether the step keeps the place of the anchor.
    var keeps = true
    let name: String
    switch dice.below(32) {
    case 0 where source.rowCount < Self.maximumRows:
      name = "history"
      let count = 1 + dice.below(6)
      source.prepend(Self.messages(count, &dice))
      view.rowsInserted(atStart: count)
      expected.row += count
    case 1 where source.rowCount < Self.maximumRows:
      name = "arrival"
      let count = 1 + dice.below(3)
      source.append(Self.messages(count, &dice))
      view.rowsInserted(atEnd: count)
      keeps = !wasAtEnd
    case 2..<8:
      name = "late height"
      let row = min(max(before.row + dice.below(12) - 8, 0), source.rowCount - 1)
      source.replace(row, with: Self.messages(1, &dice)[0])
      view.rowChanged(row)
      keeps = !wasAtEnd
    case 8:
      name = "rotation"
      try change { $0.size = PixelSize(width: $0.size.height, height: $0.size.width) }
      keeps = keepsGeometry(before, wasAtEnd)
    case 9:
      name = "text scale"
      let scale = [0.8, 1, 1.3, 1.6][dice.below(4)]
      try change { $0.textScale = scale }
      keeps = keepsGeometry(before, wasAtEnd)
    case 10:
      name = "jump"
      view.scroll(toRow: dice.below(source.rowCount))
      keeps = false
    default:
      name = "scroll"
      let pixels = dice.below(4) == 0 ? dice.below(1200) - 600 : dice.below(160) - 80
      view.scroll(by: pixels)
      expected.y -= pixels
    }
    steps[name, default: 0] += 1
    let report = try view.frame()
    // An anchor that leaves the view is followed by another one.
    guard keeps, before.edge == .top, let y = view.bubbleTop(ofRow: expected.row) else { return }
    checks += 1
    moved += abs(y - expected.y - report.clampedBy)
  }

  /// Whether the top of the anchor's bubble keeps its place: it does unless it is above the view, where a line
  /// of the text keeps its place instead.
  private func keepsGeometry(_ anchor: ThreadView.Anchor, _ wasAtEnd: Bool) -> Bool {
    !wasAtEnd && anchor.y >= 0
  }

  private func change(_ change: (inout ThreadView.Geometry) -> Void) throws {
    var geometry = view.geometry
    change(&geometry)
    try view.setGeometry(geometry)
  }
}
