/// Divides texts into tokens at a low cost.
///
/// Its buffers are reused.
///
/// The cheapest path to each position is computed from the cheapest paths to the positions before (Viterbi, 1967). Only
/// one path to each position is kept, although a more expensive path that ends in another class could continue at a
/// lower cost. The result is therefore not always optimal.
struct TokenParser {
  private let trie: TokenTrie
  private let costs: TokenCosts
  private var ways: [Way] = []

  /// The cheapest known path to a position in the text: its cost and its last token.
  private struct Way {
    var cost: Int
    var token: Int32
    var tokenClass: UInt16
    var unitCount: UInt16

    static let unreached = Way(cost: .max, token: 0, tokenClass: 0, unitCount: 0)
  }

  /// Creates a parser for tokens with these costs.
  init(_ trie: TokenTrie, _ costs: TokenCosts) {
    self.trie = trie
    self.costs = costs
  }

  /// Appends the tokens of a text, and `end`.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - start: 0 for a text, 1 for other columns.
  ///   - forbidden: A token that may not be used.
  ///   - tokens: The array to which the tokens are appended.
  /// - Returns: Their cost, in parts of a bit.
  /// - Complexity: O(*n*).
  @discardableResult
  mutating func parse(
    _ units: Span<UInt16>, start: Int, without forbidden: Int32 = -1, to tokens: inout [Int32]
  ) -> Int {
    if ways.count <= units.count {
      ways += repeatElement(.unreached, count: units.count + 1 - ways.count)
    }
    Self.findWays(&ways, units, start: start, without: forbidden, trie, costs)
    let last = ways[units.count]
    let first = tokens.count
    var place = units.count
    while place > 0 {
      tokens.append(ways[place].token)
      place -= Int(ways[place].unitCount)
    }
    tokens[first...].reverse()
    tokens.append(Int32(SpecialToken.end))
    let endClass = Int(costs.classes[SpecialToken.end])
    let row = Int(last.tokenClass) * costs.classCount
    return last.cost + Int(costs.transitions[row + endClass]) + Int(costs.costs[SpecialToken.end])
  }

  private static func findWays(
    _ found: inout [Way], _ units: Span<UInt16>, start: Int, without forbidden: Int32,
    _ trie: TokenTrie, _ costs: TokenCosts
  ) {
    let count = units.count
    let classCount = costs.classCount
    let escapeClass = Int(costs.classes[SpecialToken.escape])
    let escapeCost = Int(costs.costs[SpecialToken.escape]) + 16 * FixedLogarithm.one
    let (nodes, numbers) = (trie.nodes.span, trie.numbers.span)
    let transitions = costs.transitions.span
    var ways = found.mutableSpan
    for place in 0...count { ways[place].cost = .max }
    ways[0] = Way(cost: 0, token: 0, tokenClass: UInt16(classCount + start), unitCount: 0)
    for place in 0..<count {
      let way = ways[place]
      let row = Int(way.tokenClass) &* classCount
      var node = 0
      var base = Int(nodes[0].base)
      var end = place
      var isKnown = false
      while end < count {
        // Number 0 leads to the base itself, which is never a child.
        let child = base &+ Int(numbers[Int(units[end])])
        let next = nodes[child]
        if Int(next.parent) != node { break }
        node = child
        base = Int(next.base)
        end &+= 1
        guard next.token >= 0, next.token != forbidden else { continue }
        if end == place &+ 1 { isKnown = true }
        let cost =
          way.cost &+ Int(transitions[row &+ Int(next.tokenClass)]) &+ Int(next.cost)
        if cost < ways[end].cost {
          ways[end] = Way(
            cost: cost, token: next.token, tokenClass: next.tokenClass,
            unitCount: UInt16(truncatingIfNeeded: end &- place))
        }
      }
      if !isKnown {
        let cost = way.cost &+ Int(transitions[row &+ escapeClass]) &+ escapeCost
        if cost < ways[place &+ 1].cost {
          ways[place &+ 1] = Way(
            cost: cost, token: Int32(SpecialToken.escape), tokenClass: UInt16(escapeClass),
            unitCount: 1)
        }
      }
    }
  }
}
