internal import IAText

extension MarkdownEmitter {
  /// Appends the lines of a code block between fences.
  mutating func writeCode(_ range: Range<Int>, _ language: String?) {
    let first = paragraphs[range.lowerBound].contentRange
    let tagged =
      first.isEmpty ? nil : string.attributes(at: first.lowerBound)[tag: MarkdownTag.info]
    let info = Self.info(tagged ?? language ?? "")
    let mark = UInt8(ascii: info.utf8.contains(UInt8(ascii: "`")) ? "~" : "`")
    let lines = range.map { string.units(in: paragraphs[$0].contentRange) }
    let longest = lines.reduce(2) { max($0, CodeSpan.longestRun(of: UInt16(mark), in: $1)) }
    let fence = Array(repeating: mark, count: longest + 1)
    out.append(contentsOf: fence)
    if info.utf8.first == UInt8(ascii: "~"), mark == UInt8(ascii: "~") {
      out.append(UInt8(ascii: "\\"))
    }
    out.append(contentsOf: Self.escaped(info).utf8)
    out.append(0x0A)
    if lines != [[]] {
      for line in lines {
        out.append(contentsOf: continuation)
        if line.isEmpty { removeSpaces() }
        var at = 0
        while at < line.count {
          switch line[at] {
          case 0x0D: out.append(0x20)
          case 0: out.append(contentsOf: [0xEF, 0xBF, 0xBD])
          default:
            at += out.append(utf8Of: line, at)
            continue
          }
          at += 1
        }
        out.append(0x0A)
      }
    }
    out.append(contentsOf: continuation)
    out.append(contentsOf: fence)
    out.append(0x0A)
    noteCode(range, lines, info)
  }

  /// Records what a reader finds in the lines of a code block.
  private mutating func noteCode(_ range: Range<Int>, _ lines: [[UInt16]], _ info: String) {
    let language = info.split(separator: " ", maxSplits: 1).first.map(String.init)
    var found = InlineAttributes()
    if let language, language != info { found[tag: MarkdownTag.info] = info }
    for (index, line) in zip(range, lines) {
      let read = ShownText.inCode(line)
      if read != line {
        note(index, ShownText(units: read))
      } else if !line.isEmpty, !found.isPlain || !isPlain(index) {
        let content = paragraphs[index].contentRange
        note(
          index,
          ShownText(
            ranges: [.init(utf16Range: content, attributes: found)], hasPictures: false))
      } else if line.contains(IAString.attachmentUnit) {
        note(index, ShownText(hasPictures: false))
      }
      let isFirst = index == range.lowerBound
      noteBlocks(
        index, [.codeBlock(language: language)],
        shared: isFirst ? sharedKindCount : containerKindCount + 1)
    }
  }

  /// Returns whether the text of a paragraph has no attributes.
  private func isPlain(_ index: Int) -> Bool {
    var isPlain = true
    string.forEachInlineRun(in: paragraphs[index].contentRange) { run in
      isPlain = isPlain && run.number == 0
    }
    return isPlain
  }

  /// Returns an info string in the form in which a reader finds it.
  private static func info(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in LinkText.readable(text).unicodeScalars {
      out.append(scalar.value < 0x20 || scalar.properties.isWhitespace ? " " : scalar)
    }
    while out.first == " " { out.removeFirst() }
    while out.last == " " { out.removeLast() }
    return String(out)
  }

  /// Returns an info string in which characters that would be read as an escape or a character reference are escaped.
  private static func escaped(_ info: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in LinkText.protected(info).unicodeScalars {
      if scalar == "\\" { out.append("\\") }
      out.append(scalar)
    }
    return String(out)
  }
}
