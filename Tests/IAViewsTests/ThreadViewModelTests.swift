import IALayout
import IARender
import IATestSupport
import IAText
import Testing

@testable import IAViews

/// Compares the positions of a view with those of a naive thread after each of many random steps.
@Suite struct ThreadViewModelTests {
  /// A view and its model after the same steps.
  private final class Pair {
    var random: SeededRandom
    let source: ArrayRows
    let view: ThreadView
    let model: NaiveThread

    init(seed: UInt64, rows: Int) throws {
      random = SeededRandom(seed)
      let renderer = try Threads.renderer()
      let messages = Threads.messages(rows, &random)
      source = ArrayRows(messages)
      view = try ThreadView(source, Threads.geometry(), renderer)
      model = NaiveThread(ArrayRows(messages), Threads.geometry(), renderer)
    }

    func step() throws -> String {
      let count = source.rowCount
      switch random.below(40) {
      case 0:
        let row = random.below(count)
        view.scroll(toRow: row)
        model.scroll(toRow: row)
        return "jump"
      case 1:
        view.scrollToEnd()
        model.scrollToEnd()
        return "end"
      case 2 where count < 200:
        let new = Threads.messages(1 + random.below(3), &random)
        source.prepend(new)
        view.rowsInserted(atStart: new.count)
        model.prepend(new)
        return "history"
      case 3 where count < 200:
        let new = Threads.messages(1 + random.below(3), &random)
        source.append(new)
        view.rowsInserted(atEnd: new.count)
        model.append(new)
        return "arrival"
      case 4, 5, 6:
        let row = visibleRow(count)
        let message = Threads.messages(1, &random)[0]
        source.replace(row, with: message)
        view.rowChanged(row)
        model.replace(row, message)
        return "late height"
      case 7 where random.below(4) == 0:
        return try geometry("width") { $0.size.width = 120 + random.below(5) * 30 }
      case 8 where random.below(4) == 0:
        return try geometry("text scale") { $0.textScale = [0.8, 1, 1.3][random.below(3)] }
      case 9:
        return try geometry("height") { $0.size.height = 120 + random.below(4) * 40 }
      case 10..<20: return scroll(random.below(1200) - 600)
      default: return scroll(random.below(160) - 80)
      }
    }

    /// A row near the visible ones.
    private func visibleRow(_ count: Int) -> Int {
      min(max(view.anchor.row + random.below(8) - 4, 0), count - 1)
    }

    private func scroll(_ pixels: Int) -> String {
      // Beyond this limit the view finds rows with estimates, which the model does not have.
      let limited = min(max(pixels, -400), 400)
      view.scroll(by: limited)
      model.scroll(by: limited)
      return "scroll \(limited)"
    }

    private func geometry(
      _ name: String, _ change: (inout ThreadView.Geometry) -> Void
    ) throws -> String {
      var new = view.geometry
      change(&new)
      try view.setGeometry(new)
      model.setGeometry(new)
      return name
    }

    /// Returns a description of the first difference, or `nil` if there is none.
    func difference() -> String? {
      for row in view.placed {
        let its = model.rows[row.row]
        if row.top != its.top - model.offset || row.height != its.height {
          return "row \(row.row) at \(row.top), \(its.top - model.offset) in the model"
        }
      }
      let shown = model.rows.indices.filter {
        let row = model.rows[$0]
        return row.top < model.offset + model.viewHeight && row.top + row.height > model.offset
      }
      return view.placed.map(\.row) == shown ? nil : "\(view.placed.map(\.row)) for \(shown)"
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `The view is where a naive thread is, and its ring holds a full redraw`(seed: UInt64) throws
  {
    let pair = try Pair(seed: seed, rows: 40)
    for step in 0..<RandomInputs.count(ofAll: 2500) {
      let name = try pair.step()
      let report = try pair.view.frame()
      if let difference = pair.difference() {
        Issue.record("step \(step), \(name): \(difference)")
        return
      }
      #expect(report.isComplete)
      guard step % 10 == 0 else { continue }
      let canvas = try Canvas(pair.view.geometry.size, pair.view.renderer)
      try pair.view.composite(onto: canvas)
      let picture = canvas.bitmap
      guard try picture == pair.model.picture() else {
        Issue.record("step \(step), \(name): the ring differs from a full redraw")
        return
      }
      // In the first steps, the second copy of the pixels is not used.
      guard step >= 500 else { continue }
      let contiguous = try pair.view.withPixels { Threads.bitmap($0, $1, picture.size) }
      guard contiguous == picture else {
        Issue.record("step \(step), \(name): the contiguous pixels differ")
        return
      }
    }
  }

  @Test func `Frames with small budgets end where one without limits does`() throws {
    let pair = try Pair(seed: 7, rows: 60)
    var incomplete = 0
    for step in 0..<150 {
      _ = try pair.step()
      for attempt in 0..<200 {
        var budget = FrameBudget(rows: 1, pixels: 2000)
        let report = try pair.view.frame(&budget)
        if report.isComplete { break }
        incomplete += 1
        #expect(attempt < 199, "step \(step) is never complete")
      }
      let canvas = try Canvas(pair.view.geometry.size, pair.view.renderer)
      try pair.view.composite(onto: canvas)
      // Estimates may determine which rows are visible: a new view compares the same position.
      let fresh = try ThreadView(pair.source, pair.view.geometry, pair.view.renderer)
      fresh.scroll(to: pair.view.anchor)
      _ = try fresh.frame()
      let whole = try Canvas(pair.view.geometry.size, pair.view.renderer)
      try fresh.composite(onto: whole)
      #expect(canvas.bitmap == whole.bitmap, "step \(step)")
    }
    #expect(incomplete > 30)
  }
}
