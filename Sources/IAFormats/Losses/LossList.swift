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
    for run in string.attributeRuns(in: string.utf16Range) where !run.attributes.isPlain {
      for (feature, detail) in Self.features(of: run.attributes) {
        add(feature, detail, run.utf16Range, to: &report)
      }
    }
  }

  private func listParagraphs(_ string: IAString, in report: inout ConversionReport) {
    var known: Set<Int> = []
    for run in string.canonicalParagraphs() where !run.attributes.isPlain {
      for feature in Self.features(of: run.attributes) {
        add(feature, "", run.utf16Range, to: &report)
      }
      for block in run.attributes.blocks where known.insert(block.id).inserted {
        add(block.kind.featureName, "", run.utf16Range, to: &report)
      }
    }
  }

  private func listOptions(_ options: DisplayOptions, in report: inout ConversionReport) {
    if let name = options.renderScheme { add("render-scheme", name, nil, to: &report) }
    if let smoothing = options.smoothing { add("smoothing", smoothing.rawValue, nil, to: &report) }
    if options.animates != nil || options.animation != nil {
      add("animation", "", nil, to: &report)
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
