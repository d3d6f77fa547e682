public import IAText

/// A random edit of a text: inserted and removed text, attributes, blocks or attachments.
public struct RandomEdit {
  /// Whether the edit changes text; otherwise it changes attributes only.
  public var changesCharacters: Bool
  /// The range of the edit in the text before it, in units.
  public var utf16Range: Range<Int>
  /// Applies the edit.
  public var apply: (inout IAString) -> Void

  /// Creates an edit of a text, which stays below about 1,000 units, so that edits often overlap.
  public init(of string: IAString, _ random: inout SeededGenerator) {
    let count = string.utf16Count
    let start = random.below(count + 1)
    let end = min(start + random.below(random.below(8) == 0 ? 60 : 6), count)
    let range = start..<end
    let kind = random.below(14)
    switch kind {
    case 0, 1, 2: self = Self.inline(kind, range, &random)
    case 3 where count > 0: self = Self.paragraphs(of: string, range, &random)
    case 3, 4: self = Self.attachment(range, &random)
    case 5, 6, 7: self = Self.text("", range)
    default:
      let place = count < 900 ? start..<start : range
      self = Self.text(Self.words[random.below(Self.words.count)], place)
    }
  }

  private init(
    _ changesCharacters: Bool, _ utf16Range: Range<Int>,
    _ apply: @escaping (inout IAString) -> Void
  ) {
    self.changesCharacters = changesCharacters
    self.utf16Range = utf16Range
    self.apply = apply
  }

  private static let words = [
    "a", "word", " ", "  ", "\n", "well-known ", "\t", "שלום ", "مرحبا", "123 ", "é", "\u{1F600}",
    "fi", "\u{AD}", "中文字", "ภาษาไทย", "\u{2028}", "averyveryverylongwordthatdoesnotfitanywhere",
    "हिन्दी", "A\u{301}\u{323}", "AVATAR To. ", "\u{2067}x\u{2069}", "\n\n", "\u{200D}",
  ]

  private static func text(_ text: String, _ range: Range<Int>) -> RandomEdit {
    RandomEdit(true, range) { $0.replace(range, with: text) }
  }

  private static func inline(
    _ kind: Int, _ range: Range<Int>, _ random: inout SeededGenerator
  ) -> RandomEdit {
    let intensity = UInt8(random.below(101))
    let size: Double? = [10, 16, 24, nil][random.below(4)]
    return RandomEdit(false, range) { string in
      switch kind {
      case 0: string.setIntensity(intensity, in: range)
      case 1: string.updateAttributes(in: range) { $0.bold.toggle() }
      default: string.updateAttributes(in: range) { $0.fontSize = size }
      }
    }
  }

  private static func paragraphs(
    of string: IAString, _ range: Range<Int>, _ random: inout SeededGenerator
  ) -> RandomEdit {
    let start = string.paragraphRange(at: range.lowerBound).lowerBound
    let last = string.paragraphRange(at: max(range.upperBound - 1, range.lowerBound))
    let kind = random.below(5)
    let number = random.below(40)
    return RandomEdit(false, start..<max(last.upperBound, start)) { string in
      string.updateParagraphAttributes(in: range) { attributes in
        switch kind {
        case 0:
          attributes.alignment = [.left, .right, .center, .justified][number % 4]
        case 1: attributes.firstLineIndent = Double(number)
        case 2: attributes.spacingAfter = Double(number % 12)
        case 3: attributes.blocks = cell(number)
        default:
          attributes.blocks = [
            Block(id: 900, .unorderedList(marker: nil)),
            Block(id: 901 + number % 2, .listItem(.init(ordinal: 1))),
          ]
        }
      }
    }
  }

  /// Returns the path of a cell in a table of three columns, or no blocks for one number in four.
  private static func cell(_ number: Int) -> [Block] {
    guard number % 4 > 0 else { return [] }
    let row = number / 4 % 3
    let column = number / 12 % 3
    return [
      Block(id: 1, .table(.init(columns: [.init(), .init(), .init()]))),
      Block(id: 2 + row, .tableRow(isHeader: false)),
      Block(id: 10 + 3 * row + column, .tableCell(.init(column: column))),
    ]
  }

  private static func attachment(
    _ range: Range<Int>, _ random: inout SeededGenerator
  ) -> RandomEdit {
    var attachment = Attachment(.image)
    attachment.pixelWidth = 40 + random.below(200)
    attachment.pixelHeight = 30 + random.below(100)
    var piece = IAString()
    if random.below(3) == 0 { piece.append(.sticker("doge")) } else { piece.append(attachment) }
    return RandomEdit(true, range) { $0.replace(range, with: piece) }
  }
}
