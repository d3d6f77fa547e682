internal import IAText

/// The CSS of one scheme step for one inline attribute set.
///
/// Animated colours need no second copy of the glyphs. If one layer is constant and the other layer
/// of the same glyphs fades, the composite in premultiplied colour is linear between its values at
/// both ends: `t·F + (1 − t·f)·C` for a fading top layer and `C + (1 − c)·b·F` for a fading bottom
/// layer. *F* is the fading and *C* the constant colour, *f* and *c* their alpha values, *t* and
/// *b* the opacities. `color-mix()` interpolates in the same way.
struct SchemeLook {
  /// The declarations without animation.
  var still: String
  /// The animated `color` declaration; `nil` without animation.
  var moving: String?
  /// The `color` declaration for a dark background; `nil` if it is the same.
  var dark: String?
  /// The animated `color` declaration for a dark background; `nil` if it is the same.
  var movingDark: String?

  init(
    _ scheme: RenderScheme, step: Int, attributes: InlineAttributes,
    animation: AnimationParameters?, fontSize: Double = DisplayOptions.defaultFontSize
  ) {
    let look = scheme.look(at: step, of: attributes, defaultFontSize: fontSize)
    var css = Declarations()
    css.add("font-weight", look.weight.map(String.init))
    if let size = look.fontSize {
      if attributes.fontSize == nil {
        let share = size / fontSize
        css.add("font-size", CSSText.number(share, in: 0.05...100).map { $0 + "em" })
      } else {
        css.add("font-size", CSSText.points(size, in: 0.5...2000))
      }
    }
    // A scheme without colours applies its opacities to the default text colour of the page.
    let usesInk = scheme.colors.isEmpty && attributes.foreground == nil
    if let color = look.color {
      css.add("color", Self.css(color, usesInk: usesInk))
      let lighter = usesInk ? color : color.readableOnDark()
      if lighter != color { dark = "color:" + Self.css(lighter, usesInk: false) }
      if let animation, let layers = scheme.animation {
        func fade(_ color: Color) -> String {
          let ends = layers.ends(over: color, animation)
          return "color:color-mix(in srgb,\(Self.css(ends.from, usesInk: usesInk)),"
            + "\(Self.css(ends.to, usesInk: usesInk)) calc(var(--ia-t)*100%))"
        }
        moving = fade(color)
        if lighter != color { movingDark = fade(lighter) }
      }
    }
    still = css.text
  }

  /// Returns a colour, or only its opacity with the default text colour.
  private static func css(_ color: Color, usesInk: Bool) -> String {
    guard usesInk else { return CSSText.color(color) }
    let alpha = CSSText.number(Double(color.alpha) / 255, in: 0...1) ?? "1"
    return "rgb(var(--ia-ink)/\(alpha))"
  }
}

extension RenderScheme.Animation {
  /// Returns the composite colours of the two layers at both ends of the fade.
  func ends(over still: Color, _ parameters: AnimationParameters) -> (from: Color, to: Color) {
    switch fadingLayer {
    case .top:
      (
        fadingColor.over(still, opacity: parameters.topLayerFrom),
        fadingColor.over(still, opacity: parameters.topLayerTo)
      )
    case .bottom:
      (
        still.over(fadingColor.faded(parameters.bottomLayerFrom), opacity: 1),
        still.over(fadingColor.faded(parameters.bottomLayerTo), opacity: 1)
      )
    }
  }
}

extension Color {
  /// The background of a dark page.
  static let darkGround = Color(0x17181C)

  /// Returns the colour with its alpha multiplied by an opacity, which is limited to 0 to 1; 0 if it is not a number.
  func faded(_ opacity: Double) -> Color {
    var faded = self
    faded.alpha = UInt8((Double(alpha) * (opacity > 0 ? min(opacity, 1) : 0)).rounded())
    return faded
  }

  /// Returns this colour with an opacity, composited over another colour.
  func over(_ below: Color, opacity: Double) -> Color {
    let top = Double(faded(opacity).alpha) / 255
    let bottom = Double(below.alpha) / 255 * (1 - top)
    let sum = top + bottom
    guard sum > 0 else { return Color(red: red, green: green, blue: blue, alpha: 0) }
    func mix(_ upper: UInt8, _ lower: UInt8) -> UInt8 {
      UInt8(((Double(upper) * top + Double(lower) * bottom) / sum).rounded())
    }
    return Color(
      red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue),
      alpha: UInt8((sum * 255).rounded()))
  }

  /// Returns the colour mixed with white until its contrast with `darkGround` is at least 4.5 : 1.
  ///
  /// The contrast is that of WCAG 2.2, with the exponent 2 instead of 2.4 for the relative
  /// luminance.
  func readableOnDark() -> Color {
    func luminance(_ color: Color) -> Double {
      func linear(_ channel: UInt8) -> Double { Double(channel) * Double(channel) / 65_025 }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let least = 4.5 * (luminance(.darkGround) + 0.05) - 0.05
    var lighter = self
    var share = 0.0
    while luminance(lighter) < least, share < 1 {
      share += 0.1
      lighter = Color.white.over(Color(red: red, green: green, blue: blue), opacity: share)
      lighter.alpha = alpha
    }
    return lighter
  }
}
