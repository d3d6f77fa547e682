internal import IAShapes
internal import IASyntax
internal import IAText

/// The destinations `\shp` and `\do`: shapes and drawing objects that are open, the innermost last.
struct RTFShape {
  private var open: [RTFOpenShape] = []
  private var propertyName = ""
  /// The name of the next property of a picture; `nil` outside of `\picprop`.
  private var pictureProperty: String?
  /// The picture of the last shape; `nil` if it has none.
  private var picture: SHA256Digest?

  /// Starts a shape.
  ///
  /// - Parameters:
  ///   - isOld: Whether it is a drawing object of Word 6 (`\do`).
  ///   - isGroup: Whether it is a group of shapes.
  ///   - isPart: Whether it is a part of another shape and placed inside it.
  mutating func begin(isOld: Bool, isGroup: Bool, isPart: Bool) {
    if !isOld { picture = nil }
    pictureProperty = nil
    open.append(RTFOpenShape(isOld: isOld, isGroup: isGroup, isPart: isPart))
  }

  /// Whether a shape is open.
  var isOpen: Bool { !open.isEmpty }

  /// Ends the innermost shape, and returns it; `nil` if none is open.
  ///
  /// A part of a group is drawn into the picture of the outermost group.
  ///
  /// - Parameter isInTable: Whether the shape is in a table, where objects have no placement.
  mutating func end(isInTable: Bool) -> RTFOpenShape? {
    guard !open.isEmpty else { return nil }
    let index = open.count - 1
    let place = isInTable ? nil : self.place(at: index)
    open[index].placePictures(at: place)
    if open[index].isPart {
      open[index].placeOfPart = self.place(at: index)
      if let outer = outermost(around: index), open[index].isGroup {
        open[outer].addEffects(of: open[index])
      } else if let outer = outermost(around: index) {
        let area = area(at: index)
        let shapes = area.flatMap { open[index].shapes(in: $0) }
        open[index].isDrawnPart = shapes != nil && !open[index].isBox
        open[outer].addEffects(of: open[index])
        open[outer].add(shapes, isShown: open[index].hasPicture || !open[index].streams.isEmpty)
      }
    }
    return open.popLast()
  }

  /// Returns the index of the outermost group that contains a part; `nil` if there is none.
  private func outermost(around index: Int) -> Int? {
    let outer = open[...index].lastIndex { !$0.isPart }
    return outer.flatMap { open[$0].isGroup ? $0 : nil }
  }

  /// Returns the area of a part in twips, relative to the upper left corner of the outermost group; `nil` if the part
  /// does not state it.
  private func area(at index: Int) -> RTFShapeArea? {
    guard let outer = outermost(around: index) else { return nil }
    var area = open[outer].area
    for part in open.indices[outer...index].dropFirst() {
      guard let inner = area.part(open[part].relative, of: open[part - 1].coordinates) else {
        return nil
      }
      area = inner
    }
    return area
  }

  /// Returns the place of a shape, or of a part of a group.
  private func place(at index: Int) -> RTFPlace? {
    guard open[index].isPart else { return open[index].place }
    guard let outer = outermost(around: index), var place = open[outer].place,
      let area = area(at: index)
    else { return nil }
    guard place.across.edge == nil, place.down.edge == nil else { return nil }
    place.across.offset += Int32(area.x.rounded())
    place.down.offset += Int32(area.y.rounded())
    (place.width, place.height) = (Int32(area.width.rounded()), -Int32(area.height.rounded()))
    return place
  }

  /// Applies a control word to the innermost shape.
  mutating func apply(_ word: RTFWord.Shape, _ value: Int32?) {
    guard !open.isEmpty else { return }
    open[open.count - 1].apply(word, value)
  }

  /// Records the stream of the text of the innermost shape.
  mutating func setText(stream: Int) {
    if !open.isEmpty { open[open.count - 1].streams.append(stream) }
  }

  /// Records the picture of a shape, and returns whether a picture in the text of the shape repeats it.
  ///
  /// Programs show the picture only once.
  mutating func repeats(_ attachment: Attachment, isInText: Bool) -> Bool {
    guard case .blob(let digest) = attachment.content else { return false }
    if propertyName == "pib" {
      picture = digest
      return false
    }
    return isInText && picture == digest
  }

  /// Keeps the picture of the innermost shape until the shape ends, because its properties can follow the picture.
  ///
  /// - Returns: Whether the picture is one of a shape, and not of text.
  mutating func hold(_ attachment: Attachment, _ effects: RTFPictureEffects) -> Bool {
    guard propertyName == "pib", !open.isEmpty else { return false }
    open[open.count - 1].hold(attachment, effects)
    return true
  }

  /// Starts the properties of a picture, which are not those of the shape around it.
  mutating func beginPictureProperties() { pictureProperty = "" }

  /// Ends a picture.
  mutating func endPicture() { pictureProperty = nil }

  /// Sets the name of the next property.
  mutating func setName(_ name: String) {
    if pictureProperty != nil { pictureProperty = name } else { propertyName = name }
  }

  /// Applies the last named property to the picture or the shape that is open.
  mutating func endValue(_ value: String, to picture: inout RTFPicture) {
    if let name = pictureProperty {
      picture.set(name, value)
      pictureProperty = ""
      return
    }
    if !open.isEmpty { open[open.count - 1].set(propertyName, value) }
    propertyName = ""
  }
}
