internal import IAFormats

/// The properties of a picture that are not read, although programs show the picture differently with them.
///
/// Source: [MS-ODRAW], "Blip" and "Transform" properties.
struct RTFPictureEffects {
  private var effects: Set<String> = []

  /// The effects, in alphabetical order.
  var names: [String] { effects.sorted() }

  /// Applies a property; properties without an effect on pictures are ignored.
  mutating func set(_ name: String, _ number: Int) {
    switch name {
    case "rotation", "relRotation": set("rotation", number % Self.fullTurn != 0)
    case "fFlipH", "fRelFlipH": set("horizontal mirroring", number != 0)
    case "fFlipV", "fRelFlipV": set("vertical mirroring", number != 0)
    case "fLine": set("line around it", number != 0)
    case "fShadow": set("shadow", number != 0)
    case "pictureContrast": set("contrast", number != 65_536)
    case "pictureBrightness": set("brightness", number != 0)
    case "pictureGray", "pictureBiLevel": set(name, number != 0)
    case "cropFromLeft", "cropFromTop", "cropFromRight", "cropFromBottom": set(name, number != 0)
    default: break
    }
  }

  /// A rotation by 360 degrees.
  static let fullTurn = 360 * 65_536

  /// Adds or removes an effect.
  private mutating func set(_ effect: String, _ isPresent: Bool) {
    if isPresent { effects.insert(effect) } else { effects.remove(effect) }
  }

  /// Returns the feature under which an effect is reported.
  static func feature(of effect: String) -> DocumentFeature {
    effect.hasPrefix("crop") ? .pictureCrop : .visualEffect
  }
}
