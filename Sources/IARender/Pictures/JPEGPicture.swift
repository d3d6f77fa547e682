internal import CPictures
internal import IABytes

/// A JPEG decoder: libjpeg, through a small C function.
enum JPEGPicture {
  /// The maximum number of scans of a progressive picture; encoders write fewer.
  private static let maximumScans: Int32 = 100

  static func decode(
    _ bytes: [UInt8], _ header: PictureHeader, fitting box: PixelSize?
  ) throws(InputError) -> Picture {
    let denominator = denominator(header.size, fitting: box)
    var facts = ia_jpeg_facts()
    guard unsafe ia_jpeg_read_facts(bytes, bytes.count, denominator, &facts) == 0 else {
      throw InputError(.pictureHeader, at: 0, detail: "JPEG")
    }
    let size = PixelSize(width: Int(facts.width), height: Int(facts.height))
    // The size that libjpeg reads from the header is used; it must not exceed the size that was checked.
    guard size.pixelCount <= header.size.pixelCount, size.pixelCount > 0 else {
      throw InputError(.pictureHeader, at: 0, detail: "JPEG: two sizes")
    }
    let surface = try Picture.surface(size)
    let outcome = unsafe surface.withPixels { pixels, stride in
      unsafe ia_jpeg_decode(
        bytes, bytes.count, denominator, maximumScans, pixels.baseAddress, stride,
        Int32(size.height))
    }
    guard let outcome, outcome >= 0 else {
      throw InputError(.pictureData, at: 0, detail: "JPEG")
    }
    let upright = try Orientation(rawValue: Int(facts.orientation))?.apply(to: surface) ?? surface
    let isItself = upright === surface && denominator == 1 && outcome == 0
    return Picture(
      upright, isIncomplete: outcome > 0, jpeg: isItself ? JPEGSegments(bytes) : nil)
  }

  /// Returns the largest of 1, 2, 4 and 8 by which the shorter side of the picture can be divided so that it is still
  /// at least as long as the longer side of the box.
  private static func denominator(_ size: PixelSize, fitting box: PixelSize?) -> Int32 {
    guard let box else { return 1 }
    let room = max(box.width, box.height)
    for denominator in [8, 4, 2] where min(size.width, size.height) / denominator >= room {
      return Int32(denominator)
    }
    return 1
  }
}

/// The orientation of the camera: the positions of the first row and the first column of pixels (Exif 2.32, tag 274).
enum Orientation: Int {
  case upright = 1
  case mirrored, halfTurn, flipped, transposed, rightTurn, transversed, leftTurn

  /// Whether the orientation exchanges width and height.
  private var swapsSides: Bool { rawValue >= 5 }

  /// Returns the upright picture.
  func apply(to surface: ImageSurface) throws(InputError) -> ImageSurface {
    guard self != .upright else { return surface }
    let size = surface.size
    let turned = try Picture.surface(
      swapsSides ? PixelSize(width: size.height, height: size.width) : size)
    _ = unsafe surface.withPixels { source, sourceStride in
      unsafe turned.withPixels { target, targetStride in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let (column, row) = place(x, y, size)
            unsafe target[row * targetStride + column] = source[y * sourceStride + x]
          }
        }
      }
    }
    return turned
  }

  /// Returns the position of a pixel in the upright picture.
  private func place(_ x: Int, _ y: Int, _ size: PixelSize) -> (Int, Int) {
    let (right, bottom) = (size.width - 1 - x, size.height - 1 - y)
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right, y)
    case .halfTurn: (right, bottom)
    case .flipped: (x, bottom)
    case .transposed: (y, x)
    case .rightTurn: (bottom, x)
    case .transversed: (bottom, right)
    case .leftTurn: (y, right)
    }
  }
}
