/// All tokens as a trie of their units in one array, to find the tokens with which a text begins.
///
/// A double array (Aoe, "An efficient digital search algorithm by using a double-array structure",
/// IEEE Transactions on Software Engineering 15, 1989): the child of a node by a unit is at the
/// node's base plus the unit's number, and stores the index of its parent.
struct TokenTrie: Sendable {
  /// A node; the root is the first.
  struct Node: Sendable {
    var base: Int32 = 0
    /// The parent, or −1 in a free slot.
    var parent: Int32 = -1
    /// The token that ends here, or −1.
    var token: Int32 = -1
    /// The class of that token and its cost within the class.
    var tokenClass: UInt16 = 0
    var cost: UInt16 = 0
  }

  private(set) var nodes: [Node] = []
  /// The number of each unit, from 1; 0 for one that is in no token.
  private(set) var numbers = [UInt16](repeating: 0, count: 1 << 16)

  /// Returns the maximum number of nodes for tokens of `units` units, `distinct` of them different.
  ///
  /// A vocabulary of texts needs one or two nodes per unit. One that was constructed to leave gaps
  /// could need, for each branch, as many nodes as there are different units.
  static func maximumNodeCount(units: Int, distinct: Int) -> Int { 4 * units + 8 * (distinct + 2) }

  /// Creates a trie of tokens.
  ///
  /// Tokens for which there is no space are omitted; texts are then divided into other tokens.
  ///
  /// - Parameters:
  ///   - tokens: At least one unit each, except for special tokens; ascending and distinct.
  ///   - costs: Their costs.
  ///   - maximumNodeCount: The maximum number of nodes; `nil` for `maximumNodeCount`.
  /// - Complexity: O(*n*) in their units, if the children of most nodes fit near each other.
  init(_ tokens: TokenStrings, _ costs: TokenCosts, maximumNodeCount: Int? = nil) {
    let first = SpecialToken.count
    let unitCount = numberUnits(tokens)
    let room =
      maximumNodeCount
      ?? Self.maximumNodeCount(units: tokens.units.count, distinct: unitCount)
    var slots = FreeSlots(highest: unitCount)
    slots.grow(to: unitCount + 2)
    nodes = [Node](repeating: Node(), count: slots.count)
    var queue: [(node: Int, tokens: Range<Int>, depth: Int)] = [(0, first..<tokens.count, 0)]
    var next = 0
    var children: [(number: Int, tokens: Range<Int>)] = []
    while next < queue.count {
      var (node, range, depth) = queue[next]
      next += 1
      if let token = range.first, tokens.count(of: token) == depth {
        nodes[node].token = Int32(token)
        nodes[node].tokenClass = UInt16(costs.classes[token])
        nodes[node].cost = costs.costs[token]
        range = token + 1..<range.upperBound
      }
      children.removeAll(keepingCapacity: true)
      for token in range {
        let number = Int(numbers[Int(tokens.unit(depth, of: token))])
        guard number > 0 else { continue }
        if let last = children.last, last.number == number {
          children[children.count - 1].tokens = last.tokens.lowerBound..<token + 1
        } else {
          children.append((number, token..<token + 1))
        }
      }
      guard !children.isEmpty else { continue }
      let base = slots.base(for: children.map(\.number))
      guard base + unitCount + 2 <= room else { continue }
      slots.grow(to: base + unitCount + 2)
      if nodes.count < slots.count {
        nodes += repeatElement(Node(), count: slots.count - nodes.count)
      }
      nodes[node].base = Int32(base)
      for child in children {
        slots.take(base + child.number)
        nodes[base + child.number].parent = Int32(node)
        queue.append((base + child.number, child.tokens, depth + 1))
      }
    }
  }

  /// Assigns numbers from 1 to the units that occur, and returns their count.
  private mutating func numberUnits(_ tokens: TokenStrings) -> Int {
    var count = 0
    for unit in tokens.units where numbers[Int(unit)] == 0 {
      // At most 65,535 units get a number; the last one is escaped.
      guard count < Int(UInt16.max) else { break }
      count += 1
      numbers[Int(unit)] = UInt16(count)
    }
    return count
  }
}

/// The free slots of a double array, as a linked list; the first slot is never free.
private struct FreeSlots {
  /// The next free slot of each slot, or 0 at the end of the list; for slot 0, the first free slot.
  private var following: [Int32] = [0]
  private var preceding: [Int32] = [0]
  private var last = 0
  /// The free slot after which a search for several children begins; the free slots before it are scattered.
  private var cursor = 0
  /// The last slot of the array when a search last found no base; a second search begins after it.
  private var tail = 0
  /// The last free slot that is known to be too low for every number of a child.
  private var low = 0

  /// The number of free slots that a search tries before the children are placed at the end of the array.
  private static let attemptCount = 32
  private static let isTaken: Int32 = -1

  /// The highest number of a child.
  private let highest: Int

  init(highest: Int) { self.highest = highest }

  var count: Int { following.count }

  mutating func grow(to wanted: Int) {
    while count < wanted {
      following[last] = Int32(count)
      preceding.append(Int32(last))
      last = count
      following.append(0)
    }
  }

  mutating func take(_ slot: Int) {
    let (before, after) = (Int(preceding[slot]), Int(following[slot]))
    following[before] = Int32(after)
    if after > 0 { preceding[after] = Int32(before) }
    if slot == last { last = before }
    if slot == cursor { cursor = before }
    if slot == tail { tail = before }
    if slot == low { low = before }
    following[slot] = Self.isTaken
  }

  /// Returns a base at which the slots for children with these numbers are free.
  mutating func base(for numbers: [Int]) -> Int {
    var slot = Int(following[numbers.count == 1 ? 0 : cursor])
    if let base = base(for: numbers, from: &slot) { return base }
    if numbers.count == 1 { return room(from: highest + 1) - numbers[0] }
    if slot > 0 { cursor = Int(preceding[slot]) }
    slot = Int(following[tail])
    if let base = base(for: numbers, from: &slot) { return base }
    tail = last
    return count
  }

  /// Returns a base at which all slots for children are free, with the first child in one of the next free slots from
  /// `slot` on; `nil` if none of these slots is suitable.
  ///
  /// If it returns `nil`, `slot` is the first free slot that was not tried, or 0.
  private func base(for numbers: [Int], from slot: inout Int) -> Int? {
    for _ in 0..<Self.attemptCount where slot > 0 {
      let base = slot - numbers[0]
      // Numbers start at 1, so that a child is never in slot 0.
      if base >= 0,
        numbers.allSatisfy({ base + $0 >= count || following[base + $0] != Self.isTaken })
      {
        return base
      }
      slot = Int(following[slot])
    }
    return nil
  }

  /// Returns the first free slot at or after a slot, or a slot after the end of the array.
  private mutating func room(from least: Int) -> Int {
    var slot = Int(following[low])
    while slot > 0, slot < least {
      low = slot
      slot = Int(following[slot])
    }
    return slot > 0 ? slot : max(count, least)
  }
}
