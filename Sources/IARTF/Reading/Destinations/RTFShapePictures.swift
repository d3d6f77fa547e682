internal import IAText

/// The pictures of an open shape, which the document receives when the shape ends.
struct RTFShapePictures {
  /// The pictures.
  private(set) var attachments: [Attachment] = []
  /// The effects on the pictures that the shape states.
  private var outer = RTFPictureEffects()
  /// The effects that the pictures themselves state.
  private var inner: Set<String> = []

  /// The effects on the pictures that are not shown, in alphabetical order; empty without pictures.
  var missingEffects: [String] {
    attachments.isEmpty ? [] : inner.union(outer.names).sorted()
  }

  /// Adds a picture.
  mutating func add(_ attachment: Attachment, _ effects: RTFPictureEffects) {
    attachments.append(attachment)
    inner.formUnion(effects.names)
  }

  /// Applies a property of the shape.
  mutating func set(_ name: String, _ number: Int) { outer.set(name, number) }

  /// Sets the alternative text, and the place and size, of all pictures; `nil` leaves them as they are.
  mutating func set(_ altText: String?, _ place: RTFPlace?) {
    for index in attachments.indices {
      if let altText { attachments[index].altText = altText }
      guard let place else { continue }
      attachments[index].placement = place.placement
      if place.width > 0, place.height != 0 {
        attachments[index].displayWidth = RTFPlace.points(place.width)
        attachments[index].displayHeight = RTFPlace.points(abs(place.height))
      }
    }
  }
}
