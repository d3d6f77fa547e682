import Foundation
import IAFonts
import Scrolling

extension Workload {
  /// Scrolling: two views of 10,000 rows through 60 frames of a script.
  ///
  /// Counts are those of the fonts that Scripts/bootstrap installs.
  static var scrollWorkloads: [Workload] {
    [
      scroll("scroll-fling", .fling), scroll("scroll-rotation", .rotation),
      scroll("scroll-animation", .animation), scroll("scroll-history", .history),
    ]
  }

  private static func scroll(_ name: String, _ script: ScrollScript) -> Workload {
    Workload(name, hasStableAllocations: false) {
      let run = try ScrollRun(
        script, ScrollRun.Setup(views: 2, rows: 10_000, frames: 60),
        try ChatRows(count: 512, show: script.show, isReal: false), fonts: try .system())
      return {
        for frame in 30..<90 { _ = try run.frame(frame) }
        return [
          "rows-sized", "pixels-written", "pixels-exposed", "texts-shaped", "texts-measured",
          "glyphs-rasterised", "anchor-movement", "frames-incomplete",
        ].reduce(into: [:]) { counts, name in
          counts[name] = Int(run.counts[Self.member(name)] ?? 0)
        }
      }
    }
  }

  /// Returns the name that a run has for a count: `rows-sized` is `sizedRows`.
  private static func member(_ name: String) -> String {
    let words = name.split(separator: "-")
    guard words.count == 2, let noun = words.first, let verb = words.last else { return name }
    return name == "anchor-movement" ? "anchorMovement" : "\(verb)\(noun.capitalized)"
  }
}
