internal import CCairo
internal import CFreeType
internal import IAFonts

/// Letters as masks of opacity, drawn once at each of four places between two pixels.
///
/// Cairo puts letters on whole pixels, so that their distances waver; and it is slower. Fonts whose
/// glyphs are pictures, and very large letters, are Cairo's all the same. Not shared between threads:
/// an atlas opens its fonts itself.
@safe final class GlyphAtlas {
  /// A letter's mask.
  struct Mask {
    /// Where it starts in `masks`.
    var offset: Int
    /// The width, a multiple of 4.
    var width: Int
    var height: Int
    /// From the whole pixel of the origin to the left side.
    var left: Int
    /// From the baseline up to the upper side.
    var top: Int
  }

  /// A font at a size in pixels.
  final class SizedFont {
    fileprivate let file: AtlasFile
    fileprivate let font: FontInstance
    fileprivate let pixels: Double
    /// For each glyph and place the number of its mask, 0 for none yet.
    fileprivate var numbers: [UInt32] = []

    fileprivate init(_ file: AtlasFile, _ font: FontInstance, pixels: Double) {
      self.file = file
      self.font = font
      self.pixels = pixels
    }
  }

  private struct Key: Hashable {
    var font: FontInstance
    var pixels: Double
  }

  /// The masks, one after the other.
  private(set) var masks: [UInt8] = []
  private var found: [Mask] = [Mask(offset: 0, width: 0, height: 0, left: 0, top: 0)]
  private var fonts: [Key: SizedFont?] = [:]
  private var files: [Int: AtlasFile?] = [:]
  private let collection: FontCollection
  private let library: FT_Library?

  /// The largest letters that are kept, in pixels of size.
  static let maximumSize = 160.0
  /// How many bytes of masks are kept.
  private static let capacity = 16 << 20

  init(_ collection: FontCollection) {
    self.collection = collection
    var library: FT_Library?
    unsafe FT_Init_FreeType(&library)
    unsafe self.library = library
  }

  deinit {
    // Files are closed with the library.
    if let library = unsafe library { unsafe FT_Done_FreeType(library) }
  }

  /// A font at a size; nil where it is Cairo's to draw or cannot be opened.
  func font(_ font: FontInstance, pixels: Double) -> SizedFont? {
    let key = Key(font: font, pixels: pixels)
    if let known = fonts[key] { return known }
    if masks.count > Self.capacity || fonts.count > 512 { forget() }
    let made = make(key)
    fonts[key] = .some(made)
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
    if let known = files[face] { return known }
    let described = collection.faces[face]
    let file = unsafe library.flatMap {
      unsafe AtlasFile($0, path: described.path, index: described.index)
    }
    files[face] = .some(file)
    return file
  }

  /// The mask of a glyph at one of four places between two pixels.
  func mask(_ glyph: UInt16, quarter: Int, of font: SizedFont) -> Mask {
    let slot = Int(glyph) << 2 | quarter
    if slot < font.numbers.count, font.numbers[slot] != 0 {
      return found[Int(font.numbers[slot])]
    }
    let mask = font.file.draw(
      glyph, quarter: quarter, font.font, pixels: font.pixels, to: &masks)
    if slot >= font.numbers.count {
      font.numbers.append(contentsOf: repeatElement(0, count: slot + 256 - font.numbers.count))
    }
    font.numbers[slot] = UInt32(found.count)
    found.append(mask)
    return mask
  }
}

/// A font's file as an atlas has it open.
@safe private final class AtlasFile {
  private let face: FT_Face
  private var shown: (weight: Int?, pixels: Double)?

  init?(_ library: FT_Library, path: String, index: Int) {
    var face: FT_Face?
    guard unsafe FT_New_Face(library, path, FT_Long(index), &face) == 0, let face = unsafe face
    else { return nil }
    unsafe self.face = face
  }

  /// Appends a glyph's mask; an empty one where there is nothing to see or the glyph is damaged.
  func draw(
    _ glyph: UInt16, quarter: Int, _ font: FontInstance, pixels: Double, to masks: inout [UInt8]
  ) -> GlyphAtlas.Mask {
    let none = GlyphAtlas.Mask(offset: masks.count, width: 0, height: 0, left: 0, top: 0)
    guard prepare(font, pixels) else { return none }
    var matrix = FT_Matrix(xx: 0x10000, xy: 0, yx: 0, yy: 0x10000)
    if font.isSlanted { matrix.xy = FT_Fixed(ScaledFace.slant * 65_536) }
    var delta = FT_Vector(x: FT_Pos(quarter * 16), y: 0)
    unsafe FT_Set_Transform(face, &matrix, &delta)
    let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP)
    guard unsafe FT_Load_Glyph(face, FT_UInt(glyph), flags) == 0,
      let slot = unsafe face.pointee.glyph
    else { return none }
    if font.isEmboldened { unsafe FT_GlyphSlot_Embolden(slot) }
    guard unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return none }
    let bitmap = unsafe slot.pointee.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, width < 4096, height < 4096, let buffer = unsafe bitmap.buffer,
      unsafe Int32(bitmap.pixel_mode) == Int32(FT_PIXEL_MODE_GRAY.rawValue)
    else { return none }
    let padded = (width + 3) & ~3
    let offset = masks.count
    for row in 0..<height {
      let start = unsafe buffer + row * Int(bitmap.pitch)
      unsafe masks.append(contentsOf: UnsafeBufferPointer(start: start, count: width))
      masks.append(contentsOf: repeatElement(0, count: padded - width))
    }
    return unsafe GlyphAtlas.Mask(
      offset: offset, width: padded, height: height, left: Int(slot.pointee.bitmap_left),
      top: Int(slot.pointee.bitmap_top))
  }

  /// Sets the size and the weight.
  private func prepare(_ font: FontInstance, _ pixels: Double) -> Bool {
    if let shown, shown.weight == font.variableWeight, shown.pixels == pixels { return true }
    shown = nil
    let size = FT_F26Dot6((pixels * 64).rounded())
    guard unsafe FT_Set_Char_Size(face, size, size, 72, 72) == 0 else { return false }
    if let weight = font.variableWeight { setWeight(weight) }
    shown = (font.variableWeight, pixels)
    return true
  }

  private func setWeight(_ weight: Int) {
    var axes: UnsafeMutablePointer<FT_MM_Var>?
    guard unsafe FT_Get_MM_Var(face, &axes) == 0, let axes = unsafe axes else { return }
    let count = unsafe Int(axes.pointee.num_axis)
    var places: [FT_Fixed] = []
    for index in 0..<count {
      let axis = unsafe axes.pointee.axis[index]
      // The tag of the axis, "wght".
      let isWeight = unsafe axis.tag == 0x7767_6874
      unsafe places.append(isWeight ? FT_Fixed(weight) << 16 : axis.def)
    }
    unsafe FT_Set_Var_Design_Coordinates(face, FT_UInt(count), &places)
    // FreeType's own allocator made it; the library frees it.
    unsafe FT_Done_MM_Var(face.pointee.glyph.pointee.library, axes)
  }
}
