public import IAText

/// Lists what a writer that keeps only some features leaves out of a document.
///
/// One note for each stretch of text and feature; the feature's name is that of the model's field.
public struct LossList: Sendable {
  /// The features that the writer keeps, or reports itself.
  public let kept: Set<String>

  /// Makes a list that leaves out some features.
  public init(kept: Set<String>) { self.kept = kept }

  /// Adds a note for each thing lost.
  ///
  /// - Complexity: O(runs of intensities, attributes and paragraphs).
  public func list(_ document: IADocument, in report: inout ConversionReport) {
    listIntensities(document.string, in: &report)
    listAttributes(document.string, in: &report)
    listParagraphs(document.string, in: &report)
    for bookmark in document.string.bookmarks {
      add(
        "bookmark", bookmark.name, bookmark.utf16Offset..<bookmark.utf16Offset, to: &report)
    }
    listOptions(document.string.options, in: &report)
    listMetadata(document.metadata, in: &report)
  }

  private func add(
    _ feature: String, _ detail: String, _ range: Range<Int>?, to report: inout ConversionReport
  ) {
    guard !kept.contains(feature) else { return }
    report.add(.dropped, feature, detail, utf16Range: range)
  }

  private func listIntensities(_ string: IAString, in report: inout ConversionReport) {
    guard !kept.contains("intensity") else { return }
    let usual = DisplayOptions.defaultIntensity
    var lost: Range<Int>?
    for run in string.intensityRuns(in: string.utf16Range) where run.intensity != usual {
      if let open = lost, open.upperBound == run.utf16Range.lowerBound {
        lost = open.lowerBound..<run.utf16Range.upperBound
      } else {
        if let lost { add("intensity", "", lost, to: &report) }
        lost = run.utf16Range
      }
    }
    if let lost { add("intensity", "", lost, to: &report) }
  }

  private func listAttributes(_ string: IAString, in report: inout ConversionReport) {
    var counter = LossCounter(kept: kept)
    var lost = [[LossCounter.Loss]?](repeating: nil, count: string.inlineSets.count)
    lost[0] = []
    var start = 0
    string.forEachInlineRun(in: string.utf16Range) { run in
      let number = Int(run.number)
      if lost[number] == nil {
        let found = Self.features(of: string.inlineSets[number])
        lost[number] = found.compactMap { counter.loss($0.0, $0.1) }
      }
      for loss in lost[number] ?? [] { counter.add(loss, start..<run.end, to: &report) }
      start = run.end
    }
    counter.finish(&report)
  }

  private func listParagraphs(_ string: IAString, in report: inout ConversionReport) {
    var counter = LossCounter(kept: kept)
    let sets = string.paragraphSets
    var open: [Int] = []
    var start = 0
    for run in string.numberedParagraphRuns {
      let range = start..<run.end
      start = run.end
      if run.number == 0 {
        open.removeAll(keepingCapacity: true)
        continue
      }
      let number = Int(run.number)
      for feature in Self.features(of: sets[number]) {
        if let loss = counter.loss(feature, "") { counter.add(loss, range, to: &report) }
      }
      // A block is listed where it opens: behind those it shares with the paragraph before.
      let blocks = sets[number].blocks
      var shared = 0
      while shared < min(open.count, blocks.count), open[shared] == blocks[shared].id {
        shared += 1
      }
      open.removeSubrange(shared...)
      for block in blocks[shared...] {
        open.append(block.id)
        if let loss = counter.loss(block.kind.featureName, "") {
          counter.add(loss, range, to: &report)
        }
      }
    }
    counter.finish(&report)
  }

  private func listOptions(_ options: DisplayOptions, in report: inout ConversionReport) {
    if let name = options.renderScheme { add("render-scheme", name, nil, to: &report) }
    if let smoothing = options.smoothing { add("smoothing", smoothing.rawValue, nil, to: &report) }
    if options.animates != nil || options.animation != nil {
      add("animation", "", nil, to: &report)
    }
    if let family = options.fontFamily { add("font-family", family, nil, to: &report) }
    if let size = options.fontSize { add("font-size", "\(size)", nil, to: &report) }
    // No space is what the lines of such formats have.
    if let spacing = options.paragraphSpacing, spacing != 0 {
      add("paragraph-spacing", "\(spacing)", nil, to: &report)
    }
  }

  private func listMetadata(_ metadata: DocumentMetadata, in report: inout ConversionReport) {
    var fields: [String] = []
    if metadata.title != nil { fields.append("title") }
    if !metadata.authors.isEmpty { fields.append("authors") }
    if metadata.subject != nil { fields.append("subject") }
    if !metadata.keywords.isEmpty { fields.append("keywords") }
    if metadata.language != nil { fields.append("language") }
    if metadata.created != nil { fields.append("created") }
    if metadata.modified != nil { fields.append("modified") }
    if metadata.generator != nil { fields.append("generator") }
    fields += metadata.custom.map(\.name)
    for field in fields { add("metadata", field, nil, to: &report) }
  }

  /// The attributes that are set, with a fact on each.
  private static func features(of set: InlineAttributes) -> [(String, String)] {
    var found: [(String, String)] = []
    if let size = set.fontSize { found.append(("font-size", "\(size)")) }
    if set.bold { found.append(("bold", "")) }
    if set.italic { found.append(("italic", "")) }
    if let underline = set.underline { found.append(("underline", underline.style.rawValue)) }
    if let strike = set.strikethrough { found.append(("strikethrough", strike.rawValue)) }
    if let script = set.script { found.append(("script", script.rawValue)) }
    if let offset = set.baselineOffset { found.append(("baseline-offset", "\(offset)")) }
    if let family = set.fontFamily { found.append(("font-family", family)) }
    if let weight = set.fontWeight { found.append(("font-weight", "\(weight)")) }
    if let color = set.foreground { found.append(("foreground", color.hex)) }
    if let color = set.background { found.append(("background", color.hex)) }
    if let spacing = set.letterSpacing { found.append(("letter-spacing", "\(spacing)")) }
    if let capitals = set.capitals { found.append(("capitals", capitals.rawValue)) }
    if set.hidden { found.append(("hidden", "")) }
    if let language = set.language { found.append(("language", language)) }
    if let direction = set.direction { found.append(("direction", direction.rawValue)) }
    if set.code { found.append(("code", "")) }
    if let link = set.link { found.append(("link", link.url)) }
    found += set.tags.map { ("tag", $0.name) }
    return found
  }

  /// The paragraph attributes that are set, blocks apart.
  private static func features(of set: ParagraphAttributes) -> [String] {
    var found: [String] = []
    if set.alignment != nil { found.append("alignment") }
    if set.firstLineIndent != nil || set.headIndent != nil || set.tailIndent != nil {
      found.append("indent")
    }
    if set.spacingBefore != nil || set.spacingAfter != nil { found.append("paragraph-spacing") }
    if set.lineHeight != nil { found.append("line-height") }
    if !set.tabStops.isEmpty { found.append("tab-stops") }
    if set.direction != nil { found.append("paragraph-direction") }
    if set.pageBreakBefore { found.append("page-break") }
    return found
  }
}

extension Block.Kind {
  /// The name under which the loss of such a block is reported.
  var featureName: String {
    switch self {
    case .header: "heading"
    case .blockQuote: "quote"
    case .codeBlock: "code-block"
    case .orderedList, .unorderedList: "list"
    case .listItem: "list-item"
    case .thematicBreak: "thematic-break"
    case .table: "table"
    case .tableRow: "table-row"
    case .tableCell: "table-cell"
    case .footnote: "footnote"
    case .annotation: "annotation"
    case .pageHeader: "page-header"
    case .pageFooter: "page-footer"
    case .textBox: "text-box"
    }
  }
}

/// Adds losses of a few features in many places to a report; those that a report does not list are
/// only counted.
private struct LossCounter {
  /// A feature that is lost, with a fact.
  struct Loss {
    var feature: Int
    var detail: String
  }

  private let kept: Set<String>
  private var features: [String] = []
  private var counts: [Int] = []

  init(kept: Set<String>) { self.kept = kept }

  /// A loss to be counted; nil where the feature is kept.
  mutating func loss(_ feature: String, _ detail: String) -> Loss? {
    if let known = features.firstIndex(of: feature) { return Loss(feature: known, detail: detail) }
    guard !kept.contains(feature) else { return nil }
    features.append(feature)
    counts.append(0)
    return Loss(feature: features.count - 1, detail: detail)
  }

  mutating func add(_ loss: Loss, _ range: Range<Int>, to report: inout ConversionReport) {
    if counts[loss.feature] < ConversionReport.notesPerKind {
      report.add(.dropped, features[loss.feature], loss.detail, utf16Range: range)
    }
    counts[loss.feature] += 1
  }

  /// Adds those that were only counted.
  consuming func finish(_ report: inout ConversionReport) {
    for (feature, count) in zip(features, counts) where count > ConversionReport.notesPerKind {
      report.count(
        count - ConversionReport.notesPerKind, more: .init(effect: .dropped, feature: feature))
    }
  }
}
