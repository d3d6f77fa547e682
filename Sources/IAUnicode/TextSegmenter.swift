/// Finds the characters, words, sentences, lines, paragraphs and line breaks of a text.
///
/// A segmenter owns iterators of ICU. It opens an iterator when a text first needs it; text of simple
/// units (ASCII, Latin, Greek, Cyrillic, common punctuation) does not need any. Keep one segmenter for
/// many texts.
///
/// A segmenter has one owner and may move between threads. Threads that run at the same time need
/// separate segmenters.
///
/// All offsets are UTF-16 units. Lone surrogates are segmented as other units and are not an error.
public struct TextSegmenter: ~Copyable, Sendable {
  /// The rules that a segmenter uses; tests and benchmarks compare the two.
  package enum Engine: Sendable {
    /// The rules of this module for simple units, ICU for all others.
    case simpleRulesFirst
    /// ICU alone.
    case icuOnly
  }

  private let engine: Engine
  private var characters = BreakIterator(.character)
  private var words = BreakIterator(.word)
  private var sentences = BreakIterator(.sentence)
  private var lineBreaks = BreakIterator(.lineBreak)

  /// Creates a segmenter without opening ICU.
  public init() { engine = .simpleRulesFirst }

  package init(engine: Engine) { self.engine = engine }

  /// Calls `body` with every boundary of `text` after `start` that ICU finds, until it returns
  /// false.
  mutating func runICU(
    _ kind: BreakKind, in text: Span<UInt16>, after start: Int, _ body: (Int, Bool) -> Bool
  ) throws(UnicodeError) {
    switch kind {
    case .character: try characters.forEach(in: text, after: start, body)
    case .word: try words.forEach(in: text, after: start, body)
    case .sentence: try sentences.forEach(in: text, after: start, body)
    case .lineBreak: try lineBreaks.forEach(in: text, after: start, body)
    }
  }

  /// Returns the last boundary before `offset` that ICU finds, or 0 if there is no boundary before
  /// it.
  mutating func runICU(
    _ kind: BreakKind, before offset: Int, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int {
    switch kind {
    case .character: try characters.boundary(before: offset, in: text) ?? 0
    case .word: try words.boundary(before: offset, in: text) ?? 0
    case .sentence: try sentences.boundary(before: offset, in: text) ?? 0
    case .lineBreak: try lineBreaks.boundary(before: offset, in: text) ?? 0
    }
  }

  /// Whether the simple rules are used before ICU.
  var usesSimpleRules: Bool { engine == .simpleRulesFirst }
}
