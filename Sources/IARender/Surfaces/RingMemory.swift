internal import CCairo
internal import CRingMemory

/// Pixels in memory that is mapped twice at adjacent addresses: a ring of rows, of which consecutive rows from any row
/// on are contiguous.
@safe final class RingMemory {
  /// The number of pixels from one row to the next.
  let stride: Int
  /// The number of rows of the ring.
  let rowCount: Int
  private let start: UnsafeMutablePointer<UInt32>

  /// The number of bytes of a row is a multiple of this, so that a small number of rows fills whole memory pages.
  private static let rowUnit = 64

  /// Returns the number of rows of the smallest ring that has at least a number of rows and fills whole memory pages.
  static func rowCount(atLeast rows: Int) -> Int {
    let unit = max(Int(ia_page_bytes()) / rowUnit, 1)
    return (rows + unit - 1) / unit * unit
  }

  /// Creates a ring of zeros, or returns `nil` if the system has no such memory.
  ///
  /// - Precondition: The number of rows is one that `rowCount(atLeast:)` returned.
  init?(width: Int, rowCount: Int) {
    precondition(rowCount == Self.rowCount(atLeast: rowCount), "rows that fill no whole pages")
    let pixels = Self.rowUnit / MemoryLayout<UInt32>.size
    stride = (width + pixels - 1) / pixels * pixels
    self.rowCount = rowCount
    let count = stride * rowCount
    guard let memory = unsafe ia_map_ring(4 * count) else { return nil }
    unsafe start = memory.bindMemory(to: UInt32.self, capacity: 2 * count)
  }

  deinit { unsafe ia_unmap_ring(start, 4 * stride * rowCount) }

  /// The pixels of the first mapping, which are all pixels of the ring.
  var once: UnsafeMutableBufferPointer<UInt32> {
    unsafe UnsafeMutableBufferPointer(start: start, count: stride * rowCount)
  }

  /// Calls a function with consecutive rows of the ring; the first row follows the last one.
  ///
  /// - Precondition: The first row is in the ring, and the count is at most `rowCount`.
  func withRows<Result>(
    _ first: Int, count: Int, _ body: (Span<UInt32>, _ stride: Int) -> Result
  ) -> Result {
    precondition(0..<rowCount ~= first && 0...rowCount ~= count, "rows outside of the ring")
    let shown = unsafe UnsafeBufferPointer(start: start + first * stride, count: count * stride)
    return unsafe body(shown.span, stride)
  }
}
