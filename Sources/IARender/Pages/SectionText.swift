internal import IALayout
internal import IAText

/// Maps offsets between a text and another text from whose ranges it was made, in their order.
struct SourcePlaces {
  private struct Piece {
    /// The first unit of the range in the other text.
    var source: Int
    /// The first unit of the range in the text.
    var start: Int
    var count: Int
  }

  private var pieces: [Piece] = []
  private var count = 0

  /// Adds a range of the other text, which must follow the previous ranges.
  mutating func append(_ range: Range<Int>) {
    if let last = pieces.last, last.source + last.count == range.lowerBound {
      pieces[pieces.count - 1].count += range.count
    } else {
      pieces.append(Piece(source: range.lowerBound, start: count, count: range.count))
    }
    count += range.count
  }

  /// The ranges of the other text.
  var sources: [Range<Int>] { pieces.map { $0.source..<$0.source + $0.count } }

  /// Returns the range of the other text for a range of the text; a range over several pieces is mapped by its ends.
  func source(of range: Range<Int>) -> Range<Int> {
    let start = source(of: range.lowerBound)
    return start..<max(start, range.isEmpty ? start : source(of: range.upperBound - 1) + 1)
  }

  private func source(of offset: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    return pieces[low - 1].source + offset - pieces[low - 1].start
  }

  /// Returns the values at positions of the other text that are also in this text.
  ///
  /// - Parameters:
  ///   - values: The values by their first units.
  ///   - range: Returns the range of a value.
  ///   - moved: Returns the value with its range in this text.
  /// - Complexity: O(*p* log *n* + *m*) for *p* pieces and *m* values found.
  func moved<Value>(
    _ values: [Value], range: (Value) -> Range<Int>, _ moved: (Value, Range<Int>) -> Value
  ) -> [Value] {
    guard !values.isEmpty else { return [] }
    var found: [Value] = []
    for piece in pieces {
      let end = piece.source + piece.count
      var (low, high) = (0, values.count)
      while low < high {
        let middle = (low + high) / 2
        if range(values[middle]).lowerBound < piece.source {
          low = middle + 1
        } else {
          high = middle
        }
      }
      while low < values.count, range(values[low]).lowerBound < end {
        let own = range(values[low])
        let start = own.lowerBound - piece.source + piece.start
        let count = min(own.upperBound, end) - own.lowerBound
        found.append(moved(values[low], start..<start + count))
        low += 1
      }
    }
    return found
  }
}

/// The text of one section, with its headers, footers and notes.
struct SectionText {
  /// The section; `nil` for the first one.
  var section: PageSection?
  var source: Renderer.Source

  /// The maximum number of sections; further ones start a page of the last one.
  static let maximumCount = 1_000
}

extension Renderer.Source {
  /// Returns the sections of a text; empty if the text has only one section.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text.
  func sections() -> [SectionText] {
    guard document.string.paragraphSets.contains(where: \.hasSection) else { return [] }
    let plan = SectionPlan(of: document.string)
    guard plan.sections.count > 1 || plan.sections.first?.start != nil else { return [] }
    let messageIntensity =
      looks.smoothing == .message
      ? try? document.string.smoothedRuns(.message).first?.intensity : nil
    let links = self.links.sorted { $0.utf16Range.lowerBound < $1.utf16Range.lowerBound }
    return plan.sections.indices.map { index in
      var part = self
      part.looks.messageIntensity = messageIntensity
      let places = plan.places(of: index)
      part.document = plan.document(index, of: document, places)
      part.places = places
      part.links = places.moved(links, range: { $0.utf16Range }, { ($1, $0.url) })
      part.destinations = destinations?.moved(to: places)
      part.marks = Marks()
      part.marks.selection = marks.selection.flatMap {
        places.moved([$0], range: { $0 }) { $1 }.first
      }
      part.marks.caret = marks.caret.flatMap {
        places.moved([$0..<$0], range: { $0 }) { $1 }.first?.lowerBound
      }
      part.marks.stretches = places.moved(
        marks.stretches.sorted { $0.utf16Range.lowerBound < $1.utf16Range.lowerBound },
        range: \.utf16Range
      ) { .init($1, $0.kind) }
      return SectionText(section: plan.sections[index].start, source: part)
    }
  }
}

/// The division of a text into sections.
private struct SectionPlan {
  struct Section {
    var start: PageSection?
    /// The paragraphs of the section itself, its notes, and the headers and footers that it shows.
    var paragraphs: [Int] = []
    /// The headers and footers that the section defines, by kind, without those inside its text.
    var texts: [Block.Kind: [Int]] = [:]
  }

  private(set) var sections: [Section] = [Section()]
  private let paragraphs: [IAString.Paragraph]
  /// The first paragraphs of sections beyond the maximum.
  private var breaks: Set<Int> = []

  init(of string: IAString) {
    paragraphs = Array(string.paragraphs)
    let references = Self.references(in: string)
    var pending: [Int] = []
    var last: Int?
    var notes: [Int] = []
    var endnotes: [Int] = []
    var sectionOfOffset: [Int] = []
    for index in paragraphs.indices {
      let attributes = paragraphs[index].attributes
      switch attributes.blocks.first?.kind {
      case .pageHeader, .pageFooter:
        pending.append(index)
        continue
      case .footnote:
        notes.append(index)
        continue
      case .endnote:
        endnotes.append(index)
        continue
      default: break
      }
      if attributes.hasSection, last != nil, !isInTable(index, after: last) {
        if sections.count < SectionText.maximumCount {
          sections.append(Section(start: attributes.section))
          sectionOfOffset.append(paragraphs[index].utf16Range.lowerBound)
          for text in pending { addText(text) }
          pending = []
        } else {
          breaks.insert(index)
        }
      } else if last == nil {
        sections[0].start = attributes.section
      }
      sections[sections.count - 1].paragraphs += pending
      pending = []
      sections[sections.count - 1].paragraphs.append(index)
      last = index
    }
    // Headers and footers after the text apply to all pages that have no others. Kinds that are also defined before
    // text are excluded, because those apply only to later pages.
    let earlier = Set(
      sections.flatMap { $0.paragraphs + $0.texts.values.joined() }
        .compactMap { paragraphs[$0].attributes.blocks.first?.kind }.filter(\.isRunning))
    let common = pending.filter { index in
      paragraphs[index].attributes.blocks.first.map { !earlier.contains($0.kind) } ?? true
    }
    func section(at offset: Int) -> Int {
      var (low, high) = (0, sectionOfOffset.count)
      while low < high {
        let middle = (low + high) / 2
        if sectionOfOffset[middle] <= offset { low = middle + 1 } else { high = middle }
      }
      return low
    }
    for note in notes {
      let label = paragraphs[note].attributes.blocks.first?.kind.noteLabel ?? ""
      let place = references[label] ?? paragraphs[note].utf16Range.lowerBound
      sections[section(at: place)].paragraphs.append(note)
    }
    sections[sections.count - 1].paragraphs += endnotes
    inherit(common)
    for index in sections.indices { sections[index].paragraphs.sort() }
  }

  /// Returns the first reference to each note by its label.
  private static func references(in string: IAString) -> [String: Int] {
    var found: [String: Int] = [:]
    for run in string.attributeRuns(in: string.utf16Range) {
      guard let label = run.attributes[tag: "footnote"], found[label] == nil else { continue }
      found[label] = run.utf16Range.lowerBound
    }
    return found
  }

  /// Returns whether a paragraph is in the table of the paragraph of the text before it.
  private func isInTable(_ index: Int, after last: Int?) -> Bool {
    let blocks = paragraphs[index].attributes.blocks
    guard let last, let block = blocks.first,
      blocks.contains(where: { if case .table = $0.kind { true } else { false } })
    else { return false }
    return paragraphs[last].attributes.blocks.first?.id == block.id
  }

  /// Adds a header or footer to the last section.
  private mutating func addText(_ index: Int) {
    guard let kind = paragraphs[index].attributes.blocks.first?.kind else { return }
    sections[sections.count - 1].texts[kind, default: []].append(index)
  }

  /// Adds to each section the headers and footers of the kinds that it does not define.
  private mutating func inherit(_ common: [Int]) {
    var known: [Block.Kind: [Int]] = [:]
    for index in sections.indices {
      // Headers and footers inside the text of the previous section apply from their position on.
      if index > 0 {
        var own: [Block.Kind: [Int]] = [:]
        for paragraph in sections[index - 1].paragraphs {
          guard let block = paragraphs[paragraph].attributes.blocks.first, block.kind.isRunning
          else { continue }
          if let first = own[block.kind]?.first,
            paragraphs[first].attributes.blocks.first?.id != block.id
          {
            own[block.kind] = nil
          }
          own[block.kind, default: []].append(paragraph)
        }
        known.merge(own) { $1 }
        for kind in known.keys where kind.isOnFirstPages { known[kind] = nil }
        known.merge(sections[index].texts) { $1 }
        for text in known.values {
          // Pages show at most this number of paragraphs of a header or footer, so that no more are inherited.
          sections[index].paragraphs += text.prefix(RunningTexts.maxParagraphs)
        }
      }
      let kinds = Set(
        sections[index].paragraphs.compactMap { paragraphs[$0].attributes.blocks.first?.kind })
      for text in common {
        guard let kind = paragraphs[text].attributes.blocks.first?.kind, !kinds.contains(kind),
          index == 0 || !kind.isOnFirstPages
        else { continue }
        sections[index].paragraphs.append(text)
      }
    }
  }

  func places(of index: Int) -> SourcePlaces {
    var places = SourcePlaces()
    for paragraph in sections[index].paragraphs {
      places.append(paragraphs[paragraph].utf16Range)
    }
    return places
  }

  /// Returns the text of a section; its last line end is removed unless it is that of the document.
  func document(_ index: Int, of whole: IADocument, _ places: SourcePlaces) -> IADocument {
    var builder = IAStringBuilder()
    let own = sections[index].paragraphs
    for (place, number) in own.enumerated() {
      let paragraph = paragraphs[number]
      let isLast = place == own.count - 1
      let isCut = isLast && number < paragraphs.count - 1
      builder.append(
        whole.string, utf16Range: isCut ? paragraph.contentRange : paragraph.utf16Range)
      var attributes = paragraph.attributes
      if attributes.hasSection {
        attributes.section = nil
        if breaks.contains(number) { attributes.pageBreakBefore = true }
      }
      builder.endParagraph(attributes, terminated: !isLast && !paragraph.isTerminated)
    }
    var document = whole
    var options = whole.string.options
    if let page = sections[index].start?.page {
      options.page = (options.page ?? PageLayout()).overridden(by: page)
    }
    document.string = builder.finish(options: options)
    document.printedPlacement.clearings = [:]
    return document
  }
}

extension Block.Kind {
  /// Whether the block is a header or footer of first pages.
  fileprivate var isOnFirstPages: Bool {
    switch self {
    case .pageHeader(.first), .pageFooter(.first): true
    default: false
    }
  }
}
