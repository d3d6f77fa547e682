internal import CCairo
internal import IABytes
public import IAText

extension Renderer {
  /// The maximum number of frames of an animation.
  public static let maximumFrames = 600

  /// Draws a page as an animated PNG: one period of its scheme's animation, repeated endlessly.
  ///
  /// The text is drawn twice, once for each layer, and blended for each frame. If nothing moves
  /// visibly, the file has one frame.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - scale: The number of pixels per point.
  ///   - animation: The fading layer and its parameters; `nil` for a static picture.
  ///   - framesPerSecond: Frames per second, 1…60; fewer if there would be over 600.
  /// - Throws: `RenderError` if the picture is too large or Cairo fails.
  public func animatedPNG(
    _ page: Page, scale: Double, animation: RenderScheme.Animation?, framesPerSecond: Int = 20
  ) throws(RenderError) -> [UInt8] {
    guard let animation else { return try png(page, scale: scale) }
    let layers = try PageLayers(page, scale: scale, animation: animation, self)
    let target = try ImageSurface(layers.size, isOpaque: true, maximumPixels: limits.pixels)
    let clock = FrameClock(animation.parameters, framesPerSecond: framesPerSecond)
    let moving = layers.textBounds()
    let count = moving == nil ? 1 : clock.count
    var file = AnimatedPNG(frames: count, delay: clock.delay)
    var drawn: [Int: [UInt8]] = [:]
    for frame in 0..<count {
      // The second half of a period shows the frames of the first half in reverse order.
      let like = min(frame, clock.count - frame)
      if frame > 0, let known = drawn[like], let moving {
        try file.add(known, size: moving.size, at: (moving.x, moving.y))
        continue
      }
      let time = clock.time(of: frame)
      let fading = animation.parameters.opacity(of: animation.fadingLayer, at: time)
      try layers.composite(
        bottomOpacity: animation.fadingLayer == .bottom ? fading : 1,
        topOpacity: animation.fadingLayer == .top ? fading : 1, onto: target)
      if frame == 0 {
        try file.add(try target.png(), size: layers.size, at: (0, 0))
      }
      guard let moving, frame > 0 else { continue }
      let png = try target.part(x: moving.x, y: moving.y, moving.size).png()
      drawn[like] = png
      try file.add(png, size: moving.size, at: (moving.x, moving.y))
    }
    return file.finish()
  }
}

/// The times of the frames of an animation.
struct FrameClock: Hashable {
  /// The number of frames of a period, at least 2.
  let count: Int
  /// The length of a period in seconds.
  let period: Double

  init(_ parameters: AnimationParameters, framesPerSecond: Int) {
    period = max(parameters.duration, 0.01) * 2
    let wanted = (period * Double(min(max(framesPerSecond, 1), 60))).rounded()
    count = Int(min(max(wanted, 2), Double(Renderer.maximumFrames)))
  }

  /// Returns the time of a frame, in seconds from the start of a period.
  func time(of frame: Int) -> Double { period * Double(frame) / Double(count) }

  /// The duration of each frame as a fraction of a second, exact to half a millisecond for frames shorter than 65
  /// seconds.
  var delay: (numerator: UInt16, denominator: UInt16) {
    let milliseconds = (period * 1000 / Double(count)).rounded()
    guard milliseconds < 65_536 else {
      return (UInt16(min((period / Double(count)).rounded(), 65_535)), 1)
    }
    return (UInt16(max(milliseconds, 1)), 1000)
  }
}
