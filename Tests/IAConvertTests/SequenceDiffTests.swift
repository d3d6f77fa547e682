import IATestSupport
import Testing

@testable import IAConvert

@Suite struct SequenceDiffTests {
  /// Returns the length of the longest common subsequence by dynamic programming.
  private static func longest(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for value in left {
      var diagonal = 0
      for (column, other) in right.enumerated() {
        let above = row[column + 1]
        row[column + 1] = value == other ? diagonal + 1 : max(above, row[column])
        diagonal = above
      }
    }
    return row[right.count]
  }

  private static func check(_ diff: SequenceDiff, _ left: [UInt32], _ right: [UInt32]) -> Int {
    var (at, other, total) = (0, 0, 0)
    for match in diff.matches {
      #expect(match.count > 0 && match.left >= at && match.right >= other)
      #expect(
        left[match.left..<match.left + match.count]
          == right[match.right..<match.right + match.count])
      #expect(match.left > at || match.right > other || at == 0 && other == 0)
      (at, other) = (match.left + match.count, match.right + match.count)
      total += match.count
    }
    #expect(at <= left.count && other <= right.count)
    return total
  }

  @Test func `The differences of all short pairs of binary sequences are minimal`() {
    let sequences = (0...6).flatMap { count in
      (0..<(1 << count)).map { bits in (0..<count).map { UInt32(bits >> $0 & 1) } }
    }
    for left in sequences {
      for right in sequences {
        let diff = SequenceDiff(left, right)
        #expect(Self.check(diff, left, right) == Self.longest(left, right), "\(left) \(right)")
      }
    }
  }

  @Test(arguments: 0..<300) func `The differences of random sequences are minimal`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let letters = 1 + generator.below(8)
    func sequence() -> [UInt32] {
      (0..<generator.below(60)).map { _ in UInt32(generator.below(letters)) }
    }
    let (left, right) = (sequence(), sequence())
    let diff = SequenceDiff(left, right)
    #expect(!diff.isCutShort)
    #expect(Self.check(diff, left, right) == Self.longest(left, right))
  }

  @Test func `With a work limit, the matches are correct`() {
    var generator = SeededGenerator(seed: 3)
    let left = (0..<20_000).map { _ in UInt32(generator.below(1000)) }
    let right = (0..<20_000).map { _ in UInt32(generator.below(1000)) }
    let diff = SequenceDiff([7, 8] + left + [9], [7, 8] + right + [9], work: 100_000)
    #expect(diff.isCutShort)
    #expect(Self.check(diff, [7, 8] + left + [9], [7, 8] + right + [9]) >= 3)
  }

  @Test func `A long sequence with few differences is compared completely`() {
    let left = (0..<200_000).map { UInt32($0 % 977) }
    var right = left
    for place in stride(from: 199_000, to: 0, by: -5000) { right.remove(at: place) }
    let diff = SequenceDiff(left, right)
    #expect(!diff.isCutShort)
    #expect(Self.check(diff, left, right) == right.count)
  }
}
