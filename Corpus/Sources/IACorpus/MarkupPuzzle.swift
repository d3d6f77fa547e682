public import IAText

/// Generates documents whose text looks like markup, with attributes and blocks that overlap
/// arbitrarily.
///
/// The seed and the number of calls determine each document. The texts are short and consist of few
/// characters, so that all pairs of characters occur at the start and end of attributes.
public struct MarkupPuzzle {
  private var random: SeededGenerator
  private var builder = IAStringBuilder()
  private var nextID = 0

  /// Creates a generator.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the next document.
  public mutating func next() -> IADocument {
    builder = IAStringBuilder()
    nextID = 0
    let labels = ["n", "a.b", "N", "x*"]
    for _ in 0..<1 + random.below(4) { block(in: [], depth: 0) }
    for _ in 0..<random.below(3) / 2 {
      let note = newBlock(.footnote(label: labels[random.below(labels.count)]))
      for _ in 0..<1 + random.below(2) { block(in: [note], depth: 2) }
    }
    var string = builder.finish()
    mark(&string)
    return IADocument(string)
  }

  private mutating func newBlock(_ kind: Block.Kind) -> Block {
    nextID += 1
    return Block(id: nextID, kind)
  }

  // MARK: Blocks

  private mutating func block(in path: [Block], depth: Int) {
    switch random.below(depth > 3 ? 9 : 14) {
    case 0...5: paragraph(in: path)
    case 6: paragraph(in: path + [newBlock(.header(level: 1 + random.below(6)))])
    case 7:
      let code = newBlock(.codeBlock(language: [nil, "c", "~`", "a b&amp;\\"][random.below(4)]))
      for _ in 0..<1 + random.below(3) { paragraph(in: path + [code], hasPictures: false) }
    case 8: table(in: path)
    case 9...11: list(in: path, depth: depth)
    case 12:
      let quote = newBlock(.blockQuote)
      for _ in 0..<1 + random.below(3) { block(in: path + [quote], depth: depth + 1) }
    default:
      if random.below(2) == 0 { end(path + [newBlock(.thematicBreak)]) } else { end(path) }
    }
  }

  private mutating func list(in path: [Block], depth: Int) {
    let isOrdered = random.below(2) == 0
    let start = [0, 1, 1, 9, 99][random.below(5)]
    let list = newBlock(
      isOrdered
        ? .orderedList(.init(start: start, delimiter: [".", ")"][random.below(2)]))
        : .unorderedList(marker: nil))
    for index in 0..<1 + random.below(3) {
      let task: Block.ListItem.TaskState? = [nil, nil, nil, .open, .done][random.below(5)]
      let item = newBlock(.listItem(.init(ordinal: (isOrdered ? start : 1) + index, task: task)))
      let inner = path + [list, item]
      if task != nil {
        paragraph(in: inner)
      } else {
        for _ in 0..<1 + random.below(3) / 2 { block(in: inner, depth: depth + 1) }
      }
    }
  }

  private mutating func table(in path: [Block]) {
    let width = 1 + random.below(3)
    let table = newBlock(
      .table(
        .init(
          columns: (0..<width).map { _ in
            .init(alignment: [nil, .left, .right, .center][random.below(4)])
          })))
    for row in 0..<1 + random.below(3) {
      let line = newBlock(.tableRow(isHeader: row == 0))
      for column in 0..<width {
        let path = path + [table, line, newBlock(.tableCell(.init(column: column)))]
        if random.below(6) == 0 { end(path) } else { paragraph(in: path) }
      }
    }
  }

  private mutating func end(_ path: [Block]) {
    if builder.lastUnit ?? 0x0A == 0x0A { builder.append(unit: 0x0A) }
    builder.endParagraph(ParagraphAttributes(blocks: path))
  }

  // MARK: Text

  private static let characters = Array(
    "**__``~~$$[]()!<>&#-+=.:|\\/@\"';?aab1w  \t\u{2028}\u{A0}é字“€🙂\u{FEFF}".unicodeScalars)
  private static let words = [
    "www.a.b", "http://a.b/c", "x@y.zz", "&amp;", "&#35;", "<b>", "</b>", "<!-- -->", "<!-- c -->",
    "<div>", "<br/>", "<a href=\"b\">", "[n]", "[^n]", "[a]: b", "[a](b)", "![a](b)", "1. ", "- ",
    "+ ", "> ", "# ", "***", "---", "===", "```", "~~~", "| a |", "|---|", "[ ] ", "[x] ", "n", "a",
    "b", "c d", "\\", "<?x?>", "$a$", "$$",
    "$`b`$", "\\$", "<script>", "  ", "\u{2028}", "é", "(a)", "<x\u{2028}y>",
  ]

  private mutating func paragraph(in path: [Block], hasPictures: Bool = true) {
    if random.below(3) == 0 {
      for _ in 0..<1 + random.below(4) {
        builder.append(Self.words[random.below(Self.words.count)])
        if random.below(3) == 0 { builder.append(" ") }
      }
    } else {
      var text = String.UnicodeScalarView()
      for _ in 0..<1 + random.below(12) {
        text.append(Self.characters[random.below(Self.characters.count)])
      }
      builder.append(String(text))
    }
    if random.below(12) == 0, hasPictures {
      var picture = Attachment(.image, content: .url("https://a.b/p_q.png"), state: .missing)
      picture.altText = [nil, "x *y* [z]", " ", "^n"][random.below(4)]
      builder.append(picture)
    }
    end(path)
  }

  // MARK: Attributes

  private mutating func mark(_ string: inout IAString) {
    let count = string.utf16Count
    guard count > 0 else { return }
    for _ in 0..<random.below(2 + count / 3) {
      let start = random.below(count)
      let range = start..<min(count, start + 1 + random.below(8))
      switch random.below(16) {
      case 0...3: string.set(\.bold, to: true, in: range)
      case 4...7: string.set(\.italic, to: true, in: range)
      case 8, 9: string.set(\.strikethrough, to: .single, in: range)
      case 10: string.set(\.code, to: true, in: range)
      case 11, 12:
        let urls = ["#a", "http://a.b/c", "a b", "", "x(y", " z ", "c*_~`d|&amp;"]
        let title = [nil, nil, "t", "\"q\" \\|&"][random.below(4)]
        string.set(\.link, to: .init(urls[random.below(urls.count)], title: title), in: range)
      case 13 where random.below(4) == 0:
        tag(&string, "markdown.html", ["inline", "block"][random.below(2)], range)
      case 13 where random.below(4) == 0:
        tag(&string, "math", ["inline", "display"][random.below(2)], range)
      case 14:
        tag(&string, "footnote", "n", range)
        string.set(\.script, to: .superscript, in: range)
      default: string.setIntensity(70, in: range)
      }
    }
    tagMarkup(&string)
    joinPairs(&string)
    // A line end has the attributes of the unit before it, because most formats read it so.
    for paragraph in string.paragraphs where paragraph.isTerminated {
      let end = paragraph.contentRange.upperBound
      let attributes =
        paragraph.contentRange.isEmpty
        ? InlineAttributes() : string.attributes(at: end - 1).forLineEnd
      string.setAttributes(attributes, in: end..<end + 1)
    }
  }

  /// Sets the attributes of both surrogates of each pair to those of the first.
  private func joinPairs(_ string: inout IAString) {
    let units = string.units(in: string.utf16Range)
    for at in units.indices.dropLast() where units[at] & 0xFC00 == 0xD800 {
      string.setAttributes(string.attributes(at: at), in: at..<at + 2)
    }
  }

  private func tag(
    _ string: inout IAString, _ name: String, _ value: String, _ range: Range<Int>
  ) {
    string.updateAttributes(in: range) { $0[tag: name] = value }
  }

  /// Tags some words that look like HTML as raw HTML, and some labels as footnote references.
  private mutating func tagMarkup(_ string: inout IAString) {
    for paragraph in string.paragraphs {
      let text = Array(string.units(in: paragraph.contentRange))
      let start = paragraph.utf16Range.lowerBound
      for word in ["<b>", "</b>", "<!-- c -->", "<div>", "<br/>", "<a href=\"b\">", "<x\u{2028}y>"]
      where random.below(2) == 0 {
        let units = Array(word.utf16)
        guard text.count >= units.count else { continue }
        for at in 0...text.count - units.count
        where Array(text[at..<at + units.count]) == units {
          tag(&string, "markdown.html", "inline", start + at..<start + at + units.count)
        }
      }
      guard random.below(2) == 0 else { continue }
      for at in text.indices where text[at] == 0x6E {
        tag(&string, "footnote", "n", start + at..<start + at + 1)
        string.set(\.script, to: .superscript, in: start + at..<start + at + 1)
      }
    }
  }
}
