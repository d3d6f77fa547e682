/// A colour in sRGB with eight bits for each channel, not premultiplied.
public struct Color: Hashable, Sendable {
  /// The red channel, 0…255.
  public var red: UInt8
  /// The green channel, 0…255.
  public var green: UInt8
  /// The blue channel, 0…255.
  public var blue: UInt8
  /// The opacity, from 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// All channels as one number, red in the highest byte.
  var bits: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  /// Creates a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque colour from a number written as `0xRRGGBB`.
  public init(_ hex: UInt32) {
    self.init(
      red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF))
  }

  /// Creates a colour from `#RRGGBB` or `#RRGGBBAA` in upper or lower case, or `nil` for any other
  /// text.
  public init?(hex text: String) {
    let digits = Array(text.utf8.dropFirst())
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else {
      return nil
    }
    var value: UInt32 = 0
    for digit in digits {
      guard let nibble = Self.nibble(digit) else { return nil }
      value = value << 4 | UInt32(nibble)
    }
    if digits.count == 6 {
      self.init(value)
    } else {
      self.init(value >> 8)
      alpha = UInt8(value & 0xFF)
    }
  }

  /// The colour as `#RRGGBB`, or as `#RRGGBBAA` if it is not opaque.
  public var hex: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = [UInt8(ascii: "#")]
    for channel in channels {
      text.append(digits[Int(channel >> 4)])
      text.append(digits[Int(channel & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Opaque black.
  public static let black = Color(0x000000)
  /// Opaque white.
  public static let white = Color(0xFFFFFF)

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Color {
  /// The colour blended onto white.
  package var onWhite: Color { blended(onto: .white) }

  /// Returns the colour blended onto an opaque one.
  package func blended(onto paper: Color) -> Color {
    guard alpha != 255 else { return self }
    let share = Int(alpha)
    func mix(_ channel: UInt8, _ below: UInt8) -> UInt8 {
      UInt8((Int(channel) * share + Int(below) * (255 - share) + 127) / 255)
    }
    return Color(
      red: mix(red, paper.red), green: mix(green, paper.green), blue: mix(blue, paper.blue))
  }
}
