extension RenderScheme {
  /// The most steps of a scheme: one for each intensity.
  public static let maximumSteps = 101

  /// Returns the scheme with another number of steps, whose values are interpolated linearly between
  /// those of the scheme; the first and the last step are unchanged.
  ///
  /// - Parameter count: The number of steps; it is clamped to 2…101.
  public func resampled(steps count: Int) -> RenderScheme {
    let count = min(max(count, 2), Self.maximumSteps)
    guard count != steps else { return self }
    func resample<Value>(_ values: [Value], _ mix: (Value, Value, Double) -> Value) -> [Value] {
      guard let last = values.indices.last else { return [] }
      return (0..<count).map { step in
        let position = Double(step * last) / Double(count - 1)
        let lower = min(Int(position), last)
        let upper = min(lower + 1, last)
        return mix(values[lower], values[upper], position - Double(lower))
      }
    }
    func mix(_ low: Double, _ high: Double, _ share: Double) -> Double {
      low + (high - low) * share
    }
    func mix(_ low: Color, _ high: Color, _ share: Double) -> Color {
      func channel(_ low: UInt8, _ high: UInt8) -> UInt8 {
        UInt8(mix(Double(low), Double(high), share).rounded())
      }
      return Color(
        red: channel(low.red, high.red), green: channel(low.green, high.green),
        blue: channel(low.blue, high.blue), alpha: channel(low.alpha, high.alpha))
    }
    var scheme = self
    scheme.steps = count
    scheme.boldDistance = max((boldDistance * count + steps / 2) / steps, 1)
    scheme.weights = resample(weights) { Int(mix(Double($0), Double($1), $2).rounded()) }
    scheme.colors = resample(colors, mix)
    scheme.darkColors = resample(darkColors, mix)
    scheme.opacities = resample(opacities, mix)
    scheme.sizeOffsets = resample(sizeOffsets, mix)
    scheme.sizeFactors = resample(sizeFactors, mix)
    return scheme
  }
}
