import IARangeTree

/// Text with intensities that can be edited: what the candidates and peers have in common.
protocol EditableText {
  /// Makes a text.
  init(units: [UInt16], intensities: [UInt8])
  /// Replaces `removed` units at an offset.
  mutating func replace(
    _ range: Range<Int>, with units: Span<UInt16>, intensity: UInt8, attribute: UInt32)
  /// All units.
  var units: [UInt16] { get }
}

extension RangeTree: EditableText {
  init(units: [UInt16], intensities: [UInt8]) {
    let runs = units.isEmpty ? [] : [Run(count: units.count, attribute: 0)]
    self.init(units: units.span, intensities: intensities.span, runs: runs.span)
  }
  var units: [UInt16] { units(in: 0..<count) }
}

/// Two arrays, the plainest way there is; without attributes.
struct PlainArrays: EditableText {
  private(set) var units: [UInt16]
  private var intensities: [UInt8]

  init(units: [UInt16], intensities: [UInt8]) {
    self.units = units
    self.intensities = intensities
  }

  mutating func replace(
    _ range: Range<Int>, with new: Span<UInt16>, intensity: UInt8, attribute: UInt32
  ) {
    new.withUnsafeBufferPointer { units.replaceSubrange(range, with: $0) }
    intensities.replaceSubrange(range, with: repeatElement(intensity, count: new.count))
  }
}
