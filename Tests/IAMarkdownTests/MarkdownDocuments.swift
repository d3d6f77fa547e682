import IATestSupport
import IAText

/// Creates random documents that Markdown can represent without losses.
struct MarkdownDocuments {
  private var random: SeededGenerator
  private var builder = IAStringBuilder()
  private var nextID = 0
  private var notes = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a document of a few blocks.
  mutating func document() -> IADocument {
    builder = IAStringBuilder()
    (nextID, notes) = (0, 0)
    for _ in 0..<1 + random.below(8) { block(in: [], depth: 0) }
    for _ in 0..<random.below(3) {
      notes += 1
      let note = newBlock(.footnote(label: "n\(notes)"))
      for _ in 0..<1 + random.below(2) { block(in: [note], depth: 2) }
    }
    return IADocument(builder.finish())
  }

  private mutating func newBlock(_ kind: Block.Kind) -> Block {
    nextID += 1
    return Block(id: nextID, kind)
  }

  private mutating func block(in path: [Block], depth: Int) {
    switch random.below(depth > 3 ? 7 : 12) {
    case 0...2: paragraph(in: path)
    case 3: paragraph(in: path + [newBlock(.header(level: 1 + random.below(6)))], isHeading: true)
    case 4: code(in: path)
    case 5: end(path + [newBlock(.thematicBreak)])
    case 6: table(in: path)
    case 7, 8: list(in: path, depth: depth)
    case 9:
      let quote = newBlock(.blockQuote)
      for _ in 0..<1 + random.below(3) { block(in: path + [quote], depth: depth + 1) }
    case 10: definitions(in: path, depth: depth)
    default: end(path)
    }
  }

  private mutating func definitions(in path: [Block], depth: Int) {
    phrase()
    end(path)
    let list = newBlock(.unorderedList(marker: ":"))
    for index in 0..<1 + random.below(3) {
      let item = newBlock(.listItem(.init(ordinal: index + 1)))
      for _ in 0..<1 + random.below(2) { block(in: path + [list, item], depth: depth + 1) }
    }
  }

  private mutating func end(_ path: [Block]) {
    if builder.lastUnit ?? 0x0A == 0x0A { builder.append(unit: 0x0A) }
    builder.endParagraph(ParagraphAttributes(blocks: path))
  }

  private mutating func list(in path: [Block], depth: Int) {
    let isOrdered = random.below(2) == 0
    let start = [0, 1, 1, 7, 123][random.below(5)]
    let style = Block.OrderedListStyle(
      start: start, delimiter: random.below(2) == 0 ? "." : ")")
    let list = newBlock(isOrdered ? .orderedList(style) : .unorderedList(marker: nil))
    for index in 0..<1 + random.below(4) {
      let isTask = random.below(5) == 0
      let task: Block.ListItem.TaskState? = isTask ? (random.below(2) == 0 ? .open : .done) : nil
      let item = newBlock(.listItem(.init(ordinal: (isOrdered ? start : 1) + index, task: task)))
      let inner = path + [list, item]
      if isTask { plain(in: inner, "task") }
      for _ in 0..<(isTask ? 0 : 1) + random.below(2) { block(in: inner, depth: depth + 1) }
    }
  }

  private mutating func plain(in path: [Block], _ text: String) {
    builder.append(text)
    end(path)
  }

  private mutating func code(in path: [Block]) {
    let language = [nil, "swift", "c++", "a&amp;b", "x\\y"][random.below(5)]
    let code = newBlock(.codeBlock(language: language))
    let lines = [
      "", " ", "\tif x {", "```", "~~~~", "a  b ", "- x", "> q", "&amp; \\*", "    four",
    ]
    let count = random.below(5)
    if count == 0 { end(path + [code]) }
    for index in 0..<count {
      let line = lines[random.below(lines.count)]
      builder.append(count == 1 && line.isEmpty ? "x\(index)" : line)
      end(path + [code])
    }
  }

  private mutating func table(in path: [Block]) {
    let width = 1 + random.below(4)
    let alignments: [ParagraphAttributes.Alignment?] = [nil, .left, .right, .center]
    let table = newBlock(
      .table(
        .init(
          columns: (0..<width).map { _ in
            Block.Table.Column(alignment: alignments[random.below(4)])
          })))
    for row in 0..<1 + random.below(3) {
      let line = newBlock(.tableRow(isHeader: row == 0))
      for column in 0..<width {
        let cell = newBlock(.tableCell(.init(column: column)))
        let path = path + [table, line, cell]
        if random.below(5) == 0 { end(path) } else { paragraph(in: path, isHeading: true) }
      }
    }
  }

  private mutating func paragraph(in path: [Block], isHeading: Bool = false) {
    var isFirst = true
    for _ in 0..<1 + random.below(5) {
      // Text between phrases has no formatting: Markdown cannot format a space at an edge.
      if !isFirst, random.below(4) > 0 { builder.append(gap(isHeading)) }
      isFirst = false
      phrase()
    }
    end(path)
  }

  private mutating func gap(_ isHeading: Bool) -> String {
    [" ", " ", " ", "  ", "\t", "\u{2028}", "\u{A0}", " \u{2028}  "][random.below(8)]
  }

  private static let words = [
    "word", "Wörter", "слово", "字", "🙂", "e\u{301}", "a", "1.", "12)", "-", "+", "*", "**", "_",
    "__",
    "snake_case", "`", "``", "~", "~~", "#", "###", ">", "|", "a|b", "\\", "\\|", "[", "]", "[x]",
    "![", "!", "(", "<", "<b>", "<!--", "&", "&amp;", "&#35;", "=", "===", "---", ":", ":-:",
    "http://a.b", "www.a.b", "x@y.zz", "https://", "[^n1]", "[a]: b", "\"", "'", "“", "…", "$", "€",
    "\u{FEFF}", "\u{B}", "{", "}", "...", "1", "0.", "w", "ww", "-|-", "```", "\u{1}",
  ]

  private mutating func phrase() {
    var attributes = InlineAttributes()
    if random.below(3) == 0 { attributes.bold = true }
    if random.below(3) == 0 { attributes.italic = true }
    if random.below(6) == 0 { attributes.strikethrough = .single }
    if random.below(8) == 0 { attributes.underline = .init() }
    if random.below(8) == 0 {
      attributes.script = random.below(2) == 0 ? .subscript : .superscript
    }
    if random.below(6) == 0 {
      let urls = [
        "http://a.b/c_d*e*(f)", "#anchor", "a b.md", "mailto:x@y.zz", "https://a.b?c=d&e;f", "<x>",
        "",
        "a\\b".replacing("\\", with: "`"), "x\"y", "tel:+49", "a|b", "[c](d)", "é/ü",
      ]
      attributes.link = .init(
        urls[random.below(urls.count)], title: [nil, nil, "t", "\"q\" & \\ `*`"][random.below(4)])
    }
    let count = 1 + random.below(3)
    for index in 0..<count {
      var own = attributes
      if random.below(6) == 0 { own.code = true }
      if random.below(4) == 0 { own.bold.toggle() }
      if random.below(4) == 0 { own.italic.toggle() }
      if random.below(24) == 0 {
        var picture = Attachment(
          .image, content: .url("https://a.b/p_q.png"), state: .missing)
        picture.altText = [nil, "alt *x* [y]", " z"][random.below(3)]
        builder.append(picture, attributes: builder.intern(own.withoutCode))
        continue
      }
      let word = Self.words[random.below(Self.words.count)]
      // A table row cannot contain code with a backslash before a pipe.
      if word == "\\|" { own.code = false }
      builder.append(word, attributes: builder.intern(own.code ? own : own.unless(word)))
      if index + 1 < count, random.below(2) == 0 {
        builder.append(" ", attributes: builder.intern(Self.between(attributes)))
      }
    }
  }

  private static func between(_ attributes: InlineAttributes) -> InlineAttributes {
    var between = InlineAttributes()
    between.link = attributes.link
    return between
  }
}

extension InlineAttributes {
  fileprivate var withoutCode: InlineAttributes {
    var copy = self
    copy.code = false
    return copy
  }

  /// Returns the attributes of a word; blank text has only the link.
  fileprivate func unless(_ word: String) -> InlineAttributes {
    guard word == "\u{B}" else { return self }
    var plain = InlineAttributes()
    plain.link = link
    return plain
  }
}
