internal import IABytes
internal import IARangeTree

/// A buffer with a range of a string's units and optionally their intensities.
///
/// Writers read a text from start to end, several times for each paragraph. The range read last is
/// stored here contiguously.
///
/// A copy shares the memory, so the single owner of a window must not copy it.
///
/// `@safe`: `memory` owns the memory of both pointers as long as a copy of the window exists, and
/// methods that read units check their offsets. `units(in:)` and `intensities(in:)` return pointers
/// and are unsafe by their types.
@safe public struct TextWindow {
  private let string: IAString
  @usableFromInline let utf16Count: Int
  private let hasIntensities: Bool
  private var room = 0
  private var memory: (units: HeapMemory<UInt16>, intensities: HeapMemory<UInt8>)
  /// The units of the window, from `start` on.
  @usableFromInline var unitBase: UnsafeMutablePointer<UInt16>
  /// The intensities of these units; undefined if intensities are not loaded.
  @usableFromInline var intensityBase: UnsafeMutablePointer<UInt8>
  /// The offset of the first unit in the window.
  @usableFromInline var start = 0
  /// The number of units in the window.
  @usableFromInline var count = 0

  /// The minimum number of units loaded at once, if the string has as many.
  public static let size = 65_536

  /// Creates an empty window.
  public init(_ string: IAString, hasIntensities: Bool = false) {
    self.string = string
    utf16Count = string.utf16Count
    self.hasIntensities = hasIntensities
    memory = (HeapMemory(count: 1), HeapMemory(count: 1))
    unsafe unitBase = memory.units.base
    unsafe intensityBase = memory.intensities.base
  }

  /// Loads a range, and the units after it up to the window's size, unless the range is already
  /// loaded.
  ///
  /// - Precondition: The range is inside the string.
  @inlinable @inline(__always)
  public mutating func fetch(_ range: Range<Int>) {
    if range.lowerBound < start || range.upperBound > start + count { load(range) }
  }

  @usableFromInline @inline(never)
  mutating func load(_ range: Range<Int>) {
    let end = min(max(range.upperBound, range.lowerBound + Self.size), string.utf16Count)
    start = range.lowerBound
    count = end - start
    if count > room {
      room = max(count, min(Self.size, string.utf16Count))
      memory = (HeapMemory(count: room), HeapMemory(count: hasIntensities ? room : 1))
      unsafe unitBase = memory.units.base
      unsafe intensityBase = memory.intensities.base
    }
    unsafe string.tree.copyUnits(in: start..<end, to: unitBase)
    if hasIntensities { unsafe string.tree.copyIntensities(in: start..<end, to: intensityBase) }
  }

  /// Returns the units of a loaded range.
  @inlinable @inline(__always)
  package func units(in range: Range<Int>) -> UnsafeBufferPointer<UInt16> {
    unsafe UnsafeBufferPointer(start: unitBase + (range.lowerBound - start), count: range.count)
  }

  /// Returns the intensities of a loaded range.
  @inlinable @inline(__always)
  package func intensities(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: intensityBase + (range.lowerBound - start), count: range.count)
  }

  /// Returns the number of contiguous units from a loaded offset on.
  @inlinable @inline(__always)
  public func readableCount(from offset: Int) -> Int { start + count - offset }

  /// Returns the end of a range from an offset that can be read at once, and loads it.
  ///
  /// The end is at most `limit` and after at least one unit, and does not split a surrogate pair.
  /// If `limit` splits a pair, the end is after the pair.
  ///
  /// - Precondition: The offset is in the string and less than the limit.
  @inlinable @inline(__always)
  public mutating func end(from offset: Int, to limit: Int) -> Int {
    let total = utf16Count
    precondition(offset >= 0 && offset < min(limit, total), "no unit to end behind")
    if offset < start || min(offset + 2, total) > start + count {
      load(offset..<min(offset + 2, total))
    }
    var end = min(limit, start + count)
    guard unsafe unitBase[end - 1 - start] & 0xFC00 == 0xD800, end < total else { return end }
    if end < start + count {
      if unsafe unitBase[end - start] & 0xFC00 == 0xDC00 { end += 1 }
    } else if end - offset > 1 {
      end -= 1
    }
    return end
  }

  /// Returns whether a unit is a high surrogate, or may be one because it is not loaded.
  @inlinable public func isLead(at offset: Int) -> Bool {
    guard offset >= start, offset < start + count else { return true }
    return unsafe unitBase[offset - start] & 0xFC00 == 0xD800
  }
}
