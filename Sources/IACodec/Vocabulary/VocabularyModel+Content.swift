internal import IABytes

// The content of a vocabulary's file. Specs/ia-format.md, section 7.3.

extension VocabularyModel {
  /// The content of the file, before compression.
  var content: [UInt8] {
    var writer = ByteWriter()
    let (first, count) = (SpecialToken.count, strings.count)
    writer.varint(count - first)
    writer.byte(UInt8(classCount))
    writer.append(classes)
    writer.append(lengths)
    writer.append(transitions)
    var heads: [UInt8] = []
    var tails: [UInt16] = []
    var before: ArraySlice<UInt16> = []
    for token in first..<count {
      let string = strings[token]
      let shared = zip(before, string).prefix { $0 == $1 }.count
      heads.append(UInt8(shared | (string.count - shared - 1) << 4))
      tails += string.dropFirst(shared)
      before = string
    }
    let alphabet = Alphabet(of: tails)
    writer.varint(alphabet.units.count)
    for unit in alphabet.units { writer.fixed(unit) }
    writer.append(heads)
    for unit in tails { writer.varint(Int(alphabet.ranks[Int(unit)])) }
    return writer.bytes
  }

  /// The units of all tokens, in descending order of frequency.
  private struct Alphabet {
    let units: [UInt16]
    private(set) var ranks = [UInt16](repeating: 0, count: 1 << 16)

    init(of text: [UInt16]) {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for unit in text { counts[Int(unit)] += 1 }
      units = counts.indices.filter { counts[$0] > 0 }
        .sorted { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }
        .map { UInt16($0) }
      for (rank, unit) in units.enumerated() { ranks[Int(unit)] = UInt16(rank) }
    }
  }
}
