public import IABytes
internal import IAText

/// The kind and size of a picture from its first bytes, which are read before anything is decoded.
public struct PictureHeader: Hashable, Sendable {
  /// The kinds of pictures that are drawn.
  public enum Kind: Hashable, Sendable {
    case png
    case jpeg
    case webP
    case gif
  }

  /// The kind.
  public let kind: Kind
  /// The size that the file states.
  public let size: PixelSize

  /// Creates a header from the first bytes of a picture.
  ///
  /// - Parameters:
  ///   - bytes: The whole picture, or the available part of its beginning.
  ///   - limits: `pixels` limits the stated size.
  /// - Throws: `InputError`: `picture.kind` for bytes that are not a picture, `picture.header` for
  ///   a broken one, `picture.pixels` for one that is too large.
  public init(_ bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    let size: (width: Int, height: Int)?
    switch MediaType.sniffed(from: bytes) {
    case "image/png":
      kind = .png
      size = MediaType.pixelSize(of: bytes)
    case "image/jpeg":
      kind = .jpeg
      size = MediaType.pixelSize(of: bytes)
    case "image/gif":
      kind = .gif
      size = MediaType.pixelSize(of: bytes)
    case "image/webp":
      kind = .webP
      size = WebPPicture.size(of: bytes)
    case let type:
      throw InputError(.pictureKind, at: 0, detail: type ?? "no picture")
    }
    guard let size, size.width > 0, size.height > 0 else {
      throw InputError(.pictureHeader, at: 0)
    }
    self.size = PixelSize(width: size.width, height: size.height)
    guard self.size.pixelCount <= limits.pixels else {
      throw .exceeds(
        .picturePixels, limit: "pixels", maximum: limits.pixels, seen: self.size.pixelCount, at: 0)
    }
    guard max(size.width, size.height) <= PixelSize.maximumSide else {
      throw .exceeds(
        .picturePixels, limit: "side", maximum: PixelSize.maximumSide,
        seen: max(size.width, size.height), at: 0)
    }
  }
}

extension InputError.Code {
  /// The format of the picture is not supported.
  public static let pictureKind = Self(rawValue: "picture.kind")
  /// The picture's header cannot be read.
  public static let pictureHeader = Self(rawValue: "picture.header")
  /// The picture has more pixels than are allowed.
  public static let picturePixels = Self(rawValue: "picture.pixels")
  /// The picture's pixels cannot be decoded.
  public static let pictureData = Self(rawValue: "picture.data")
}
