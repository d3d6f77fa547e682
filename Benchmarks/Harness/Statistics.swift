/// What becomes of many rounds' figures.
enum Statistics {
  /// The middle one; 0 for none.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// (highest − lowest) / median.
  static func spread(_ values: [Double]) -> Double {
    guard let low = values.min(), let high = values.max(), low > 0 else { return 0 }
    return (high - low) / median(values)
  }

  /// The median of the ratios of each round; of the medians where one ran fewer rounds.
  static func medianRatio(_ above: [Double], _ below: [Double]) -> Double? {
    guard !above.isEmpty, !below.isEmpty else { return nil }
    if above.count == below.count { return median(zip(above, below).map { $0 / $1 }) }
    return median(above) / median(below)
  }
}
