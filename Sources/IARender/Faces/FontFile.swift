internal import CFreeType
internal import Synchronization

/// A face of a font file, opened by FreeType.
///
/// Each face is opened once in a process and is never closed: Cairo may use it longer than the caller that requested
/// it. The number of open faces is at most the number of faces that are installed.
///
/// `@unchecked Sendable`: the handle is only passed to Cairo, which locks each face while it is
/// used.
@safe final class FontFile: @unchecked Sendable {
  let handle: FT_Face

  /// The glyph of a capital M, which is about as wide as most pictures in text; `nil` if the font has none.
  let wideGlyph: UInt16?

  /// The weight of the outlines in the file; `nil` if the font has no weight axis.
  let storedWeight: Int?

  private init(_ handle: FT_Face) {
    unsafe self.handle = handle
    storedWeight = unsafe FaceWeight.stored(in: handle)
    let glyph = unsafe FT_Get_Char_Index(handle, 0x4D)
    wideGlyph = glyph == 0 ? nil : UInt16(exactly: glyph)
  }

  private struct Key: Hashable {
    var path: String
    var index: Int
  }

  /// FreeType's library and the faces that were opened with it.
  ///
  /// `@unchecked Sendable`: it is only used under the lock.
  @safe private final class Opened: @unchecked Sendable {
    var library: FT_Library?
    var files: [Key: FontFile?] = [:]

    func file(_ key: Key) -> FontFile? {
      if let known = files[key] { return known }
      var file: FontFile?
      if unsafe library == nil, unsafe FT_Init_FreeType(&library) != 0 { return nil }
      var face: FT_Face?
      if unsafe FT_New_Face(library, key.path, FT_Long(key.index), &face) == 0,
        let face = unsafe face
      {
        file = unsafe FontFile(face)
      }
      files[key] = file
      return file
    }
  }

  private static let opened = Mutex(Opened())

  /// Returns a face of a file; `nil` if FreeType refuses it.
  static func open(path: String, index: Int) -> FontFile? {
    opened.withLock { $0.file(Key(path: path, index: index)) }
  }
}
