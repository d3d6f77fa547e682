internal import CCairo

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The memory of large pictures.
///
/// On Linux the memory consists of huge pages as long as the kernel provides them quickly, because the first
/// write to each small page takes as long as drawing on it. Each picture has a mapping of its own, which is
/// unmapped with the picture.
enum PixelMemory {
  /// The size of a huge page in bytes on x86-64, and usually on AArch64.
  private static let hugePage = 2 << 20

  /// Creates a surface whose pixels are zero, or returns `nil` if the memory cannot be allocated.
  static func surface(_ size: PixelSize, _ format: cairo_format_t) -> OpaquePointer? {
    let (width, height) = (Int32(size.width), Int32(size.height))
    let stride = cairo_format_stride_for_width(format, width)
    let count = Int(stride) * size.height
    #if os(Linux)
      if count >= 2 * hugePage, let memory = unsafe hugePages(count) {
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
    /// A mapping and the first huge-page boundary in it.
    @unsafe private struct Mapping {
      var mapped: UnsafeMutableRawPointer
      var mappedCount: Int
      var start: UnsafeMutableRawPointer
    }

    /// The time in nanoseconds above which a huge page counts as slow: twice the time of touching as many small
    /// pages (decision 0042).
    private static let slowNanoseconds = 1_500_000

    private static func hugePages(_ count: Int) -> Mapping? {
      let wholePages = (count + hugePage - 1) / hugePage * hugePage
      let mappedCount = wholePages + hugePage
      let mapped = unsafe mmap(
        nil, mappedCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
      let start = unsafe mapped.alignedUp(toMultipleOf: hugePage)
      unsafe adviseWhileQuick(start, wholePages)
      return unsafe Mapping(mapped: mapped, mappedCount: mappedCount, start: start)
    }

    /// Requests huge pages in order and touches each, until the kernel refuses or one is slow.
    ///
    /// A virtual machine that returned free memory to its host waits for the host at the first touch of a huge
    /// page, several times as long as for the same number of small pages. The pages after a slow one stay small.
    private static func adviseWhileQuick(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
      for offset in stride(from: 0, to: byteCount, by: hugePage) {
        let page = unsafe start + offset
        let before = nanoseconds()
        guard unsafe madvise(page, hugePage, MADV_HUGEPAGE) == 0 else { return }
        unsafe page.storeBytes(of: 0, as: UInt8.self)
        if nanoseconds() - before > slowNanoseconds { return }
      }
    }

    private static func nanoseconds() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Attaches a mapping to a surface, which unmaps it when it is destroyed, and returns the surface.
    ///
    /// Returns `nil`, with surface and mapping released, if Cairo cannot record the mapping.
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

    /// A type whose metadata lives as long as the process.
    private final class Key {}

    /// The key under which Cairo stores the mapping; Cairo does not read from this address.
    private static let key = UInt(bitPattern: ObjectIdentifier(Key.self))
  #endif
}
