/// A picture made of pixels.
public struct Bitmap: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// The pixels, row by row from the top, as `0xAARRGGBB` with premultiplied colours.
  public internal(set) var pixels: [UInt32]

  /// Creates a picture.
  ///
  /// - Precondition: The number of pixels is the width times the height.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(pixels.count == size.pixelCount, "not as many pixels as places")
    self.size = size
    self.pixels = pixels
  }

  /// Returns the picture as a PNG file; equal pixels give equal bytes.
  ///
  /// - Throws: `RenderError` if it is too large.
  public func png() throws(RenderError) -> [UInt8] { try ImageSurface(self).png() }

  /// Returns the pixel at a position; 0 outside of the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    guard 0..<size.width ~= x, 0..<size.height ~= y else { return 0 }
    return pixels[y * size.width + x]
  }
}
