internal import IAText

/// Reads colour functions such as `rgb()`, `hsl()`, `oklch()` and `color-mix()` (CSS Color Levels 4
/// and 5).
struct CSSColorFunction {
  /// The maximum nesting depth of colour functions; deeper ones are not read.
  private static let maxDepth = 4
  /// The maximum number of colours of a mixture.
  private static let maxColors = 16

  private var rest: ArraySlice<CSSToken>
  private let depth: Int

  private init(_ tokens: ArraySlice<CSSToken>, depth: Int) {
    rest = tokens
    self.depth = depth
  }

  /// Returns the colour of a function, or `nil` if the function is not a colour or its arguments
  /// are not supported.
  ///
  /// - Parameters:
  ///   - name: The name of the function, in lower case.
  ///   - tokens: The tokens after the name.
  static func color(_ name: String, _ tokens: ArraySlice<CSSToken>) -> Color? {
    var reader = CSSColorFunction(tokens, depth: 0)
    return reader.color(name)
  }

  /// Returns whether a function is a colour, even if its arguments are not supported.
  static func isColor(_ name: String) -> Bool {
    switch name {
    case "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color",
      "color-mix", "light-dark", "contrast-color", "device-cmyk", "alpha":
      true
    default: false
    }
  }

  /// A channel as it is written in the function.
  private enum Channel {
    case number(Double), share(Double), angle(Double)
    /// The keyword `none`: the channel is missing, and is 0.
    case none
  }

  /// Reads the arguments of a function and its closing parenthesis.
  private mutating func color(_ name: String) -> Color? {
    if case .identifier(let word)? = rest.first, word.lowercased() == "from" {
      guard replaceOrigin(of: name) else { return nil }
    }
    switch name {
    case "color-mix": return mixture()
    case "light-dark": return lightColor()
    case "rgb", "rgba":
      return channels(scale: [255, 255, 255]).map { parts in
        Self.color(parts.channels.map { $0 / 255 }, parts.alpha)
      }
    case "hsla": return color(in: .hsl, hundreds: [false, true, true])
    case "hsl", "hwb":
      return CSSColorSpace(named: name).flatMap { color(in: $0, hundreds: [false, true, true]) }
    case "lab", "lch", "oklab", "oklch":
      return CSSColorSpace(named: name).flatMap { color(in: $0, hundreds: [false, false, false]) }
    case "color":
      guard let word = word(), let space = CSSColorSpace(named: word), space.hue == nil else {
        return nil
      }
      return color(in: space, hundreds: [false, false, false])
    default: return nil
    }
  }

  private mutating func color(in space: CSSColorSpace, hundreds: [Bool]) -> Color? {
    guard var parts = channels(scale: space.scale) else { return nil }
    for index in 0..<3 where hundreds[index] {
      // A number counts in hundredths; a percentage has the scale 1.
      if !parts.isShare[index] { parts.channels[index] /= 100 }
      parts.channels[index] = min(max(parts.channels[index], 0), 1)
    }
    guard parts.channels.allSatisfy({ abs($0) < 1e6 }) else { return nil }
    if space.hue == 2 { parts.channels[1] = max(parts.channels[1], 0) }
    return Self.color(space.toSRGB(parts.channels), parts.alpha)
  }

  private static func byte(_ share: Double) -> UInt8 {
    share.isFinite ? UInt8((min(max(share, 0), 1) * 255).rounded()) : 0
  }

  private static func color(_ channels: [Double], _ alpha: Double) -> Color {
    Color(
      red: byte(channels[0]), green: byte(channels[1]), blue: byte(channels[2]),
      alpha: byte(alpha))
  }

  // MARK: Arguments

  /// The channels of a colour.
  private struct Parts {
    var channels: [Double] = []
    var isShare: [Bool] = []
    var alpha = 1.0
  }

  /// Reads three channels and the opacity, which are separated by commas, by a slash or by spaces.
  private mutating func channels(scale: [Double]) -> Parts? {
    var found: [Channel] = []
    loop: while let token = rest.popFirst() {
      switch token {
      case .closeParenthesis: break loop
      case .comma, .delimiter(UInt8(ascii: "/")): continue
      default:
        guard let channel = Self.channel(token), found.count < 4 else { return nil }
        found.append(channel)
      }
    }
    guard found.count >= 3 else { return nil }
    var parts = Parts()
    for (index, channel) in found.prefix(3).enumerated() {
      parts.channels.append(Self.value(channel, scale: scale[index]))
      if case .share = channel { parts.isShare.append(true) } else { parts.isShare.append(false) }
    }
    if found.count > 3 { parts.alpha = Self.value(found[3], scale: 1) }
    return parts
  }

  private static func channel(_ token: CSSToken) -> Channel? {
    switch token {
    case .number(let value): return .number(value)
    case .percentage(let value): return .share(value / 100)
    case .identifier(let word): return word.lowercased() == "none" ? Channel.none : nil
    case .dimension(let value, let unit):
      switch unit {
      case "deg": return .angle(value)
      case "turn": return .angle(value * 360)
      case "grad": return .angle(value * 0.9)
      case "rad": return .angle(value * 180 / .pi)
      default: return nil
      }
    default: return nil
    }
  }

  private static func value(_ channel: Channel, scale: Double) -> Double {
    switch channel {
    case .number(let value), .angle(let value): value
    case .share(let value): value * scale
    case .none: 0
    }
  }

  private mutating func word() -> String? {
    guard case .identifier(let word)? = rest.first else { return nil }
    rest.removeFirst()
    return word.lowercased()
  }

  // MARK: Colours from other colours

  /// Removes the colour after `from`, and replaces the names of its channels with their values (CSS
  /// Color Level 5, section 4); returns `false` if the colour or the colour space is not supported.
  ///
  /// - Complexity: O(*n*) in the tokens of the function.
  private mutating func replaceOrigin(of name: String) -> Bool {
    rest.removeFirst()
    guard let origin = anyColor() else { return false }
    var spaceName = name
    if name == "color" {
      guard case .identifier(let word)? = rest.first else { return false }
      spaceName = word.lowercased()
    }
    guard let names = Self.channelNames[name], let close = closing() else { return false }
    var (channels, alpha, _) = Self.values(origin, .srgb)
    switch name {
    case "rgb", "rgba": channels = channels.map { $0 * 255 }
    default:
      guard let space = CSSColorSpace(named: spaceName == "hsla" ? "hsl" : spaceName) else {
        return false
      }
      channels = Self.values(origin, space).channels
      if name.hasPrefix("h") { channels[1...2] = [channels[1] * 100, channels[2] * 100] }
    }
    let inside = rest[..<close].map { token -> CSSToken in
      guard case .identifier(let word) = token else { return token }
      if word.lowercased() == "alpha" { return .number(alpha) }
      return names.firstIndex(where: { $0.contains(word.lowercased()) })
        .map { .number(channels[$0]) } ?? token
    }
    rest = (CSSMathParser.folded(inside) + rest[close...])[...]
    return true
  }

  /// The channel names of each function; those of `color()` depend on its colour space.
  private static let channelNames: [String: [Set<String>]] = [
    "rgb": [["r"], ["g"], ["b"]], "rgba": [["r"], ["g"], ["b"]], "hsl": [["h"], ["s"], ["l"]],
    "hsla": [["h"], ["s"], ["l"]], "hwb": [["h"], ["w"], ["b"]], "lab": [["l"], ["a"], ["b"]],
    "oklab": [["l"], ["a"], ["b"]], "lch": [["l"], ["c"], ["h"]], "oklch": [["l"], ["c"], ["h"]],
    "color": [["r", "x"], ["g", "y"], ["b", "z"]],
  ]

  /// Returns the index of the parenthesis that closes the function.
  private func closing() -> Int? {
    var depth = 0
    return rest.indices.first { index in
      switch rest[index] {
      case .function, .openParenthesis: depth += 1
      case .closeParenthesis: depth -= 1
      default: break
      }
      return depth < 0
    }
  }

  /// Reads a colour, or returns `nil` for another value.
  private mutating func anyColor() -> Color? {
    switch rest.popFirst() {
    case .hash(let digits): return CSSColors.hex(digits)
    case .identifier(let name):
      let name = name.lowercased()
      return name == "transparent"
        ? Color(red: 0, green: 0, blue: 0, alpha: 0) : CSSColors.keyword(name)
    case .function(let name):
      guard depth < Self.maxDepth else { return nil }
      var inner = CSSColorFunction(rest, depth: depth + 1)
      let color = inner.color(name)
      rest = inner.rest
      return color
    default: return nil
    }
  }

  /// Reads the arguments of `light-dark()`, and returns the first colour, for light pages.
  private mutating func lightColor() -> Color? {
    guard let color = anyColor(), rest.popFirst() == .comma, anyColor() != nil,
      rest.popFirst() == .closeParenthesis
    else { return nil }
    return color
  }

  /// Reads the arguments of `color-mix()`: a colour space, and colours with their percentages.
  private mutating func mixture() -> Color? {
    var space = CSSColorSpace.oklab
    if case .identifier(let keyword)? = rest.first, keyword.lowercased() == "in" {
      rest.removeFirst()
      guard let name = word(), let named = CSSColorSpace(named: name) else { return nil }
      // Of the methods of interpolating hues, only `shorter` is supported.
      if let way = word(), way != "shorter" || word() != "hue" { return nil }
      guard rest.popFirst() == .comma else { return nil }
      space = named
    }
    var parts: [(color: Color, share: Double?)] = []
    while parts.count < Self.maxColors {
      var share = percentage()
      guard let color = anyColor() else { return nil }
      share = share ?? percentage()
      parts.append((color, share))
      switch rest.popFirst() {
      case .comma: continue
      case .closeParenthesis, nil: return Self.mixed(parts, in: space)
      default: return nil
      }
    }
    return nil
  }

  private mutating func percentage() -> Double? {
    guard case .percentage(let value)? = rest.first else { return nil }
    rest.removeFirst()
    return min(max(value / 100, 0), 1)
  }

  /// Returns the mixture of colours by their percentages; colours without one share the rest
  /// equally.
  private static func mixed(_ parts: [(color: Color, share: Double?)], in space: CSSColorSpace)
    -> Color?
  {
    let stated = parts.reduce(0) { $0 + ($1.share ?? 0) }
    let open = parts.count { $0.share == nil }
    let remainder = open > 0 ? max(1 - stated, 0) / Double(open) : 0
    let shares = parts.map { $0.share ?? remainder }
    let sum = shares.reduce(0, +)
    guard sum > 0, let first = parts.first else { return nil }
    var (mixed, alpha, isGrey) = Self.values(first.color, space)
    var weight = shares[0] / sum
    for (part, share) in zip(parts, shares).dropFirst() {
      let next = Self.values(part.color, space)
      let own = share / sum
      guard weight + own > 0 else { continue }
      let progress = own / (weight + own)
      let opacity = alpha * (1 - progress) + next.alpha * progress
      for index in mixed.indices {
        let isHue = index == space.hue
        var other = next.channels[index]
        if isHue {
          // A transparent or grey colour takes the hue of the other colour.
          if next.alpha == 0 || next.isGrey { other = mixed[index] }
          if alpha == 0 || isGrey { mixed[index] = other }
          let difference = (other - mixed[index]).truncatingRemainder(dividingBy: 360)
          let shorter =
            difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
          mixed[index] += shorter * progress
        } else if opacity > 0 {
          mixed[index] =
            (mixed[index] * alpha * (1 - progress) + other * next.alpha * progress) / opacity
        }
      }
      alpha = opacity
      isGrey = isGrey && next.isGrey
      weight += own
    }
    return color(space.toSRGB(mixed), alpha * min(sum, 1))
  }

  private static func values(_ color: Color, _ space: CSSColorSpace)
    -> (channels: [Double], alpha: Double, isGrey: Bool)
  {
    let channels = [color.red, color.green, color.blue].map { Double($0) / 255 }
    return (
      space.fromSRGB(channels), Double(color.alpha) / 255,
      color.red == color.green && color.green == color.blue
    )
  }
}
