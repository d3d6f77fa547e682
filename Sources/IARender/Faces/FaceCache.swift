public import IAFonts

/// A cache of the faces with which a painter draws.
///
/// A cache is not shared between threads; each drawing thread has its own.
public final class FaceCache {
  /// The fonts of the faces.
  public let fonts: FontCollection

  private struct Key: Hashable {
    var font: FontInstance
    var size: Double
    var scale: Double
  }

  private var faces: [Key: ScaledFace?] = [:]
  /// The face that was requested last, which the next run usually uses too.
  private var last: (key: Key, face: ScaledFace?)?

  /// The number of faces at which the cache is emptied.
  private static let capacity = 512

  /// Creates a cache.
  public init(fonts: FontCollection) { self.fonts = fonts }

  /// Returns a face at a size; `nil` if the font's file is damaged.
  func face(_ font: FontInstance, size: Double, scale: Double) -> ScaledFace? {
    let key = Key(font: font, size: size, scale: scale)
    if let last, last.key == key { return last.face }
    let face = faces[key] ?? make(key)
    last = (key, face)
    return face
  }

  private func make(_ key: Key) -> ScaledFace? {
    if faces.count >= Self.capacity { faces.removeAll(keepingCapacity: true) }
    let face = makeFace(key)
    faces[key] = .some(face)
    return face
  }

  private func makeFace(_ key: Key) -> ScaledFace? {
    guard fonts.faces.indices.contains(key.font.face) else { return nil }
    let face = fonts.faces[key.font.face]
    guard let file = FontFile.open(path: face.path, index: face.index) else { return nil }
    let isStored =
      key.font.strokeChange == 0
      && (key.font.variableWeight == nil || key.font.variableWeight == file.storedWeight)
    if isStored || face.isColor {
      return ScaledFace(file, key.font, size: key.size, scale: key.scale)
    }
    return ScaledFace(
      path: face.path, index: face.index, key.font, size: key.size, scale: key.scale)
  }

  /// Returns the glyph of a capital M; `nil` if the font has none.
  func wideGlyph(_ font: FontInstance) -> UInt16? {
    guard fonts.faces.indices.contains(font.face) else { return nil }
    let face = fonts.faces[font.face]
    return FontFile.open(path: face.path, index: face.index)?.wideGlyph
  }

  /// Returns whether a font's glyphs are pictures in colour.
  func isColor(_ font: FontInstance) -> Bool {
    fonts.faces.indices.contains(font.face) && fonts.faces[font.face].isColor
  }
}
