public import IAText

/// A list of the features of a document that a writer with limited features cannot write.
///
/// There is one note for each run and feature. The feature names are those of the model's fields.
public struct LossList: Sendable {
  /// The features that the writer keeps or reports itself.
  public let kept: Set<DocumentFeature>
  /// The names of the tags that the writer keeps or shows.
  private let keptTags: Set<String>

  /// Creates a list that omits some features and tags.
  public init(kept: Set<DocumentFeature>, tags: Set<String> = []) {
    self.kept = kept
    keptTags = tags
  }

  /// Adds a note to the report for each feature that is lost.
  ///
  /// - Complexity: O(*r*) in the number of runs of intensities, attributes and paragraphs.
  public func list(_ document: IADocument, in report: inout ConversionReport) {
    listIntensities(document.string, in: &report)
    listAttributes(document.string, in: &report)
    listParagraphs(document.string, in: &report)
    if !kept.contains(.frame) {
      for entry in document.string.attachments where entry.attachment.placement != nil {
        add(.frame, "in the text", entry.utf16Offset..<entry.utf16Offset + 1, to: &report)
      }
    }
    for bookmark in document.string.bookmarks {
      add(
        .bookmark, bookmark.name, bookmark.utf16Offset..<bookmark.utf16Offset, to: &report)
    }
    listOptions(document.string.options, in: &report)
    listMetadata(document.metadata, in: &report)
  }

  private func add(
    _ feature: DocumentFeature, _ detail: String, _ range: Range<Int>?,
    to report: inout ConversionReport
  ) {
    guard !kept.contains(feature) else { return }
    report.add(.dropped, feature, detail, utf16Range: range)
  }

  private func listIntensities(_ string: IAString, in report: inout ConversionReport) {
    guard !kept.contains(.intensity) else { return }
    let usual = DisplayOptions.defaultIntensity
    var lost: Range<Int>?
    for run in string.intensityRuns(in: string.utf16Range) where run.intensity != usual {
      if let open = lost, open.upperBound == run.utf16Range.lowerBound {
        lost = open.lowerBound..<run.utf16Range.upperBound
      } else {
        if let lost { add(.intensity, "", lost, to: &report) }
        lost = run.utf16Range
      }
    }
    if let lost { add(.intensity, "", lost, to: &report) }
  }

  /// Adds a note for each run until the report has the maximum number of notes for its features; further runs of the
  /// same attribute set are only counted.
  private func listAttributes(_ string: IAString, in report: inout ConversionReport) {
    var counter = LossCounter(kept: kept)
    let sets = string.inlineSets
    var losses = [[LossCounter.Loss]?](repeating: nil, count: sets.count)
    // The number of runs of each set that were only counted; -1 while notes are added.
    var counts = [Int](repeating: -1, count: sets.count)
    var start = 0
    string.forEachInlineRun(in: string.utf16Range) { run in
      let number = Int(run.number)
      let range = start..<run.end
      start = run.end
      if counts[number] >= 0 {
        counts[number] += 1
        return
      }
      let lost = losses[number] ?? counter.losses(of: features(of: sets[number]))
      losses[number] = lost
      for loss in lost { counter.add(loss, range, to: &report) }
      if lost.allSatisfy({ counter.isFull($0.feature) }) { counts[number] = 0 }
    }
    for (lost, count) in zip(losses, counts) where count > 0 {
      for loss in lost ?? [] { counter.count(count, more: loss.feature) }
    }
    counter.finish(&report)
  }

  private func listParagraphs(_ string: IAString, in report: inout ConversionReport) {
    var counter = LossCounter(kept: kept)
    let ownFeatures = Self.paragraphFeatures.map { counter.number(of: $0) }
    let frame = counter.number(of: .frame)
    let kinds = Block.Kind.features.map { counter.number(of: $0) }
    let sets = string.paragraphSets
    var open: [Int] = []
    var start = 0
    string.forEachParagraphRun { run in
      let range = start..<run.end
      start = run.end
      if run.number == 0 {
        open.removeAll(keepingCapacity: true)
        return
      }
      let number = Int(run.number)
      if sets[number].isSetInItself {
        var rest = Self.features(of: sets[number])
        while rest != 0 {
          if let feature = ownFeatures[rest.trailingZeroBitCount] {
            counter.add((feature, ""), range, to: &report)
          }
          rest &= rest - 1
        }
      }
      // A block is listed at its start: blocks that the previous paragraph shares are already listed.
      let blocks = sets[number].blocks
      var shared = 0
      while shared < min(open.count, blocks.count), open[shared] == blocks[shared].id {
        shared += 1
      }
      if shared < open.count { open.removeLast(open.count - shared) }
      for index in shared..<blocks.count {
        open.append(blocks[index].id)
        if let kind = kinds[blocks[index].kind.featureIndex] {
          counter.add((kind, ""), range, to: &report)
        }
        if let frame, blocks[index].textBox?.placement != nil {
          counter.add((frame, "in the text"), range, to: &report)
        }
      }
    }
    counter.finish(&report)
  }

  private func listOptions(_ options: DisplayOptions, in report: inout ConversionReport) {
    if let name = options.renderScheme { add(.renderScheme, name, nil, to: &report) }
    if let smoothing = options.smoothing { add(.smoothing, smoothing.rawValue, nil, to: &report) }
    if options.animates != nil || options.animation != nil {
      add(.animation, "", nil, to: &report)
    }
    if let family = options.fontFamily { add(.fontFamily, family, nil, to: &report) }
    if let size = options.fontSize { add(.fontSize, "\(size)", nil, to: &report) }
    // Formats without paragraph spacing show a spacing of 0 correctly.
    if let spacing = options.paragraphSpacing, spacing != 0 {
      add(.paragraphSpacing, "\(spacing)", nil, to: &report)
    }
    guard let page = options.page else { return }
    for feature in page.features { add(feature, "", nil, to: &report) }
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
    for tag in metadata.custom {
      if tag.name == TextForm.metadataName {
        add(.lineEnd, TextForm.lossDetail(tag.value), nil, to: &report)
      } else {
        fields.append(tag.name)
      }
    }
    for field in fields { add(.metadata, field, nil, to: &report) }
  }

  /// Returns the attributes that are set, each with its value as text.
  private func features(of set: InlineAttributes) -> [(DocumentFeature, String)] {
    var found: [(DocumentFeature, String)] = []
    if let size = set.fontSize { found.append((.fontSize, "\(size)")) }
    if set.bold { found.append((.bold, "")) }
    if set.italic { found.append((.italic, "")) }
    if let underline = set.underline { found.append((.underline, underline.style.rawValue)) }
    if let strike = set.strikethrough { found.append((.strikethrough, strike.rawValue)) }
    if let script = set.script { found.append((.script, script.rawValue)) }
    if let offset = set.baselineOffset { found.append((.baselineOffset, "\(offset)")) }
    if let family = set.fontFamily { found.append((.fontFamily, family)) }
    if let weight = set.fontWeight { found.append((.fontWeight, "\(weight)")) }
    if let color = set.foreground { found.append((.foreground, color.hex)) }
    if let color = set.background { found.append((.background, color.hex)) }
    if let spacing = set.letterSpacing { found.append((.letterSpacing, "\(spacing)")) }
    if let capitals = set.capitals { found.append((.capitals, capitals.rawValue)) }
    if set.outline { found.append((.textEffect, "outline")) }
    if set.shadow { found.append((.textEffect, "shadow")) }
    if let scale = set.horizontalScale { found.append((.characterScaling, "\(scale)")) }
    if let mark = set.emphasisMark { found.append((.emphasisMark, mark.rawValue)) }
    if set.hidden { found.append((.hiddenText, "")) }
    if let language = set.language { found.append((.language, language)) }
    if let direction = set.direction { found.append((.direction, direction.rawValue)) }
    if set.code { found.append((.code, "")) }
    if let link = set.link { found.append((.link, link.url)) }
    for tag in set.tags where !keptTags.contains(tag.name) {
      let isChange = InlineAttributes.changeTagNames.contains(tag.name)
      let isForm = tag.name == FormField.tagName
      found.append((isChange ? .trackedChange : isForm ? .formField : .tag, tag.name))
    }
    return found
  }

  /// The features of paragraphs other than blocks.
  private static let paragraphFeatures: [DocumentFeature] = [
    .alignment, .indent, .paragraphSpacing, .lineHeight, .tabStops, .paragraphDirection,
    .pageBreak, .keepTogether, .widowControl, .paragraphBorder, .paragraphShading,
    .tabLeader, .sectionBreak,
  ]

  /// Returns the features of `paragraphFeatures` that are set; the first one is bit 0.
  private static func features(of set: ParagraphAttributes) -> UInt {
    var found: UInt = 0
    if set.alignment != nil { found |= 1 }
    if set.firstLineIndent != nil || set.headIndent != nil || set.tailIndent != nil { found |= 2 }
    if set.spacingBefore != nil || set.spacingAfter != nil { found |= 4 }
    if set.lineHeight != nil { found |= 8 }
    if !set.tabStops.isEmpty { found |= 16 }
    if set.direction != nil { found |= 32 }
    if set.pageBreakBefore { found |= 64 }
    if set.keepTogether || set.keepWithNext != nil { found |= 128 }
    if set.widowControl != nil { found |= 256 }
    if !set.borders.isEmpty || !set.borderSpacing.isEmpty { found |= 512 }
    if set.shading != nil { found |= 1024 }
    if set.tabStops.contains(where: { $0.leader != nil }) { found |= 2048 }
    if set.hasSection { found |= 4096 }
    return found
  }
}

extension Block.Kind {
  /// The features of blocks in reports.
  fileprivate static let features: [DocumentFeature] = [
    .heading, .quote, .codeBlock, .list, .listItem, .thematicBreak, .table, .tableRow,
    .tableCell, .footnote, .annotation, .pageHeader, .pageFooter, .textBox, .endnote,
  ]

  /// The index of the block's feature in `features`.
  fileprivate var featureIndex: Int {
    switch self {
    case .header: 0
    case .blockQuote: 1
    case .codeBlock: 2
    case .orderedList, .unorderedList: 3
    case .listItem: 4
    case .thematicBreak: 5
    case .table: 6
    case .tableRow: 7
    case .tableCell: 8
    case .footnote: 9
    case .annotation: 10
    case .pageHeader: 11
    case .pageFooter: 12
    case .textBox: 13
    case .endnote: 14
    }
  }
}

/// A counter of lost features: the first `notesPerKind` of each are added to the report as notes,
/// the others are only counted.
private struct LossCounter {
  /// A lost feature, by its number, with its value as text.
  typealias Loss = (feature: Int, detail: String)

  private let kept: Set<DocumentFeature>
  private var features: [DocumentFeature] = []
  private var counts: [Int] = []

  init(kept: Set<DocumentFeature>) { self.kept = kept }

  /// Returns the number of a feature; `nil` if the writer keeps it.
  mutating func number(of feature: DocumentFeature) -> Int? {
    if let known = features.firstIndex(of: feature) { return known }
    guard !kept.contains(feature) else { return nil }
    features.append(feature)
    counts.append(0)
    return features.count - 1
  }

  /// Returns the losses among features with their values.
  mutating func losses(of features: [(DocumentFeature, String)]) -> [Loss] {
    var found: [Loss] = []
    for (feature, detail) in features {
      if let number = number(of: feature) { found.append((number, detail)) }
    }
    return found
  }

  /// Returns whether the report has the maximum number of notes for a feature.
  func isFull(_ feature: Int) -> Bool { counts[feature] >= ConversionReport.notesPerKind }

  /// Counts further losses of a feature for which the report has the maximum number of notes.
  mutating func count(_ number: Int, more feature: Int) { counts[feature] += number }

  @inline(__always)
  mutating func add(_ loss: Loss, _ range: Range<Int>, to report: inout ConversionReport) {
    if counts[loss.feature] < ConversionReport.notesPerKind {
      report.add(.dropped, features[loss.feature], loss.detail, utf16Range: range)
    }
    counts[loss.feature] += 1
  }

  /// Adds the number of losses that were only counted to the report.
  consuming func finish(_ report: inout ConversionReport) {
    for (feature, count) in zip(features, counts) where count > ConversionReport.notesPerKind {
      report.count(
        count - ConversionReport.notesPerKind, more: .init(effect: .dropped, feature: feature))
    }
  }
}
