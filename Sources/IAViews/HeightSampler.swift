/// Estimates the heights of rows from the exact heights of sampled rows.
///
/// The height of a row of *n* UTF-16 units is estimated at *a* + *b* · *n* pixels: a regression line, fitted to the
/// first samples by least squares. Later samples change a common factor of all estimates: the sum of the exact heights
/// divided by the sum of the estimates. Each frame corrects the factor in use by a quarter of the difference, but by at
/// most 0.7 %.
///
/// The heights of chat messages deviate from the line by a tenth of their mean (one standard deviation). Therefore 24
/// samples leave an error of 2 %, and 200 samples an error of 0.7 %: a new view takes many samples in its first frames.
struct HeightSampler {
  /// A row that was laid out.
  struct Sample: Hashable {
    var utf16Count: Int
    var exact: Int
    /// The estimate before the factor.
    var estimate: Int
  }

  /// The number of rows sampled before the first frame, and the number of samples at which sampling ends.
  static let counts = (first: 24, most: 384)
  /// The number of rows that a frame samples at most: in the first frames of a view that scrolls, and otherwise.
  private static let perFrame = (opening: 24, later: 4)
  /// The divisor of the remaining budget of rows: in the first frames of a view, samples take a third of it.
  private static let share = 3
  /// The fraction of the difference between the learned factor and the factor in use that a frame corrects.
  private static let correction = 0.25
  /// The largest correction in a frame, as a fraction of the factor: the total height changes by at most 1 %.
  private static let maximumCorrection = 0.007
  /// The standard error of the total height, as a fraction, at which sampling ends.
  private static let wantedError = 0.004

  /// The regression line: the height of a row without text, and the height per UTF-16 unit, in parts of a pixel.
  private var line = (base: 40 * parts, perUnit: parts / 2)
  /// The number of parts of a pixel, for fixed-point arithmetic: a view estimates the heights of all rows of a thread.
  private static let parts = 1 << 12
  private var samples: [Sample] = []
  /// Whether the width and the size of text have not changed since the first samples.
  ///
  /// While this is `true`, a view that scrolls takes many samples.
  private(set) var isOpening = true
  private var state: UInt64

  init(seed: UInt64 = 1) { state = seed }

  /// Whether more samples are needed to reach the wanted error.
  var wantsMore: Bool {
    samples.count < Self.counts.first
      || samples.count < Self.counts.most && standardError > Self.wantedError
  }

  /// Whether there are too few samples to compute a factor.
  var isNew: Bool { samples.count < Self.counts.first }

  /// Returns the number of rows that a frame samples, at most.
  ///
  /// - Parameters:
  ///   - budget: The number of rows that the frame may still lay out.
  ///   - isScrolling: Whether the frame moved the content and neither jumped nor changed it; a first frame jumps.
  func portion(of budget: Int, isScrolling: Bool) -> Int {
    guard isOpening, isScrolling else { return min(Self.perFrame.later, budget) }
    return min(Self.perFrame.opening, budget / Self.share, Self.counts.most - samples.count)
  }

  /// Returns the estimate for a length, before the factor.
  ///
  /// - Precondition: The length is in `0...UInt32.max`, so that nothing overflows.
  @inline(__always) func estimate(utf16Count: Int) -> Int {
    min(max((line.base &+ line.perUnit &* utf16Count) / Self.parts, 1), RowHeight.maximum)
  }

  /// The learned factor of all estimates: the sum of the exact heights divided by the sum of the estimates.
  var factor: Double {
    let sum = samples.reduce(into: (exact: 0, estimate: 0)) {
      $0.exact += $1.exact
      $0.estimate += $1.estimate
    }
    return sum.estimate > 0 ? Double(sum.exact) / Double(sum.estimate) : 1
  }

  /// Returns the factor for the next frame, a quarter of the difference closer to the learned factor.
  ///
  /// A few rows with unusual heights among the first samples change the learned factor by more than 1 %. To keep the
  /// total height steady, the correction is spread over several frames. After ten frames, 6 % of a small difference
  /// remain; larger differences take longer, because a frame changes the factor by at most 0.7 %.
  ///
  /// - Parameter factor: The factor of the last frame, which is kept while there are too few samples.
  func factor(after factor: Double) -> Double {
    guard !isNew else { return factor }
    let learned = self.factor
    let difference = learned - factor
    guard abs(difference) > learned * 1e-6 else { return learned }
    let most = factor * Self.maximumCorrection
    return factor + min(max(difference * Self.correction, -most), most)
  }

  private var standardError: Double {
    let factor = factor
    let mean = samples.reduce(0.0) { $0 + Double($1.exact) } / Double(max(samples.count, 1))
    let squares = samples.reduce(0.0) {
      let error = Double($1.exact) - factor * Double($1.estimate)
      return $0 + error * error
    }
    let count = Double(samples.count)
    return (squares / max(count - 1, 1) / max(count, 1)).squareRoot() / max(mean, 1)
  }

  /// Returns pseudorandom rows, one in each of a number of equal parts.
  mutating func rows(_ count: Int, of rowCount: Int) -> [Int] {
    guard rowCount > count else { return Array(0..<rowCount) }
    return (0..<count).map { part in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = (Double(part) + Double(state >> 11) / 0x1p53) / Double(count)
      return min(Int(place * Double(rowCount)), rowCount - 1)
    }
  }

  /// Adds a sample.
  mutating func add(_ sample: Sample) { samples.append(sample) }

  /// Removes all samples after a change of the width or of the size of text, because their heights are no longer exact.
  ///
  /// The regression line does not change: the view multiplies the factor by the known ratio of the sizes. Each later
  /// frame takes only a few samples, to correct that factor.
  mutating func restart() {
    samples = []
    isOpening = false
  }

  /// Fits the regression line to the samples.
  mutating func fit() {
    guard !samples.isEmpty else { return }
    let count = Double(samples.count)
    let x = samples.map { Double($0.utf16Count) }
    let y = samples.map { Double($0.exact) }
    let (meanX, meanY) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    var (products, squares) = (0.0, 0.0)
    for (x, y) in zip(x, y) {
      products += (x - meanX) * (y - meanY)
      squares += (x - meanX) * (x - meanX)
    }
    var perUnit = squares > 0 ? max(products / squares, 0) : 0
    var base = meanY - perUnit * meanX
    let least = Double(samples.map(\.exact).min() ?? 1)
    // One very long message must not make the estimates of short ones negative.
    if base < least / 2 {
      base = least / 2
      perUnit = meanX > 0 ? max((meanY - base) / meanX, 0) : 0
    }
    func parts(_ pixels: Double) -> Int { Int(min(max(pixels, 0), 65_536) * Double(Self.parts)) }
    line = (parts(base + 0.5), parts(perUnit))
    for index in samples.indices {
      samples[index].estimate = estimate(utf16Count: samples[index].utf16Count)
    }
  }
}
