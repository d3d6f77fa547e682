internal import CWebP
internal import IABytes

/// A WebP decoder: libwebp; of an animation, the first frame is decoded.
enum WebPPicture {
  /// Returns the size in the header; `nil` if there is none.
  static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard unsafe WebPGetInfo(bytes, bytes.count, &width, &height) != 0 else { return nil }
    return (Int(width), Int(height))
  }

  static func decode(_ bytes: [UInt8], _ header: PictureHeader) throws(InputError) -> Picture {
    let frame = try firstFrame(of: bytes, header.size)
    let surface = try Picture.surface(header.size)
    let isDecoded = unsafe surface.withPixels { pixels, stride in
      let start = frame.y * stride + frame.x
      let count = (pixels.count - start) * 4
      return unsafe pixels.withMemoryRebound(to: UInt8.self) { target in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          let data = unsafe UnsafeBufferPointer(rebasing: bytes[frame.data])
          let place = unsafe target.baseAddress.map { unsafe $0 + start * 4 }
          #if _endian(little)
            return unsafe WebPDecodeBGRAInto(
              data.baseAddress, data.count, place, count, Int32(stride * 4)) != nil
          #else
            return unsafe WebPDecodeARGBInto(
              data.baseAddress, data.count, place, count, Int32(stride * 4)) != nil
          #endif
        }
      }
    }
    guard isDecoded == true else { throw InputError(.pictureData, at: 0, detail: "WebP") }
    _ = unsafe surface.withPixels { pixels, _ in
      for index in pixels.indices { unsafe pixels[index] = premultiplied(pixels[index]) }
    }
    return Picture(surface)
  }

  /// The first frame of an animation, or the only picture: its data and its position.
  private struct Frame {
    var data: Range<Int>
    var x = 0
    var y = 0
  }

  /// Returns the first frame of an animation, or the whole file if it is not animated.
  ///
  /// Source: "WebP Container Specification", chunks `VP8X` and `ANMF`.
  private static func firstFrame(
    of bytes: [UInt8], _ canvas: PixelSize
  ) throws(InputError) -> Frame {
    /// The animation flag in the first byte of `VP8X`.
    let moves: UInt8 = 2
    guard bytes.count > 30, bytes[12..<16].elementsEqual("VP8X".utf8), bytes[20] & moves != 0
    else { return Frame(data: bytes.indices) }
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var at = 12
    while bytes.count - at >= 8 {
      let length = number(at + 4, 4)
      guard length <= bytes.count - at - 8 else { break }
      if bytes[at..<at + 4].elementsEqual("ANMF".utf8), length > 16 {
        let frame = Frame(
          data: at + 24..<at + 8 + length, x: number(at + 8, 3) * 2, y: number(at + 11, 3) * 2)
        let (width, height) = (number(at + 14, 3) + 1, number(at + 17, 3) + 1)
        guard let size = size(of: Array(bytes[frame.data])), size == (width, height),
          frame.x + width <= canvas.width, frame.y + height <= canvas.height
        else { throw InputError(.pictureData, at: at, detail: "a WebP frame") }
        return frame
      }
      at += 8 + length + length % 2
    }
    throw InputError(.pictureData, at: at, detail: "a WebP film without frames")
  }

  /// Returns a pixel with premultiplied colours.
  static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      ((pixel >> shift & 0xFF) * alpha + 127) / 255 << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
