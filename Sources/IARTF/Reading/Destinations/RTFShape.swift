/// The destinations `\sn` and `\sv`: the properties of a shape.
struct RTFShape {
  private var propertyName = ""

  /// Sets the name of the next property.
  mutating func setName(_ name: String) { propertyName = name }

  /// Applies the last named property to the picture.
  mutating func endValue(_ value: String, to picture: inout RTFPicture) {
    if propertyName == "wzDescription", !value.isEmpty { picture.altText = value }
    if propertyName == "fHorizRule", value == "1" { picture.isRule = true }
    propertyName = ""
  }
}
