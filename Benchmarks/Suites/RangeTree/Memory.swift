import Harness
import IACorpus
import IARangeTree
import Inputs

/// Bytes a unit after building a document at once, in Latin-1 and in Cyrillic.
func measureMemory(_ runner: inout Runner) throws {
  guard runner.wants("tree", "memory") else { return }
  let count = runner.isQuick ? 1_000_000 : 10_000_000
  let russian = try Messages.all(in: .russian).joined(separator: "\n")
  let texts = [
    ("Latin-1", try Prose.units(count: count), 3.2),
    ("UTF-16", Prose.repeated(Array(russian.utf16), count: count), 4.7),
  ]
  for (name, units, limit) in texts {
    var mixture = IntensityMixture(seed: 11)
    let levels = mixture.intensities(for: units, kind: .raw)
    // The columns stay alive to the end: what is freed in between would count against the tree.
    let perUnit = withExtendedLifetime((units, levels)) {
      // Resident, because a large text lies in memory that malloc does not know of.
      let before = residentBytes()
      let tree = opaque(RangeTree(units: units, intensities: levels))
      return withExtendedLifetime(tree) {
        Double(residentBytes() - before) / Double(tree.count)
      }
    }
    runner.record("tree", "memory of \(name) text, built at once", perUnit, unit: "bytes/unit")
    runner.judge("tree/memory", "bytes a unit, \(name)", perUnit, atMost: limit)
  }
  guard let trace = try? EditingTrace(named: EditingTrace.names[0]) else { return }
  let before = allocatedBytes()
  var tree = RangeTree()
  replayEdits(trace, on: &tree)
  let perUnit = withExtendedLifetime(tree) {
    Double(allocatedBytes() - before) / Double(tree.count)
  }
  runner.record("tree", "memory after \(trace.name)", perUnit, unit: "bytes/unit")
}
