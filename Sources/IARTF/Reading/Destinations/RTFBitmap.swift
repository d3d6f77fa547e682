/// A device-independent bitmap of Windows (DIB), as in metafiles and `\dibitmap`.
///
/// Sources: Windows GDI, "Bitmap Storage"; for the output, the PNG specification (third edition)
/// and RFC 1950–1951, of which only stored blocks are used.
struct RTFBitmap {
  /// The size in pixels.
  let width: Int
  let height: Int
  /// The number of bits of a pixel in the input.
  let depth: Int
  /// Red, green and blue of each pixel, rows from the top.
  private let pixels: [UInt8]

  /// The picture as a PNG with 8 bits for each channel.
  var png: [UInt8] { png(masked: nil) }

  /// Creates a picture from an uncompressed bitmap with 1, 4, 8, 24 or 32 bits for each pixel, or
  /// `nil` for any other, and for one with more pixels than the limit.
  ///
  /// - Parameters:
  ///   - bytes: The header, the palette and the pixels.
  ///   - pixels: The offset of the pixels; `nil` if they follow the palette.
  ///   - pixelLimit: The maximum number of pixels.
  init?(_ bytes: ArraySlice<UInt8>, pixels: Int? = nil, pixelLimit: Int) {
    let start = bytes.startIndex
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return (0..<count).reduce(0) { $0 | Int(bytes[start + offset + $1]) << (8 * $1) }
    }
    func signed(_ offset: Int) -> Int? {
      number(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
    guard let header = number(0, 4), header >= 40, header <= 200, let width = signed(4),
      let tall = signed(8), let depth = number(14, 2), let compression = number(16, 4),
      let used = number(32, 4), width > 0, tall != 0, abs(tall) <= 1 << 20, width <= 1 << 20,
      width * abs(tall) <= pixelLimit, [1, 4, 8, 24, 32].contains(depth),
      compression == 0 || (compression == 3 && depth == 32)
    else { return nil }
    let height = abs(tall)
    let colors = depth <= 8 ? (used == 0 || used > 1 << depth ? 1 << depth : used) : 0
    let masks = compression == 3 && header == 40 ? 12 : 0
    let first = pixels ?? header + masks + 4 * colors
    let stride = (width * depth + 31) / 32 * 4
    guard first >= 0, stride * height <= bytes.count - first else { return nil }
    var rows: [UInt8] = []
    rows.reserveCapacity(height * 3 * width)
    for y in 0..<height {
      let row = start + first + stride * (tall > 0 ? height - 1 - y : y)
      for x in 0..<width {
        var pixel: Int
        switch depth {
        case 24, 32: pixel = row + x * depth / 8
        default:
          let bit = x * depth
          let index = Int(bytes[row + bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
          pixel = start + header + 4 * min(index, max(colors - 1, 0))
        }
        if pixel + 2 >= bytes.endIndex { pixel = bytes.endIndex - 3 }
        rows.append(bytes[pixel + 2])
        rows.append(bytes[pixel + 1])
        rows.append(bytes[pixel])
      }
    }
    self.width = width
    self.height = height
    self.depth = depth
    self.pixels = rows
  }

  /// Returns the picture as a PNG with 8 bits for each channel, transparent where a mask of equal
  /// size is white.
  func png(masked mask: RTFBitmap?) -> [UInt8] {
    let mask = mask?.width == width && mask?.height == height ? mask?.pixels : nil
    var rows: [UInt8] = []
    rows.reserveCapacity(height * ((mask == nil ? 3 : 4) * width + 1))
    for y in 0..<height {
      rows.append(0)
      for pixel in stride(from: y * width * 3, to: (y + 1) * width * 3, by: 3) {
        rows += pixels[pixel..<pixel + 3]
        if let mask { rows.append(mask[pixel] < 0x80 ? 0xFF : 0) }
      }
    }
    return Self.png(rows, width: width, height: height, isOpaque: mask == nil)
  }

  /// Returns the bitmap as a BMP file.
  static func file(_ bitmap: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x42, 0x4D]
    let header = bitmap.count >= 4 ? Int(bitmap[0]) | Int(bitmap[1]) << 8 : 40
    let depth = bitmap.count >= 16 ? Int(bitmap[14]) : 24
    let palette = depth <= 8 ? 4 << depth : 0
    for value in [bitmap.count + 14, 0, 14 + header + palette] {
      for shift in stride(from: 0, to: 32, by: 8) {
        file.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return file + bitmap
  }

  private static func png(
    _ rows: [UInt8], width: Int, height: Int, isOpaque: Bool
  ) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func word(_ value: UInt32) -> [UInt8] {
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
    func chunk(_ type: StaticString, _ body: [UInt8]) {
      out += word(UInt32(body.count))
      let content = type.withUTF8Buffer { unsafe Array($0) } + body
      out += content
      out += word(crc(content))
    }
    chunk("IHDR", word(UInt32(width)) + word(UInt32(height)) + [8, isOpaque ? 2 : 6, 0, 0, 0])
    chunk("IDAT", zlib(rows))
    chunk("IEND", [])
    return out
  }

  private static func zlib(_ content: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    out.reserveCapacity(content.count + content.count / 65_535 * 5 + 16)
    var start = 0
    repeat {
      let end = min(start + 65_535, content.count)
      let count = UInt16(end - start)
      out.append(end == content.count ? 1 : 0)
      out += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      out += content[start..<end]
      start = end
    } while start < content.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in content {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + [UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF)]
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes { crc = crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
    return ~crc
  }

  private static let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
