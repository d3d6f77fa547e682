internal import IABytes
internal import IAFonts
internal import IASyntax

/// The pictures of a PDF; each is stored once.
struct PDFPictures {
  private struct Entry {
    /// The picture, which the key identifies as long as the picture exists.
    weak var picture: Picture?
    var number: Int
  }

  private struct GlyphKey: Hashable {
    var font: FontInstance
    var glyph: UInt16
    var side: Int
  }

  /// A colour glyph.
  struct Glyph {
    /// The number of its picture.
    var number: Int
    /// The position and size of the picture relative to the origin of the glyph, *y* downwards, in ems.
    var box: (x: Double, y: Double, width: Double, height: Double)
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var digests: [SHA256Digest: Int] = [:]
  private var glyphs: [GlyphKey: Glyph?] = [:]
  /// The numbers of the objects by the numbers of the pictures.
  private(set) var objects: [Int] = []

  /// Returns the number of a picture, which is added to the file if it is new.
  mutating func number(of picture: Picture, in file: inout PDFObjects) -> Int {
    let key = ObjectIdentifier(picture)
    if let known = entries[key], known.picture === picture { return known.number }
    let number =
      picture.jpeg.map { add($0, picture.size, to: &file) } ?? add(picture.bitmap, to: &file)
    entries[key] = Entry(picture: picture, number: number)
    return number
  }

  /// The sizes at which colour glyphs are stored, in pixels per em; the last is that of bitmap fonts.
  private static let sides = [16, 24, 32, 48, 68, 96, 136]
  /// The minimum number of pixels per point of colour glyphs.
  private static let pixelsPerPoint = 2.0

  /// Returns a colour glyph as a picture; `nil` if it has no ink.
  mutating func glyph(
    _ glyph: UInt16, _ font: FontInstance, size: Double, _ faces: FaceCache,
    in file: inout PDFObjects
  ) -> Glyph? {
    let side = Self.sides.first { Double($0) >= size * Self.pixelsPerPoint } ?? 136
    let key = GlyphKey(font: font, glyph: glyph, side: side)
    if let known = glyphs[key] { return known }
    var found: Glyph?
    if let face = faces.face(font, size: Double(side), scale: 1), face.canDraw(glyph),
      let image = GlyphOutline.picture(of: glyph, face)
    {
      let em = Double(side)
      let size = image.surface.size
      found = Glyph(
        number: add(image.surface.bitmap, to: &file),
        box: (image.x / em, image.y / em, Double(size.width) / em, Double(size.height) / em))
    }
    glyphs[key] = .some(found)
    return found
  }

  /// Adds a JPEG.
  private mutating func add(
    _ jpeg: JPEGSegments, _ size: PixelSize, to file: inout PDFObjects
  ) -> Int {
    let digest = SHA256Digest(of: jpeg.bytes)
    if let known = digests[digest] { return known }
    let entries =
      Self.entries(size) + "/ColorSpace /Device\(jpeg.componentCount == 1 ? "Gray" : "RGB") "
    objects.append(file.addStream(packed: jpeg.bytes, entries: entries + "/Filter /DCTDecode "))
    digests[digest] = objects.count - 1
    return objects.count - 1
  }

  /// Returns the entries that the dictionaries of all pictures have.
  private static func entries(_ size: PixelSize) -> String {
    "/Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) "
      + "/BitsPerComponent 8 /Interpolate true "
  }

  /// Adds the pixels of a picture, and a soft mask with their opacities if it is not opaque.
  private mutating func add(_ bitmap: Bitmap, to file: inout PDFObjects) -> Int {
    let (colors, opacity) = Self.channels(of: bitmap)
    var hasher = SHA256Hasher()
    hasher.update(colors.span)
    hasher.update(opacity.span)
    hasher.update(Array("\(bitmap.size.width)".utf8).span)
    let digest = hasher.finish()
    if let known = digests[digest] { return known }
    let entries = Self.entries(bitmap.size)
    let mask =
      opacity.isEmpty
      ? "" : "/SMask \(file.addStream(opacity, entries: entries + "/ColorSpace /DeviceGray ")) 0 R "
    let isGray = colors.count == bitmap.pixels.count
    objects.append(
      file.addStream(
        colors,
        entries: entries + "/ColorSpace /Device\(isGray ? "Gray" : "RGB") " + mask))
    digests[digest] = objects.count - 1
    return objects.count - 1
  }

  /// Returns the colours of the pixels, with one byte each if all pixels are grey, otherwise three, and their
  /// opacities, which are empty if all pixels are opaque.
  private static func channels(of bitmap: Bitmap) -> (colors: [UInt8], opacity: [UInt8]) {
    var opacity: [UInt8] = []
    var isGray = true
    for pixel in bitmap.pixels where isGray {
      isGray = pixel & 0xFF == pixel >> 8 & 0xFF && pixel & 0xFF == pixel >> 16 & 0xFF
    }
    if bitmap.pixels.contains(where: { $0 >> 24 < 255 }) {
      opacity = bitmap.pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) }
    }
    var colors: [UInt8] = []
    colors.reserveCapacity(bitmap.pixels.count * (isGray ? 1 : 3))
    for pixel in bitmap.pixels {
      if !isGray {
        colors.append(channel(pixel, 16))
        colors.append(channel(pixel, 8))
      }
      colors.append(channel(pixel, 0))
    }
    return (colors, opacity)
  }

  /// Returns a channel of a pixel without the premultiplied opacity.
  private static func channel(_ pixel: UInt32, _ shift: UInt32) -> UInt8 {
    let (alpha, value) = (pixel >> 24, pixel >> shift & 0xFF)
    if alpha == 255 { return UInt8(truncatingIfNeeded: value) }
    return alpha == 0 ? 0 : UInt8(clamping: (value * 255 + alpha / 2) / alpha)
  }
}
