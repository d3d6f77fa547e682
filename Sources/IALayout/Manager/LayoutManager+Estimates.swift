extension LayoutManager {
  /// The number of sampled blocks: at first, and at most; never more than a quarter of the blocks
  /// without a layout.
  private static let sampleCount = (first: 96, maximum: 768)
  /// The standard error of the height at which no more samples are taken.
  private static let wantedError = 0.006
  /// The maximum length of a sampled block, in UTF-16 units.
  private static let maxSampleUnits = 4096

  /// Sets the estimated heights of the blocks that were not laid out, after laying out samples.
  ///
  /// - Parameters:
  ///   - entries: Adjacent blocks: those of the whole text, or the new ones of an edit.
  ///   - first: The first unit of these blocks in the text.
  func estimate(_ entries: inout [BlockEntry], from first: Int = 0) {
    takeSamples(&entries, from: first)
    for number in entries.indices where entries[number].layout == nil {
      entries[number].setEstimate(estimator.estimate(entries[number]))
    }
  }

  /// Lays out sampled blocks until the standard error of the estimates is small enough.
  private func takeSamples(_ entries: inout [BlockEntry], from first: Int) {
    let quarter = entries.reduce(0) { $0 + ($1.layout == nil ? 1 : 0) } / 4
    var samples: [HeightEstimator.Sample] = []
    var count = min(Self.sampleCount.first, quarter)
    while count > 0, count <= min(Self.sampleCount.maximum, quarter) {
      takeSamples(count - samples.count, &entries, from: first, into: &samples)
      if estimator.correct(by: samples) < Self.wantedError { return }
      count *= 2
    }
  }

  /// Lays out blocks at pseudorandom places of the text of `entries`; their probability increases
  /// with their length (`HeightEstimator.weight`).
  private func takeSamples(
    _ count: Int, _ entries: inout [BlockEntry], from first: Int,
    into samples: inout [HeightEstimator.Sample]
  ) {
    let total = entries.reduce(0) { $0 + HeightEstimator.weight(utf16Count: $1.utf16Count) }
    var random = UInt64(samples.count + 1)
    /// Returns a pseudorandom place in one of `count` equal parts of the text.
    func place(_ number: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (number * 1024 + Int(random >> 54)) * total / (count * 1024)
    }
    var wanted = 0
    var next = place(0)
    var offset = first
    var passed = 0
    for number in entries.indices where wanted < count {
      let start = offset
      offset += entries[number].utf16Count
      passed += HeightEstimator.weight(utf16Count: entries[number].utf16Count)
      guard next < passed else { continue }
      while wanted < count, next < passed {
        wanted += 1
        next = place(wanted)
      }
      let entry = entries[number]
      guard entry.layout == nil, entry.utf16Count <= Self.maxSampleUnits else { continue }
      let made = layOut(entry, start: start, top: shape.dependentHeight)
      entries[number].set(made)
      let height = Double(made.height) / BlockLayout.unitsPerPoint
      samples.append(
        .init(utf16Count: entry.utf16Count, isTable: entry.table != 0, height: height))
      if entry.table != 0 { estimator.learnTable(utf16Count: entry.utf16Count, height: height) }
    }
  }
}
