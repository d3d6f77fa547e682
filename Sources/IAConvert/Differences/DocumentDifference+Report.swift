public import IAFormats
internal import IAText

extension DocumentDifference {
  /// Returns the changes that no note of a conversion's report explains.
  ///
  /// The difference is between the document that was written and the document that was read back from the output. A
  /// note explains a change if it is a loss, if its feature can cause the change, and if its range touches the changed
  /// range. A note without a range explains changes anywhere. So do the notes of a feature with more than
  /// `ConversionReport.notesPerKind` notes, because not all of their ranges are known.
  ///
  /// A note about text that was replaced or omitted also explains changes of the attributes of that text.
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
  private var ranges: [DocumentFeature: [Range<Int>]?] = [:]

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

  /// Returns whether a note of the feature has a range that touches the text of a change.
  func replacesText(_ feature: DocumentFeature, _ change: DocumentDifference.Change) -> Bool {
    guard let place = change.left, let known = ranges[feature], let found = known else {
      return false
    }
    return found.contains {
      $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound
    }
  }

  /// Returns whether a note of a feature explains a change.
  func explains(_ feature: DocumentFeature, _ change: DocumentDifference.Change) -> Bool {
    guard let found = ranges[feature] else { return false }
    guard let found, let place = change.left else { return true }
    // A block is reported at its first paragraph, but it also changes later paragraphs.
    if change.kind == .block { return found.contains { $0.lowerBound <= place.upperBound } }
    return found.contains {
      $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound
    }
  }
}

extension DocumentDifference.Change {
  /// Whether the change has no effect: the value 0 for the space between paragraphs became the default, which is 0.
  fileprivate var isWithoutEffect: Bool {
    kind == .option && name == "paragraph space" && from == "0.0" && to == "-"
  }
}

/// The features of reports that can cause a change.
enum ChangeCauses {
  /// Returns the features that can cause a change.
  static func features(of change: DocumentDifference.Change) -> [DocumentFeature] {
    switch change.kind {
    case .text: text
    case .intensity: [.intensity]
    case .inline: (inline[change.name] ?? []) + [.attributes]
    case .paragraph: (paragraph[change.name] ?? []) + [.paragraphAttributes]
    case .block:
      anyBlock
        + blocks.filter { change.from.contains($0.key) || change.to.contains($0.key) }
        .flatMap(\.value)
    case .attachment: attachment
    case .bookmark: [.bookmark]
    case .metadata:
      [.metadata] + (DocumentMetadata.fieldNames.contains(change.name) ? [] : [.customMetadata])
        + (change.name == "language" ? [.language] : [])
        + (change.name == TextForm.metadataName ? [.lineEnd] : [])
    case .option:
      [.options] + (change.name == "page" ? [] : [.displayOptions])
        + (options[change.name] ?? [])
    }
  }

  /// Returns the feature under which a change is reported if the writer did not report it.
  static func feature(of change: DocumentDifference.Change) -> DocumentFeature {
    switch change.kind {
    case .text: .characters
    case .intensity: .intensity
    case .inline: inline[change.name]?.first ?? .attributes
    case .paragraph: paragraph[change.name]?.first ?? .paragraphAttributes
    case .block: .block
    case .attachment: .attachmentDetails
    case .bookmark: .bookmark
    case .metadata: .metadata
    case .option: options[change.name]?.first ?? .displayOptions
    }
  }

  /// The features for text that is replaced or omitted.
  static let text: [DocumentFeature] = [
    .controlCharacter, .loneSurrogate, .characters, .noFinalLineEnd, .lineEnd,
    .trackedChange, .hiddenText, .bidiControl, .attachment, .sticker, .structure,
  ]

  private static let inline: [String: [DocumentFeature]] = [
    "fontSize": [.fontSize], "bold": [.bold, .fontWeight], "italic": [.italic],
    "underline": [.underline, .underlineStyle],
    "strikethrough": [.strikethrough, .strikethroughStyle], "script": [.script],
    "baselineOffset": [.baselineOffset], "fontFamily": [.fontFamily],
    "fontWeight": [.fontWeight], "foreground": [.foreground, .opacity],
    "background": [.background, .opacity], "letterSpacing": [.letterSpacing],
    "capitals": [.capitals], "hidden": [.hiddenText], "language": [.language],
    "direction": [.direction], "code": [.code], "link": [.link, .linkTitle],
    "outline": [.textEffect], "shadow": [.textEffect],
    "horizontalScale": [.characterScaling], "emphasisMark": [.emphasisMark],
    "tags": [.tag, .trackedChange, .formField],
  ]

  private static let space: [DocumentFeature] = [
    .paragraphSpacing, .paragraphStyle, .structure,
  ]

  private static let paragraph: [String: [DocumentFeature]] = [
    "alignment": [.alignment, .paragraphStyle],
    "firstLineIndent": [.indent, .paragraphStyle],
    "headIndent": [.indent, .paragraphStyle], "tailIndent": [.indent, .paragraphStyle],
    "spacingBefore": space, "spacingAfter": space,
    "lineHeight": [.lineHeight, .paragraphStyle],
    "tabStops": [.tabStops, .tabLeader, .paragraphStyle],
    "direction": [.paragraphDirection, .direction],
    "pageBreakBefore": [.pageBreak, .paragraphStyle],
    "keepTogether": [.keepTogether, .paragraphStyle],
    "keepWithNext": [.keepTogether, .paragraphStyle],
    "widowControl": [.widowControl, .paragraphStyle],
    "borders": [.paragraphBorder, .paragraphStyle, .opacity],
    "borderSpacing": [.paragraphBorder, .paragraphStyle],
    "shading": [.paragraphShading, .paragraphStyle, .opacity],
    "section": [.sectionBreak, .paragraphStyle],
  ]

  private static let anyBlock: [DocumentFeature] = [
    .block, .blockNesting, .structure, .paragraphAttributes,
  ]

  /// The features for each kind of block, by the name of the kind in the value of a change.
  private static let blocks: [String: [DocumentFeature]] = [
    "\"header\"": [.heading, .headerLevel], "\"block-quote\"": [.quote],
    "\"code-block\"": [.codeBlock, .codeLanguage],
    "\"ordered-list\"": [.list, .listDelimiter, .listNumber],
    "\"unordered-list\"": [.list, .listMarker], "\"list-item\"": [.listItem, .listNumber],
    "\"thematic-break\"": [.thematicBreak],
    "\"table\"": [.table, .tableBorder, .columnWidth],
    "\"table-row\"": [.tableRow, .rowHeight],
    "\"table-cell\"": [.tableCell, .cellShading, .tableBorder], "\"footnote\"": [.footnote],
    "\"endnote\"": [.endnote], "\"annotation\"": [.annotation],
    "\"page-header\"": [.pageHeader], "\"page-footer\"": [.pageFooter],
    "\"text-box\"": [.textBox, .frame],
  ]

  private static let attachment: [DocumentFeature] = [
    .attachment, .frame, .attachmentContent, .attachmentDetails, .attachmentBytes,
    .externalContent, .sticker, .stickerPicture, .image,
  ]

  private static let options: [String: [DocumentFeature]] = [
    "scheme": [.renderScheme], "smoothing": [.smoothing], "animates": [.animation],
    "animation": [.animation], "font family": [.fontFamily], "font size": [.fontSize],
    "paragraph space": [.paragraphSpacing, .structure],
    "page": [.pageSize, .pageMargins, .columns, .pageNumbering, .widowControl],
  ]
}

extension DocumentMetadata {
  /// The names of the entries of `described` that are not custom.
  fileprivate static let fieldNames: Set<String> = [
    "title", "authors", "subject", "keywords", "language", "created", "modified", "generator",
  ]
}
