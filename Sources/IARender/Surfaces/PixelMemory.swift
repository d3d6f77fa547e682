internal import CCairo

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The memory of large pictures: asked for in large pages where Linux has them, for the first
/// writing to each page costs as much as drawing on it.
enum PixelMemory {
  /// How many bytes a large page has on x86-64 and usually on AArch64.
  private static let largePage = 2 << 20

  /// A picture of zeros; nil where there is no memory for it.
  static func surface(_ size: PixelSize, _ format: cairo_format_t) -> OpaquePointer? {
    let (width, height) = (Int32(size.width), Int32(size.height))
    let stride = cairo_format_stride_for_width(format, width)
    let count = Int(stride) * size.height
    #if os(Linux)
      if count >= 2 * largePage, let memory = unsafe largePages(count) {
        let made = unsafe cairo_image_surface_create_for_data(
          memory.start.assumingMemoryBound(to: UInt8.self), format, width, height, stride)
        if let made = unsafe keeping(memory, made) { return unsafe made }
      }
    #endif
    let made = unsafe cairo_image_surface_create(format, width, height)
    guard unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(made)
      return nil
    }
    return unsafe made
  }

  #if os(Linux)
    /// What was mapped, and where the first large page in it starts.
    @unsafe private struct Mapping {
      var mapped: UnsafeMutableRawPointer
      var mappedCount: Int
      var start: UnsafeMutableRawPointer
    }

    private static func largePages(_ count: Int) -> Mapping? {
      let wholePages = (count + largePage - 1) / largePage * largePage
      let mappedCount = wholePages + largePage
      let mapped = unsafe mmap(
        nil, mappedCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
      let start = unsafe mapped.alignedUp(toMultipleOf: largePage)
      // Where there are none the memory is as good.
      unsafe madvise(start, wholePages, MADV_HUGEPAGE)
      return unsafe Mapping(mapped: mapped, mappedCount: mappedCount, start: start)
    }

    /// The surface, which gives the memory back at its end.
    private static func keeping(_ memory: Mapping, _ surface: OpaquePointer?) -> OpaquePointer? {
      let kept = UnsafeMutablePointer<Mapping>.allocate(capacity: 1)
      unsafe kept.initialize(to: memory)
      let status = unsafe cairo_surface_set_user_data(
        surface, UnsafePointer(bitPattern: key), kept
      ) { kept in
        guard let kept = unsafe kept?.assumingMemoryBound(to: Mapping.self) else { return }
        unsafe munmap(kept.pointee.mapped, kept.pointee.mappedCount)
        unsafe kept.deallocate()
      }
      if status == CAIRO_STATUS_SUCCESS,
        unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
      {
        return unsafe surface
      }
      unsafe cairo_surface_destroy(surface)
      if status != CAIRO_STATUS_SUCCESS {
        unsafe munmap(memory.mapped, memory.mappedCount)
        unsafe kept.deallocate()
      }
      return nil
    }

    /// What Cairo tells the memory by: the address alone counts, of a byte that is never given back.
    private static let key = UInt(
      bitPattern: UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1))
  #endif
}
