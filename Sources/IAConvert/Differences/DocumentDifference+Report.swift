public import IAFormats
internal import IAText

extension DocumentDifference {
  /// Returns the changes that no note of a conversion's report explains.
  ///
  /// The difference is between the document that was written and the document that was read back
  /// from the output. A note explains a change if it is a loss, if its feature can cause the change,
  /// and if its range touches the changed range. A note without a range explains changes anywhere, as
  /// does a feature with more than `ConversionReport.notesPerKind` notes.
  ///
  /// A note about text that is written in another form, or not at all, also explains changes of the
  /// attributes of that text.
  ///
  /// - Complexity: O(*c* · *n*) for *c* changes and *n* notes.
  public func changes(notIn report: ConversionReport) -> [Change] {
    let notes = NotesByFeature(report)
    return changes.filter { change in
      !change.isWithoutEffect
        && !ChangeCauses.features(of: change).contains { notes.explains($0, change) }
        && !ChangeCauses.text.contains { notes.replacesText($0, change) }
    }
  }
}

/// The losses of a report by their feature.
private struct NotesByFeature {
  /// The ranges of the notes of each feature; `nil` if a note concerns the whole document or not all
  /// notes are listed.
  private var ranges: [String: [Range<Int>]?] = [:]

  init(_ report: ConversionReport) {
    var listed: [ConversionNote.Kind: Int] = [:]
    for note in report.losses {
      listed[note.kind, default: 0] += 1
      let feature = note.kind.feature
      if let range = note.utf16Range {
        if let known = ranges[feature, default: []] { ranges[feature] = known + [range] }
      } else {
        ranges[feature] = .some(nil)
      }
    }
    for (kind, count) in report.counts
    where kind.effect != .hidden && count > listed[kind, default: 0] {
      ranges[kind.feature] = .some(nil)
    }
  }

  /// Returns whether a note of a feature of text concerns the text of a change.
  func replacesText(_ feature: String, _ change: DocumentDifference.Change) -> Bool {
    guard let place = change.left, let known = ranges[feature], let found = known else {
      return false
    }
    return found.contains {
      $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound
    }
  }

  /// Returns whether a note of a feature explains a change.
  func explains(_ feature: String, _ change: DocumentDifference.Change) -> Bool {
    guard let found = ranges[feature] else { return false }
    guard let found, let place = change.left else { return true }
    // A block is reported at its first paragraph, and changes the paragraphs after it.
    if change.kind == .block { return found.contains { $0.lowerBound <= place.upperBound } }
    return found.contains {
      $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound
    }
  }
}

extension DocumentDifference.Change {
  /// Whether the change has no effect: no space between paragraphs, in a format that has none.
  fileprivate var isWithoutEffect: Bool {
    kind == .option && name == "paragraph space" && from == "0.0" && to == "-"
  }
}

/// The features of reports that can cause a change.
enum ChangeCauses {
  /// Returns the features that can cause a change.
  static func features(of change: DocumentDifference.Change) -> [String] {
    switch change.kind {
    case .text: text
    case .intensity: ["intensity"]
    case .inline: (inline[change.name] ?? []) + ["attributes"]
    case .paragraph: (paragraph[change.name] ?? []) + ["paragraph-attributes"]
    case .block:
      anyBlock
        + blocks.filter { change.from.contains($0.key) || change.to.contains($0.key) }
        .flatMap(\.value)
    case .attachment: attachment
    case .bookmark: ["bookmark"]
    case .metadata:
      ["metadata"] + (DocumentMetadata.fieldNames.contains(change.name) ? [] : ["custom-metadata"])
        + (change.name == "language" ? ["language"] : [])
    case .option:
      ["options"] + (change.name == "page" ? [] : ["display-options"])
        + (options[change.name] ?? [])
    }
  }

  /// Returns the feature under which a change is reported that its writer did not report.
  static func feature(of change: DocumentDifference.Change) -> String {
    switch change.kind {
    case .text: "characters"
    case .intensity: "intensity"
    case .inline: inline[change.name]?.first ?? "attributes"
    case .paragraph: paragraph[change.name]?.first ?? "paragraph-attributes"
    case .block: "block"
    case .attachment: "attachment-details"
    case .bookmark: "bookmark"
    case .metadata: "metadata"
    case .option: options[change.name]?.first ?? "display-options"
    }
  }

  /// The features about text that is written in another form, or not at all.
  static let text = [
    "control-character", "lone-surrogate", "characters", "no-final-line-end", "line-end",
    "tracked-change", "hidden-text", "bidi-control", "attachment", "sticker", "structure",
  ]

  private static let inline: [String: [String]] = [
    "fontSize": ["font-size"], "bold": ["bold", "font-weight"], "italic": ["italic"],
    "underline": ["underline", "underline-style"],
    "strikethrough": ["strikethrough", "strikethrough-style"], "script": ["script"],
    "baselineOffset": ["baseline-offset"], "fontFamily": ["font-family"],
    "fontWeight": ["font-weight"], "foreground": ["foreground", "color", "opacity"],
    "background": ["background", "color", "opacity"], "letterSpacing": ["letter-spacing"],
    "capitals": ["capitals"], "hidden": ["hidden", "hidden-text"], "language": ["language"],
    "direction": ["direction"], "code": ["code"], "link": ["link", "link-title"],
    "outline": ["text-effect"], "shadow": ["text-effect"],
    "horizontalScale": ["character-scaling"], "emphasisMark": ["emphasis-mark"],
    "tags": ["tag", "tracked-change"],
  ]

  private static let space = ["paragraph-spacing", "spacing", "paragraph-style", "structure"]

  private static let paragraph: [String: [String]] = [
    "alignment": ["alignment", "paragraph-style"],
    "firstLineIndent": ["indent", "paragraph-style"],
    "headIndent": ["indent", "paragraph-style"], "tailIndent": ["indent", "paragraph-style"],
    "spacingBefore": space, "spacingAfter": space,
    "lineHeight": ["line-height", "paragraph-style"],
    "tabStops": ["tab-stops", "tab-leader", "paragraph-style"],
    "direction": ["paragraph-direction", "direction"],
    "pageBreakBefore": ["page-break", "paragraph-style"],
    "keepTogether": ["keep-together", "paragraph-style"],
    "keepWithNext": ["keep-together", "paragraph-style"],
    "widowControl": ["widow-control", "paragraph-style"],
    "borders": ["paragraph-border", "paragraph-style", "opacity"],
    "borderSpacing": ["paragraph-border", "paragraph-style"],
    "shading": ["paragraph-shading", "paragraph-style", "opacity"],
  ]

  private static let anyBlock = ["block", "block-nesting", "structure", "paragraph-attributes"]

  /// The features for each kind of block that is in the change.
  private static let blocks: [String: [String]] = [
    "\"header\"": ["heading", "header-level"], "\"block-quote\"": ["quote"],
    "\"code-block\"": ["code-block", "code-language"],
    "\"ordered-list\"": ["list", "list-delimiter", "list-number"],
    "\"unordered-list\"": ["list", "list-marker"], "\"list-item\"": ["list-item", "list-number"],
    "\"thematic-break\"": ["thematic-break"],
    "\"table\"": ["table", "table-border", "column-width"],
    "\"table-row\"": ["table-row", "row-height"],
    "\"table-cell\"": ["table-cell", "cell-shading", "table-border"], "\"footnote\"": ["footnote"],
    "\"endnote\"": ["endnote"], "\"annotation\"": ["annotation"],
    "\"page-header\"": ["page-header"], "\"page-footer\"": ["page-footer"],
    "\"text-box\"": ["text-box"],
  ]

  private static let attachment = [
    "attachment", "attachment-content", "attachment-details", "attachment-bytes",
    "external-content", "sticker", "sticker-picture", "image",
  ]

  private static let options: [String: [String]] = [
    "scheme": ["render-scheme"], "smoothing": ["smoothing"], "animates": ["animation"],
    "animation": ["animation"], "font family": ["font-family"], "font size": ["font-size"],
    "paragraph space": ["paragraph-spacing", "structure"],
    "page": ["page-size", "page-margins", "columns", "widow-control"],
  ]
}

extension DocumentMetadata {
  /// The names of the entries of `described` that are not custom.
  fileprivate static let fieldNames: Set<String> = [
    "title", "authors", "subject", "keywords", "language", "created", "modified", "generator",
  ]
}
