/// A render scheme: a number of steps, and the appearance of text at each step.
///
/// A scheme is data. Each list has one entry for each step or is empty; if it is empty, the
/// property keeps the value of the text's attributes.
public struct RenderScheme: Hashable, Sendable {
  /// The effect of bold text on the weight of a step.
  public enum BoldRule: String, Hashable, Sendable, CaseIterable {
    /// Bold text has a bold face at every step.
    case trait
    /// Bold text has the weight of the next step; at the last step, bold has no effect.
    case nextStep
    /// Bold text has the heaviest weight of the scheme.
    case heaviest
  }

  /// The name by which documents refer to the scheme: `WeightScheme`.
  public var name: String
  /// The number of steps, at least 1.
  public var steps: Int
  /// The CSS weight of each step, 1…1000.
  public var weights: [Int] = []
  /// The colour of each step.
  public var colors: [Color] = []
  /// The colour of each step on a dark background; empty for that of `colors`.
  public var darkColors: [Color] = []
  /// The opacity of each step, from 0 to 1.
  public var opacities: [Double] = []
  /// The number of points added to the font size at each step.
  public var sizeOffsets: [Double] = []
  /// The factor of the font size at each step.
  public var sizeFactors: [Double] = []
  /// The effect of bold text on the weight.
  public var bold = BoldRule.trait
  /// The number of steps by which bold text is heavier under the rule `nextStep`; more than 1 in a
  /// scheme with more steps than its original.
  public internal(set) var boldDistance = 1
  /// The animation of the scheme, or `nil` if it has none.
  public var animation: Animation?

  /// Creates a scheme without any change to the text.
  public init(name: String, steps: Int) {
    self.name = name
    self.steps = max(steps, 1)
  }

  /// Two layers of the same glyphs, one of which fades in and out.
  public struct Animation: Hashable, Sendable {
    /// The layer that fades.
    public enum Layer: String, Hashable, Sendable, CaseIterable { case top, bottom }
    /// The layer that fades; the other one shows the step's appearance without animation.
    public var fadingLayer: Layer
    /// The colour of the layer that fades.
    public var fadingColor: Color
    /// The default parameters, which a document can override.
    public var parameters: AnimationParameters

    /// Creates an animation.
    public init(fadingLayer: Layer, fadingColor: Color, parameters: AnimationParameters) {
      self.fadingLayer = fadingLayer
      self.fadingColor = fadingColor
      self.parameters = parameters
    }
  }

  /// The appearance of text at a step; a property that is `nil` keeps the value of the text's
  /// attributes.
  public struct Look: Hashable, Sendable {
    /// The CSS weight, including the effect of bold.
    public var weight: Int?
    /// The colour, including opacity.
    public var color: Color?
    /// The font size in points.
    public var fontSize: Double?
  }

  /// Returns the scheme with its colours for a dark background.
  public func onDarkBackground() -> RenderScheme {
    guard !darkColors.isEmpty else { return self }
    var scheme = self
    scheme.colors = darkColors
    return scheme
  }

  /// Returns the step of an intensity: `steps · intensity / 100` in integer division, at most
  /// `steps - 1`.
  ///
  /// Source: the binning of the source system.
  public func step(of intensity: UInt8) -> Int {
    min(steps * Int(intensity) / 100, steps - 1)
  }

  /// Returns the lowest intensity of a step.
  public func lowestIntensity(of step: Int) -> UInt8 {
    UInt8((100 * step + steps - 1) / steps)
  }

  /// Returns the appearance of text with some attributes at a step, without animation.
  ///
  /// - Parameters:
  ///   - step: A step in `0..<steps`; other values are clamped.
  ///   - attributes: The attributes of the text: size, colour and bold are used.
  ///   - defaultFontSize: The font size in points of text that has none.
  public func look(
    at step: Int, of attributes: InlineAttributes,
    defaultFontSize: Double = DisplayOptions.defaultFontSize
  ) -> Look {
    let step = min(max(step, 0), steps - 1)
    var look = Look()
    if !weights.isEmpty { look.weight = weight(at: step, bold: attributes.bold) }
    if !colors.isEmpty { look.color = colors[step] }
    if !opacities.isEmpty {
      var color = look.color ?? attributes.foreground ?? .black
      color.alpha = UInt8((Double(color.alpha) * opacities[step]).rounded())
      look.color = color
    }
    let size = attributes.fontSize ?? defaultFontSize
    if !sizeOffsets.isEmpty { look.fontSize = size + sizeOffsets[step] }
    if !sizeFactors.isEmpty { look.fontSize = (look.fontSize ?? size) * sizeFactors[step] }
    return look
  }

  private func weight(at step: Int, bold isBold: Bool) -> Int {
    guard isBold else { return weights[step] }
    return switch bold {
    case .trait: max(weights[step], 700)
    case .nextStep: weights[min(step + boldDistance, steps - 1)]
    case .heaviest: weights.max() ?? weights[step]
    }
  }
}
