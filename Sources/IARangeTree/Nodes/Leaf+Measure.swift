extension Leaf {
  /// The sum of intensities over a range of offsets.
  @inline(__always) func intensitySum(in range: Range<Int>) -> Int {
    let places = places(range)
    return sum(places.head) &+ sum(places.tail)
  }

  @inline(__always) private func sum(_ places: Range<Int>) -> Int {
    let bytes = unsafe intensities
    var total: UInt32 = 0
    var i = places.lowerBound
    while i < places.upperBound {
      unsafe total &+= UInt32(bytes[i])
      i &+= 1
    }
    return Int(total)
  }

  /// The lowest and highest intensity over a range of offsets.
  func extremes(in range: Range<Int>) -> (minimum: UInt8, maximum: UInt8) {
    let places = places(range)
    let head = extremes(places.head)
    let tail = extremes(places.tail)
    return (min(head.0, tail.0), max(head.1, tail.1))
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

  /// The number of U+000A over a range of offsets.
  func lineBreaks(in range: Range<Int>) -> Int {
    let places = places(range)
    return isWide
      ? unsafe count(10, wideUnits, places.head) + count(10, wideUnits, places.tail)
      : unsafe count(10, narrowUnits, places.head) + count(10, narrowUnits, places.tail)
  }

  private func count<Unit: FixedWidthInteger>(
    _ unit: Unit, _ units: UnsafeMutablePointer<Unit>, _ places: Range<Int>
  ) -> Int {
    var total: UInt32 = 0
    var i = places.lowerBound
    while i < places.upperBound {
      unsafe total &+= units[i] == unit ? 1 : 0
      i &+= 1
    }
    return Int(total)
  }

  func measureIntensities(into slot: inout Slot) {
    let range = 0..<count
    slot.intensitySum = intensitySum(in: range)
    (slot.facts.minimum, slot.facts.maximum) = extremes(in: range)
  }

  func measureRuns(into facts: inout Facts) {
    facts.runs = runCount
    facts.first = unsafe runCount == 0 ? 0 : runs[0].attribute
    facts.last = unsafe runCount == 0 ? 0 : runs[runCount - 1].attribute
  }

  /// Whether all units over a range of offsets fit one byte.
  func isNarrow(in range: Range<Int>) -> Bool {
    guard isWide else { return true }
    let places = places(range)
    var bits: UInt16 = 0
    for i in places.head { unsafe bits |= wideUnits[i] }
    for i in places.tail { unsafe bits |= wideUnits[i] }
    return bits <= 0xFF
  }

  /// How many attribute runs touch a range of offsets.
  func runCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    return run(at: range.upperBound - 1).index - run(at: range.lowerBound).index + 1
  }
}
