/// Assigns tokens to classes so that the class of one token predicts the class of the next.
///
/// The exchange algorithm: Kneser and Ney, "Improved clustering techniques for class-based statistical language
/// modelling", Eurospeech 1993. Each token in turn moves to the class that gives the texts the highest likelihood.
struct ClassExchange {
  let classCount: Int
  private let products: [Int]
  /// The tokens in descending order of their counts.
  private let order: [Int]
  private let counts: [Int]
  private let followers: Neighbours
  private let leaders: Neighbours
  private(set) var classes: [UInt8]
  /// The number of times that each class follows each context: row by row, and the same column by column.
  private var rows: [Int32]
  private var columns: [Int32]
  /// The number of tokens after each context; the number of occurrences of each class.
  private var rowSums: [Int]
  private(set) var columnSums: [Int]

  /// Creates the classes of the tokens of parsed texts.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of all texts, each ended by `end`.
  ///   - starts: The start of each text.
  ///   - tokenCount: The number of tokens.
  ///   - classCount: The number of classes.
  ///   - classes: The initial classes of the tokens; by rank if `nil`.
  init(
    _ tokens: [Int32], starts: [Int], tokenCount: Int, classCount: Int, from classes: [UInt8]?
  ) {
    let bigrams = Bigrams(tokens, starts: starts, tokenCount: tokenCount)
    self.classCount = classCount
    products = FixedLogarithm.products(upTo: tokens.count)
    var counts = [Int](repeating: 0, count: tokenCount)
    for token in tokens { counts[Int(token)] += 1 }
    self.counts = counts
    order = counts.indices.sorted {
      counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1
    }
    followers = bigrams.followers
    leaders = bigrams.leaders
    var own = classes ?? []
    if classes == nil {
      own = [UInt8](repeating: UInt8(classCount - 1), count: tokenCount)
      for (rank, token) in order.prefix(classCount).enumerated() { own[token] = UInt8(rank) }
    }
    self.classes = own
    let contextCount = classCount + TokenCosts.startCount
    rows = [Int32](repeating: 0, count: contextCount * classCount)
    columns = [Int32](repeating: 0, count: contextCount * classCount)
    rowSums = [Int](repeating: 0, count: contextCount)
    columnSums = [Int](repeating: 0, count: classCount)
    for token in 0..<tokenCount {
      let column = Int(own[token])
      columnSums[column] += counts[token]
      leaders.forEach(of: token) { leader, count in
        let row = leader < tokenCount ? Int(own[leader]) : classCount + leader - tokenCount
        add(Int32(count), row: row, column: column)
        rowSums[row] += count
      }
    }
  }

  private mutating func add(_ count: Int32, row: Int, column: Int) {
    rows[row * classCount + column] += count
    columns[column * (classCount + TokenCosts.startCount) + row] += count
  }

  /// Returns the number of times that a class follows a context.
  func count(of index: Int, after context: Int) -> Int {
    Int(rows[context * classCount + index])
  }

  /// Moves each token once to the class with the highest gain.
  mutating func exchange() {
    let contextCount = classCount + TokenCosts.startCount
    let tokenCount = classes.count
    var after = [Int32](repeating: 0, count: classCount)
    var before = [Int32](repeating: 0, count: contextCount)
    var gains = [Int](repeating: 0, count: classCount)
    for token in order where counts[token] > 0 {
      let old = Int(classes[token])
      for index in 0..<classCount { after[index] = 0 }
      for index in 0..<contextCount { before[index] = 0 }
      var own: Int32 = 0
      var outgoing = 0
      followers.forEach(of: token) { follower, count in
        outgoing += count
        if follower == token {
          own += Int32(count)
        } else {
          after[Int(classes[follower])] += Int32(count)
        }
      }
      leaders.forEach(of: token) { leader, count in
        if leader == token { return }
        let row = leader < tokenCount ? Int(classes[leader]) : classCount + leader - tokenCount
        before[row] += Int32(count)
      }
      place(-1, in: old, before, after, own: own, count: counts[token], outgoing: outgoing)
      findGains(after, before, &gains)
      var (best, bestGain) = (old, Int.min)
      for candidate in 0..<classCount {
        let held = Int(rows[candidate * classCount + candidate])
        let (left, right) = (Int(before[candidate]), Int(after[candidate]))
        // Both loops counted the class following itself, which is one cell of the table.
        var gain = gains[candidate] - products[held + left] - products[held + right]
        gain += products[held + left + right + Int(own)] + products[held]
        gain -= products[rowSums[candidate] + outgoing] - products[rowSums[candidate]]
        gain -= products[columnSums[candidate] + counts[token]] - products[columnSums[candidate]]
        if gain > bestGain { (best, bestGain) = (candidate, gain) }
      }
      classes[token] = UInt8(best)
      place(1, in: best, before, after, own: own, count: counts[token], outgoing: outgoing)
    }
  }

  /// Computes the gain in likelihood, without the terms of the sums, for each class that a token with these neighbours
  /// could join.
  private func findGains(_ after: [Int32], _ before: [Int32], _ gains: inout [Int]) {
    let contextCount = classCount + TokenCosts.startCount
    let (rows, columns, products) = (rows.span, columns.span, products.span)
    for index in 0..<classCount { gains[index] = 0 }
    for index in 0..<classCount where after[index] > 0 {
      let count = Int(after[index])
      let column = index * contextCount
      for candidate in 0..<classCount {
        let held = Int(columns[column &+ candidate])
        gains[candidate] &+= products[held &+ count] &- products[held]
      }
    }
    for index in 0..<contextCount where before[index] > 0 {
      let count = Int(before[index])
      let row = index * classCount
      for candidate in 0..<classCount {
        let held = Int(rows[row &+ candidate])
        gains[candidate] &+= products[held &+ count] &- products[held]
      }
    }
  }

  /// Removes a token from a class, or adds it to one.
  private mutating func place(
    _ sign: Int32, in own: Int, _ before: [Int32], _ after: [Int32], own itself: Int32,
    count: Int, outgoing: Int
  ) {
    for index in 0..<classCount where after[index] > 0 {
      add(sign * after[index], row: own, column: index)
    }
    for index in before.indices where before[index] > 0 {
      add(sign * before[index], row: index, column: own)
    }
    add(sign * itself, row: own, column: own)
    rowSums[own] += Int(sign) * outgoing
    columnSums[own] += Int(sign) * count
  }
}

/// For each token, the tokens beside it on one side with the number of occurrences of each pair.
struct Neighbours {
  fileprivate(set) var starts: [Int32]
  fileprivate(set) var entries: [(token: Int32, count: Int32)]

  @inline(__always)
  func forEach(of token: Int, _ body: (Int, Int) -> Void) {
    for index in Int(starts[token])..<Int(starts[token + 1]) {
      body(Int(entries[index].token), Int(entries[index].count))
    }
  }
}

/// The frequency of each pair of consecutive tokens.
struct Bigrams {
  let followers: Neighbours
  let leaders: Neighbours

  /// Creates the counts; the start of a text is a token after all tokens.
  init(_ tokens: [Int32], starts: [Int], tokenCount: Int) {
    var pairs: [UInt64] = []
    pairs.reserveCapacity(tokens.count)
    var text = 0
    var leader = tokenCount + (starts.first ?? 0)
    for token in tokens {
      pairs.append(UInt64(leader) << 32 | UInt64(token))
      leader = Int(token)
      if leader == SpecialToken.end {
        text += 1
        leader = tokenCount + (text < starts.count ? starts[text] : 0)
      }
    }
    pairs.sort()
    followers = Self.neighbours(pairs, tokenCount: tokenCount + TokenCosts.startCount)
    pairs = pairs.map { $0 << 32 | $0 >> 32 }
    pairs.sort()
    leaders = Self.neighbours(pairs, tokenCount: tokenCount)
  }

  private static func neighbours(_ pairs: [UInt64], tokenCount: Int) -> Neighbours {
    var result = Neighbours(starts: [], entries: [])
    var before: UInt64?
    for pair in pairs {
      if pair == before {
        result.entries[result.entries.count - 1].count += 1
        continue
      }
      before = pair
      while result.starts.count <= Int(pair >> 32) {
        result.starts.append(Int32(result.entries.count))
      }
      result.entries.append((Int32(truncatingIfNeeded: pair), 1))
    }
    while result.starts.count <= tokenCount { result.starts.append(Int32(result.entries.count)) }
    return result
  }
}
