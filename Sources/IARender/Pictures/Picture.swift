public import IABytes
internal import IALayout

/// A decoded picture, ready to draw.
public final class Picture {
  let surface: ImageSurface
  /// Whether the file was truncated or damaged.
  public let isIncomplete: Bool

  /// The size in pixels.
  public var size: PixelSize { surface.size }

  /// The pixels.
  public var bitmap: Bitmap { surface.bitmap }

  /// The JPEG file that a PDF can contain instead of the pixels; `nil` if the pixels differ from those of the file.
  let jpeg: JPEGSegments?

  init(_ surface: ImageSurface, isIncomplete: Bool = false, jpeg: JPEGSegments? = nil) {
    self.surface = surface
    self.jpeg = jpeg
    self.isIncomplete = isIncomplete
  }

  /// Decodes a picture: PNG, JPEG, WebP, or the first frame of a GIF.
  ///
  /// The header is read first, and the stated size is checked before memory is allocated. Colour
  /// profiles are ignored. A JPEG that is far larger than needed is decoded at a half, a quarter or
  /// an eighth.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - box: The maximum size in pixels; `nil` for the full size.
  ///   - limits: `pixels` limits the size.
  /// - Throws: `InputError` with a `picture.…` code.
  public static func decode(
    _ bytes: [UInt8], fitting box: PixelSize? = nil, limits: Limits = .standard
  ) throws(InputError) -> Picture {
    let header = try PictureHeader(bytes, limits: limits)
    switch header.kind {
    case .png: return try PNGPicture.decode(bytes)
    case .jpeg: return try JPEGPicture.decode(bytes, header, fitting: box)
    case .webP: return try WebPPicture.decode(bytes, header)
    case .gif: return try GIFPicture.decode(bytes, header)
    }
  }

  /// Returns a surface of the size of a picture, which has been checked.
  static func surface(_ size: PixelSize) throws(InputError) -> ImageSurface {
    do throws(RenderError) {
      return try ImageSurface(size, maximumPixels: size.pixelCount)
    } catch {
      throw InputError(.pictureData, at: 0, detail: error.detail)
    }
  }
}
