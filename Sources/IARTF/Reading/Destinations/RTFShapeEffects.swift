/// The properties of a shape that are not read, although programs show the shape differently with them.
///
/// Source: [MS-ODRAW], "Text", "Transform" and "Group Shape" properties.
struct RTFShapeEffects {
  /// The effects on the whole shape.
  private(set) var ofShape: Set<String> = []
  /// The effects on its text.
  private(set) var ofText: Set<String> = []

  /// Applies a property; properties without an effect are ignored.
  mutating func set(_ name: String, _ number: Int) {
    switch name {
    case "pctHoriz": Self.set(&ofShape, "relative width", number > 0)
    case "pctVert": Self.set(&ofShape, "relative height", number > 0)
    case "fc3D": Self.set(&ofShape, "depth", number != 0)
    // With 4, only East Asian letters are turned.
    case "txflTextFlow":
      Self.set(&ofText, "direction of the text", number != 0 && number != 4)
    case "rotation", "relRotation":
      Self.set(&ofText, "rotation of the text", number % RTFPictureEffects.fullTurn != 0)
    case "fFlipV", "fRelFlipV": Self.set(&ofText, "mirroring of the text", number != 0)
    case "anchorText": Self.set(&ofText, "vertical alignment of the text", number != 0)
    case "hspNext": Self.set(&ofText, "text that continues in another shape", number != 0)
    case "ccol": Self.set(&ofText, "columns of the text", number > 1)
    default: break
    }
  }

  /// Adds or removes an effect.
  private static func set(_ effects: inout Set<String>, _ effect: String, _ isPresent: Bool) {
    if isPresent { effects.insert(effect) } else { effects.remove(effect) }
  }
}
