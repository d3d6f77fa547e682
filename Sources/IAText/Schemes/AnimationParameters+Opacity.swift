extension AnimationParameters {
  /// Returns the opacity of a layer at a time: periodically from start to end and back, with eased
  /// ends.
  ///
  /// All views with one clock are in phase, because the phase is the clock's time modulo the period
  /// of twice `duration`.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - time: The time in seconds on the shared clock.
  /// - Returns: An opacity between the parameters' values, from 0 to 1.
  public func opacity(of layer: RenderScheme.Animation.Layer, at time: Double) -> Double {
    guard duration > 0 else { return layer == .top ? topLayerTo : bottomLayerTo }
    let period = 2 * duration
    let remainder = time.truncatingRemainder(dividingBy: period)
    let phase = (remainder < 0 ? remainder + period : remainder) / duration
    let progress = Self.easeInOut(phase <= 1 ? phase : 2 - phase)
    let (from, to) =
      layer == .top ? (topLayerFrom, topLayerTo) : (bottomLayerFrom, bottomLayerTo)
    return from + (to - from) * progress
  }

  /// Returns the value of the timing curve `cubic-bezier(0.42, 0, 0.58, 1)` at a time from 0 to 1.
  ///
  /// Source: CSS Easing Functions Level 1, `ease-in-out`. The parameter for a time is found by
  /// bisection to 2⁻⁴⁰, which is more exact than eight bits of opacity need.
  static func easeInOut(_ time: Double) -> Double {
    func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
    }
    var low = 0.0
    var high = 1.0
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if bezier(0.42, 0.58, middle) < time { low = middle } else { high = middle }
    }
    return bezier(0, 1, (low + high) / 2)
  }
}
