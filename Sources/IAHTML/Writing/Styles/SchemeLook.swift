internal import IAText

/// The CSS of one step of a render scheme under one set of attributes.
///
/// Colours that fade are exact without a second copy of the glyphs. Where one layer lies still and
/// the other of the same glyphs fades, their composite is, in premultiplied colour, a straight line
/// between its values at the two ends of the fade: top over bottom is `t·F + (1 - t·f)·C` for a
/// fading top layer and `C + (1 - c)·b·F` for a fading bottom layer, `t` and `b` being the eased
/// opacities, small letters the alphas. CSS mixes colours in just that way.
struct SchemeLook {
  /// The declarations while nothing moves.
  var still: String
  /// The declaration while the scheme moves, or `nil` if it does not.
  var moving: String?
  /// The declaration on a dark ground; `nil` for the same as on a light one.
  var dark: String?
  /// Both: the declaration while the scheme moves on a dark ground.
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
    // A scheme that only sets opacities works on the page's own ink where the text has no colour.
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

  /// Returns a colour, or only its opacity if it represents the ink.
  private static func css(_ color: Color, usesInk: Bool) -> String {
    guard usesInk else { return CSSText.color(color) }
    let alpha = CSSText.number(Double(color.alpha) / 255, in: 0...1) ?? "1"
    return "rgb(var(--ia-ink)/\(alpha))"
  }
}

extension RenderScheme.Animation {
  /// Returns the composite of the two layers at both ends of the fade.
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
  /// The ground of the dark page.
  static let darkGround = Color(0x17181C)

  /// Returns the colour with its opacity multiplied.
  func faded(_ opacity: Double) -> Color {
    var faded = self
    faded.alpha = UInt8((Double(alpha) * min(max(opacity, 0), 1)).rounded())
    return faded
  }

  /// Returns this colour with an opacity, drawn over another.
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

  /// Returns the colour mixed with as much white as it takes to read it on the dark ground: 4.5 : 1 as
  /// WCAG 2.2 counts, with squares in place of its powers of 2.4.
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
