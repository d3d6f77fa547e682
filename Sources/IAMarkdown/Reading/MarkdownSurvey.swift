internal import IABytes

/// The result of a first pass over the bytes: line starts, footnotes, and an upper bound of the nesting depth.
///
/// For a few kinds of input, cmark-gfm needs more than linear time. The pass computes an upper bound of this work. The
/// input is refused if the bound exceeds a constant plus a constant for each byte. `Specs/markdown.md` lists these
/// kinds.
struct MarkdownSurvey {
  /// The offset at which each line starts.
  private(set) var lineStarts: [Int] = []
  /// The labels of footnote definitions at the starts of lines, in order, each once.
  private(set) var footnoteLabels: [String] = []
  /// The lines, counted from 1, that define a footnote whose label was defined before.
  ///
  /// Some of them may be inside code.
  private(set) var repeatedNotes: [(line: Int, label: String)] = []

  /// The work that is allowed for any input, in units of about a nanosecond.
  private static let baseWork = 1 << 27
  /// The additional work that is allowed for each byte of the input.
  private static let workPerByte = 256

  private let bytes: [UInt8]
  private var knownLabels: Set<String> = []
  private var foldedLabels: Set<String> = []
  private var work = 0
  private var depthBound = 0
  private var stretch = Stretch()
  private var longestDefinition = 0
  private var closingBrackets = 0

  /// A sequence of lines without an empty line.
  private struct Stretch {
    var byteCount = 0
    var lineCount = 0
    var imageOpenings = 0
    var closings = 0
    var tableColumns = 0
    var mostPipes = 0
    var isTable = false
    var last: MarkdownLine?
  }

  /// Creates the survey of bytes from an offset on.
  ///
  /// - Throws: `markdown.depth`, `markdown.work`.
  /// - Complexity: O(*n*).
  init(of bytes: [UInt8], from start: Int, limits: Limits) throws(InputError) {
    self.bytes = bytes
    let allowed = Self.baseWork + Self.workPerByte * (bytes.count - start)
    var at = start
    while at < bytes.count {
      lineStarts.append(at)
      var end = at
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let line = MarkdownLine(bytes, at..<end)
      note(line, bytes)
      guard depthBound <= limits.depth else {
        throw .exceeds(
          .markdownDepth, limit: "depth", maximum: limits.depth, seen: depthBound, at: at)
      }
      // Each closing bracket may cause a comparison of its label with that of a definition.
      let seen = work + longestDefinition / 16 * closingBrackets
      guard seen <= allowed else {
        throw .exceeds(.markdownWork, limit: "work", maximum: allowed, seen: seen, at: at)
      }
      if end < bytes.count, bytes[end] == 0x0D, end + 1 < bytes.count, bytes[end + 1] == 0x0A {
        end += 1
      }
      at = end + 1
    }
  }

  /// The size of the input.
  var byteCount: Int { bytes.count }

  /// Returns the offset at which a line starts, counted from 1; for a line that does not exist, the start of the last
  /// line.
  func byteOffset(ofLine line: Int) -> Int {
    guard !lineStarts.isEmpty else { return 0 }
    return lineStarts[min(max(line - 1, 0), lineStarts.count - 1)]
  }

  /// Returns whether there is a `[` at a column of a line, both counted from 1, or after white
  /// space there.
  func startsWithBracket(line: Int, column: Int) -> Bool { has("[", line: line, column: column) }

  /// Returns whether a text is at a column of a line, both counted from 1, or follows white space there.
  func has(_ text: String, line: Int, column: Int) -> Bool {
    guard lineStarts.indices.contains(line - 1) else { return false }
    var at = lineStarts[line - 1] + max(column - 1, 0)
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    return bytes[min(at, bytes.count)...].starts(with: text.utf8)
  }

  /// Returns the number of cells of a row in a line, counted from 1.
  func cellCount(line: Int) -> Int {
    guard lineStarts.indices.contains(line - 1) else { return 0 }
    var pipes = 0
    var isEscaped = false
    var last: UInt8 = 0
    var isFirst = true
    for byte in bytes[lineStarts[line - 1]...] {
      if byte == 0x0A || byte == 0x0D { break }
      let isPipe = byte == 0x7C && !isEscaped
      if isPipe, !isFirst { pipes += 1 }
      // The marks of blocks around the table may precede its first pipe.
      if isFirst, byte != 0x20, byte != 0x09, byte != 0x3E { isFirst = false }
      if byte != 0x20, byte != 0x09 { last = isPipe ? byte : 0 }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return last == 0x7C ? pipes : pipes + 1
  }

  private mutating func note(_ line: MarkdownLine, _ bytes: [UInt8]) {
    guard !line.isBlank else {
      stretch = Stretch()
      return
    }
    // An open block can continue only if this line has its mark or its indent.
    depthBound =
      min(depthBound, line.indent) + line.quotes + 2 * line.listMarks + line.definitionDepth
    if line.listMarks > 0 { stretch = Stretch() }
    stretch.byteCount += line.range.count
    stretch.lineCount += 1
    stretch.imageOpenings += line.imageOpenings
    stretch.closings += line.closings
    closingBrackets += line.closings
    // For each closing bracket of a link, the library examines all openings of pictures before it.
    work += line.closings * stretch.imageOpenings
    // For each parenthesis at the end of an autolink, the library scans the whole link again.
    work += line.linkWork
    noteTable(line)
    if line.startsDefinition { longestDefinition = max(longestDefinition, line.range.count) }
    guard let label = line.footnoteLabel(in: bytes) else { return }
    if !foldedLabels.insert(label.lowercased()).inserted {
      repeatedNotes.append((lineStarts.count, label))
    }
    if knownLabels.insert(label).inserted { footnoteLabels.append(label) }
  }

  /// Adds the work caused by tables.
  ///
  /// At each line that may be the second line of a table, the library divides the paragraph so far into cells, which
  /// takes quadratic time; short rows are filled with cells.
  private mutating func noteTable(_ line: MarkdownLine) {
    defer { stretch.last = line }
    stretch.mostPipes = max(stretch.mostPipes, line.pipes)
    if stretch.tableColumns > 0 {
      work += 768 * max(stretch.tableColumns - line.pipes - 1, 0) + line.pipes * line.pipes
      if stretch.isTable { return }
    }
    guard line.isDelimiterRow else { return }
    work += stretch.byteCount * 32 + stretch.lineCount * stretch.lineCount / 2
    work += 2 * stretch.mostPipes * stretch.mostPipes
    stretch.tableColumns = max(stretch.tableColumns, line.pipes + 1)
    if let header = stretch.last { stretch.isTable = line.canFollow(header) }
    // A line of dashes ends a paragraph: as the underline of a heading or as a thematic break.
    if line.pipes == 0, line.indent < 4 { stretch = Stretch() }
  }
}

/// The properties of one line that are found without parsing.
private struct MarkdownLine {
  let range: Range<Int>
  private(set) var isBlank = true
  /// The columns of white space between the block marks at its start.
  private(set) var indent = 0
  private(set) var quotes = 0
  private(set) var listMarks = 0
  /// The nesting depth of the blocks that the line opens if its first colon starts a definition.
  private(set) var definitionDepth = 0
  private(set) var pipes = 0
  private(set) var imageOpenings = 0
  private(set) var closings = 0
  private(set) var linkWork = 0
  /// Whether the line contains only block marks and characters of a delimiter row of a table.
  private(set) var isDelimiterRow = true
  /// Whether the line starts with `[`, like the definition of a link.
  private(set) var startsDefinition = false
  private var hasEscapes = false
  private var outerPipes = 0
  private var contentStart = 0

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.range = range
    scanMarks(bytes)
    scanContent(bytes)
  }

  /// Returns whether this line certainly turns the line before it into the header of a table.
  func canFollow(_ header: MarkdownLine) -> Bool {
    !header.hasEscapes && header.listMarks == 0 && listMarks == 0 && header.quotes == quotes
      && header.indent < 4 && indent < 4 && pipes > 0
      && pipes - outerPipes == header.pipes - header.outerPipes
  }

  private mutating func scanMarks(_ bytes: [UInt8]) {
    var at = range.lowerBound
    let end = range.upperBound
    scanning: while at < end {
      switch bytes[at] {
      case 0x20, 0x0B, 0x0C: indent += 1
      case 0x09: indent += 4
      case 0x3E: quotes += 1
      case 0x2A, 0x2B, 0x2D:
        guard at + 1 == end || bytes[at + 1] == 0x20 || bytes[at + 1] == 0x09 else {
          break scanning
        }
        listMarks += 1
      case 0x30...0x39:
        var after = at
        while after < end, after - at < 10, (0x30...0x39).contains(bytes[after]) { after += 1 }
        guard after < end, bytes[after] == 0x2E || bytes[after] == 0x29 else { break scanning }
        guard after + 1 == end || bytes[after + 1] == 0x20 || bytes[after + 1] == 0x09 else {
          break scanning
        }
        listMarks += 1
        at = after
      case 0x3A:
        guard at + 1 < end, bytes[at + 1] == 0x20 || bytes[at + 1] == 0x09 else { break scanning }
        definitionDepth = 2 + Self.depth(ofMarks: bytes[(at + 1)..<end])
        break scanning
      default: break scanning
      }
      at += 1
    }
    contentStart = at
    isBlank = at == end && quotes == 0 && listMarks == 0
    startsDefinition = at < end && bytes[at] == 0x5B
  }

  /// Returns an upper bound of the number of blocks that the marks at the start of a text open.
  private static func depth(ofMarks bytes: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var last: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x20, 0x09, 0x0B, 0x0C: if last > 0x20, last != 0x3E { depth += 2 }
      case 0x3E: depth += 1
      case 0x2A, 0x2B, 0x2D, 0x29, 0x2E, 0x30...0x39: break
      default: return depth
      }
      last = byte
    }
    return depth + 2
  }

  private mutating func scanContent(_ bytes: [UInt8]) {
    var wordStart = range.lowerBound
    var trailingCloses = 0
    var hasColon = false
    let bytes = bytes.span
    for at in range {
      let byte = bytes[at]
      // Letters other than the `w` of an address, and digits, only show that the line is not a delimiter row.
      if byte != 0x77, (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 {
        if at >= contentStart { isDelimiterRow = false }
        continue
      }
      switch byte {
      case 0x7C: pipes += 1
      case 0x5C, 0x60: hasEscapes = true
      case 0x5D: closings += 1
      case 0x5B where at > range.lowerBound && bytes[at - 1] == 0x21: imageOpenings += 1
      default: break
      }
      switch byte {
      case 0x7C, 0x2D, 0x20, 0x09, 0x0B, 0x0C, 0x3E, 0x2A, 0x2B, 0x3A: break
      default: if at >= contentStart { isDelimiterRow = false }
      }
      if byte <= 0x20 {
        if hasColon { linkWork += trailingCloses * (at - wordStart) }
        wordStart = at + 1
        (trailingCloses, hasColon) = (0, false)
      } else if byte == 0x29 {
        trailingCloses += 1
      } else if byte == 0x3A || byte == 0x77 {
        hasColon = true
      }
    }
    if hasColon { linkWork += trailingCloses * (range.upperBound - wordStart) }
    var last = range.upperBound
    while last > contentStart, bytes[last - 1] <= 0x20 { last -= 1 }
    guard last > contentStart else { return }
    if bytes[contentStart] == 0x7C { outerPipes += 1 }
    if bytes[last - 1] == 0x7C, range.upperBound - contentStart > 1 { outerPipes += 1 }
  }

  /// Returns the label if the line may define a footnote: `[^label]:`.
  func footnoteLabel(in bytes: [UInt8]) -> String? {
    var at = contentStart
    guard at + 1 < range.upperBound, bytes[at] == 0x5B, bytes[at + 1] == 0x5E else { return nil }
    at += 2
    let start = at
    while at < range.upperBound, bytes[at] > 0x20, bytes[at] != 0x5D, bytes[at] != 0x5B { at += 1 }
    guard at > start, at + 1 < range.upperBound, bytes[at] == 0x5D, bytes[at + 1] == 0x3A else {
      return nil
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }
}
