import Foundation
import IACorpus
import IAFonts
import IALayout
import IARender
import IAViews
import Scrolling

/// The total height of a thread after one screen, for threads of many lengths: which rows are sampled depends on
/// their number.
struct RowHeights {
  private let heights: ThreadHeights

  init() throws {
    heights = ThreadHeights(
      try ChatRows(count: 8192),
      ThreadView.Geometry(size: PixelSize(width: 780, height: 1688), scale: 2),
      Renderer(fonts: try .system()))
  }

  /// Measures 10⁴, 300,000 and 10⁶ rows, and seeded other numbers of rows between 1,000 and 2 · 10⁶.
  func run(count: Int, seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed))
    let others = (0..<count).map { _ in
      Int(exp(log(1000) + Double(dice.below(1 << 20)) / Double(1 << 20) * log(2000)))
    }
    var errors: [Double] = []
    for rows in [10_000, 300_000, 1_000_000] + others {
      let found = try heights.measure(rows: rows, flings: 240)
      print(
        "\(rows) rows: error after one screen \(percent(found.error)), \(found.sampledRows) rows sampled by then, "
          + "largest change in a frame \(percent(found.learnedChange))")
      errors.append(found.error)
      if found.learnedChange > 0.01 { fail("the height of \(rows) rows changes by more than 1 %") }
    }
    let worst = errors.map(abs).max() ?? 0
    let mean = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    print("worst: \(percent(worst)), root of the mean square: \(percent(mean))")
    if worst > 0.02 { fail("estimates are off by more than 2 %") }
  }

  private func percent(_ value: Double) -> String { String(format: "%.2f %%", value * 100) }
}
