internal import CHarfBuzz

/// A part of a font file with the glyphs of some characters, as an OpenType font.
public struct FontSubset: Hashable, Sendable {
  /// The face that the glyphs are from, with its axis of weights if it has one.
  public let face: FontFace
  /// The weights that the face shows: those of its axis, or those for which it is the nearest.
  public let weights: ClosedRange<Int>
  /// The characters.
  public let characters: [ClosedRange<UInt32>]
  /// The font file.
  public let bytes: [UInt8]

  /// Whether the outlines are those of CFF, in files that are named `.otf`.
  public var hasCFF: Bool { bytes.starts(with: "OTTO".utf8) }
}

/// The reasons for which no subset of a face is made.
public enum SubsetRefusal: String, Error, Hashable, Sendable {
  /// The font's licence bits (OS/2 `fsType`) do not allow an embedded subset that can be edited.
  case licence = "its licence bits do not allow it"
  /// The glyphs are pictures in colour, which are too large.
  case color = "its glyphs are pictures"
  /// The file cannot be read, or HarfBuzz refuses it.
  case unreadable = "its file cannot be read"
  /// The limit of the total size is reached.
  case size = "the fonts of the page would be too large"
}

extension FontSubset {
  /// Returns a subset of a face: the glyphs of the characters, without hints.
  ///
  /// The subset keeps the glyphs that the font's features substitute for the characters, and all axes.
  ///
  /// - Parameters:
  ///   - characters: The characters in order.
  ///   - weights: The weights that the face shows.
  ///   - limit: The maximum size in bytes.
  /// - Throws: `SubsetRefusal`.
  /// - Complexity: O(*n*) in the size of the file and of the subset.
  static func of(
    _ face: FontFace, characters: [UInt32], weights: ClosedRange<Int>, limit: Int
  ) throws(SubsetRefusal) -> FontSubset {
    guard !face.isColor else { throw .color }
    let blob = unsafe hb_blob_create_from_file_or_fail(face.path)
    defer { unsafe hb_blob_destroy(blob) }
    guard unsafe blob != nil else { throw .unreadable }
    let opened = unsafe hb_face_create(blob, UInt32(truncatingIfNeeded: face.index))
    defer { unsafe hb_face_destroy(opened) }
    guard unsafe hb_face_get_glyph_count(opened) > 0 else { throw .unreadable }
    guard unsafe permitsSubsets(opened) else { throw .licence }
    guard let input = unsafe hb_subset_input_create_or_fail() else { throw .unreadable }
    defer { unsafe hb_subset_input_destroy(input) }
    let set = unsafe hb_subset_input_unicode_set(input)
    for character in characters { unsafe hb_set_add(set, character) }
    unsafe hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
    guard let subset = unsafe hb_subset_or_fail(opened, input) else { throw .unreadable }
    defer { unsafe hb_face_destroy(subset) }
    let written = unsafe hb_face_reference_blob(subset)
    defer { unsafe hb_blob_destroy(written) }
    var count: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(written, &count), count > 0 else {
      throw .unreadable
    }
    guard Int(count) <= limit else { throw .size }
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    return FontSubset(
      face: face, weights: weights, characters: ranges(of: characters), bytes: bytes)
  }

  /// Returns whether the licence bits of a font allow subsets in documents that can be edited.
  ///
  /// Allowed are fonts without restriction and those for editable embedding (OpenType, OS/2
  /// `fsType` 0 and 8) that allow subsets and outlines; fonts without the table have no bits.
  private static func permitsSubsets(_ face: OpaquePointer?) -> Bool {
    let table = unsafe hb_face_reference_table(face, ShaperFont.tag("OS/2"))
    defer { unsafe hb_blob_destroy(table) }
    var count: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(table, &count), count >= 10 else { return true }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(count))
    let type = unsafe UInt16(bytes[8]) << 8 | UInt16(bytes[9])
    return type & 0x000F & ~0x0008 == 0 && type & 0x0300 == 0
  }

  /// Returns the ranges of characters in order.
  static func ranges(of characters: [UInt32]) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for character in characters {
      if let last = ranges.last, last.upperBound + 1 == character {
        ranges[ranges.count - 1] = last.lowerBound...character
      } else {
        ranges.append(character...character)
      }
    }
    return ranges
  }
}
