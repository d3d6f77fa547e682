internal import CCairo
internal import IABytes

/// A PNG decoder: the reader of Cairo, which uses libpng.
enum PNGPicture {
  static func decode(_ bytes: [UInt8]) throws(InputError) -> Picture {
    let feed = ByteFeed(bytes)
    let handle = unsafe withExtendedLifetime(feed) {
      unsafe cairo_image_surface_create_from_png_stream(ByteFeed.read, feed.closure)
    }
    guard let surface = unsafe ImageSurface(adopting: handle) else {
      throw InputError(.pictureData, at: 0, detail: "PNG")
    }
    return Picture(surface)
  }
}
