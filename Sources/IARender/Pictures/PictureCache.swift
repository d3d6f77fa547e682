internal import CCairo
internal import IABytes
internal import IASyntax
internal import IAText

/// A cache of decoded pictures at the sizes at which they are drawn; the least recently used pictures are removed
/// first.
final class PictureCache {
  private struct Key: Hashable {
    var digest: SHA256Digest
    var side: Int
  }

  private struct Entry {
    var picture: Picture
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var failures: [SHA256Digest: InputError] = [:]
  private var clock = 0
  /// The size of the cached pictures in bytes.
  private(set) var byteCount = 0
  /// The number of pictures decoded since the cache was created.
  private(set) var decodedCount = 0
  private let limits: Limits
  private let maximumBytes: Int
  /// The page that `page(_:_:)` returned last, with its colour.
  private var page: (surface: ImageSurface, color: Color)?

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - limits: The limits of a picture.
  ///   - maximumBytes: The maximum memory of cached pictures, without the one drawn last.
  init(limits: Limits, maximumBytes: Int = 64 << 20) {
    self.limits = limits
    self.maximumBytes = maximumBytes
  }

  /// Returns a page of one colour, on which nothing may be drawn; the page that was requested last is kept.
  func page(_ size: PixelSize, _ color: Color) throws(RenderError) -> ImageSurface {
    if let page, page.surface.size == size, page.color == color { return page.surface }
    let made = try ImageSurface(size, isOpaque: true, maximumPixels: size.pixelCount)
    made.fill(color)
    page = (made, color)
    return made
  }

  /// Returns a picture, decoded at a size that is sufficient for a box.
  ///
  /// - Parameters:
  ///   - digest: The hash of the file.
  ///   - side: The longer side of the box in which it is drawn, in pixels.
  ///   - bytes: The file.
  func picture(
    _ digest: SHA256Digest, side: Int, bytes: [UInt8]
  ) throws(InputError) -> Picture {
    // Sizes are rounded up to powers of two, so that zooming does not fill the cache with many sizes.
    var rounded = 16
    while rounded < side, rounded < 8192 { rounded *= 2 }
    let key = Key(digest: digest, side: rounded)
    clock += 1
    if let entry = entries[key] {
      entries[key]?.lastUse = clock
      return entry.picture
    }
    if let failure = failures[digest] { throw failure }
    let box = PixelSize(width: rounded, height: rounded)
    do throws(InputError) {
      decodedCount += 1
      let picture = try Picture.decode(bytes, fitting: box, limits: limits).reduced(toSide: rounded)
      insert(picture, for: key)
      return picture
    } catch {
      failures[digest] = error
      throw error
    }
  }

  private func insert(_ picture: Picture, for key: Key) {
    entries[key] = Entry(picture: picture, lastUse: clock)
    byteCount += picture.size.pixelCount * 4
    while byteCount > maximumBytes, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      byteCount -= oldest.value.picture.size.pixelCount * 4
      entries[oldest.key] = nil
    }
  }
}

extension Picture {
  /// Returns the picture reduced so that no side is longer than a number of pixels, or the picture itself if it is
  /// small enough.
  func reduced(toSide side: Int) throws(InputError) -> Picture {
    let longest = max(size.width, size.height)
    guard longest > side else { return self }
    let factor = Double(side) / Double(longest)
    let small = PixelSize(
      width: max(Int((Double(size.width) * factor).rounded()), 1),
      height: max(Int((Double(size.height) * factor).rounded()), 1))
    let surface = try Picture.surface(small)
    guard let context = try? CairoContext(surface) else { return self }
    unsafe cairo_scale(
      context.handle, Double(small.width) / Double(size.width),
      Double(small.height) / Double(size.height))
    unsafe cairo_set_source_surface(context.handle, self.surface.handle, 0, 0)
    let pattern = unsafe cairo_get_source(context.handle)
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    unsafe cairo_paint(context.handle)
    return Picture(surface, isIncomplete: isIncomplete)
  }
}
