import Testing

@testable import IAViews

@Suite struct RowIndexTests {
  @Test func `The index returns the same as an array`() {
    var random = SeededRandom(11)
    // More than one chunk of 256 rows, and fewer than two.
    var model = (0..<300).map { _ in RowHeight(1 + random.below(200), isExact: false) }
    var index = RowIndex(model.map(\.height))
    func height(_ row: RowHeight) -> Double {
      row.isExact ? Double(row.height) : Double(row.height) * index.factor
    }
    for step in 0..<100_000 {
      let row = random.below(model.count)
      switch random.below(200) {
      case 0 where model.count < 1000:
        let new = (0..<random.below(40)).map { _ in 1 + random.below(99) }
        let place = random.below(2) == 0 ? 0 : model.count
        index.insert(new, at: place)
        model.insert(contentsOf: new.map { RowHeight($0, isExact: false) }, at: place)
      case 1: index.factor = [0.5, 1, 2][random.below(3)]
      case 2 where random.below(100) == 0:
        model = model.map {
          $0.isExact
            ? RowHeight(Int((Double($0.height) / index.factor).rounded()), isExact: false) : $0
        }
        index.forgetAll()
      case 3..<60:
        let exact = 1 + random.below(300)
        index.setExact(exact, of: row)
        model[row] = RowHeight(exact, isExact: true)
      default: break
      }
      let found = index.height(of: row)
      #expect(found.pixels == height(model[row]) && found.isExact == model[row].isExact)
      guard step % 50 == 0 else { continue }
      let top = model[..<row].reduce(0) { $0 + height($1) }
      #expect(index.top(of: row) == top)
      #expect(index.count == model.count)
      #expect(index.total == model.reduce(0) { $0 + height($1) })
      let place = index.row(at: top + height(model[row]) / 2)
      #expect(place.row == row && place.top == top)
      #expect(index.row(at: -5).row == 0)
      #expect(index.row(at: .infinity).row == model.count - 1)
    }
  }

  @Test(arguments: [0, 1, 255, 256, 257, 511, 512, 20_000])
  func `Insertions at both ends fill chunks`(count: Int) {
    var random = SeededRandom(UInt64(count) + 7)
    var model = (0..<count).map { _ in 1 + random.below(200) }
    var index = RowIndex(model)
    for _ in 0..<300 {
      let new = (0..<[0, 1, 2, 255, 256, 257, 700][random.below(7)]).map { _ in
        1 + random.below(200)
      }
      let place = random.below(2) == 0 ? 0 : model.count
      index.insert(new, at: place)
      model.insert(contentsOf: new, at: place)
      guard let last = model.indices.last else { continue }
      var (top, tops) = (0, [Int]())
      for height in model {
        tops.append(top)
        top += height
      }
      #expect(index.count == model.count && index.total == Double(top))
      #expect(index.top(of: model.count) == Double(top))
      let seams = [0, 1, 254, 255, 256, 257, new.count - 1, new.count, last - new.count, last]
      for row in seams + (0..<8).map({ _ in random.below(model.count) }) {
        guard model.indices ~= row else { continue }
        let isRight =
          index.estimate(of: row) == model[row] && index.top(of: row) == Double(tops[row])
          && index.row(at: Double(tops[row])) == (row, Double(tops[row]))
          && index.row(at: Double(tops[row]) + Double(model[row]) - 0.5).row == row
        #expect(isRight, "row \(row) of \(model.count)")
      }
    }
    #expect(index.invariantViolation() == nil)
  }

  @Test func `Lengths are read in portions, and a missing one is 0`() {
    let sampler = HeightSampler()
    var asked: [Range<Int>] = []
    let lengths = { (rows: Range<Int>) -> [UInt32] in
      asked.append(rows)
      return rows.filter { $0 < 40_000 }.map { UInt32($0 % 999) }
    }
    var index = RowIndex(count: 50_000, sampler, lengths: lengths)
    #expect(asked.count > 1 && asked.first?.lowerBound == 0 && asked.last?.upperBound == 50_000)
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    for row in [0, 1, 16_383, 16_384, 39_999, 40_000, 49_999] {
      let count = row < 40_000 ? row % 999 : 0
      #expect(index.estimate(of: row) == sampler.estimate(utf16Count: count))
    }
    // The source returns too many values.
    index.insert(50_000..<50_003, sampler) { _ in Array(repeating: 7, count: 9) }
    #expect(index.count == 50_003)
    #expect(index.estimate(of: 50_002) == sampler.estimate(utf16Count: 7))
    #expect(index.estimate(of: 49_999) == sampler.estimate(utf16Count: 0))
  }

  @Test func `Rows with equal lengths are the same as rows with their own heights`() {
    var random = SeededRandom(5)
    let sampler = HeightSampler()
    // Runs of all lengths around the minimum number of rows and the capacity of a chunk.
    let lengths = [1, 63, 64, 65, 255, 256, 257, 700, 3, 20_000, 1].flatMap { count in
      Array(repeating: UInt32(random.below(900)), count: count)
    }
    var index = RowIndex(count: lengths.count, sampler) { Array(lengths[$0]) }
    var model = lengths.map {
      RowHeight(sampler.estimate(utf16Count: Int($0)), isExact: false)
    }
    func check() {
      #expect(index.invariantViolation() == nil)
      #expect(index.count == model.count)
      var top = 0.0
      for row in model.indices {
        let height = model[row].height
        let isRight =
          index.height(of: row) == (Double(height), model[row].isExact)
          && index.top(of: row) == top && index.row(at: top + 0.5) == (row, top)
        if !isRight { return #expect(Bool(false), "row \(row)") }
        top += Double(height)
      }
      #expect(index.total == top)
    }
    check()
    let unchanged = index
    for _ in 0..<40 {
      let row = random.below(model.count)
      index.setExact(1 + random.below(300), of: row)
      model[row] = RowHeight(Int(index.height(of: row).pixels), isExact: true)
    }
    check()
    for isStart in [true, false] {
      let place = isStart ? 0 : index.count
      index.insert([7, 8], at: place)
      model.insert(contentsOf: [7, 8].map { RowHeight(estimate: $0) }, at: place)
    }
    check()
    index.forgetAll()
    model = model.map { RowHeight($0.height, isExact: false) }
    check()
    #expect(unchanged.count == lengths.count && unchanged.invariantViolation() == nil)
  }

  @Test func `Copies of an index do not share changes`() {
    var index = RowIndex(Array(repeating: 10, count: 1000))
    let copy = index
    index.setExact(33, of: 500)
    index.insert([5], at: 0)
    #expect(copy.count == 1000 && copy.total == 10_000 && copy.height(of: 500).pixels == 10)
    #expect(index.count == 1001 && index.total == 10_028 && index.height(of: 501).pixels == 33)
  }

  @Test func `Heights outside of the range of an index become its limits`() {
    #expect(RowHeight(0, isExact: true).height == 1)
    #expect(RowHeight(.min, isExact: false).height == 1)
    #expect(RowHeight(.max, isExact: true).height == RowHeight.maximum)
    #expect(RowHeight(RowHeight.maximum, isExact: true).isExact)
    #expect(MemoryLayout<RowHeight>.stride == 4)
  }

  @Test func `Samples of lines are estimated exactly`() {
    var sampler = HeightSampler(seed: 3)
    for row in sampler.rows(20, of: 1000) {
      sampler.add(.init(utf16Count: row, exact: 30 + 2 * row, estimate: 0))
    }
    sampler.fit()
    #expect(abs(sampler.estimate(utf16Count: 500) - 1030) <= 1)
    #expect(abs(sampler.factor - 1) < 0.001)
  }

  @Test func `Corrections from samples are spread over frames`() {
    var sampler = HeightSampler()
    for _ in 0..<24 { sampler.add(.init(utf16Count: 10, exact: 50, estimate: 0)) }
    #expect(HeightSampler().factor(after: 1.5) == 1.5)
    sampler.fit()
    // Four of 28 rows are higher than estimated: the learned factor is 1.017, then 1.5.
    for (exact, wanted, frames) in [(56, 1.017, 10), (225, 1.5, 70)] {
      var one = sampler
      for _ in 0..<4 { one.add(.init(utf16Count: 10, exact: exact, estimate: 50)) }
      let learned = one.factor
      #expect(abs(learned - wanted) < 0.2 * (wanted - 1))
      var factor = 1.0
      for frame in 1...150 {
        let next = one.factor(after: factor)
        let change = min(abs(learned - factor) * 0.2501, factor * 0.007001)
        let isNear = abs(next - factor) <= change || factor == next
        #expect(isNear || abs(learned - factor) < 1e-5, "frame \(frame)")
        #expect(next >= factor && next <= learned)
        if frame == frames { #expect(abs(next - learned) < 0.06 * (learned - 1)) }
        factor = next
      }
      #expect(factor == learned)
    }
  }

  @Test func `Samples are spread over all rows`() {
    var sampler = HeightSampler(seed: 5)
    let rows = sampler.rows(10, of: 1000)
    #expect(rows.count == 10)
    for (part, row) in rows.enumerated() { #expect(row / 100 == part) }
    #expect(sampler.rows(10, of: 4) == [0, 1, 2, 3])
    #expect(sampler.rows(10, of: 0) == [])
  }

  @Test func `A long message does not make short ones negative`() {
    var sampler = HeightSampler()
    for count in [1, 2, 3, 4] {
      sampler.add(.init(utf16Count: count, exact: 30, estimate: 0))
    }
    sampler.add(.init(utf16Count: 9000, exact: 900_000, estimate: 0))
    sampler.fit()
    #expect(sampler.estimate(utf16Count: 0) >= 15)
    #expect(abs(sampler.factor - 1) < 0.01)
  }
}
