internal import IALayout
public import IAText

/// How the intensities of a document are shown, and whether that moves.
public struct Looks: Hashable, Sendable {
  /// The scheme; nil shows the text as its attributes alone say.
  public var scheme: RenderScheme?
  /// The unit over which intensities are averaged.
  public var smoothing: Smoothing
  /// How the layers fade; nil where nothing moves.
  public var animation: AnimationParameters?

  /// Makes looks.
  public init(
    scheme: RenderScheme? = nil, smoothing: Smoothing = .character,
    animation: AnimationParameters? = nil
  ) {
    self.scheme = scheme
    self.smoothing = smoothing
    self.animation = animation
  }

  /// What a layout needs to know, in the colours of a theme.
  func layoutOptions(_ theme: Theme) -> LayoutOptions {
    var options = LayoutOptions()
    options.scheme = scheme
    options.smoothing = smoothing
    options.textColor = theme.text
    options.linkColor = theme.link
    options.ruleColor = theme.rule
    options.borderColor = theme.rule
    return options
  }
}
