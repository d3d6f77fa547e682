import IATestSupport
import IAText
import Testing

@Suite struct TextWindowTests {
  @Test func `Any range that is fetched holds the units and intensities of the string`() {
    var random = SeededGenerator(seed: 34)
    let count = 3 * TextWindow.size / 2
    let units = (0..<count).map { _ in UInt16(truncatingIfNeeded: random.next() % 0x180) }
    let levels = (0..<count).map { _ in UInt8(random.next() % 101) }
    let string = IAString(units: units, intensities: levels)
    var window = TextWindow(string, hasIntensities: true)
    for _ in 0..<200 {
      let start = Int(random.next() % UInt64(count))
      let length = Int(random.next() % UInt64(random.next() % 9 == 0 ? count : 500))
      let range = start..<min(start + length, count)
      window.fetch(range)
      #expect(Array(window.units(in: range)) == Array(units[range]))
      #expect(Array(window.intensities(in: range)) == Array(levels[range]))
      #expect(window.readableCount(from: range.lowerBound) >= range.count)
    }
  }

  @Test func `A range never ends between the halves of a pair`() {
    // A surrogate pair lies across the end of the fetched range.
    var units = [UInt16](repeating: 0x61, count: TextWindow.size + 10)
    units[TextWindow.size - 1] = 0xD83D
    units[TextWindow.size] = 0xDE00
    let string = IAString(units: units)
    var window = TextWindow(string)
    var at = 0
    var ends: [Int] = []
    while at < units.count {
      at = window.end(from: at, to: units.count)
      ends.append(at)
    }
    #expect(ends == [TextWindow.size - 1, units.count])
    // A limit inside a pair includes the whole pair.
    #expect(window.end(from: TextWindow.size - 1, to: TextWindow.size) == TextWindow.size + 1)
    #expect(window.isLead(at: TextWindow.size - 1))
    #expect(!window.isLead(at: TextWindow.size + 2))
  }

  @Test(arguments: [(3, 4), (4, 5), (-1, 1), (1, 1), (2, 1), (0, -1), (.max, .max)])
  func `Without a unit to end after, nothing is read`(from offset: Int, to limit: Int)
    async
  {
    await #expect(processExitsWith: .failure) { [offset, limit] in
      var window = TextWindow(IAString("abc"))
      _ = window.end(from: offset, to: limit)
    }
  }
}
