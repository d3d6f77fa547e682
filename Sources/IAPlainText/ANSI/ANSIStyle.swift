internal import IAText

/// The style of a range of terminal text.
struct ANSIStyle: Hashable {
  /// The weights that terminals can show.
  enum Weight: Hashable { case faint, normal, bold }

  var weight = Weight.normal
  var isItalic = false
  var underline: InlineAttributes.Underline?
  var isStruck = false
  /// Whether the colours of text and background are exchanged, which represents a background on a terminal without
  /// colours.
  var isReversed = false
  /// The colour of the text; `nil` for that of the terminal.
  var foreground: Color?
  /// The colour of the background; `nil` for that of the terminal.
  var background: Color?
  /// The target of a link with a harmless scheme, in printable ASCII.
  var link: String?

  /// Returns the SGR parameters that set the style after a reset, without the link.
  ///
  /// Underlines other than a single line are a plain `4` and then `4:n`, which terminals with millions of colours
  /// support and other terminals ignore.
  func parameters(_ depth: ANSIColorDepth) -> [String] {
    var found: [String] = []
    switch weight {
    case .faint: found.append("2")
    case .normal: break
    case .bold: found.append("1")
    }
    if isItalic { found.append("3") }
    if let underline {
      found.append("4")
      if depth == .trueColor {
        if let kind = Self.kind(of: underline.style) { found.append("4:\(kind)") }
        if let color = underline.color {
          found.append("58:2::\(color.red):\(color.green):\(color.blue)")
        }
      }
    }
    if isReversed { found.append("7") }
    if isStruck { found.append("9") }
    if let foreground { found += depth.parameters(for: foreground, isBackground: false) }
    if let background { found += depth.parameters(for: background, isBackground: true) }
    return found
  }

  private static func kind(of style: InlineAttributes.Underline.Style) -> Int? {
    switch style {
    case .single, .thick, .words: nil
    case .double: 2
    case .wavy: 3
    case .dotted: 4
    case .dashed: 5
    }
  }
}

/// One line of terminal text.
struct ANSILine {
  /// A range with one style, whose text contains no control characters.
  struct Span {
    var style: ANSIStyle
    var text: String
  }

  private(set) var spans: [Span] = []
  /// The measured part of the line: the number of complete spans, the number of bytes of the next span, and the number
  /// of columns of both.
  private var measured = (spans: 0, bytes: 0, columns: 0)

  init() {}

  init(_ text: String, _ style: ANSIStyle = ANSIStyle()) { append(text, style) }

  mutating func append(_ text: String, _ style: ANSIStyle = ANSIStyle()) {
    guard !text.isEmpty else { return }
    if spans.last?.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(style: style, text: text))
    }
  }

  mutating func append(_ line: ANSILine) {
    for span in line.spans { append(span.text, span.style) }
  }

  var isEmpty: Bool { spans.isEmpty }

  /// The width of the line in columns.
  var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  /// Returns the width of the line in columns; measures only the text appended since the last call.
  mutating func measuredWidth() -> Int {
    guard !spans.isEmpty else { return 0 }
    while measured.spans < spans.count {
      let text = spans[measured.spans].text
      let start = text.utf8.index(text.startIndex, offsetBy: measured.bytes)
      measured.columns += DisplayWidth.of(String(text[start...]))
      // The last span may still grow, so it is not counted as a complete span.
      guard measured.spans + 1 < spans.count else {
        measured.bytes = text.utf8.count
        break
      }
      measured.spans += 1
      measured.bytes = 0
    }
    return measured.columns
  }
}
