internal import IAText

/// The assumed properties of the terminal: the colours of its background and text, and its number of colours.
struct ANSITheme {
  let background: Color
  let text: Color
  let depth: ANSIColorDepth

  init(isLight: Bool, depth: ANSIColorDepth) {
    background = isLight ? .white : .black
    text = isLight ? .black : Color(0xE5E5E5)
    self.depth = depth
  }

  /// Returns the style of text at a step of a scheme.
  ///
  /// - Returns: The style, and whether the author's colour was dropped because it would not be visible on the
  ///   background.
  func style(
    of attributes: InlineAttributes, at step: Int, _ scheme: RenderScheme
  ) -> (style: ANSIStyle, isUnseen: Bool) {
    let look = scheme.look(at: step, of: attributes)
    var style = ANSIStyle()
    let weight = look.weight ?? max(attributes.fontWeight ?? 400, attributes.bold ? 700 : 1)
    // Text with the attribute `bold` is shown as bold above normal weight, because terminals cannot show a smaller
    // difference.
    let isBold = weight >= 600 || attributes.bold && weight > 400
    style.weight = weight <= 300 ? .faint : isBold ? .bold : .normal
    style.isItalic = attributes.italic
    style.underline = attributes.underline
    style.isStruck = attributes.strikethrough != nil
    guard depth != .none, depth != .dumb else {
      style.isReversed = attributes.background != nil
      return (style, false)
    }
    style.background = attributes.background.map { Self.mix($0, over: background) }
    let behind = style.background ?? background
    var isUnseen = false
    if let color = look.color {
      // An opacity without a colour applies to the colour of the text, which for plain text is that of the terminal.
      let isPlain = scheme.colors.isEmpty && attributes.foreground == nil
      let base = isPlain ? Self.faded(readable(on: behind), color.alpha) : color
      style.foreground = Self.mix(base, over: behind)
    } else if let color = attributes.foreground {
      let mixed = Self.mix(color, over: behind)
      isUnseen = Self.contrast(mixed, behind) < 1.5
      style.foreground = isUnseen ? nil : mixed
    }
    if style.background != nil, style.foreground == nil { style.foreground = readable(on: behind) }
    return (style, isUnseen)
  }

  /// Returns the terminal's text colour if it is legible on a background; otherwise black or white, whichever has more
  /// contrast.
  private func readable(on behind: Color) -> Color {
    if Self.contrast(text, behind) >= 3 { return text }
    return Self.contrast(.black, behind) > Self.contrast(.white, behind) ? .black : .white
  }

  private static func faded(_ color: Color, _ alpha: UInt8) -> Color {
    Color(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }

  static func mix(_ color: Color, over background: Color) -> Color {
    func channel(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let alpha = Int(color.alpha)
      return UInt8((Int(top) * alpha + Int(bottom) * (255 - alpha) + 127) / 255)
    }
    return Color(
      red: channel(color.red, background.red), green: channel(color.green, background.green),
      blue: channel(color.blue, background.blue))
  }

  /// Returns the contrast of two colours, 1…21; the luminance is computed with a gamma of 2 instead of the curve of
  /// sRGB.
  static func contrast(_ left: Color, _ right: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      func part(_ channel: UInt8) -> Double { Double(channel) * Double(channel) / 65025 }
      return 0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
    }
    let (first, second) = (luminance(left), luminance(right))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
