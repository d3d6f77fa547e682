internal import IABytes

// The decoding and checking of a vocabulary's file. Specs/ia-format.md, section 7.3.

extension VocabularyModel {
  /// The maximum number of tokens with strings.
  static let maximumCount = 65_000

  /// Creates a model from the content of a file.
  ///
  /// - Throws: `ia.dictionary` if it violates a rule, `bytes.truncated`, `bytes.number`; offsets
  ///   count from the start of the content, plus the origin.
  /// - Complexity: O(*n*).
  init(content: Span<UInt8>, origin: Int) throws(InputError) {
    var reader = ByteReader(0..<content.count, origin: origin)
    let count = try reader.varint(atMost: Self.maximumCount, content) + SpecialToken.count
    classCount = Int(try reader.byte(content))
    guard classCount >= 2 else { throw InputError(.iaDictionary, at: reader.byteOffset - 1) }
    classes = Array(copying: try reader.stretch(count), of: content)
    let lengthsOffset = reader.byteOffset
    lengths = Array(copying: try reader.stretch(count), of: content)
    let transitionsOffset = reader.byteOffset
    let contextCount = classCount + TokenCosts.startCount
    transitions = Array(copying: try reader.stretch(contextCount * classCount), of: content)
    strings = try Self.strings(&reader, content, count: count - SpecialToken.count)
    try checkTokens(byteOffset: lengthsOffset)
    try checkTransitions(byteOffset: transitionsOffset)
    guard reader.isAtEnd else { throw InputError(.iaTrailing, at: reader.byteOffset) }
  }

  /// Checks that every class has tokens, and that their codes are complete.
  private func checkTokens(byteOffset: Int) throws(InputError) {
    // The Kraft sum of a class in units of 2⁻¹⁵: the sum of 2 to the power of minus the length of
    // each token.
    var sums = [Int](repeating: 0, count: classCount)
    for token in classes.indices {
      let (index, length) = (Int(classes[token]), Int(lengths[token]))
      guard index < classCount else {
        throw InputError(.iaDictionary, at: byteOffset - classes.count + token, detail: "class")
      }
      guard length <= Self.maximumTokenLength else {
        throw InputError(.iaDictionary, at: byteOffset + token, detail: "length of a code")
      }
      sums[index] += 1 << (Self.maximumTokenLength - length)
    }
    guard sums.allSatisfy({ $0 == 1 << Self.maximumTokenLength }) else {
      throw InputError(.iaDictionary, at: byteOffset, detail: "codes that are not complete")
    }
  }

  private func checkTransitions(byteOffset: Int) throws(InputError) {
    for context in 0..<classCount + TokenCosts.startCount {
      let row = context * classCount
      let lengths = transitions[row..<row + classCount]
      guard PrefixCode.isComplete(lengths, atMost: Self.maximumTransitionLength) else {
        throw InputError(
          .iaDictionary, at: byteOffset + row, detail: "codes that are not complete")
      }
    }
  }

  /// Reads the strings: the alphabet; for each string the number of units that it shares with the string before; and
  /// its other units.
  private static func strings(
    _ reader: inout ByteReader, _ content: Span<UInt8>, count: Int
  ) throws(InputError) -> TokenStrings {
    let alphabetCount = try reader.varint(atMost: 1 << 16, content)
    let alphabet = try reader.stretch(2 * alphabetCount)
    let heads = try reader.stretch(count)
    var strings = TokenStrings()
    for _ in 0..<SpecialToken.count { strings.append([]) }
    var string: [UInt16] = []
    for index in heads {
      let (shared, added) = (Int(content[index] & 0xF), Int(content[index] >> 4) + 1)
      let offset = reader.byteOffset
      guard shared <= string.count, shared + added <= maximumUnitCount else {
        throw InputError(.iaDictionary, at: reader.origin + index, detail: "length of a token")
      }
      let next = shared < string.count ? Int(string[shared]) : -1
      string.removeSubrange(shared...)
      for _ in 0..<added {
        let place = reader.byteOffset
        let rank = try reader.varint(content)
        guard rank < alphabetCount else {
          throw InputError(.iaDictionary, at: place, detail: "unit \(rank)")
        }
        let at = alphabet.lowerBound + 2 * rank
        string.append(UInt16(content[at]) | UInt16(content[at + 1]) << 8)
      }
      guard Int(string[shared]) > next else {
        throw InputError(.iaDictionary, at: offset, detail: "tokens that do not ascend")
      }
      strings.append(string)
    }
    return strings
  }
}
