/// Encodes texts as streams of tokens.
///
/// Its buffers are reused.
struct TokenEncoder {
  private let codes: TokenCodes
  private var parser: TokenParser
  private var tokens: [Int32] = []

  init(_ codes: TokenCodes) {
    self.codes = codes
    parser = TokenParser(codes.trie, codes.costs)
  }

  /// Appends the tokens of a text, followed by `end`.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - start: 0 for a text, 1 for other columns.
  ///   - writer: The writer to which the codes are appended.
  /// - Complexity: O(*n*).
  mutating func encode(_ units: Span<UInt16>, start: Int, to writer: inout BitWriter) {
    tokens.removeAll(keepingCapacity: true)
    parser.parse(units, start: start, to: &tokens)
    let (classes, words) = (codes.classes.span, codes.tokens.span)
    let classCount = codes.costs.classCount
    let tokens = tokens.span
    var context = classCount + start
    var place = 0
    for index in tokens.indices {
      let token = Int(tokens[index])
      let word = words[token]
      let own = classes[context &* classCount &+ word.tokenClass]
      writer.append(UInt32(own.bits), count: Int(own.count))
      writer.append(UInt32(word.code.bits), count: Int(word.code.count))
      if token == SpecialToken.escape { writer.append(UInt32(units[place]), count: 16) }
      place &+= word.unitCount
      context = word.tokenClass
    }
  }
}

/// The parts of a vocabulary that encoding needs: all codes, and the tokens as a trie.
struct TokenCodes: Sendable {
  /// The bits of a code in stream order, and their number.
  struct Code: Sendable {
    var bits: UInt16 = 0
    var count: UInt8 = 0
  }

  /// A token: its class, its code within the class, and the number of units that it represents.
  struct Token: Sendable {
    var code = Code()
    var tokenClass: Int
    var unitCount: Int
  }

  let costs: TokenCosts
  let trie: TokenTrie
  /// For each context the code of each class.
  private(set) var classes: [Code]
  private(set) var tokens: [Token] = []

  init(_ model: VocabularyModel) {
    costs = model.costs
    trie = TokenTrie(model.strings, costs)
    classes = [Code](repeating: Code(), count: model.transitions.count)
    for start in stride(from: 0, to: classes.count, by: model.classCount) {
      PrefixCode.forEach(model.transitions.span, of: start..<start + model.classCount) {
        classes[$0] = Code(bits: UInt16($1), count: model.transitions[$0])
      }
    }
    tokens = model.classes.enumerated().map { token, index in
      let isEscape = token == SpecialToken.escape
      return Token(
        tokenClass: Int(index), unitCount: isEscape ? 1 : model.strings.count(of: token))
    }
    for members in model.members {
      PrefixCode.forEach(model.lengths.span, of: members) {
        tokens[$0].code = Code(bits: UInt16($1), count: model.lengths[$0])
      }
    }
  }
}
