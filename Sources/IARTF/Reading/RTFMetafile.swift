/// The bitmaps inside Windows metafiles.
///
/// Sources: [MS-WMF] and [MS-EMF], the records that carry a device-independent bitmap.
enum RTFMetafile {
  /// The largest bitmap of a metafile as a PNG; nil where there is none that can be shown.
  static func bitmap(in bytes: [UInt8], pixelLimit: Int) -> [UInt8]? {
    var at = 0
    // A placeable metafile has a header of its own in front.
    if number(bytes, 0, 4) == 0x9AC6_CDD7 { at = 22 }
    at += 18
    var best: ArraySlice<UInt8>?
    while let words = number(bytes, at, 4), words >= 3, let function = number(bytes, at + 4, 2) {
      let end = min(at + 2 * words, bytes.count)
      let skip: Int? =
        switch function {
        case 0x0F43: 28  // META_STRETCHDIB
        case 0x0B41: 26  // META_DIBSTRETCHBLT
        case 0x0940: 22  // META_DIBBITBLT
        case 0x0D33: 24  // META_SETDIBTODEV
        default: nil
        }
      if let skip, at + skip < end, end - at - skip > best?.count ?? 0 {
        best = bytes[at + skip..<end]
      }
      guard function != 0, end < bytes.count else { break }
      at = end
    }
    return best.flatMap { RTFBitmap($0, pixelLimit: pixelLimit)?.png }
  }

  /// The largest bitmap of an enhanced metafile as a PNG; nil where there is none to show.
  static func bitmap(inEnhanced bytes: [UInt8], pixelLimit: Int) -> [UInt8]? {
    var at = 0
    var best: (bitmap: ArraySlice<UInt8>, pixels: Int)?
    while let type = number(bytes, at, 4), let size = number(bytes, at + 4, 4), size >= 8,
      size <= bytes.count - at
    {
      // Where the record says where the header and the pixels are.
      let fields: Int? =
        switch type {
        case 76, 77: 84  // EMR_BITBLT, EMR_STRETCHBLT
        case 80, 81: 48  // EMR_SETDIBITSTODEVICE, EMR_STRETCHDIBITS
        default: nil
        }
      if let fields, let header = number(bytes, at + fields, 4),
        let pixels = number(bytes, at + fields + 8, 4), header >= 8, header < size,
        pixels > header, pixels < size, size - header > best?.bitmap.count ?? 0
      {
        best = (bytes[at + header..<at + size], pixels - header)
      }
      at += size
      if type == 14 { break }
    }
    return best.flatMap { RTFBitmap($0.bitmap, pixels: $0.pixels, pixelLimit: pixelLimit)?.png }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
