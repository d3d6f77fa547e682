/// How a string wants its intensities shown, and its text where that was given no looks.
///
/// Every field may be left open.
///
/// Options cascade: engine, session, document, call. Each field that a later level sets replaces
/// that of the level before; a field left `nil` follows the level below, also when that changes.
public struct DisplayOptions: Hashable, Sendable {
  /// The name of the render scheme.
  @Spelled public var renderScheme: String?
  /// The unit over which intensities are averaged.
  public var smoothing: Smoothing?
  /// Whether an animated scheme moves.
  public var animates: Bool?
  /// How it moves.
  public var animation: AnimationParameters?
  /// The family of text that names none.
  @Spelled public var fontFamily: String?
  /// The size of text that has none, in points, more than 0; headings are larger by their level.
  public var fontSize: Double?
  /// The space behind a paragraph that says none and takes it from the document, in points, 0 or
  /// more: see `ParagraphAttributes.takesDocumentSpacing`.
  public var paragraphSpacing: Double?

  /// Makes options from those parts that are set.
  public init(
    renderScheme: String? = nil, smoothing: Smoothing? = nil, animates: Bool? = nil,
    animation: AnimationParameters? = nil, fontFamily: String? = nil, fontSize: Double? = nil,
    paragraphSpacing: Double? = nil
  ) {
    self.renderScheme = renderScheme
    self.smoothing = smoothing
    self.animates = animates
    self.animation = animation
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.paragraphSpacing = paragraphSpacing
  }

  /// These options with every field replaced that the other sets.
  public func overridden(by other: DisplayOptions) -> DisplayOptions {
    DisplayOptions(
      renderScheme: other.renderScheme ?? renderScheme,
      smoothing: other.smoothing ?? smoothing,
      animates: other.animates ?? animates,
      animation: other.animation ?? animation,
      fontFamily: other.fontFamily ?? fontFamily,
      fontSize: other.fontSize ?? fontSize,
      paragraphSpacing: other.paragraphSpacing ?? paragraphSpacing)
  }

  /// These options without the looks of text that was given none: what is left says how
  /// intensities are shown.
  public var withoutBaseLooks: DisplayOptions {
    DisplayOptions(
      renderScheme: renderScheme, smoothing: smoothing, animates: animates, animation: animation)
  }

  /// The options that hold where nothing else is said: those of the source system.
  public static let engineDefaults = DisplayOptions(
    renderScheme: "WeightScheme", smoothing: .character, animates: true,
    animation: .standard)

  /// The intensity of text that was given none.
  public static let defaultIntensity: UInt8 = 40
  /// The size of text that was given none, in points.
  public static let defaultFontSize = 20.0
}

/// How the layers of an animated scheme fade.
public struct AnimationParameters: Hashable, Sendable {
  /// The time of one direction in seconds; the period is twice that.
  public var duration: Double
  /// The opacity at which the top layer starts, 0…1.
  public var topLayerFrom: Double
  /// The opacity at which the top layer ends, 0…1.
  public var topLayerTo: Double
  /// The opacity at which the bottom layer starts, 0…1.
  public var bottomLayerFrom: Double
  /// The opacity at which the bottom layer ends, 0…1.
  public var bottomLayerTo: Double

  /// Makes parameters.
  public init(
    duration: Double, topLayerFrom: Double, topLayerTo: Double, bottomLayerFrom: Double,
    bottomLayerTo: Double
  ) {
    self.duration = duration
    self.topLayerFrom = topLayerFrom
    self.topLayerTo = topLayerTo
    self.bottomLayerFrom = bottomLayerFrom
    self.bottomLayerTo = bottomLayerTo
  }

  /// One second, both layers from 0 to 1.
  public static let standard = AnimationParameters(
    duration: 1, topLayerFrom: 0, topLayerTo: 1, bottomLayerFrom: 0, bottomLayerTo: 1)
}
