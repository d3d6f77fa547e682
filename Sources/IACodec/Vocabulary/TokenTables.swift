/// A vocabulary as lookup tables for the next bits of a stream.
///
/// Short codes are found with one lookup, longer ones through a second table, so that the
/// frequently used entries stay in the first-level caches.
struct TokenTables: Sendable {
  /// The number of bits of a class's code in the first lookup.
  static let classLookLength = 7
  /// The maximum number of further bits of a class's code.
  static let classRestLength = VocabularyModel.maximumTransitionLength - classLookLength
  /// The number of bits of a token's code in the first lookup.
  static let tokenLookLength = 7

  /// For each context 2⁷ entries.
  ///
  /// Bits 0…3: the length of the code; bits 4…11: the class. Where bit 15 is set, the code is
  /// longer, and bits 0…14 count the context's ranges of `classRests`.
  private(set) var classLooks: [UInt16] = []
  /// Ranges of entries for the further bits; lengths are those of the whole codes.
  private(set) var classRests: [UInt16] = []
  /// The start of the ranges of each context in `classRests`.
  private(set) var classRestStarts: [UInt32] = []

  /// For each class 2⁷ entries, and after those of all classes entries for further bits.
  ///
  /// Bits 0…3: the length of the code; bits 4…8: the number of units of the token, 0 for `end`, 31
  /// for `escape`, or 30: then bits 0…3 are the number of further bits to look up in entries that
  /// begin at bits 9…31. Otherwise bits 9…31 are the start of the units in `units`.
  private(set) var tokens: [UInt32] = []
  /// The units of all tokens, followed by padding so that one can be read past its end.
  private(set) var units: [UInt16] = []

  static let escapeMark: UInt32 = 31
  static let restMark: UInt32 = 30

  init(_ model: VocabularyModel) {
    let classCount = model.classCount
    for context in 0..<classCount + TokenCosts.startCount {
      addClasses(model.transitions[context * classCount..<(context + 1) * classCount])
    }
    tokens = [UInt32](repeating: 0, count: classCount << Self.tokenLookLength)
    for (index, members) in model.members.enumerated() { addTokens(members, of: index, model) }
    units += repeatElement(0, count: VocabularyModel.maximumUnitCount)
  }

  private mutating func addClasses(_ lengths: ArraySlice<UInt8>) {
    let (look, rest) = (Self.classLookLength, Self.classRestLength)
    let start = classLooks.count
    let restStart = classRests.count
    classRestStarts.append(UInt32(restStart))
    classLooks += repeatElement(0, count: 1 << look)
    let lengths = Array(lengths)
    PrefixCode.forEach(lengths.span, of: lengths.indices) { symbol, code in
      let length = Int(lengths[symbol])
      let entry = UInt16(length) | UInt16(symbol) << 4
      if length <= look {
        for bits in stride(from: Int(code), to: 1 << look, by: 1 << length) {
          classLooks[start + bits] = entry
        }
        return
      }
      let first = start + Int(code) & (1 << look - 1)
      if classLooks[first] == 0 {
        classLooks[first] = 0x8000 | UInt16((classRests.count - restStart) >> rest)
        classRests += repeatElement(0, count: 1 << rest)
      }
      let stretch = restStart + Int(classLooks[first] & 0x7FFF) << rest
      for bits in stride(from: Int(code) >> look, to: 1 << rest, by: 1 << (length - look)) {
        classRests[stretch + bits] = entry
      }
    }
  }

  private mutating func addTokens(_ members: [Int], of index: Int, _ model: VocabularyModel) {
    let look = Self.tokenLookLength
    let start = index << look
    // The maximum number of further bits of the codes that have the same first bits.
    var rests = [Int](repeating: 0, count: 1 << look)
    PrefixCode.forEach(model.lengths.span, of: members) { token, code in
      let first = Int(code) & (1 << look - 1)
      rests[first] = max(rests[first], Int(model.lengths[token]) - look)
    }
    PrefixCode.forEach(model.lengths.span, of: members) { token, code in
      let length = Int(model.lengths[token])
      let entry = UInt32(length) | addContent(of: token, model)
      if length <= look {
        for bits in stride(from: Int(code), to: 1 << look, by: 1 << length) {
          tokens[start + bits] = entry
        }
        return
      }
      let first = Int(code) & (1 << look - 1)
      let rest = rests[first]
      if tokens[start + first] == 0 {
        tokens[start + first] = UInt32(rest) | Self.restMark << 4 | UInt32(tokens.count) << 9
        tokens += repeatElement(0, count: 1 << rest)
      }
      let stretch = Int(tokens[start + first] >> 9)
      for bits in stride(from: Int(code) >> look, to: 1 << rest, by: 1 << (length - look)) {
        tokens[stretch + bits] = entry
      }
    }
  }

  /// Appends the units of a token and returns their number and start, in the form of the entries.
  ///
  /// Tokens are added by class and length, so frequent ones are close together.
  private mutating func addContent(of token: Int, _ model: VocabularyModel) -> UInt32 {
    switch token {
    case SpecialToken.end: return 0
    case SpecialToken.escape: return Self.escapeMark << 4
    default:
      let start = UInt32(units.count)
      units += model.strings[token]
      return UInt32(model.strings.count(of: token)) << 4 | start << 9
    }
  }
}
