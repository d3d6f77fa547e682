extension RenderScheme {
  /// The variants of the schemes of the source system.
  public enum Edition: String, Hashable, Sendable, CaseIterable {
    /// Exactly as in the source system, including its defects.
    case legacy
    /// Without these defects, the default of the suite.
    case fixed
    /// The edition `fixed` with hues of sufficient contrast on every background of both themes.
    case legible
  }

  /// Returns the built-in schemes, with the names that documents use.
  ///
  /// The four schemes of the source system exist in both editions, and the scheme of hues also in a
  /// legible one; `BlueOrangeScheme` is an addition of this suite and has one edition.
  public static func builtIn(_ edition: Edition = .fixed) -> [RenderScheme] {
    edition == .fixed ? fixedSchemes : schemes(of: edition)
  }

  /// The schemes of the fixed edition, which each conversion compares with those of its options.
  private static let fixedSchemes = schemes(of: .fixed)

  private static func schemes(of edition: Edition) -> [RenderScheme] {
    [weight(edition), hue(edition), fontSize(edition), alpha(edition), blueOrange]
  }

  /// Returns the built-in scheme with a name, or `nil`; `Weight` is accepted for `WeightScheme`.
  public static func named(_ name: String, edition: Edition = .fixed) -> RenderScheme? {
    builtIn(edition).first { $0.name == name || $0.name == name + "Scheme" }
  }

  /// Returns a scheme of nine weights from ultralight to black.
  ///
  /// In the source system bold adds 1.0 to a weight on a scale that ends at 0.62, so that bold text
  /// has the heaviest weight at every step; in the fixed edition it has the weight of the next
  /// step.
  public static func weight(_ edition: Edition = .fixed) -> RenderScheme {
    var scheme = RenderScheme(name: "WeightScheme", steps: 9)
    scheme.weights = (1...9).map { $0 * 100 }
    scheme.bold = edition == .legacy ? .heaviest : .nextStep
    return scheme
  }

  /// Returns a scheme of twenty hues from green through yellow towards red.
  ///
  /// The hue is 0.4 − step/20 · 0.4 of a turn, at full saturation and a brightness of 0.8, and does
  /// not reach red. The fixed edition divides by 19 and reaches it.
  public static func hue(_ edition: Edition = .fixed) -> RenderScheme {
    var scheme = RenderScheme(name: "HueGYRScheme", steps: 20)
    let last = edition == .legacy ? 20.0 : 19.0
    scheme.colors = (0..<20).map { step in
      Color(hue: 0.4 - Double(step) / last * 0.4, saturation: 1, brightness: 0.8)
    }
    if edition == .legible {
      scheme.colors = legibleHues.map { Color($0) }
      scheme.darkColors = legibleHuesOnDark.map { Color($0) }
    }
    scheme.animation = Animation(
      fadingLayer: .top, fadingColor: .black,
      parameters: AnimationParameters(
        duration: 1, topLayerFrom: 0, topLayerTo: 0.5, bottomLayerFrom: 0, bottomLayerTo: 1))
    return scheme
  }

  /// Hues from 144° to 8° with the lightness L* 44.5 to 16 (CIE 1976) in equal steps.
  private static let legibleHues: [UInt32] = [
    0x007A2D, 0x00761C, 0x00730C, 0x006E02, 0x036A00, 0x0E6600, 0x196100, 0x235C00, 0x2C5700,
    0x345100, 0x3A4C00, 0x3F4600, 0x434100, 0x473B00, 0x4B3400, 0x4F2D00, 0x532400, 0x561B00,
    0x580F00, 0x560500,
  ]

  /// Hues from 144° to 0° with the lightness L* 92 to 64.5 in equal steps, mixed with white where
  /// the hue is darker.
  private static let legibleHuesOnDark: [UInt32] = [
    0x95FFA8, 0x7BFF88, 0x57FF5F, 0x00FF05, 0x1AFA00, 0x38F400, 0x54EE00, 0x6EE600, 0x87DE00,
    0x9DD500, 0xB0CC00, 0xC0C200, 0xD1B800, 0xE3AB00, 0xF69B00, 0xFF8E49, 0xFF8566, 0xFF7D70,
    0xFF7572, 0xFF6E6E,
  ]

  /// Returns a scheme of ten sizes, from 5 points below the base size to 4 points above it.
  ///
  /// The size is 0 for a base size of 5 points. The fixed edition scales by 75 % … 120 % instead,
  /// which is equal at the default base size of 20 points.
  public static func fontSize(_ edition: Edition = .fixed) -> RenderScheme {
    var scheme = RenderScheme(name: "FontSizeScheme", steps: 10)
    switch edition {
    case .legacy: scheme.sizeOffsets = (0..<10).map { Double($0 - 5) }
    case .fixed, .legible: scheme.sizeFactors = (0..<10).map { Double(15 + $0) / 20 }
    }
    return scheme
  }

  /// Returns a scheme of eight opacities of black in a medium weight.
  ///
  /// The source system divides by 7, so that its last two steps are identical; the fixed edition
  /// divides by 8.
  public static func alpha(_ edition: Edition = .fixed) -> RenderScheme {
    var scheme = RenderScheme(name: "AlphaScheme", steps: 8)
    let divisor = edition == .legacy ? 7.0 : 8.0
    scheme.opacities = (0..<8).map { min(Double($0 + 1) / divisor, 1) }
    scheme.weights = Array(repeating: 500, count: 8)
    scheme.animation = Animation(
      fadingLayer: .bottom, fadingColor: .black, parameters: .standard)
    return scheme
  }

  /// A scheme of ten steps from blue through grey to burnt orange, with increasing weight.
  ///
  /// People with any kind of colour vision can distinguish the steps, and the weight distinguishes
  /// them without colour. Each colour has a contrast of at least 4.5 : 1 on white (WCAG 2.2,
  /// 1.4.3).
  public static let blueOrange: RenderScheme = {
    var scheme = RenderScheme(name: "BlueOrangeScheme", steps: 10)
    scheme.colors = [
      0x0057B8, 0x23599F, 0x3D5B87, 0x515C70, 0x5F5D5C, 0x6E5B4A, 0x7D5838, 0x8C5327, 0x9A4C15,
      0xA84300,
    ].map { Color($0) }
    scheme.weights = [300, 300, 400, 400, 500, 500, 600, 700, 800, 900]
    return scheme
  }()
}

extension Color {
  /// Creates an opaque colour from hue (in turns), saturation and brightness, each from 0 to 1.
  ///
  /// Source of the formula: the hexcone model of A. R. Smith, "Color gamut transform pairs", 1978.
  public init(hue: Double, saturation: Double, brightness: Double) {
    func channel(_ offset: Double) -> UInt8 {
      let position = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      let share = max(0, min(position, 4 - position, 1))
      return UInt8((255 * (brightness - brightness * saturation * share)).rounded())
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1))
  }
}
