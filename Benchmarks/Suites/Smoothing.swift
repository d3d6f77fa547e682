import CMeasure
import Harness
import IACorpus
import IAText
import Inputs

/// Averages the intensities of long texts over words and sentences, beside ICU's iteration alone
/// and a copy of the same bytes.
func measureSmoothing(_ runner: inout Runner) throws {
  let count = runner.isQuick ? 500_000 : 2_500_000
  let russian = try Messages.all(in: .russian).joined(separator: "\n")
  let texts = [
    ("prose", try Prose.units(count: 2 * count)),
    ("Russian", Prose.repeated(Array(russian.utf16), count: 2 * count)),
  ]
  // Its pages are there before anything is measured: a copy is a copy, not a page fault.
  let target = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 2 * count)
  target.initialize(repeating: 0)
  defer { target.deallocate() }
  for (name, units) in texts {
    var mixture = IntensityMixture(seed: 21)
    let levels = mixture.intensities(for: units, kind: .raw)
    let parts = [count, 2 * count].map { length in
      (
        units: Array(units[..<length]),
        string: IAString(units: Array(units[..<length]), intensities: Array(levels[..<length]))
      )
    }
    for (smoothing, kind) in [(Smoothing.word, Int32(1)), (.sentence, 3)] {
      try runner.run(
        Comparison(
          "smoothing", "\(smoothing.rawValue), \(name)", operation: "unit", rounds: 5,
          checksLinearity: true,
          kernels: [
            Kernel("smoothed runs") { size, watch in
              let string = opaque(parts[size - 1].string)
              let runs = try watch.time { try string.smoothedRuns(smoothing) }
              _ = opaque(runs)
              return string.utf16Count
            },
            Kernel("ICU iteration", .peer) { size, watch in
              let units = opaque(parts[size - 1].units)
              let found = watch.time {
                units.withUnsafeBufferPointer {
                  measure_icu_boundaries(kind, $0.baseAddress, Int32($0.count))
                }
              }
              _ = opaque(found)
              return units.count
            },
            Kernel("copy", .limit) { size, watch in
              let units = opaque(parts[size - 1].units)
              units.withUnsafeBufferPointer { source in
                watch.time { _ = target.update(fromContentsOf: source) }
              }
              _ = opaque(target[0])
              return units.count
            },
          ]))
    }
  }
  try measureUnitsAndSchemes(&runner)
}

/// Each smoothing with each scheme: the averages, and the looks that a scheme gives to the runs of a text.
private func measureUnitsAndSchemes(_ runner: inout Runner) throws {
  let count = runner.isQuick ? 100_000 : 1_000_000
  // Lines and paragraphs: verses, each a paragraph, and a line within each hundred units.
  var units = try Prose.units(count: count)
  for index in stride(from: 99, to: units.count, by: 100) where units[index] == 0x20 {
    units[index] = 0x2028
  }
  var mixture = IntensityMixture(seed: 22)
  let string = IAString(
    units: units, intensities: mixture.intensities(for: units, kind: .raw))
  for smoothing in Smoothing.allCases {
    let name = "\(smoothing.rawValue) with each scheme"
    guard runner.wants("smoothing", name) else { continue }
    try runner.run(
      Comparison(
        "smoothing", name, operation: "unit", rounds: 5,
        kernels: RenderScheme.builtIn().map { scheme in
          Kernel(scheme.name) { _, watch in
            let string = opaque(string)
            _ = opaque(try watch.time { try string.stepRuns(of: scheme, smoothing: smoothing) })
            return string.utf16Count
          }
        } + [
          Kernel("averages alone", .limit) { _, watch in
            let string = opaque(string)
            _ = opaque(try watch.time { try string.smoothedRuns(smoothing) })
            return string.utf16Count
          }
        ]))
  }
}
