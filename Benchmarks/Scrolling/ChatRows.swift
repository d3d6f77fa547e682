internal import IACorpus
internal import IALayout
public import IARender
public import IAText
public import IAViews
internal import Inputs

/// A thread as long as asked for, made of real short messages in a fixed order.
public struct ChatRows {
  private struct Entry {
    var message: Renderer.Message
    var utf16Count: Int
  }

  /// The ways in which messages are shown.
  public enum Show: Sendable {
    /// Black text, a stretch in red.
    case plain
    /// Intensities as colours, averaged by word.
    case intensities
    /// Intensities as weights of two layers of which one fades.
    case animated
    /// A picture of its own paragraph in a third of the messages.
    case pictures
    /// Small pictures within the text, in half of the messages.
    case stickers
  }

  private let entries: [Entry]
  /// The text that a person types, with its appearance.
  private let typedText: IAString
  private let looks: Looks
  /// The scheme whose animation moves; `nil` for static messages.
  public let animation: RenderScheme.Animation?

  /// Creates messages.
  ///
  /// - Parameters:
  ///   - count: The number of distinct messages, which repeat.
  ///   - show: The way in which they are shown.
  ///   - isReal: Whether texts are fortunes; otherwise they are made from a seed and need no package.
  public init(count: Int, show: Show = .plain, isReal: Bool = true) throws {
    var looks = Looks(fontSize: 16)
    let usesScheme = show == .intensities || show == .animated
    if usesScheme {
      looks.scheme = .hue()
      looks.smoothing = .word
    }
    animation = show == .animated ? looks.scheme?.animation : nil
    self.looks = looks
    let pictures = try ChatPictures(show)
    var mixture = IntensityMixture(seed: 2026)
    var dice = SeededGenerator(seed: 20)
    let texts = isReal ? try Messages.mixed(count: count) : Self.made(count)
    let typed = Array(Self.made(40).joined(separator: ", ").utf16.prefix(600))
    typedText = IAString(units: typed, intensities: mixture.intensities(for: typed, kind: .raw))
    entries = texts.enumerated().map { index, text in
      // Messages are typed without line ends; those of the files come from their column width.
      let units = text.utf16.map { $0 == 0x0A || $0 == 0x09 ? 0x20 : $0 }
      let kind = mixture.kind()
      var string = IAString(units: units, intensities: mixture.intensities(for: units, kind: kind))
      if !usesScheme, units.count > 8 {
        let start = dice.below(units.count - 4)
        string.set(\.foreground, to: Color(0xC00030), in: start..<min(start + 12, units.count))
      }
      var document = IADocument(string)
      pictures.add(to: &document, message: index)
      let author = Self.author(index)
      return Entry(
        message: Renderer.Message(
          Renderer.Source(document, looks: looks), isOwn: author.isOwn,
          sender: author.sender),
        utf16Count: document.string.utf16Count)
    }
  }

  /// Returns a message of one's own with the first units of a long text.
  public func typed(_ utf16Count: Int) -> Renderer.Message {
    let string = typedText[0..<min(max(utf16Count, 0), typedText.utf16Count)]
    return Renderer.Message(
      Renderer.Source(IADocument(string), looks: looks), isOwn: true, sender: nil)
  }

  private static func author(_ number: Int) -> Bubble.Author {
    // Turns of one to four messages; two thirds are others'.
    let turn = (number &* 2_654_435_761 >> 7) & 7
    return turn < 3
      ? Bubble.Author(isOwn: true) : Bubble.Author(isOwn: false, sender: turn < 6 ? "Ada" : "Grace")
  }

  private static func made(_ count: Int) -> [String] {
    var dice = SeededGenerator(seed: 7)
    let words = ["so", "the", "water", "is", "cold", "again", "tomorrow", "we", "leave", "early"]
    return (0..<count).map { _ in
      (0..<2 + dice.below(dice.below(60) + 1)).map { _ in dice.pick(words) }
        .joined(separator: " ")
    }
  }

  /// The number of distinct messages.
  public var distinctCount: Int { entries.count }

  /// Returns rows of consecutive numbers.
  public func rows(_ count: Int) -> GeneratedRows {
    let entries = entries
    let lengths = entries.map { UInt32(clamping: $0.utf16Count) }
    func place(_ number: Int) -> Int {
      let remainder = number % lengths.count
      return remainder < 0 ? remainder + lengths.count : remainder
    }
    func utf16Counts(_ numbers: Range<Int>) -> [UInt32] {
      var counts: [UInt32] = []
      counts.reserveCapacity(numbers.count)
      while counts.count < numbers.count {
        let start = place(numbers.lowerBound + counts.count)
        counts += lengths[start...].prefix(numbers.count - counts.count)
      }
      return counts
    }
    return GeneratedRows(
      0..<count, author: { entries[place($0)].message.author }, utf16Counts: utf16Counts,
      make: { entries[place($0)].message })
  }
}
