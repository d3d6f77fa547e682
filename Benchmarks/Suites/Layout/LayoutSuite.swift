import Harness
import IALayout
import IAText
import Inputs

/// First layout, width change, keystrokes, sizing, attributes and scripts, beside HarfBuzz alone.
func measureLayout(_ runner: inout Runner) throws {
  let inputs = try LayoutInputs()
  try measureProse(&runner, inputs)
  try measureKeystrokes(&runner, inputs)
  try measureSizing(&runner, inputs)
  try measureAttributes(&runner, inputs)
  try measureScripts(&runner, inputs)
  try measureLayoutMemory(&runner, inputs)
}

/// One megabyte of English prose at a width of 300, laid out for the first time, and at another
/// width.
private func measureProse(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  let string = try LayoutTexts.prose.string()
  let units = string.units(in: string.utf16Range)
  try runner.run(
    Comparison(
      "layout", "first layout, prose", operation: "unit", rounds: 9,
      kernels: [
        Kernel("first layout") { _, watch in
          let manager = watch.time {
            let manager = inputs.manager(opaque(string))
            manager.ensureLayout()
            return manager
          }
          _ = opaque(manager.usedRect())
          return units.count
        },
        inputs.yardstick(units),
      ],
      gates: [Gate("first layout", over: "raw HarfBuzz", atMost: 0.7)]))

  let manager = inputs.manager(string)
  manager.ensureLayout()
  var width = 300.0
  try runner.run(
    Comparison(
      "layout", "width change, prose", operation: "unit", rounds: 9,
      kernels: [
        Kernel("width change") { _, watch in
          width = width == 300 ? 320 : 300
          watch.time {
            manager.containers = [TextContainer(width: width, lineFragmentPadding: 0)]
          }
          _ = opaque(manager.usedRect())
          return units.count
        },
        inputs.yardstick(units),
      ],
      gates: [Gate("width change", over: "raw HarfBuzz", atMost: 0.15)]))
}

/// A character typed in the middle and taken away again, text and layout together.
private func measureKeystrokes(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  let sizes = [("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)]
  let prose = try Prose.units()
  let kernels = sizes.map { name, count in
    let storage = TextStorage(IAString(units: Prose.repeated(prose, count: count)))
    let manager = inputs.manager(IAString())
    storage.addManager(manager)
    if count <= 1_000_000 { manager.ensureLayout() }
    let middle = count / 2
    _ = manager.lineFragment(at: middle)
    return Kernel(name) { _, watch in
      let letters = ["a", "b", "c", "d"]
      watch.time {
        for step in 0..<100 {
          storage.replace(middle..<middle, with: letters[step % 4])
          _ = opaque(manager.lineFragment(at: middle + 1))
          storage.replace(middle..<middle + 1, with: "")
          _ = opaque(manager.lineFragment(at: middle))
        }
      }
      return 200
    }
  }
  let string = IAString(units: prose)
  let paragraph = string.units(in: string.paragraphRange(at: 500_000))
  let font = RawFont(LayoutInputs.fontPath)
  let raw = Kernel("raw HarfBuzz, the paragraph", .peer) { _, watch in
    let units = opaque(paragraph)
    let sum = watch.time { (0..<200).reduce(Int64(0)) { sum, _ in sum + font.advance(units) } }
    _ = opaque(sum)
    return 200
  }
  try runner.run(
    Comparison(
      "layout", "keystroke", operation: "keystroke", rounds: 9, kernels: kernels + [raw],
      gates: [Gate("10 MB", over: "10 KB", atMost: 1.5)]))
}

/// Sizes of messages at a width of 280, by a typesetter that has seen none of them.
private func measureSizing(_ runner: inout Runner, _ inputs: LayoutInputs) throws {
  let plain = try LayoutTexts.messages.messages()
  let smiling = try LayoutTexts.messagesEmoji.messages()
  for (name, texts) in [("messages", plain), ("messages, 15 % with emoji", smiling)] {
    let strings = texts.map { IAString($0) }
    let units = texts.map { Array($0.utf16) }
    let font = RawFont(LayoutInputs.fontPath)
    try runner.run(
      Comparison(
        "layout", "sizing, \(name)", operation: "message", rounds: 7,
        kernels: [
          Kernel("sizes") { _, watch in
            let sum = watch.time {
              let typesetter = inputs.typesetter()
              return strings.reduce(0.0) {
                $0 + typesetter.size(of: $1, width: 280, lineFragmentPadding: 0).height
              }
            }
            _ = opaque(sum)
            return strings.count
          },
          Kernel("raw HarfBuzz", .peer) { _, watch in
            let sum = watch.time { units.reduce(Int64(0)) { $0 + font.advance($1) } }
            _ = opaque(sum)
            return units.count
          },
        ],
        gates: [Gate("sizes", fasterThan: "raw HarfBuzz", times: 1.9)]))
  }
}

extension RawFont {
  /// The sum of advances of a text.
  func advance(_ units: [UInt16]) -> Int64 {
    units.withUnsafeBufferPointer { rawAdvance(handle, $0) }
  }
}
