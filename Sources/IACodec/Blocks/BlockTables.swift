internal import IABytes

/// The tables of a data block that are read once: the position of each part of each document.
struct BlockTables: Sendable {
  let limits: Limits
  let documentCount: Int
  let holdsText: Bool
  /// The units of all documents; empty if the block does not contain the text.
  let units: [UInt16]
  /// The offset after each document, in units; empty if the block does not contain the text.
  let unitEnds: [Int]
  /// The other columns of all documents.
  let extraBytes: [UInt8]
  private let layouts: [IntensityLayout]
  /// The first intensity of each document; 0 if its layout does not begin with one.
  private let firsts: [UInt8]
  private let intensityEnds: [Int]
  private let intensityBytes: [UInt8]
  private let extraEnds: [Int]

  init(
    _ block: [UInt8], limits: Limits, dictionary: CompressionDictionary?
  ) throws(InputError) {
    var columns = try BlockColumns(block, limits: limits, dictionary: dictionary)
    let count = columns.documentCount
    self.limits = limits
    documentCount = count
    holdsText = columns.has(.text)
    unitEnds = holdsText ? try columns.ends(.counts, count: count) : []
    (layouts, firsts) = try columns.layouts(count: count)
    intensityEnds = try columns.ends(.intensityLengths, count: count)
    intensityBytes = try columns.take(.intensities, count: intensityEnds.last ?? 0)
    extraEnds = columns.has(.extraLengths) ? try columns.ends(.extraLengths, count: count) : []
    extraBytes = try columns.take(.extras, count: extraEnds.last ?? 0)
    units = holdsText ? try columns.units(count: unitEnds.last ?? 0) : []
    try columns.finish()
  }

  func unitRange(_ index: Int) -> Range<Int> { Self.range(index, unitEnds) }

  func extraRange(_ index: Int) -> Range<Int> {
    extraEnds.isEmpty ? 0..<0 : Self.range(index, extraEnds)
  }

  func appendIntensities(
    at index: Int, units: Span<UInt16>, by decoder: inout IntensityDecoder,
    to values: inout [UInt8]
  ) throws(InputError) {
    let layout = layouts[index]
    try decoder.decode(
      layout, Self.range(index, intensityEnds), of: intensityBytes.span, origin: 0, units: units,
      first: layout.beginsWithValue ? firsts[index] : nil, to: &values)
  }

  private static func range(_ index: Int, _ ends: [Int]) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
