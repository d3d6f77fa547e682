internal import IASyntax
internal import IAText

/// The destinations `\sn` and `\sv`: the properties of a shape.
struct RTFShape {
  private var propertyName = ""
  /// The picture of the last shape; `nil` if it has none.
  private var picture: SHA256Digest?

  /// Starts a shape.
  mutating func begin() { picture = nil }

  /// Returns whether a picture in the text of a shape is the picture of the shape, which programs show once; records
  /// the picture of the shape.
  mutating func repeats(_ attachment: Attachment, isInText: Bool) -> Bool {
    guard case .blob(let digest) = attachment.content else { return false }
    if propertyName == "pib" {
      picture = digest
      return false
    }
    return isInText && picture == digest
  }

  /// Sets the name of the next property.
  mutating func setName(_ name: String) { propertyName = name }

  /// Applies the last named property to the picture.
  mutating func endValue(_ value: String, to picture: inout RTFPicture) {
    if propertyName == "wzDescription", !value.isEmpty { picture.altText = value }
    if propertyName == "fHorizRule", value == "1" { picture.isRule = true }
    propertyName = ""
  }
}
