#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A colour space of CSS colours and mixtures (CSS Color Level 4, sections 4 to 12).
enum CSSColorSpace {
  case srgb, linear, displayP3, xyz, lab, lch, oklab, oklch, hsl, hwb

  /// Creates the space with a lower-case name of `color()` or `color-mix()`; returns `nil` if the
  /// space is not supported.
  init?(named name: String) {
    switch name {
    case "srgb": self = .srgb
    case "srgb-linear": self = .linear
    case "display-p3": self = .displayP3
    case "xyz", "xyz-d65": self = .xyz
    case "lab": self = .lab
    case "lch": self = .lch
    case "oklab": self = .oklab
    case "oklch": self = .oklch
    case "hsl": self = .hsl
    case "hwb": self = .hwb
    default: return nil
    }
  }

  /// The index of the channel that is an angle, or `nil` if there is no angle.
  var hue: Int? {
    switch self {
    case .lch, .oklch: 2
    case .hsl, .hwb: 0
    default: nil
    }
  }

  /// The channel values that 100 % represents; 360 for an angle.
  var scale: [Double] {
    switch self {
    case .lab: [100, 125, 125]
    case .lch: [100, 150, 360]
    case .oklab: [1, 0.4, 0.4]
    case .oklch: [1, 0.4, 360]
    case .hsl, .hwb: [360, 1, 1]
    default: [1, 1, 1]
    }
  }

  /// Returns the sRGB channels of a colour of this space; they are in 0…1 if the colour is in the
  /// sRGB gamut.
  func toSRGB(_ v: [Double]) -> [Double] {
    switch self {
    case .srgb: return v
    case .linear: return v.map(Self.encoded)
    case .displayP3: return Self.fromXYZ(Self.product(Self.p3ToXYZ, v.map(Self.decoded)))
    case .xyz: return Self.fromXYZ(v)
    case .lab: return Self.fromLab(v)
    case .lch: return Self.fromLab(Self.straight(v))
    case .oklab: return Self.fromOKLab(v)
    case .oklch: return Self.fromOKLab(Self.straight(v))
    case .hsl:
      let color = CSSColors.hsl(v[0], v[1], v[2])
      return [color.red, color.green, color.blue]
    case .hwb:
      let sum = v[1] + v[2]
      if sum >= 1 { return Array(repeating: v[1] / sum, count: 3) }
      let color = CSSColors.hsl(v[0], 1, 0.5)
      return [color.red, color.green, color.blue].map { $0 * (1 - sum) + v[1] }
    }
  }

  /// Returns the channels in this space of an sRGB colour.
  func fromSRGB(_ v: [Double]) -> [Double] {
    switch self {
    case .srgb: return v
    case .linear: return v.map(Self.decoded)
    case .displayP3:
      return Self.product(Self.xyzToP3, Self.toXYZ(v)).map(Self.encoded)
    case .xyz: return Self.toXYZ(v)
    case .lab: return Self.toLab(v)
    case .lch: return Self.polar(Self.toLab(v))
    case .oklab: return Self.toOKLab(v)
    case .oklch: return Self.polar(Self.toOKLab(v))
    case .hsl: return Self.toHSL(v)
    case .hwb: return [Self.toHSL(v)[0], v.min() ?? 0, 1 - (v.max() ?? 0)]
    }
  }

  // MARK: Conversions

  private static func encoded(_ value: Double) -> Double {
    let size = abs(value)
    let made = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
    return value < 0 ? -made : made
  }

  private static func decoded(_ value: Double) -> Double {
    let size = abs(value)
    let made = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
    return value < 0 ? -made : made
  }

  private static func product(_ matrix: [[Double]], _ v: [Double]) -> [Double] {
    matrix.map { $0[0] * v[0] + $0[1] * v[1] + $0[2] * v[2] }
  }

  private static func fromXYZ(_ v: [Double]) -> [Double] {
    product(xyzToLinear, v).map(encoded)
  }

  private static func toXYZ(_ v: [Double]) -> [Double] {
    product(linearToXYZ, v.map(decoded))
  }

  /// Converts lightness, chroma and hue in degrees to lightness and two axes (polar to
  /// rectangular).
  private static func straight(_ v: [Double]) -> [Double] {
    let angle = v[2] * .pi / 180
    return [v[0], v[1] * cos(angle), v[1] * sin(angle)]
  }

  private static func polar(_ v: [Double]) -> [Double] {
    let hue = atan2(v[2], v[1]) * 180 / .pi
    return [v[0], (v[1] * v[1] + v[2] * v[2]).squareRoot(), hue < 0 ? hue + 360 : hue]
  }

  private static func toHSL(_ v: [Double]) -> [Double] {
    let (high, low) = (v.max() ?? 0, v.min() ?? 0)
    let (light, range) = ((high + low) / 2, high - low)
    guard range > 0 else { return [0, 0, light] }
    let saturation = light == 0 || light == 1 ? 0 : (high - light) / min(light, 1 - light)
    let sector =
      switch high {
      case v[0]: (v[1] - v[2]) / range + (v[1] < v[2] ? 6 : 0)
      case v[1]: (v[2] - v[0]) / range + 2
      default: (v[0] - v[1]) / range + 4
      }
    return [sector * 60, saturation, light]
  }

  private static func fromOKLab(_ v: [Double]) -> [Double] {
    let roots = product(okLabToRoots, v).map { $0 * $0 * $0 }
    return product(conesToLinear, roots).map(encoded)
  }

  private static func toOKLab(_ v: [Double]) -> [Double] {
    product(rootsToOKLab, product(linearToCones, v.map(decoded)).map { cbrt($0) })
  }

  /// The D50 white point, to which Lab is relative.
  private static let white = [0.9642956764295677, 1, 0.8251046025104602]

  private static func fromLab(_ v: [Double]) -> [Double] {
    let f = (v[0] + 16) / 116
    let parts = [f + v[1] / 500, f, f - v[2] / 200]
    let (limit, slope) = (216.0 / 24_389, 24_389.0 / 27)
    let xyz = parts.enumerated().map { index, part in
      let cube = part * part * part
      return white[index] * (cube > limit ? cube : (116 * part - 16) / slope)
    }
    return fromXYZ(product(d50ToD65, xyz))
  }

  private static func toLab(_ v: [Double]) -> [Double] {
    let xyz = product(d65ToD50, toXYZ(v))
    let (limit, slope) = (216.0 / 24_389, 24_389.0 / 27)
    let f = xyz.enumerated().map { index, value in
      let share = value / white[index]
      return share > limit ? cbrt(share) : (slope * share + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  // MARK: Matrices of CSS Color Level 4, section 19

  private static let linearToXYZ = [
    [0.41239079926595934, 0.357584339383878, 0.1804807884018343],
    [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
    [0.01933081871559182, 0.11919477979462598, 0.9505321522496607],
  ]
  private static let xyzToLinear = [
    [3.2409699419045226, -1.537383177570094, -0.4986107602930034],
    [-0.9692436362808796, 1.8759675015077202, 0.04155505740717559],
    [0.05563007969699366, -0.20397695888897652, 1.0569715142428786],
  ]
  private static let p3ToXYZ = [
    [0.4865709486482162, 0.26566769316909306, 0.1982172852343625],
    [0.2289745640697488, 0.6917385218365064, 0.079286914093745],
    [0, 0.04511338185890264, 1.043944368900976],
  ]
  private static let xyzToP3 = [
    [2.493496911941425, -0.9313836179191239, -0.40271078445071684],
    [-0.8294889695615747, 1.7626640603183463, 0.023624685841943577],
    [0.03584583024378447, -0.07617238926804182, 0.9568845240076872],
  ]
  private static let d50ToD65 = [
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
  ]
  private static let d65ToD50 = [
    [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
    [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
    [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
  ]
  private static let okLabToRoots = [
    [1, 0.3963377773761749, 0.2158037573099136], [1, -0.1055613458156586, -0.0638541728258133],
    [1, -0.0894841775298119, -1.2914855480194092],
  ]
  private static let conesToLinear = [
    [4.0767416360759574, -3.3077115392580616, 0.2309699031821041],
    [-1.2684379732850317, 2.6097573492876887, -0.3413193760026573],
    [-0.0041960761386756, -0.7034186179359362, 1.7076146940746117],
  ]
  private static let linearToCones = [
    [0.4122214694707629, 0.5363325372617349, 0.0514459932675022],
    [0.2119034958178251, 0.6806995506452344, 0.1073969535369405],
    [0.0883024591900564, 0.2817188391361215, 0.6299787016738222],
  ]
  private static let rootsToOKLab = [
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
  ]
}
