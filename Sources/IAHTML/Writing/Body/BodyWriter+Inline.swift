internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAText

extension BodyWriter {
  /// Divides a paragraph at changes of style or scheme appearance into `plan.pieces`.
  ///
  /// - Returns: The number of the scheme appearance that all pieces share, if the tag of the
  ///   paragraph can carry it; otherwise 0.
  mutating func plan(_ paragraph: IAString.NumberedParagraph) -> Int {
    plan.pieces.removeAll(keepingCapacity: true)
    plan.hidesInline = false
    var touchesScheme = false
    var hasEquations = false
    let end = paragraph.contentRange.upperBound
    var at = paragraph.utf16Range.lowerBound
    while plan.nextRun < plan.runs.count, plan.runs[plan.nextRun].end <= at { plan.nextRun += 1 }
    var index = plan.nextRun
    while at < end {
      let number = plan.runs[index].number
      let runEnd = min(plan.runs[index].end, end)
      let facts = facts(ofSet: number)
      touchesScheme = touchesScheme || facts.touchesScheme
      hasEquations = hasEquations || facts.isEquation
      plan.hidesInline = plan.hidesInline || facts.isHidden
      if purpose == .survey {
        if facts.hasTags { noteReference(in: source.inlineSets[Int(number)]) }
      } else if facts.hasLosses {
        noteLosses(of: facts.style, in: at..<runEnd)
      }
      if source.hasSteps {
        cut(at..<runEnd, style: facts.style, set: number)
      } else if source.placement.inlineBoxes.isEmpty {
        plan.add(InlinePlan.Piece(end: runEnd, style: facts.style, look: 0))
      } else {
        cutBoxes(at..<runEnd, style: facts.style, set: number)
      }
      at = runEnd
      index += 1
    }
    plan.lineEnd = 0
    if paragraph.isTerminated {
      // The last run that was visited, or the run after it.
      let last = max(index - 1, plan.nextRun)
      plan.lineEnd = plan.runs[last].end > end ? plan.runs[last].number : plan.runs[index].number
      if !plan.pieces.isEmpty {
        plan.pieces[plan.pieces.count - 1].reachesEnd = endsLines(
          plan.runs[last].number, plan.lineEnd)
      }
      plan.hidesInline = plan.hidesInline || hides(inline: plan.lineEnd)
    }
    plan.joinPairs(in: paragraph, &window)
    for half in plan.secondHalves { lose(.attributes, .dropped, utf16Range: half) }
    if hasEquations { joinEquations(in: paragraph) }
    guard !touchesScheme, let first = plan.pieces.first else { return 0 }
    return plan.pieces.allSatisfy { $0.look == first.look } ? first.look : 0
  }

  /// Returns the cached properties of an inline attribute set.
  @inline(__always)
  mutating func facts(ofSet number: UInt32) -> InlinePlan.SetFacts {
    let known = plan.setFacts[Int(number)]
    return known.style >= 0 ? known : addFacts(ofSet: number)
  }

  @inline(never)
  private mutating func addFacts(ofSet number: UInt32) -> InlinePlan.SetFacts {
    let set = source.inlineSets[Int(number)]
    let style = styles.number(ofSet: number, source.inlineSets)
    let facts = InlinePlan.SetFacts(
      style: style, touchesScheme: styles.inline[style].touchesScheme,
      isHidden: hides(inline: number), hasTags: !set.tags.isEmpty,
      hasLosses: style > 0 && (source.dialect.isCocoa || !styles.inline[style].losses.isEmpty),
      isEquation: styles.inline[style].equation != nil)
    plan.setFacts[Int(number)] = facts
    return facts
  }

  /// Returns whether hidden data contains a part of an inline attribute set.
  private mutating func hides(inline number: UInt32) -> Bool {
    guard number > 0, hidden.isKept else { return false }
    if let isShown = styles.isShown(ofSet: number) { return !isShown }
    return !hidden.shows(inline: number, source.inlineSets)
  }

  /// Returns whether a line end with one attribute set has the appearance of text with another set
  /// before it.
  mutating func endsLines(_ text: UInt32, _ lineEnd: UInt32) -> Bool {
    let isStretch =
      source.inlineSets[Int(text)].link != nil || !source.inlineSets[Int(text)].tags.isEmpty
    if text == plan.lineEnd { return !isStretch }
    return isStretch
      && source.inlineSets[Int(plan.lineEnd)] == source.inlineSets[Int(text)].forLineEnd
  }

  /// Returns the attributes of a paragraph's end that differ from the text before it.
  ///
  /// If the page has hidden data, that contains them.
  mutating func lineEnd(of paragraph: IAString.NumberedParagraph) -> StartTag.End {
    if purpose != .survey, source.inlineSets[Int(plan.lineEnd)].formField != nil {
      // A line end is not part of the state of a form field.
      lose(
        .formField, .dropped, "line end",
        utf16Range: paragraph.contentRange.upperBound..<paragraph.utf16Range.upperBound)
    }
    guard styles.statesUnshown, plan.lineEnd != 0 else { return .plain }
    let style = facts(ofSet: plan.lineEnd).style
    let range = paragraph.contentRange.upperBound..<paragraph.utf16Range.upperBound
    noteLosses(of: style, in: range)
    let link = styles.inline[style].link
    if link > 0 { lose(styles.links[link - 1].feature, .dropped, utf16Range: range) }
    let entry = styles.lineEnd(ofStyle: style)
    return entry == 0 ? .plain : .entry(entry)
  }

  /// Adds the pieces of a range with one style: one for each scheme appearance.
  private mutating func cut(_ range: Range<Int>, style: Int, set: UInt32) {
    var at = range.lowerBound
    while at < range.upperBound {
      while source.steps[plan.nextStep].end <= at { plan.nextStep += 1 }
      let end = min(range.upperBound, source.steps[plan.nextStep].end)
      let look = styles.look(
        atStep: Int(source.steps[plan.nextStep].number), style: style, set: set, source.inlineSets)
      plan.add(InlinePlan.Piece(end: end, style: style, look: look))
      at = end
    }
  }

  /// Writes the pieces with their tags: links enclose styles, and styles enclose scheme
  /// appearances.
  mutating func writeInline(hoisted: Int, to sink: inout some DocumentSink) throws {
    var link = 0
    var style = 0
    var look = 0
    for piece in plan.pieces where piece.end > cursor.position {
      let pieceLook = piece.look == hoisted ? 0 : piece.look
      let pieceLink = styles.inline[piece.style].link
      if style != piece.style {
        if look != 0 {
          output.write("</span>")
          look = 0
        }
        output.write(styles.inline[style].closeEntry, of: styles.markup)
        if link != pieceLink {
          if link != 0 { output.write("</a>") }
          if pieceLink != 0 { openLink(pieceLink) }
          link = pieceLink
        }
        output.write(styles.inline[piece.style].openEntry, of: styles.markup)
        style = piece.style
      }
      if look != pieceLook {
        if pieceLook == 0 {
          output.write("</span>")
        } else {
          output.write(
            look == 0 ? styles.lookTags[pieceLook] : styles.lookChanges[pieceLook],
            of: styles.markup)
        }
        look = pieceLook
      }
      if !source.placement.inlineBoxes.isEmpty { noteBoxes(in: piece) }
      if let form = styles.inline[piece.style].form {
        try write(form, to: piece.end, isLinked: link != 0, to: &sink)
      } else if let equation = styles.inline[piece.style].equation {
        try write(equation: equation, to: piece.end, isLinked: link != 0, to: &sink)
      } else if source.placement.inlineBoxes.isEmpty {
        try writeText(to: piece.end, isLinked: link != 0, to: &sink)
      } else {
        try writeBoxes(to: piece.end, isLinked: link != 0, to: &sink)
      }
    }
    if look != 0 { output.write("</span>") }
    output.write(styles.inline[style].closeEntry, of: styles.markup)
    if link != 0 { output.write("</a>") }
  }

  /// Writes text, attachments and bookmarks up to an offset.
  mutating func writeText(
    to end: Int, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    if cursor.nextMark >= end { return try writeUnits(to: end, to: &sink) }
    while cursor.position < end {
      writeBookmarks(through: cursor.position)
      var stop = end
      if cursor.nextBookmark < source.string.bookmarks.count {
        stop = min(stop, source.string.bookmarks[cursor.nextBookmark].utf16Offset)
      }
      while cursor.nextAttachment < source.attachments.count,
        source.attachments[cursor.nextAttachment].utf16Offset < cursor.position
      {
        cursor.nextAttachment += 1
      }
      if cursor.nextAttachment < source.attachments.count {
        let placed = source.attachments[cursor.nextAttachment]
        if placed.utf16Offset == cursor.position {
          cursor.nextAttachment += 1
          try write(inline: placed.attachment, isLinked: isLinked, to: &sink)
          cursor.position += 1
          continue
        }
        stop = min(stop, placed.utf16Offset)
      }
      try writeUnits(to: stop, to: &sink)
    }
    cursor.nextMark = source.string.utf16Count
    if cursor.nextBookmark < source.string.bookmarks.count {
      cursor.nextMark = min(
        cursor.nextMark, source.string.bookmarks[cursor.nextBookmark].utf16Offset)
    }
    if cursor.nextAttachment < source.attachments.count {
      cursor.nextMark = min(cursor.nextMark, source.attachments[cursor.nextAttachment].utf16Offset)
    }
  }

  /// Writes text without attachments and bookmarks up to an offset.
  @inline(__always)
  private mutating func writeUnits(to stop: Int, to sink: inout some DocumentSink) throws {
    while cursor.position < stop {
      // Long paragraphs are written in pieces of at most `TextWindow.size` units.
      let end = window.end(from: cursor.position, to: min(stop, cursor.position + TextWindow.size))
      let units = unsafe window.units(in: cursor.position..<end)
      if source.dialect.isCocoa, !isInCode {
        unsafe output.write(cocoa: units, isStart: true, isEnd: true)
      } else {
        unsafe output.write(
          escaping: units, readableCount: window.readableCount(from: cursor.position))
      }
      cursor.position = end
      try output.drain(into: &sink)
    }
  }

  /// Whether the text is in a code block, where each space counts.
  private var isInCode: Bool { nesting.blocks.last?.kind?.isCode ?? false }

  /// Writes the pending bookmarks up to and including an offset.
  mutating func writeBookmarks(through offset: Int) {
    while cursor.nextBookmark < source.string.bookmarks.count,
      source.string.bookmarks[cursor.nextBookmark].utf16Offset <= offset
    {
      output.write("<span")
      output.writeAttribute(
        "id", source.id("b-", source.string.bookmarks[cursor.nextBookmark].name))
      output.write("></span>")
      cursor.nextBookmark += 1
    }
  }

  /// Writes the attributes of the start tag of a paragraph and closes the tag.
  mutating func write(_ start: StartTag, of paragraph: IAString.NumberedParagraph) {
    let place = paragraph.utf16Range.lowerBound
    if cursor.nextBookmark < source.string.bookmarks.count,
      source.string.bookmarks[cursor.nextBookmark].utf16Offset == place
    {
      output.writeAttribute(
        "id", source.id("b-", source.string.bookmarks[cursor.nextBookmark].name))
      cursor.nextBookmark += 1
    }
    writeClasses(of: start)
    if let direction = start.direction { output.writeAttribute("dir", direction) }
    if source.hasHiddenText, !source.dialect.isCocoa, isHidden(paragraph) {
      output.write(" hidden")
    }
    if start.hasData {
      output.write(" data-ia=\"")
      output.write(base64: hidden.encoder.packed)
      output.write("\"")
    }
    output.write(">")
  }

  /// Returns whether a paragraph has text and all of it is hidden; its line and list item are then
  /// not shown.
  private func isHidden(_ paragraph: IAString.NumberedParagraph) -> Bool {
    let content = paragraph.contentRange
    guard !content.isEmpty else { return false }
    var start = content.lowerBound
    for run in plan.runs[plan.nextRun...] where run.end > start {
      guard source.inlineSets[Int(run.number)].hidden else { return false }
      start = run.end
      if start >= content.upperBound { return true }
    }
    return false
  }

  /// Writes the classes of a paragraph: those from the document, then those of the scheme.
  private mutating func writeClasses(of start: StartTag) {
    guard
      start.classes != nil || start.look != 0 || start.end != .asText || start.continuesLeaf
    else { return }
    var space: StaticString = " class=\""
    let isDerived = source.dialect.isDerived
    if let name = start.classes, !isDerived {
      output.write(space)
      output.write(safe: name)
      space = " "
    }
    if start.continuesLeaf {
      output.write(space)
      output.write("ia-more")
      space = " "
    }
    if start.end != .asText {
      output.write(space)
      output.write("ia-end")
      if case .entry(let number) = start.end {
        output.write("-")
        output.write(number)
      }
      space = " "
    }
    if start.look != 0 || isDerived {
      output.write(space)
      output.write("ia-s")
      if let name = start.classes, isDerived {
        output.write(" ")
        output.write(safe: name)
      }
      if start.look != 0 {
        output.write(" ")
        output.write(safe: styles.lookClasses[start.look])
      }
    }
    output.write("\"")
  }

  /// Opens a link; from the second use on, its tag is stored and reused.
  private mutating func openLink(_ number: Int) {
    if let style = linkStyle, case .target = styles.links[number - 1] {
      return writeLinkTag(number, style: style)
    }
    switch styles.linkTags[number - 1] {
    case .unused:
      styles.linkTags[number - 1] = .usedOnce
      writeLinkTag(number)
    case .usedOnce:
      guard case .target = styles.links[number - 1] else { return writeLinkTag(number) }
      var others = HTMLOutput(capacity: 256)
      swap(&others, &output)
      writeLinkTag(number)
      swap(&others, &output)
      let entry = styles.addMarkup(others.take())
      styles.linkTags[number - 1] = .made(entry)
      output.write(entry, of: styles.markup)
    case .made(let entry): output.write(entry, of: styles.markup)
    }
  }

  /// The CSS declarations of the link at the current position if the source file shows it without
  /// underline or without a colour of its own; otherwise `nil`.
  private var linkStyle: StaticString? {
    let isPlain = PrintedPlacement.contains(cursor.position, source.placement.plainLinks)
    if PrintedPlacement.contains(cursor.position, source.placement.inkLinks) {
      return isPlain ? "color:inherit;text-decoration:none" : "color:inherit"
    }
    return isPlain ? "text-decoration:none" : nil
  }

  private mutating func writeLinkTag(_ number: Int, style: StaticString? = nil) {
    output.write("<a")
    switch styles.links[number - 1] {
    case .note(let label):
      output.write(" role=\"doc-noteref\"")
      output.writeAttribute("data-label", label)
      guard notes.defined.contains(label) else { break }
      if notes.used.insert("fnref-" + label).inserted {
        output.writeAttribute("id", source.id("fnref-", label))
      }
      output.writeAttribute("href", "#" + source.id("fn-", label))
    case .target(let link):
      let isLocal = link.url.utf8.first == UInt8(ascii: "#")
      let name = isLocal ? String(link.url.dropFirst()) : ""
      if isLocal, source.bookmarkNames.contains(name) {
        output.writeAttribute("href", "#" + source.id("b-", name))
      } else {
        output.writeAttribute("href", link.url)
        if !isLocal { output.write(" rel=\"noopener noreferrer\"") }
      }
      if let title = link.title { output.writeAttribute("title", title) }
      if let style {
        output.write(" style=\"")
        output.write(style)
        output.write("\"")
      }
    }
    output.write(">")
  }
}
