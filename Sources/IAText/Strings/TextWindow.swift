internal import IABytes
internal import IARangeTree

/// A range of a string's units, and of their intensities where they are asked for, fetched many at
/// a time.
///
/// Writers look at a text from its start to its end, several times at each paragraph. What was
/// fetched last lies here flat.
///
/// A copy shares the memory: a window has one owner, who copies nothing.
///
/// `@safe`: `memory` owns what the two pointers address for as long as a copy of the window exists,
/// and methods that read check their offsets. `units(in:)` and `intensities(in:)` return pointers and
/// are unsafe by their types.
@safe public struct TextWindow {
  private let string: IAString
  @usableFromInline let utf16Count: Int
  private let hasIntensities: Bool
  private var room = 0
  private var memory: (units: HeapMemory<UInt16>, intensities: HeapMemory<UInt8>)
  /// The units that were fetched, from `start` on.
  @usableFromInline var unitBase: UnsafeMutablePointer<UInt16>
  /// Their intensities; of no meaning where they were not asked for.
  @usableFromInline var intensityBase: UnsafeMutablePointer<UInt8>
  /// The offset of the first of them.
  @usableFromInline var start = 0
  /// How many there are.
  @usableFromInline var count = 0

  /// How many units are fetched at once.
  public static let size = 65_536

  /// Creates a window that shows nothing yet.
  public init(_ string: IAString, hasIntensities: Bool = false) {
    self.string = string
    utf16Count = string.utf16Count
    self.hasIntensities = hasIntensities
    memory = (HeapMemory(count: 1), HeapMemory(count: 1))
    unsafe unitBase = memory.units.base
    unsafe intensityBase = memory.intensities.base
  }

  /// Fetches a range, and what follows it as far as it costs nothing; nothing where it is there.
  ///
  /// - Precondition: The range lies in the string.
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

  /// Returns the units of a range that was fetched.
  @inlinable @inline(__always)
  public func units(in range: Range<Int>) -> UnsafeBufferPointer<UInt16> {
    unsafe UnsafeBufferPointer(start: unitBase + (range.lowerBound - start), count: range.count)
  }

  /// Returns the intensities of a range that was fetched.
  @inlinable @inline(__always)
  public func intensities(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: intensityBase + (range.lowerBound - start), count: range.count)
  }

  /// How many units lie in memory from an offset that was fetched.
  @inlinable @inline(__always)
  public func readableCount(from offset: Int) -> Int { start + count - offset }

  /// Where a stretch ends that may be examined alone, which is fetched.
  ///
  /// At most at a limit, after at least one unit, never between the halves of a pair. A limit that
  /// cuts a pair takes the whole pair.
  ///
  /// - Precondition: The offset lies in the string and before the limit.
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

  /// Returns whether a unit is the first half of a pair, or may be one: those that were not fetched
  /// may.
  @inlinable public func isLead(at offset: Int) -> Bool {
    guard offset >= start, offset < start + count else { return true }
    return unsafe unitBase[offset - start] & 0xFC00 == 0xD800
  }
}
