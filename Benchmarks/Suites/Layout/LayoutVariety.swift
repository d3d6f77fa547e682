import CMeasure
import CRawShaping
import Harness
import IALayout
import IAText
import Inputs

func rawAdvance(_ font: UnsafeMutableRawPointer?, _ units: UnsafeBufferPointer<UInt16>) -> Int64 {
  raw_shaping_advance(font, units.baseAddress, Int32(units.count))
}

/// Prose whose attributes change at every word, and whose intensities change at every character.
func measureAttributes(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  let units = try Prose.units(count: 500_000)
  let words = try LayoutTexts.attributes.string()
  let levels = try LayoutTexts.intensities.string()
  let cases: [(String, IAString, RenderScheme?)] = [
    ("attributes at every word", words, nil),
    ("intensities at every character, HueGYR", levels, .hue()),
    ("intensities at every character, Weight", levels, .weight()),
  ]
  for (name, string, scheme) in cases {
    try runner.run(
      Comparison(
        "layout", name, operation: "unit", rounds: 5,
        kernels: [
          Kernel("first layout") { _, watch in
            let manager = watch.time {
              let typesetter = inputs.typesetter { $0.scheme = scheme }
              let manager = inputs.manager(opaque(string), typesetter)
              manager.ensureLayout()
              return manager
            }
            _ = opaque(manager.usedRect())
            return string.utf16Count
          },
          inputs.yardstick(units),
        ]))
  }
}

/// Arabic, Hebrew, Devanagari, Chinese, Thai and emoji by turns.
func measureScripts(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  let string = try LayoutTexts.mixed.string()
  let units = string.units(in: string.utf16Range)
  try runner.run(
    Comparison(
      "layout", "mixed scripts", operation: "unit", rounds: 5,
      kernels: [
        Kernel("first layout") { _, watch in
          let manager = watch.time {
            let manager = inputs.manager(opaque(string))
            manager.ensureLayout()
            return manager
          }
          _ = opaque(manager.usedRect())
          return string.utf16Count
        },
        inputs.yardstick(units),
      ]))
}

/// Bytes that a laid out megabyte takes beyond the text, the fonts and the shaped words.
func measureLayoutMemory(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  guard runner.wants("layout", "memory") else { return }
  let string = IAString(units: try Prose.units(count: 1_000_000))
  // The fonts are there before anything is counted.
  let typesetter = inputs.typesetter()
  _ = typesetter.size(of: IAString("a"), width: 300)
  let before = measure_allocated_bytes()
  let manager = inputs.manager(string, typesetter)
  manager.ensureLayout()
  let bytes = withExtendedLifetime(manager) { Double(measure_allocated_bytes() - before) }
  runner.record("layout", "memory of 1 MB prose", bytes / 1e6, unit: "MB")
  runner.judge("layout/memory", "MB over the fonts", bytes / 1e6, atMost: 30)
}
