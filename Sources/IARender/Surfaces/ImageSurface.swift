internal import CCairo
internal import IAText

/// A Cairo image surface with 32 bits per pixel and premultiplied colours.
@safe final class ImageSurface {
  let size: PixelSize
  let handle: OpaquePointer

  /// Creates a transparent picture, or an opaque black one.
  ///
  /// - Throws: `RenderError` before any memory is allocated, if it would be too large.
  init(
    _ size: PixelSize, isOpaque: Bool = false, maximumPixels: Int
  ) throws(RenderError) {
    try Self.check(size, maximumPixels: maximumPixels)
    guard
      let handle = unsafe PixelMemory.surface(
        size, isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32)
    else { throw RenderError(.surface, "no memory for \(size.width) x \(size.height) pixels") }
    unsafe self.handle = handle
    self.size = size
  }

  /// Checks that a picture is not empty and not too large.
  ///
  /// - Throws: `RenderError` with the limits.
  static func check(_ size: PixelSize, maximumPixels: Int) throws(RenderError) {
    guard !size.isDrawable(maximumPixels: maximumPixels) else { return }
    throw RenderError(
      .pixels,
      "\(size.width) x \(size.height) pixels; at most \(maximumPixels) in all and "
        + "\(PixelSize.maximumSide) a side")
  }

  /// Creates an opaque picture over existing memory, which has its pixels row by row and must outlive the picture.
  ///
  /// - Parameter stride: The number of pixels from one row to the next, at least the width; `nil` for the width.
  /// - Throws: `RenderError` if a side is too long to draw.
  @unsafe init(
    _ size: PixelSize, over memory: UnsafeMutableBufferPointer<UInt32>, stride: Int? = nil
  ) throws(RenderError) {
    let stride = stride ?? size.width
    precondition(
      stride >= size.width && stride * size.height <= memory.count, "too little memory")
    guard size.isDrawable(maximumPixels: memory.count) else {
      throw RenderError(
        .pixels,
        "\(size.width) x \(size.height) pixels; at most \(PixelSize.maximumSide) a side")
    }
    let bytes = unsafe UnsafeMutableRawPointer(memory.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    let handle = unsafe cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height), Int32(4 * stride))
    guard let handle = unsafe handle,
      unsafe cairo_surface_status(handle) == CAIRO_STATUS_SUCCESS
    else {
      unsafe cairo_surface_destroy(handle)
      throw RenderError(.surface, "cannot draw on memory of \(memory.count) pixels")
    }
    unsafe self.handle = handle
    self.size = size
  }

  /// Creates a picture from a surface that Cairo created.
  ///
  /// If the surface has an error, it is destroyed and the result is `nil`.
  init?(adopting handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    guard unsafe cairo_surface_status(handle) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(handle)
      return nil
    }
    unsafe self.handle = handle
    size = unsafe PixelSize(
      width: Int(cairo_image_surface_get_width(handle)),
      height: Int(cairo_image_surface_get_height(handle)))
  }

  /// Creates a picture from a bitmap.
  convenience init(_ bitmap: Bitmap) throws(RenderError) {
    try self.init(bitmap.size, maximumPixels: bitmap.size.pixelCount)
    unsafe withPixels { pixels, stride in
      for row in 0..<bitmap.size.height {
        for column in 0..<bitmap.size.width {
          unsafe pixels[row * stride + column] = bitmap.pixels[row * bitmap.size.width + column]
        }
      }
    }
  }

  deinit { unsafe cairo_surface_destroy(handle) }

  /// Calls a function with the pixels, row by row, and the number of pixels from one row to the next.
  func withPixels<Result>(
    _ body: (UnsafeMutableBufferPointer<UInt32>, Int) -> Result
  ) -> Result? {
    unsafe cairo_surface_flush(handle)
    guard let data = unsafe cairo_image_surface_get_data(handle) else { return nil }
    let stride = unsafe Int(cairo_image_surface_get_stride(handle)) / 4
    let count = stride * size.height
    let result = unsafe data.withMemoryRebound(to: UInt32.self, capacity: count) {
      unsafe body(UnsafeMutableBufferPointer(start: $0, count: count), stride)
    }
    unsafe cairo_surface_mark_dirty(handle)
    return result
  }

  /// The pixels, and the number of pixels from one row to the next; valid as long as the surface exists.
  ///
  /// Cairo draws on image surfaces immediately, so that callers and Cairo may write alternately.
  var pixels: (UnsafeMutableBufferPointer<UInt32>, Int)? {
    unsafe cairo_surface_flush(handle)
    guard let data = unsafe cairo_image_surface_get_data(handle) else { return nil }
    let stride = unsafe Int(cairo_image_surface_get_stride(handle)) / 4
    let count = stride * size.height
    let start = unsafe UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
    return unsafe (UnsafeMutableBufferPointer(start: start, count: count), stride)
  }

  /// Fills the picture with a colour.
  func fill(_ color: Color) {
    guard let (pixels, _) = unsafe pixels else { return }
    unsafe pixels.update(repeating: GlyphBlitter.premultiplied(color))
    unsafe cairo_surface_mark_dirty(handle)
  }

  /// A copy of the pixels.
  var bitmap: Bitmap {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.pixelCount)
    _ = unsafe withPixels { source, stride in
      for row in 0..<size.height {
        unsafe pixels.append(contentsOf: source[row * stride..<row * stride + size.width])
      }
    }
    // The upper eight bits of an opaque picture are undefined.
    if unsafe cairo_image_surface_get_format(handle) == CAIRO_FORMAT_RGB24 {
      for index in pixels.indices { pixels[index] |= 0xFF00_0000 }
    }
    return Bitmap(size: size, pixels: pixels)
  }

  /// Returns a part of an opaque picture as a new picture.
  func part(x: Int, y: Int, _ size: PixelSize) throws(RenderError) -> ImageSurface {
    let part = try ImageSurface(size, isOpaque: true, maximumPixels: size.pixelCount)
    let context = try CairoContext(part)
    unsafe cairo_set_operator(context.handle, CAIRO_OPERATOR_SOURCE)
    unsafe cairo_set_source_surface(context.handle, handle, -Double(x), -Double(y))
    unsafe cairo_paint(context.handle)
    try context.check()
    unsafe cairo_surface_flush(part.handle)
    return part
  }

  /// Returns the picture as a PNG file; equal pixels give equal bytes.
  func png() throws(RenderError) -> [UInt8] {
    let stream = ByteStream()
    let status = withExtendedLifetime(stream) {
      unsafe cairo_surface_write_to_png_stream(handle, ByteStream.write, stream.closure)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderError(.surface, unsafe String(cString: cairo_status_to_string(status)))
    }
    return stream.bytes
  }
}
