import Harness
import IARangeTree
import Inputs

/// The text that came out of a trace is not what its author had in the end.
struct WrongEnd: Error {
  var trace: String
  var kernel: String
}

/// Replays real editing histories, each edit with an intensity, attributes changing every 256 edits.
func measureReplays(_ runner: inout Runner) throws {
  for name in EditingTrace.names where runner.wants("tree", "replay \(name)") {
    let trace = try EditingTrace(named: name)
    try runner.run(
      Comparison(
        "tree", "replay \(name)", operation: "edit", rounds: 11,
        kernels: [
          replay(trace, "range tree", .candidate, RangeTree.self),
          replay(trace, "gap buffer", .peer, GapBuffer.self),
          replay(trace, "plain arrays", .peer, PlainArrays.self, maximumRounds: 3),
          replay(trace, "run array", .peer, RunArray.self, maximumRounds: 1),
          replay(trace, "NSMutableAttributedString", .peer, ObjectText.self, maximumRounds: 1),
          replay(trace, "AttributedString", .peer, AttributedText.self, maximumRounds: 1),
        ], gates: name == "automerge-paper" ? automergeGates : []))
  }
}

private let automergeGates = [
  Gate("range tree", over: "gap buffer", atMost: 1.8, stretch: 1.2),
  Gate("range tree", fasterThan: "plain arrays", times: 30),
  Gate("range tree", fasterThan: "AttributedString", times: 500),
]

private func replay<Text: EditableText>(
  _ trace: EditingTrace, _ name: String, _ role: Kernel.Role, _ type: Text.Type,
  maximumRounds: Int = .max
) -> Kernel {
  Kernel(name, role, maximumRounds: maximumRounds) { _, watch in
    let start = opaque(trace.start)
    var text = Text(units: start, intensities: start.map { _ in 40 })
    watch.time { replayEdits(opaque(trace), on: &text) }
    guard text.units == trace.end else { throw WrongEnd(trace: trace.name, kernel: name) }
    return trace.edits.count
  }
}

/// Makes all edits of a trace.
@inline(never)
func replayEdits<Text: EditableText>(_ trace: EditingTrace, on text: inout Text) {
  let inserts = trace.inserts.span
  for (index, edit) in trace.edits.enumerated() {
    text.replace(
      edit.offset..<edit.offset + edit.removed, with: inserts.extracting(edit.inserted),
      intensity: UInt8(truncatingIfNeeded: index & 63),
      attribute: UInt32(truncatingIfNeeded: index >> 8 & 7))
  }
}
