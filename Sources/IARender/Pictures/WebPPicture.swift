internal import CWebP
internal import IABytes

/// WebP, by libwebp; pictures that move are not decoded.
enum WebPPicture {
  /// The size in the header; nil where there is none.
  static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard unsafe WebPGetInfo(bytes, bytes.count, &width, &height) != 0 else { return nil }
    return (Int(width), Int(height))
  }

  static func decode(_ bytes: [UInt8], _ header: PictureHeader) throws(InputError) -> Picture {
    let surface = try Picture.surface(header.size)
    let isDecoded = unsafe surface.withPixels { pixels, stride in
      let count = pixels.count * 4
      return unsafe pixels.withMemoryRebound(to: UInt8.self) { target in
        #if _endian(little)
          unsafe WebPDecodeBGRAInto(
            bytes, bytes.count, target.baseAddress, count, Int32(stride * 4)) != nil
        #else
          unsafe WebPDecodeARGBInto(
            bytes, bytes.count, target.baseAddress, count, Int32(stride * 4)) != nil
        #endif
      }
    }
    guard isDecoded == true else { throw InputError(.pictureData, at: 0, detail: "WebP") }
    _ = unsafe surface.withPixels { pixels, _ in
      for index in pixels.indices { unsafe pixels[index] = premultiplied(pixels[index]) }
    }
    return Picture(surface)
  }

  /// A pixel with its colours multiplied by its opacity.
  static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      ((pixel >> shift & 0xFF) * alpha + 127) / 255 << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
