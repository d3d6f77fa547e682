#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Leaf {
  /// Returns the sum of intensities of a range.
  @inline(__always) func intensitySum(in range: Range<Int>) -> Int {
    let places = places(range)
    return sum(places.head) &+ sum(places.tail)
  }

  @inline(__always) private func sum(_ places: Range<Int>) -> Int {
    let bytes = unsafe UnsafeRawPointer(intensities)
    var place = places.lowerBound
    let whole = place &+ places.count & ~7
    var total = 0
    while place < whole {
      // At most 128 words, so that no 16-bit lane overflows.
      let end = min(whole, place &+ 128 &* 8)
      var lanes: UInt64 = 0
      while place < end {
        lanes &+= unsafe Self.pairSums(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place &+= 8
      }
      total &+= Self.laneSum(lanes)
    }
    let rest = places.upperBound &- place
    if rest > 0 {
      // Units follow the intensities in memory, so that a complete word can always be read.
      let word = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      total &+= Self.laneSum(Self.pairSums(word & (1 &<< (rest &* 8) &- 1)))
    }
    return total
  }

  /// Returns the sums of the bytes 0 and 1, 2 and 3, 4 and 5, 6 and 7, in 16 bits each.
  @inline(__always) private static func pairSums(_ word: UInt64) -> UInt64 {
    (word & 0x00FF_00FF_00FF_00FF) &+ (word >> 8 & 0x00FF_00FF_00FF_00FF)
  }

  /// Returns the sum of four 16-bit numbers.
  @inline(__always) private static func laneSum(_ lanes: UInt64) -> Int {
    let pairs = (lanes & 0x0000_FFFF_0000_FFFF) &+ (lanes >> 16 & 0x0000_FFFF_0000_FFFF)
    return Int(truncatingIfNeeded: (pairs & 0xFFFF_FFFF) &+ pairs >> 32)
  }

  /// Returns the lowest and highest intensity of a range.
  func extremes(in range: Range<Int>) -> Extremes {
    let places = places(range)
    let head = extremes(places.head)
    let tail = extremes(places.tail)
    return Extremes(minimum: min(head.0, tail.0), maximum: max(head.1, tail.1))
  }

  private func extremes(_ places: Range<Int>) -> (UInt8, UInt8) {
    let bytes = unsafe intensities
    var low: UInt8 = 255
    var high: UInt8 = 0
    var i = places.lowerBound
    while i < places.upperBound {
      let byte = unsafe bytes[i]
      low = min(low, byte)
      high = max(high, byte)
      i &+= 1
    }
    return (low, high)
  }

  /// Returns the number of U+000A in a range.
  func lineBreaks(in range: Range<Int>) -> Int {
    let places = places(range)
    return isWide
      ? unsafe count(10, wideUnits, places.head) + count(10, wideUnits, places.tail)
      : unsafe count(10, narrowUnits, places.head) + count(10, narrowUnits, places.tail)
  }

  private func count<Unit: FixedWidthInteger>(
    _ unit: Unit, _ units: UnsafeMutablePointer<Unit>, _ places: Range<Int>
  ) -> Int {
    var total = 0
    var i = places.lowerBound
    while i < places.upperBound {
      // At most 255 units, so that one byte can count them.
      let end = min(places.upperBound, i &+ 255)
      var found: UInt8 = 0
      while i < end {
        unsafe found &+= units[i] == unit ? 1 : 0
        i &+= 1
      }
      total &+= Int(found)
    }
    return total
  }

  /// Returns the offset of the first U+000A in a range, or `nil`.
  func firstLineBreak(in range: Range<Int>) -> Int? {
    let places = places(range)
    if let place = firstLineBreak(atPlaces: places.head) { return place }
    return firstLineBreak(atPlaces: places.tail).map { $0 &- gapLength }
  }

  private func firstLineBreak(atPlaces places: Range<Int>) -> Int? {
    var place = places.lowerBound
    if isWide {
      while place &+ 8 <= places.upperBound,
        wideLineBreakFlags(at: place) | wideLineBreakFlags(at: place &+ 4) == 0
      {
        place &+= 8
      }
      while place < places.upperBound, unsafe wideUnits[place] != 10 { place &+= 1 }
      return place < places.upperBound ? place : nil
    }
    let units = unsafe UnsafeRawPointer(narrowUnits)
    let found = unsafe memchr(units + place, 10, places.count)
    return unsafe found.map { unsafe UnsafeRawPointer($0) - units }
  }

  /// Returns the highest bits of four units of a wide leaf: that of the first U+000A is set, and no
  /// bit is set if there is none.
  @inline(__always) private func wideLineBreakFlags(at place: Int) -> UInt64 {
    let units = unsafe UnsafeRawPointer(wideUnits)
    let word = unsafe units.loadUnaligned(fromByteOffset: place &* 2, as: UInt64.self)
    // Units that are U+000A become 0; no borrow reaches the first of them.
    let difference = word ^ 0x000A_000A_000A_000A
    return (difference &- 0x0001_0001_0001_0001) & ~difference & 0x8000_8000_8000_8000
  }

  func measureIntensities(into slot: inout Slot) {
    let range = 0..<count
    slot.intensitySum = intensitySum(in: range)
    slot.extremes = extremes(in: range)
  }

  func measureRuns(into facts: inout Facts) {
    facts.runs = runCount
    facts.first = unsafe runCount == 0 ? 0 : runs[0].attribute
    facts.last = unsafe runCount == 0 ? 0 : runs[runCount - 1].attribute
  }

  /// Returns whether all units of a range fit into one byte.
  func isNarrow(in range: Range<Int>) -> Bool {
    guard isWide else { return true }
    let places = places(range)
    var bits: UInt16 = 0
    for i in places.head { unsafe bits |= wideUnits[i] }
    for i in places.tail { unsafe bits |= wideUnits[i] }
    return bits <= 0xFF
  }

  /// Returns the number of attribute runs that intersect a range.
  func runCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    return run(at: range.upperBound - 1).index - run(at: range.lowerBound).index + 1
  }
}
