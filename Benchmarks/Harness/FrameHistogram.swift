/// Counts of times in the buckets of HdrHistogram with three significant digits.
///
/// Values below 2,048 have a bucket each; above, each power of two has 1,024 buckets, so that a bucket is at
/// most 0.1 % of its value wide. Recording allocates nothing.
public struct FrameHistogram: Sendable {
  private var counts: [Int]
  /// The number of values.
  public private(set) var count = 0
  /// The largest value.
  public private(set) var maximum = 0

  /// The base-2 logarithm of half of the buckets of a power of two.
  private static let halfMagnitude = 10
  /// The largest value that is told from larger ones: 18 minutes in nanoseconds.
  private static let largest = 1 << 40

  /// Creates a histogram without values.
  public init() { counts = Array(repeating: 0, count: Self.index(of: Self.largest) + 1) }

  /// Returns the bucket of a value.
  static func index(of value: Int) -> Int {
    let value = min(max(value, 0), largest)
    let bucket = Int.bitWidth - (value | 2047).leadingZeroBitCount - halfMagnitude - 1
    return ((bucket + 1) << halfMagnitude) + (value >> bucket) - (1 << halfMagnitude)
  }

  /// Returns the largest value of a bucket.
  static func highest(of index: Int) -> Int {
    let bucket = max((index >> halfMagnitude) - 1, 0)
    let first = index < 2048 ? index : ((index & 1023) | 1024) << bucket
    return first + (1 << bucket) - 1
  }

  /// Counts a value.
  public mutating func record(_ value: Int) {
    counts[Self.index(of: value)] += 1
    count += 1
    maximum = max(maximum, value)
  }

  /// Returns the smallest bucket's largest value that a percentage of all values does not exceed.
  public func percentile(_ percentage: Double) -> Int {
    let wanted = max(Int((Double(count) * min(max(percentage, 0), 100) / 100).rounded(.up)), 1)
    var passed = 0
    for index in counts.indices where counts[index] > 0 {
      passed += counts[index]
      if passed >= wanted { return min(Self.highest(of: index), maximum) }
    }
    return 0
  }
}
