internal import CBlending
internal import CCairo
internal import CFreeType
internal import IAFonts
internal import IALayout

/// A cache of glyphs as opacity masks, each rasterised at up to four horizontal subpixel positions.
///
/// Cairo positions glyphs at whole pixels, so that their spacing is uneven, and it is slower. Cairo still draws glyphs
/// that are pictures, and very large glyphs. An atlas opens its own fonts and is not shared between threads.
@safe final class GlyphAtlas {
  /// The mask of a glyph.
  struct Mask {
    /// The offset of the mask in `masks`.
    var offset: UInt32
    /// The width, a multiple of 4.
    var width: UInt16
    var height: UInt16
    /// The distance from the whole pixel of the glyph's origin to the left side.
    var left: Int32
    /// The distance from the baseline up to the upper side.
    var top: Int32

    /// Returns the mask with its upper left corner at a pixel.
    func placed(x: Int32, y: Int32) -> Placed {
      ia_placed_mask(offset: offset, width: width, height: height, left: x, top: y)
    }
  }

  /// A mask with its position.
  typealias Placed = ia_placed_mask

  /// A font at a size in pixels.
  final class SizedFont {
    fileprivate let file: AtlasFile
    fileprivate let font: FontInstance
    fileprivate let pixels: Double
    /// For each glyph and subpixel position the index of its mask in `found`; 0 if it was not rasterised yet.
    fileprivate var numbers: [UInt32] = []

    fileprivate init(_ file: AtlasFile, _ font: FontInstance, pixels: Double) {
      self.file = file
      self.font = font
      self.pixels = pixels
    }
  }

  private struct Key: Equatable {
    var font: FontInstance
    var pixels: Double
  }

  /// The masks of the current run; the memory is reused.
  private(set) var placed: [Placed] = []
  /// The concatenated masks.
  private(set) var masks: [UInt8] = []
  private var found = [nothing]
  /// The number of masks rasterised since the atlas was created.
  private(set) var rasterisedGlyphs = 0
  /// The cached fonts; there are few enough for a linear search.
  private var fonts: [(key: Key, font: SizedFont?)] = []
  /// The opened files by the index of the face; an inner `nil` marks a file that could not be opened.
  private var files: [AtlasFile??] = []
  private let collection: FontCollection
  private let library: FT_Library?
  private let capacity: Int

  private static let nothing = Mask(offset: 0, width: 0, height: 0, left: 0, top: 0)
  /// The maximum size of cached glyphs, in pixels per em.
  static let maximumSize = 160.0
  /// The size in bytes of the glyph masks of a typical page of plain text.
  private static let usual = 256 << 10
  /// The size in bytes of all masks above which no more glyphs of the current run are rasterised; these glyphs are
  /// omitted.
  private static let most = 64 << 20
  /// The maximum number of fonts at a size; the atlas is emptied if there are more.
  private static let maximumFonts = 64

  /// Creates an atlas.
  ///
  /// - Parameters:
  ///   - collection: The fonts.
  ///   - capacity: The size of the masks in bytes above which the atlas is emptied.
  init(_ collection: FontCollection, capacity: Int = 16 << 20) {
    self.collection = collection
    self.capacity = capacity
    var library: FT_Library?
    unsafe FT_Init_FreeType(&library)
    unsafe self.library = library
    masks.reserveCapacity(Self.usual)
  }

  deinit {
    // FreeType closes the files with the library.
    if let library = unsafe library { unsafe FT_Done_FreeType(library) }
  }

  /// Returns a font at a size; `nil` if Cairo must draw it or if it cannot be opened.
  func font(_ font: FontInstance, pixels: Double) -> SizedFont? {
    if masks.count > capacity || fonts.count > Self.maximumFonts { forget() }
    let key = Key(font: font, pixels: pixels)
    if let known = fonts.last(where: { $0.key == key }) { return known.font }
    let made = make(key)
    fonts.append((key, made))
    return made
  }

  private func forget() {
    masks.removeAll(keepingCapacity: true)
    found.removeLast(found.count - 1)
    fonts.removeAll(keepingCapacity: true)
  }

  private func make(_ key: Key) -> SizedFont? {
    guard key.pixels > 0, key.pixels <= Self.maximumSize,
      collection.faces.indices.contains(key.font.face), !collection.faces[key.font.face].isColor,
      let file = file(key.font.face)
    else { return nil }
    return SizedFont(file, key.font, pixels: key.pixels)
  }

  private func file(_ face: Int) -> AtlasFile? {
    if files.isEmpty { files = Array(repeating: nil, count: collection.faces.count) }
    if let known = files[face] { return known }
    let described = collection.faces[face]
    let file = unsafe library.flatMap {
      unsafe AtlasFile($0, path: described.path, index: described.index)
    }
    files[face] = .some(file)
    return file
  }

  /// Returns the mask of a glyph at one of four horizontal subpixel positions.
  func mask(_ glyph: UInt16, quarter: Int, of font: SizedFont) -> Mask {
    let slot = Int(glyph) << 2 | quarter
    if slot < font.numbers.count, font.numbers[slot] != 0 {
      return found[Int(font.numbers[slot])]
    }
    rasterisedGlyphs += 1
    let mask =
      masks.count > Self.most
      ? Self.nothing
      : font.file.draw(glyph, quarter: quarter, font.font, pixels: font.pixels, to: &masks)
        ?? Self.nothing
    if slot >= font.numbers.count {
      font.numbers.append(contentsOf: repeatElement(0, count: slot + 256 - font.numbers.count))
    }
    font.numbers[slot] = UInt32(found.count)
    found.append(mask)
    return mask
  }

  // MARK: Placing

  /// Finds the masks of a run's glyphs and their positions, and stores them in `placed`.
  ///
  /// - Parameters:
  ///   - run: The glyphs.
  ///   - font: Their font at its size in pixels.
  ///   - scale: The number of pixels per point.
  ///   - origin: The origin of the run's coordinates, in pixels.
  func place(
    _ run: borrowing GlyphRun, _ font: SizedFont, scale: Double, origin: Point
  ) {
    var list: [Placed] = []
    swap(&list, &placed)
    list.removeAll(keepingCapacity: true)
    var index = 0
    while index < run.glyphs.count {
      index = placeKnown(run, from: index, font.numbers, scale, origin, &list)
      guard index < run.glyphs.count else { break }
      // The masks before this glyph are already in the list.
      let quarters = Self.whole((run.x[index] * scale + origin.x) * 4)
      _ = mask(run.glyphs[index], quarter: quarters & 3, of: font)
    }
    swap(&list, &placed)
  }

  /// Adds glyphs to the list until the first whose mask is not rasterised yet, and returns the index of that glyph.
  private func placeKnown(
    _ run: borrowing GlyphRun, from start: Int, _ numbers: [UInt32], _ scale: Double,
    _ origin: Point, _ list: inout [Placed]
  ) -> Int {
    let found = found
    for index in start..<run.glyphs.count {
      let x = run.x[index] * scale + origin.x
      let y = run.y[index] * scale + origin.y
      guard abs(x) < Self.furthest, abs(y) < Self.furthest else { continue }
      let quarters = Self.whole(x * 4)
      let slot = Int(run.glyphs[index]) << 2 | quarters & 3
      guard slot < numbers.count, numbers[slot] != 0 else { return index }
      let mask = found[Int(numbers[slot])]
      guard mask.width > 0 else { continue }
      list.append(
        mask.placed(
          x: Int32(truncatingIfNeeded: quarters >> 2) + mask.left,
          y: Int32(truncatingIfNeeded: Self.whole(y)) - mask.top))
    }
    return run.glyphs.count
  }

  /// The maximum distance of a glyph from the origin, in pixels; glyphs farther away are not drawn.
  private static let furthest = 1e6

  /// Returns the nearest integer, with halves rounded up.
  ///
  /// The absolute value must be less than four times `furthest`.
  private static func whole(_ value: Double) -> Int {
    Int(value + (8_388_608 + 0.5)) - 8_388_608
  }
}

/// A font file that is opened by an atlas.
@safe private final class AtlasFile {
  private let face: FT_Face
  private var shown: (weight: Int?, pixels: Double)?

  init?(_ library: FT_Library, path: String, index: Int) {
    var face: FT_Face?
    guard unsafe FT_New_Face(library, path, FT_Long(index), &face) == 0, let face = unsafe face
    else { return nil }
    unsafe self.face = face
  }

  /// Appends the mask of a glyph; returns `nil` if the glyph has no ink or is damaged.
  func draw(
    _ glyph: UInt16, quarter: Int, _ font: FontInstance, pixels: Double, to masks: inout [UInt8]
  ) -> GlyphAtlas.Mask? {
    guard prepare(font, pixels) else { return nil }
    var matrix = FT_Matrix(xx: 0x10000, xy: 0, yx: 0, yy: 0x10000)
    if font.isSlanted { matrix.xy = FT_Fixed(ScaledFace.slant * 65_536) }
    var delta = FT_Vector(x: FT_Pos(quarter * 16), y: 0)
    unsafe FT_Set_Transform(face, &matrix, &delta)
    let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP)
    guard unsafe FT_Load_Glyph(face, FT_UInt(glyph), flags) == 0,
      let slot = unsafe face.pointee.glyph
    else { return nil }
    if font.strokeChange != 0, unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
      unsafe StrokeChange.apply(font.strokeChange, to: &slot.pointee.outline, size: pixels)
    }
    guard unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, width < 4096, height < 4096, let buffer = unsafe bitmap.buffer,
      unsafe Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_GRAY.rawValue)
    else { return nil }
    let padded = (width + 3) & ~3
    let offset = masks.count
    masks.append(contentsOf: repeatElement(0, count: padded * height))
    unsafe masks.withUnsafeMutableBytes { masks in
      guard let target = masks.baseAddress else { return }
      for row in 0..<height {
        unsafe (target + offset + row * padded)
          .copyMemory(from: buffer + row * Int(bitmap.pitch), byteCount: width)
      }
    }
    return unsafe GlyphAtlas.Mask(
      offset: UInt32(offset), width: UInt16(padded), height: UInt16(height),
      left: slot.pointee.bitmap_left, top: slot.pointee.bitmap_top)
  }

  /// Sets the size and the weight.
  private func prepare(_ font: FontInstance, _ pixels: Double) -> Bool {
    if let shown, shown.weight == font.variableWeight, shown.pixels == pixels { return true }
    shown = nil
    let size = FT_F26Dot6((pixels * 64).rounded())
    guard unsafe FT_Set_Char_Size(face, size, size, 72, 72) == 0 else { return false }
    if let weight = font.variableWeight { unsafe FaceWeight.set(weight, of: face) }
    shown = (font.variableWeight, pixels)
    return true
  }
}
