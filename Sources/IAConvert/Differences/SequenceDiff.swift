/// The common subsequence of two sequences: a shortest edit script by Myers' algorithm.
///
/// Source: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986),
/// the refinement to linear space of section 4b, with a stack of boxes in place of recursion.
///
/// The number of steps is limited. When the limit is reached, only the common start and end of each remaining box are
/// matched; the result is then still correct, but may not be the shortest. Because steps are counted and time is not
/// measured, the result is the same on every machine.
struct SequenceDiff {
  /// A range that both sequences have in common.
  struct Match: Hashable, Sendable {
    var left: Int
    var right: Int
    var count: Int
  }

  /// The common ranges in order; adjacent ranges are merged.
  private(set) var matches: [Match] = []
  /// Whether the limit of steps was reached.
  private(set) var isCutShort = false

  private let left: [UInt32]
  private let right: [UInt32]
  /// The number of remaining steps.
  private(set) var work: Int
  private var forward: [Int] = []
  private var backward: [Int] = []

  private struct Box {
    var left: Range<Int>
    var right: Range<Int>
  }

  /// Creates the comparison of two sequences.
  ///
  /// - Parameters:
  ///   - left: The first sequence.
  ///   - right: The second sequence.
  ///   - work: The largest number of steps.
  /// - Complexity: O(min(*work*, (*n* + *m*) · *d*)) for *d* differences, and O(*n* + *m*) memory.
  init(_ left: [UInt32], _ right: [UInt32], work: Int = 1 << 26) {
    self.left = left
    self.right = right
    self.work = work
    compare()
  }

  private mutating func compare() {
    var found: [Match] = []
    var boxes = [Box(left: left.indices, right: right.indices)]
    while var box = boxes.popLast() {
      trim(&box, &found)
      guard !box.left.isEmpty, !box.right.isEmpty else { continue }
      guard let (x, y) = middle(of: box) else {
        isCutShort = true
        continue
      }
      boxes.append(Box(left: x..<box.left.upperBound, right: y..<box.right.upperBound))
      boxes.append(Box(left: box.left.lowerBound..<x, right: box.right.lowerBound..<y))
    }
    for match in found.sorted(by: { $0.left < $1.left }) {
      if let last = matches.last, last.left + last.count == match.left,
        last.right + last.count == match.right
      {
        matches[matches.count - 1].count += match.count
      } else {
        matches.append(match)
      }
    }
  }

  /// Removes the common start and the common end of a box and records them as matches.
  private func trim(_ box: inout Box, _ found: inout [Match]) {
    var (start, other) = (box.left.lowerBound, box.right.lowerBound)
    while start < box.left.upperBound, other < box.right.upperBound, left[start] == right[other] {
      start += 1
      other += 1
    }
    let head = start - box.left.lowerBound
    if head > 0 {
      found.append(
        Match(left: box.left.lowerBound, right: box.right.lowerBound, count: head))
    }
    var (end, otherEnd) = (box.left.upperBound, box.right.upperBound)
    while end > start, otherEnd > other, left[end - 1] == right[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    if end < box.left.upperBound {
      found.append(Match(left: end, right: otherEnd, count: box.left.upperBound - end))
    }
    box = Box(left: start..<end, right: other..<otherEnd)
  }

  /// Returns a point in the middle of a shortest path through a box without a common start or end.
  ///
  /// The result is `nil` if the limit of steps is reached, or the point would be a corner.
  private mutating func middle(of box: Box) -> (Int, Int)? {
    let (n, m) = (box.left.count, box.right.count)
    let (delta, limit) = (n - m, (n + m + 1) / 2)
    let zero = limit + 1
    let size = 2 * limit + 3
    if forward.count < size {
      forward = Array(repeating: 0, count: size)
      backward = forward
    }
    forward[zero + 1] = 0
    backward[zero + 1] = 0
    for distance in 0...limit {
      guard work > 0 else { return nil }
      // Diagonals outside the box are skipped.
      let low = -distance + 2 * max(0, distance - m)
      let high = distance - 2 * max(0, distance - n)
      for diagonal in stride(from: low, through: high, by: 2) {
        var x = Self.start(forward, zero, diagonal, distance)
        let first = x
        while x < n, x - diagonal < m,
          left[box.left.lowerBound + x] == right[box.right.lowerBound + x - diagonal]
        {
          x += 1
        }
        work -= 1 + x - first
        forward[zero + diagonal] = x
        let mirrored = delta - diagonal
        if delta & 1 != 0, abs(mirrored) < distance, x + backward[zero + mirrored] >= n {
          return point(x, x - diagonal, box)
        }
      }
      for diagonal in stride(from: low, through: high, by: 2) {
        var x = Self.start(backward, zero, diagonal, distance)
        let first = x
        while x < n, x - diagonal < m,
          left[box.left.upperBound - 1 - x] == right[box.right.upperBound - 1 - x + diagonal]
        {
          x += 1
        }
        work -= 1 + x - first
        backward[zero + diagonal] = x
        let mirrored = delta - diagonal
        if delta & 1 == 0, abs(mirrored) <= distance, x + forward[zero + mirrored] >= n {
          return point(n - x, m - x + diagonal, box)
        }
      }
    }
    return nil
  }

  /// Returns the position that a path with a number of edits reaches on a diagonal, before it extends over equal
  /// elements.
  private static func start(
    _ reached: [Int], _ zero: Int, _ diagonal: Int, _ distance: Int
  ) -> Int {
    let (below, above) = (reached[zero + diagonal - 1], reached[zero + diagonal + 1])
    let comesFromAbove = diagonal == -distance || (diagonal != distance && below < above)
    return comesFromAbove ? above : below + 1
  }

  private func point(_ x: Int, _ y: Int, _ box: Box) -> (Int, Int)? {
    let isInside = (0...box.left.count).contains(x) && (0...box.right.count).contains(y)
    let isCorner =
      (x == 0 && y == 0) || (x == box.left.count && y == box.right.count)
    guard isInside, !isCorner else { return nil }
    return (box.left.lowerBound + x, box.right.lowerBound + y)
  }
}
