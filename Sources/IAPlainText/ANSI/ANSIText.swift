internal import IAFormats
internal import IAText

/// Creates styled lines of a document's paragraphs, in order.
struct ANSIText {
  private let string: IAString
  private let scheme: RenderScheme
  private let theme: ANSITheme
  private let attributeRuns: [IAString.AttributeRun]
  private let steps: [IAString.StepRun]
  private let attachments: [IAString.PlacedAttachment]
  private var nextRun = 0
  private var nextStep = 0
  private var nextAttachment = 0
  /// The end of the last range.
  private var end = 0
  var report: ConversionReport

  private static let tabWidth = 8

  init(
    _ document: IADocument, scheme: RenderScheme, steps: [IAString.StepRun], theme: ANSITheme,
    report: ConversionReport
  ) {
    string = document.string
    self.scheme = scheme
    self.theme = theme
    self.steps = steps
    self.report = report
    attributeRuns = string.attributeRuns(in: string.utf16Range)
    attachments = string.attachments
  }

  /// Returns the lines of a paragraph: one more than there are U+2028 in it.
  ///
  /// - Parameter adjust: Changes the style of all its text, for headings and similar blocks.
  /// - Complexity: O(*n*) for ranges in order; each range before the last one starts the search again.
  mutating func lines(
    of range: Range<Int>, adjust: (inout ANSIStyle) -> Void
  ) -> [ANSILine] {
    if range.lowerBound < end { rewind() }
    end = range.upperBound
    var lines = [ANSILine()]
    var start = range.lowerBound
    while start < range.upperBound {
      while attributeRuns[nextRun].utf16Range.upperBound <= start { nextRun += 1 }
      while steps[nextStep].utf16Range.upperBound <= start { nextStep += 1 }
      let run = attributeRuns[nextRun]
      let stop = min(
        range.upperBound, run.utf16Range.upperBound, steps[nextStep].utf16Range.upperBound)
      var style = style(of: run.attributes, at: steps[nextStep].step, start..<stop)
      adjust(&style)
      let isReference = run.attributes[tag: "footnote"] != nil
      if isReference, start == max(run.utf16Range.lowerBound, range.lowerBound) {
        lines[lines.count - 1].append("[", style)
      }
      append(start..<stop, style, run.attributes, to: &lines)
      if isReference, stop == min(run.utf16Range.upperBound, range.upperBound) {
        lines[lines.count - 1].append("]", style)
      }
      start = stop
    }
    return lines
  }

  private mutating func rewind() {
    nextRun = 0
    nextStep = 0
    nextAttachment = 0
  }

  private mutating func style(
    of attributes: InlineAttributes, at step: Int, _ range: Range<Int>
  ) -> ANSIStyle {
    var (style, isUnseen) = theme.style(of: attributes, at: step, scheme)
    if isUnseen {
      report.add(
        .approximated, .foreground, "not to be seen on the background", utf16Range: range)
    }
    if let link = attributes.link {
      style.link = TerminalText.linkTarget(link.url)
      if style.link == nil {
        report.add(.neutralised, .link, TerminalText.harmless(link.url), utf16Range: range)
      } else if style.underline == nil {
        style.underline = .init(.single)
      }
    }
    let isPlainLine = style.underline.map { [.single, .words].contains($0.style) } ?? true
    if !isPlainLine, theme.depth != .trueColor || style.underline?.style == .thick {
      report.add(.approximated, .underline, utf16Range: range)
    }
    return style
  }

  private mutating func append(
    _ range: Range<Int>, _ style: ANSIStyle, _ attributes: InlineAttributes,
    to lines: inout [ANSILine]
  ) {
    var start = range.lowerBound
    while nextAttachment < attachments.count, attachments[nextAttachment].utf16Offset < start {
      nextAttachment += 1
    }
    while nextAttachment < attachments.count,
      attachments[nextAttachment].utf16Offset < range.upperBound
    {
      let placed = attachments[nextAttachment]
      append(start..<placed.utf16Offset, style, attributes.capitals != nil, to: &lines)
      lines[lines.count - 1].append(marker(of: placed), style)
      start = placed.utf16Offset + 1
      nextAttachment += 1
    }
    append(start..<range.upperBound, style, attributes.capitals != nil, to: &lines)
  }

  /// Returns the text for an attachment: a sticker's token, or a symbol and the alternative text.
  private mutating func marker(of placed: IAString.PlacedAttachment) -> String {
    let attachment = placed.attachment
    if let backing = attachment.textBacking { return TerminalText.harmless(backing) }
    report.add(
      .approximated, .attachment, attachment.kind.rawValue,
      utf16Range: placed.utf16Offset..<placed.utf16Offset + 1)
    let sign =
      switch attachment.kind {
      case .image: "🖼"
      case .video: "🎞"
      case .location: "📍"
      case .file: "📎"
      }
    let words = attachment.altText ?? attachment.location?.placename ?? attachment.name ?? ""
    return words.isEmpty ? sign : "\(sign) \(TerminalText.harmless(words))"
  }

  private mutating func append(
    _ range: Range<Int>, _ style: ANSIStyle, _ isCapital: Bool, to lines: inout [ANSILine]
  ) {
    guard !range.isEmpty else { return }
    let units = string.units(in: range)
    // Most text is printable ASCII, which represents itself.
    if !isCapital, units.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      let bytes = units.map { UInt8(truncatingIfNeeded: $0) }
      lines[lines.count - 1].append(String(decoding: bytes, as: UTF8.self), style)
      return
    }
    let original = String(decoding: units, as: UTF16.self)
    var shown = ""
    for scalar in (isCapital ? original.uppercased() : original).unicodeScalars {
      switch scalar.value {
      case 0x09:
        lines[lines.count - 1].append(shown, style)
        let width = lines[lines.count - 1].measuredWidth()
        shown = String(repeating: " ", count: Self.tabWidth - width % Self.tabWidth)
      case 0x2028, 0x2029:
        lines[lines.count - 1].append(shown, style)
        shown = ""
        lines.append(ANSILine())
      default:
        if let picture = TerminalText.picture(of: scalar) {
          shown += picture
          report.add(
            .neutralised, .controlCharacter,
            "U+\(String(scalar.value, radix: 16, uppercase: true))", utf16Range: range)
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
    }
    lines[lines.count - 1].append(shown, style)
  }
}
