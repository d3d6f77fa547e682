/// How intensities are shown: a number of steps, and what each step changes in the look of text.
///
/// A scheme is data. Each list has either one entry a step or none; none leaves that property as
/// the text's own attributes say.
public struct RenderScheme: Hashable, Sendable {
  /// What bold text does to the weight of a step.
  public enum BoldRule: String, Hashable, Sendable, CaseIterable {
    /// Bold is shown by a bold face, whatever the step.
    case trait
    /// Bold text has the weight of the next step; the last step keeps its own.
    case nextStep
    /// Bold text has the heaviest weight of all.
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
  /// The opacity of each step, 0…1.
  public var opacities: [Double] = []
  /// What is added to the font size at each step, in points.
  public var sizeOffsets: [Double] = []
  /// What the font size is multiplied by at each step.
  public var sizeFactors: [Double] = []
  /// What bold text does to the weight.
  public var bold = BoldRule.trait
  /// How the scheme moves, or `nil` if it does not.
  public var animation: Animation?

  /// Creates a scheme that changes nothing yet.
  public init(name: String, steps: Int) {
    self.name = name
    self.steps = max(steps, 1)
  }

  /// Two layers of the same glyphs, one of which fades in and out over the other.
  public struct Animation: Hashable, Sendable {
    /// The layer that fades.
    public enum Layer: String, Hashable, Sendable, CaseIterable { case top, bottom }
    /// The layer that fades; the other shows the step's look and stands still.
    public var fadingLayer: Layer
    /// The colour of the layer that fades.
    public var fadingColor: Color
    /// How it fades where the document does not say.
    public var parameters: AnimationParameters

    /// Creates an animation.
    public init(fadingLayer: Layer, fadingColor: Color, parameters: AnimationParameters) {
      self.fadingLayer = fadingLayer
      self.fadingColor = fadingColor
      self.parameters = parameters
    }
  }

  /// What a step changes in the look of text; `nil` leaves what the attributes say.
  public struct Look: Hashable, Sendable {
    /// The CSS weight, bold already counted in.
    public var weight: Int?
    /// The colour, opacity already counted in.
    public var color: Color?
    /// The font size in points.
    public var fontSize: Double?
  }

  /// Returns the step of an intensity: `steps · intensity / 100` in whole numbers, at most `steps -
  /// 1`.
  ///
  /// Source: the binning of the source system.
  public func step(of intensity: UInt8) -> Int {
    min(steps * Int(intensity) / 100, steps - 1)
  }

  /// Returns the lowest intensity of a step.
  public func lowestIntensity(of step: Int) -> UInt8 {
    UInt8((100 * step + steps - 1) / steps)
  }

  /// What text of some attributes looks like at a step, standing still.
  ///
  /// - Parameters:
  ///   - step: 0 ..< `steps`; others count as the nearest.
  ///   - attributes: The attributes of the text: its size, colour, weight and whether it is bold.
  ///   - defaultFontSize: The size of text that has none, in points.
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
    case .nextStep: weights[min(step + 1, steps - 1)]
    case .heaviest: weights.max() ?? weights[step]
    }
  }
}
