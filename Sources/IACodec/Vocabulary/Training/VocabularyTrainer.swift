/// Trains a vocabulary on texts.
///
/// Frequent strings are the candidates. The texts are divided into candidates at the lowest cost, and the candidates
/// that save the least are removed, until the number of strings is small enough. The remaining strings are then
/// clustered into classes, and the texts are divided again with the costs of the classes, several times.
struct VocabularyTrainer {
  /// The maximum number of candidates with more than one unit.
  private static let candidateCount = 200_000
  /// The minimum number of occurrences of a candidate.
  private static let minimumCount = 4
  /// The percentage of strings that remain after each reduction.
  private static let keptPercent = 85
  /// The number of times that texts are tokenised with the class costs.
  private static let roundCount = 3
  /// The number of passes in a round that assign each token to its best class.
  private static let passCount = 3
  /// The weight of smoothing: this number of additional occurrences in each context is distributed over the classes by
  /// their shares of all tokens.
  private static let backoff = 4

  private let text: TrainingText
  private var strings = TokenStrings()
  /// The texts as tokens, each ended by `end`, and how often each token occurs in them.
  private var tokens: [Int32] = []
  private var counts: [Int] = []

  /// Creates a trainer with the candidates of texts.
  init(_ text: TrainingText) {
    self.text = text
    findCandidates()
    parse(unigramCosts)
  }

  /// Returns a vocabulary of at most `stringCount` strings.
  ///
  /// It can be called again with fewer strings, and continues with those that remain.
  ///
  /// - Parameters:
  ///   - stringCount: At most `VocabularyModel.maximumCount`, the number of codes in two classes.
  ///   - classCount: 2…255.
  mutating func train(stringCount: Int, classCount: Int) -> VocabularyModel {
    drop(to: min(stringCount, VocabularyModel.maximumCount))
    let wanted = min(classCount, strings.count)
    var clustering = exchange(classCount: wanted, from: nil)
    var model = model(clustering)
    for _ in 1..<Self.roundCount {
      parse(model.costs)
      keep(counts.indices.map { $0 < SpecialToken.count || counts[$0] >= minimumUse($0) }, &model)
      parse(model.costs)
      clustering = exchange(classCount: model.classCount, from: model.classes)
      model = self.model(clustering)
    }
    return model
  }

  /// Returns the minimum number of uses that justifies a token: one for a single unit, two for a
  /// longer string.
  private func minimumUse(_ token: Int) -> Int { strings.count(of: token) == 1 ? 1 : 2 }

  // MARK: Strings

  private mutating func findCandidates() {
    let found = SubstringCounter(
      text, minimumCount: Self.minimumCount,
      maximumUnitCount: VocabularyModel.maximumUnitCount
    ).candidates
    let single = found.filter { $0.unitCount == 1 && $0.count > 0 }
      .sorted { ($1.count, $0.start) < ($0.count, $1.start) }
    let longer = found.filter { $0.unitCount > 1 }.sorted {
      let (left, right) = ($0.unitsSaved, $1.unitsSaved)
      if left != right { return left > right }
      return ($0.start, $0.unitCount) < ($1.start, $1.unitCount)
    }
    let units = text.units
    let chosen =
      (single.prefix(VocabularyModel.maximumCount / 2) + longer.prefix(Self.candidateCount))
      .sorted {
        units[$0.range].lexicographicallyPrecedes(units[$1.range])
      }
    for _ in 0..<SpecialToken.count { strings.append([]) }
    counts = [Int](repeating: 1, count: SpecialToken.count)
    for candidate in chosen {
      strings.append(units[candidate.range])
      counts.append(Int(candidate.count))
    }
  }

  /// Drops strings in steps until `stringCount` remain.
  private mutating func drop(to stringCount: Int) {
    while strings.count - SpecialToken.count > stringCount {
      let left = strings.count - SpecialToken.count
      keepBest(max(stringCount, left * Self.keptPercent / 100))
      parse(unigramCosts)
    }
  }

  /// Keeps the strings that save the most compared with their division into other strings; strings of one unit are
  /// preferred.
  private mutating func keepBest(_ wanted: Int) {
    let costs = unigramCosts
    var parser = TokenParser(TokenTrie(strings, costs), costs)
    var savings: [(saving: Int, token: Int)] = []
    var parts: [Int32] = []
    for token in SpecialToken.count..<strings.count where counts[token] > 0 {
      guard strings.count(of: token) > 1 else {
        savings.append((.max, token))
        continue
      }
      parts.removeAll(keepingCapacity: true)
      let string = Array(strings[token])
      let cost = parser.parse(string.span, start: 0, without: Int32(token), to: &parts)
      let saving = cost - Int(costs.costs[SpecialToken.end]) - Int(costs.costs[token])
      savings.append((counts[token] * saving, token))
    }
    savings.sort { $0.saving != $1.saving ? $0.saving > $1.saving : $0.token < $1.token }
    var isKept = [Bool](repeating: false, count: strings.count)
    for token in 0..<SpecialToken.count { isKept[token] = true }
    for entry in savings.prefix(wanted) { isKept[entry.token] = true }
    keep(isKept)
  }

  private mutating func keep(_ isKept: [Bool]) {
    var kept = TokenStrings()
    for token in 0..<strings.count where isKept[token] { kept.append(strings[token]) }
    strings = kept
    counts = zip(counts, isKept).filter(\.1).map(\.0)
  }

  private mutating func keep(_ isKept: [Bool], _ model: inout VocabularyModel) {
    keep(isKept)
    model.strings = strings
    model.classes = zip(model.classes, isKept).filter(\.1).map(\.0)
    model.lengths = zip(model.lengths, isKept).filter(\.1).map(\.0)
  }

  // MARK: Cutting

  /// Costs of tokens that do not depend on the context.
  ///
  /// Half is subtracted from each count, so that a string seen once counts as less than half as
  /// frequent as one seen twice.
  private var unigramCosts: TokenCosts {
    let total = FixedLogarithm.log2(max(2 * counts.reduce(0, +), 1))
    return TokenCosts(
      classes: [UInt8](repeating: 0, count: counts.count),
      costs: counts.map { UInt16(clamping: total - FixedLogarithm.log2(max(2 * $0 - 1, 1))) },
      transitions: [UInt16](repeating: 0, count: 1 + TokenCosts.startCount), classCount: 1)
  }

  /// Divides the texts into tokens again, and counts the tokens.
  private mutating func parse(_ costs: TokenCosts) {
    var parser = TokenParser(TokenTrie(strings, costs), costs)
    tokens.removeAll(keepingCapacity: true)
    let units = text.units
    for index in text.ends.indices {
      parser.parse(
        units.span.extracting(text.range(of: index)), start: text.starts[index], to: &tokens)
    }
    counts = [Int](repeating: 0, count: strings.count)
    for token in tokens { counts[Int(token)] += 1 }
  }

  // MARK: Classes

  private func exchange(classCount: Int, from classes: [UInt8]?) -> ClassExchange {
    var exchange = ClassExchange(
      tokens, starts: text.starts, tokenCount: strings.count, classCount: classCount,
      from: classes)
    for _ in 0..<Self.passCount { exchange.exchange() }
    let spread = Self.spread(
      exchange.classes, classCount: exchange.classCount, counts: counts,
      atMost: 1 << VocabularyModel.maximumTokenLength)
    guard let spread else { return exchange }
    return ClassExchange(
      tokens, starts: text.starts, tokenCount: strings.count, classCount: classCount,
      from: spread)
  }

  /// Returns classes that have at most `most` tokens each, or `nil` if this already holds.
  ///
  /// The rarest tokens of a class that is too large move to the smallest classes.
  ///
  /// - Precondition: the classes together have space for all tokens.
  static func spread(
    _ classes: [UInt8], classCount: Int, counts: [Int], atMost most: Int
  ) -> [UInt8]? {
    var sizes = [Int](repeating: 0, count: classCount)
    for index in classes { sizes[Int(index)] += 1 }
    guard sizes.contains(where: { $0 > most }) else { return nil }
    var classes = classes
    for token in counts.indices.sorted(by: { (counts[$0], $1) < (counts[$1], $0) }) {
      let old = Int(classes[token])
      guard sizes[old] > most, let new = sizes.indices.min(by: { sizes[$0] < sizes[$1] })
      else { continue }
      classes[token] = UInt8(new)
      sizes[old] -= 1
      sizes[new] += 1
    }
    return classes
  }

  /// Returns the codes of the classes; classes without tokens are omitted.
  private func model(_ exchange: ClassExchange) -> VocabularyModel {
    var members = [[Int]](repeating: [], count: exchange.classCount)
    for (token, index) in exchange.classes.enumerated() { members[Int(index)].append(token) }
    let used = members.indices.filter { !members[$0].isEmpty }
    var model = VocabularyModel(
      strings: strings, classes: exchange.classes,
      lengths: [UInt8](repeating: 0, count: strings.count), classCount: used.count, transitions: [])
    for (index, old) in used.enumerated() {
      let lengths = PrefixCodeLengths.lengths(
        of: members[old].map { 10 * counts[$0] + 3 }, atMost: VocabularyModel.maximumTokenLength)
      for (member, length) in zip(members[old], lengths) {
        model.lengths[member] = length
        model.classes[member] = UInt8(index)
      }
    }
    let contexts = used + (exchange.classCount..<exchange.classCount + TokenCosts.startCount)
    for context in contexts {
      let weights = used.map {
        256 * exchange.count(of: $0, after: context)
          + 256 * Self.backoff * exchange.columnSums[$0] / tokens.count + 1
      }
      model.transitions += PrefixCodeLengths.lengths(
        of: weights, atMost: VocabularyModel.maximumTransitionLength)
    }
    return model
  }
}

extension SubstringCounter.Candidate {
  /// The range of the string.
  fileprivate var range: Range<Int> { Int(start)..<Int(start) + Int(unitCount) }

  /// The number of units by which the texts would be shorter if each occurrence of the string were one unit.
  fileprivate var unitsSaved: Int { Int(count) * Int(unitCount - 1) }
}
