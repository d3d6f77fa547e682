internal import Foundation

/// What a person or a server does to a view before a frame.
public enum ScrollAction: Sendable {
  /// Moves by points; positive values move towards the end.
  case scroll(Double)
  /// Moves to a fraction of the content.
  case jump(Double)
  /// Moves back to the place before the last jump.
  case back
  /// Moves to the end.
  case end
  /// Inserts rows before the first one.
  case history(Int)
  /// Inserts rows after the last one.
  case arrival(Int)
  /// Exchanges width and height.
  case rotation
  /// Changes the factor of all text sizes.
  case textScale(Double)
  /// Sets the text of the row below the anchor to so many units of a long text, as a person types it.
  case typing(Int)
}

/// A sequence of actions by frame of a virtual clock: the same on every machine.
public struct ScrollScript: Sendable {
  /// The name in tables and results.
  public var name: String
  /// Returns the actions before a frame; the same for all views.
  public var actions: @Sendable (_ frame: Int) -> [ScrollAction]
  /// The way in which messages are shown.
  public var show = ChatRows.Show.plain
  /// Whether views start at the end instead of at places of their own.
  public var startsAtEnd = false
  /// The maximum size of the decoded pictures that the renderer keeps, in bytes.
  public var pictureBytes = 64 << 20
  /// Whether rows are laid out ahead between frames.
  public var prefetches = false

  /// The frames per second of the clock.
  public static let hertz = 120

  /// Creates a script.
  public init(
    _ name: String, show: ChatRows.Show = .plain, startsAtEnd: Bool = false,
    actions: @escaping @Sendable (_ frame: Int) -> [ScrollAction]
  ) {
    self.name = name
    self.show = show
    self.startsAtEnd = startsAtEnd
    self.actions = actions
  }

  /// The distance of a fling in points after a time in seconds: *v* decays by 0.998 in a millisecond, the
  /// normal deceleration rate of UIScrollView.
  public static func distance(_ seconds: Double, velocity: Double) -> Double {
    let rate = -1000 * log(0.998)
    return velocity / rate * (1 - exp(-rate * max(seconds, 0)))
  }

  /// Returns the points that a fling moves in one frame.
  public static func fling(_ frame: Int, velocity: Double) -> Double {
    distance(Double(frame + 1) / Double(hertz), velocity: velocity)
      - distance(Double(frame) / Double(hertz), velocity: velocity)
  }

  /// The velocity of a fling at its start, in points per second.
  public static let velocity = 8000.0

  /// A fling each second, five towards the start and five towards the end.
  public static let fling = ScrollScript("fling") { frame in
    let direction = frame / hertz % 10 < 5 ? -1.0 : 1
    return [.scroll(direction * fling(frame % hertz, velocity: velocity))]
  }

  /// Flings of messages whose intensities are shown as colours.
  public static let intensities = ScrollScript(
    "fling of intensities", show: .intensities, actions: fling.actions)

  /// Flings between whose frames rows are laid out ahead.
  public static let prefetch = with(ScrollScript("fling with prefetch", actions: fling.actions)) {
    $0.prefetches = true
  }

  /// Flings of messages a third of which have a picture.
  public static let pictures = ScrollScript("pictures", show: .pictures, actions: fling.actions)

  /// Flings of messages half of which have small pictures in the text.
  public static let stickers = ScrollScript("stickers", show: .stickers, actions: fling.actions)

  /// Jumps between messages with pictures whose cache has room for two of them.
  public static let thrashing = with(
    ScrollScript("cache thrashing", show: .pictures) { frame in
      switch frame % 20 {
      case 5: [.jump(Double((frame / 20 &* 7919 &+ 13) % 97) / 97)]
      case 15: [.back]
      default: [.scroll(12)]
      }
    }
  ) { $0.pictureBytes = 2 << 20 }

  private static func with(
    _ script: ScrollScript, _ change: (inout ScrollScript) -> Void
  ) -> ScrollScript {
    var script = script
    change(&script)
    return script
  }

  /// A finger that moves by 300 points up and down, with a tremor.
  public static let drag = ScrollScript("drag") { frame in
    func place(_ frame: Int) -> Double {
      let tremor = Double((frame &* 2_654_435_761 >> 9) % 5) - 2
      return 150 * sin(Double(frame) / 96 * 2 * .pi) + tremor
    }
    return [.scroll(place(frame + 1) - place(frame))]
  }

  /// Flings that are thrown back after a quarter of a second.
  public static let reversal = ScrollScript("reversal") { frame in
    let direction = frame / 30 % 2 == 0 ? -1.0 : 1
    return [.scroll(direction * fling(frame % 30, velocity: velocity))]
  }

  /// Jumps to distant rows and back, half a second apart, with slow scrolling between.
  public static let jump = ScrollScript("jump and back") { frame in
    switch frame % 60 {
    case 10: [.jump(Double((frame / 60 &* 7919 &+ 13) % 97) / 97)]
    case 40: [.back]
    default: [.scroll(4)]
    }
  }

  /// Flings towards the start while 50 older rows arrive every quarter of a second.
  public static let history = ScrollScript("history during a fling") { frame in
    let moves = ScrollAction.scroll(-fling(frame % hertz, velocity: velocity))
    return frame % 30 == 29 ? [.history(50), moves] : [moves]
  }

  /// Views at the end, where ten messages per second arrive.
  public static let arrival = ScrollScript("arrival at the end", startsAtEnd: true) { frame in
    frame % 12 == 11 ? [.arrival(1)] : []
  }

  /// A rotation each second during flings.
  public static let rotation = ScrollScript("rotation") { frame in
    let moves = ScrollAction.scroll(-fling(frame % hertz, velocity: 2000))
    return frame % hertz == 60 ? [.rotation, moves] : [moves]
  }

  /// Another text size each second during flings.
  public static let textScale = ScrollScript("text scale") { frame in
    let moves = ScrollAction.scroll(-fling(frame % hertz, velocity: 2000))
    let scales = [1.15, 1.35, 0.9, 1]
    return frame % hertz == 60 ? [.textScale(scales[frame / hertz % 4]), moves] : [moves]
  }

  /// A text box of each view that grows by six units each tenth of a second, up to 600 units, while the view is moved slowly.
  public static let typing = ScrollScript("growing text box") { frame in
    let step = frame / 12 % 100
    return frame % 12 == 6 ? [.typing(6 * (step + 1))] : [.scroll(step < 50 ? 0 : 1)]
  }

  /// Views that do not move, whose text fades.
  public static let animation = ScrollScript("animation", show: .animated) { _ in [] }
}
