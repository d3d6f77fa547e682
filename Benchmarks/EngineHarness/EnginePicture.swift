/// A picture that an engine drew: `0x00RRGGBB`, the upper byte is ignored.
public struct EnginePicture: Sendable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// The pixels, row by row.
  public var pixels: [UInt32]

  /// The number of pixels that the engine never wrote.
  var untouchedCount: Int {
    pixels.count { $0 & 0x00FF_FFFF == Engine.untouched & 0x00FF_FFFF }
  }

  /// The share of pixels that are darker than half of white, 0 to 1.
  var inkShare: Double {
    Double(pixels.count { Self.luminance($0) < 128 }) / Double(max(pixels.count, 1))
  }

  private static func luminance(_ pixel: UInt32) -> Int {
    (Int(pixel >> 16 & 255) * 77 + Int(pixel >> 8 & 255) * 150 + Int(pixel & 255) * 29) >> 8
  }

  /// Returns the share of pixels whose luminance differs by more than a tolerance from that of another picture which is
  /// moved up by a number of rows; rows that only one of both has are left out.
  func difference(from other: EnginePicture, movedUp rows: Int, tolerance: Int = 48) -> Double {
    var different = 0
    var compared = 0
    for y in 0..<height where 0..<height ~= y + rows {
      for x in 0..<width {
        compared += 1
        let (first, second) = (pixels[y * width + x], other.pixels[(y + rows) * width + x])
        if first != second, abs(Self.luminance(first) - Self.luminance(second)) > tolerance {
          different += 1
        }
      }
    }
    return compared == 0 ? 0 : Double(different) / Double(compared)
  }
}
