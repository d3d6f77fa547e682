/// Finds the characters, words, sentences, lines, paragraphs and line breaks of a text.
///
/// A segmenter owns ICU's iterators and opens each when a text first needs it: text of simple
/// units (ASCII, Latin, Greek, Cyrillic, usual punctuation) never does. Make one and keep it for
/// many texts; making one costs nothing.
///
/// It has one owner and may move between threads; two threads at once need one each.
///
/// All offsets are UTF-16 units. Lone surrogates are units like any other and never an error.
public struct TextSegmenter: ~Copyable, Sendable {
  /// Who decides; tests and benchmarks compare the two.
  package enum Engine: Sendable {
    /// Our rules for simple units, ICU for the others.
    case simpleUnitsApart
    /// ICU alone.
    case icuOnly
  }

  private let engine: Engine
  private var characters = BreakIterator(.character)
  private var words = BreakIterator(.word)
  private var sentences = BreakIterator(.sentence)
  private var lineBreaks = BreakIterator(.lineBreak)

  /// Makes a segmenter.
  public init() { engine = .simpleUnitsApart }

  package init(engine: Engine) { self.engine = engine }

  /// Calls ICU: every boundary of `text` after `start`, until `body` returns false.
  mutating func askICU(
    _ kind: BreakKind, in text: Span<UInt16>, after start: Int, _ body: (Int, Bool) -> Bool
  ) throws(UnicodeError) {
    switch kind {
    case .character: try characters.forEach(in: text, after: start, body)
    case .word: try words.forEach(in: text, after: start, body)
    case .sentence: try sentences.forEach(in: text, after: start, body)
    case .lineBreak: try lineBreaks.forEach(in: text, after: start, body)
    }
  }

  /// Calls ICU: the last boundary before `offset`, or the start of the text.
  mutating func askICU(
    _ kind: BreakKind, before offset: Int, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int {
    switch kind {
    case .character: try characters.boundary(before: offset, in: text) ?? 0
    case .word: try words.boundary(before: offset, in: text) ?? 0
    case .sentence: try sentences.boundary(before: offset, in: text) ?? 0
    case .lineBreak: try lineBreaks.boundary(before: offset, in: text) ?? 0
    }
  }

  /// Whether our rules are to be asked first.
  var usesSimpleRules: Bool { engine == .simpleUnitsApart }
}
