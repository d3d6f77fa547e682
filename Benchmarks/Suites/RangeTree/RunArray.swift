/// The run array of the source system: runs of equal intensities in order, each with its value, start and end.
///
/// As there, a run is found by looking at all runs before it, and an edit changes the start and end of all runs after it:
/// both are linear in the number of runs. Neighbours have different values. Attributes are left out, which favours it.
struct RunArray: EditableText {
  private struct Run {
    var value: UInt8
    var start: Int
    var end: Int
  }

  private(set) var units: [UInt16]
  private var runs: [Run] = []

  init(units: [UInt16], intensities: [UInt8]) {
    self.units = units
    for (index, value) in intensities.enumerated() {
      Self.append(Run(value: value, start: index, end: index + 1), to: &runs)
    }
  }

  /// Adds a run, to the last one if that has the same value.
  private static func append(_ run: Run, to runs: inout [Run]) {
    guard run.start < run.end else { return }
    if let last = runs.indices.last, runs[last].value == run.value {
      runs[last].end = run.end
    } else {
      runs.append(run)
    }
  }

  mutating func replace(
    _ range: Range<Int>, with new: Span<UInt16>, intensity: UInt8, attribute: UInt32
  ) {
    new.withUnsafeBufferPointer { units.replaceSubrange(range, with: $0) }
    let change = new.count - range.count
    // The runs that touch the range are made anew; those behind it move.
    let first = runs.firstIndex { $0.end >= range.lowerBound } ?? runs.count
    var rest = first
    while rest < runs.count, runs[rest].start <= range.upperBound { rest += 1 }
    for index in rest..<runs.count {
      runs[index].start += change
      runs[index].end += change
    }
    let touched = runs[first..<rest]
    var made: [Run] = []
    for run in touched {
      Self.append(
        Run(value: run.value, start: run.start, end: min(run.end, range.lowerBound)), to: &made)
    }
    Self.append(
      Run(value: intensity, start: range.lowerBound, end: range.lowerBound + new.count), to: &made)
    for run in touched {
      Self.append(
        Run(
          value: run.value, start: max(run.start, range.upperBound) + change, end: run.end + change),
        to: &made)
    }
    runs.replaceSubrange(first..<rest, with: made)
  }
}
