/// The bitmaps inside Windows metafiles.
///
/// Sources: [MS-WMF] and [MS-EMF], the records that carry a device-independent bitmap.
enum RTFMetafile {
  /// The bitmaps of a metafile that may be its picture.
  private struct Found {
    /// The largest bitmap with more than one bit for each pixel, and the largest one with one bit.
    private var colored: Piece?
    private var plain: Piece?

    struct Piece {
      var bytes: ArraySlice<UInt8>
      var pixels: Int?
    }

    mutating func add(_ piece: Piece) {
      let bytes = piece.bytes
      guard bytes.count > 40 else { return }
      if bytes[bytes.startIndex + 14] == 1 {
        if bytes.count > plain?.bytes.count ?? 0 { plain = piece }
      } else if bytes.count > colored?.bytes.count ?? 0 {
        colored = piece
      }
    }

    /// Returns the bitmap to show; icons have a mask of one bit before it.
    func png(pixelLimit: Int) -> [UInt8]? {
      func bitmap(_ piece: Piece?) -> RTFBitmap? {
        piece.flatMap { RTFBitmap($0.bytes, pixels: $0.pixels, pixelLimit: pixelLimit) }
      }
      guard let shown = bitmap(colored) else { return bitmap(plain)?.png }
      return shown.png(masked: bitmap(plain))
    }
  }

  /// Returns the largest bitmap of a metafile as a PNG, or `nil` if none can be shown.
  static func bitmap(in bytes: [UInt8], pixelLimit: Int) -> [UInt8]? {
    var at = 0
    // A placeable metafile starts with an additional header.
    if number(bytes, 0, 4) == 0x9AC6_CDD7 { at = 22 }
    at += 18
    var found = Found()
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
      if let skip, at + skip < end { found.add(.init(bytes: bytes[at + skip..<end])) }
      guard function != 0, end < bytes.count else { break }
      at = end
    }
    return found.png(pixelLimit: pixelLimit)
  }

  /// Returns the largest bitmap of an enhanced metafile as a PNG, or `nil` if none can be shown.
  static func bitmap(inEnhanced bytes: [UInt8], pixelLimit: Int) -> [UInt8]? {
    var at = 0
    var found = Found()
    while let type = number(bytes, at, 4), let size = number(bytes, at + 4, 4), size >= 8,
      size <= bytes.count - at
    {
      // The position of the offsets of the header and the pixels in the record.
      let fields: Int? =
        switch type {
        case 76, 77, 114: 84  // EMR_BITBLT, EMR_STRETCHBLT, EMR_ALPHABLEND
        case 80, 81: 48  // EMR_SETDIBITSTODEVICE, EMR_STRETCHDIBITS
        default: nil
        }
      if let fields, let header = number(bytes, at + fields, 4),
        let pixels = number(bytes, at + fields + 8, 4), header >= 8, header < size,
        pixels > header, pixels < size
      {
        found.add(.init(bytes: bytes[at + header..<at + size], pixels: pixels - header))
      }
      at += size
      if type == 14 { break }
    }
    return found.png(pixelLimit: pixelLimit)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
