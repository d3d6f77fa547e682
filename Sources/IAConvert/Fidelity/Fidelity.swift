internal import IASyntax
public import IAText

/// A comparison of a document with its copy after a round trip, for each attribute.
///
/// The texts are aligned first. A row counts the units, paragraphs, attachments or entries that
/// have an attribute in either document, and those of them that have the same value in both. An
/// attribute that neither document has gets no row.
public struct Fidelity: Hashable, Sendable {
  /// The kind of element that a row counts.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// UTF-16 units.
    case text
    /// UTF-16 units that have an attribute.
    case inline
    /// Paragraphs that have an attribute.
    case paragraph
    /// Paragraphs inside a kind of block.
    case block
    /// Attachments, for each of their properties.
    case attachment
    /// Entries of the metadata.
    case metadata
    /// Display options.
    case option
    /// Bookmarks.
    case bookmark
    /// Words as another program shows them.
    case shown
  }

  /// One attribute.
  public struct Row: Hashable, Sendable {
    /// The kind of element.
    public var part: Part
    /// The name of the attribute in the schema of the `json` format.
    public var name: String
    /// The number of elements that have the same value in both documents.
    public var agreeing = 0
    /// The number of elements that have the attribute in either document.
    public var total = 0

    /// The percentage of elements that have the same value; 100 if `total` is 0.
    public var percent: Double {
      total == 0 ? 100 : 100 * Double(agreeing) / Double(total)
    }
  }

  /// The rows in a fixed order.
  public private(set) var rows: [Row] = []
  /// The mean difference of the intensities of the units that both documents have in common.
  public private(set) var meanIntensityDifference = 0.0
  /// Whether all properties of both documents that define their identity are equal in canonical
  /// form.
  public let isEqual: Bool
  /// Whether the comparison ended at its limit because the texts differ too much; a longer search might find more
  /// common text.
  public let isCutShort: Bool

  /// Creates a comparison from its rows.
  init(rows: [Row], isEqual: Bool, isCutShort: Bool) {
    (self.rows, self.isEqual, self.isCutShort) = (rows, isEqual, isCutShort)
  }

  /// Creates the comparison of a document with its copy.
  ///
  /// - Complexity: That of `TextAlignment`, and O(runs · attributes).
  public init(_ left: IADocument, _ right: IADocument) {
    let alignment = TextAlignment(left.string, right.string)
    isCutShort = alignment.isCutShort
    isEqual = left.dump().isSpelled(like: right.dump())
    countText(left.string, right.string, alignment)
    countInline(left.string, right.string, alignment)
    countParagraphs(left.string, right.string, alignment)
    countAttachments(left, right, alignment)
    countEntries(.metadata, left.metadata.identityEntries, right.metadata.identityEntries)
    countEntries(.option, left.string.options.described, right.string.options.described)
    countBookmarks(left.string, right.string, alignment)
  }

  /// The mean of the percentages of all rows, with equal weights; 100 if there are no rows.
  public var meanPercent: Double {
    rows.isEmpty ? 100 : rows.reduce(0) { $0 + $1.percent } / Double(rows.count)
  }

  private mutating func add(_ row: Row) { if row.total > 0 { rows.append(row) } }

  private mutating func countText(_ left: IAString, _ right: IAString, _ alignment: TextAlignment) {
    let matched = alignment.matchedCount
    let total = left.utf16Count + right.utf16Count - matched
    add(Row(part: .text, name: "characters", agreeing: matched, total: total))
    let (ours, theirs) = (
      left.intensities(in: left.utf16Range), right.intensities(in: right.utf16Range)
    )
    var (agreeing, difference) = (0, 0)
    for match in alignment.matches {
      for offset in 0..<match.count {
        let distance = abs(Int(ours[match.left + offset]) - Int(theirs[match.right + offset]))
        if distance == 0 { agreeing += 1 }
        difference += distance
      }
    }
    add(Row(part: .text, name: "intensity", agreeing: agreeing, total: total))
    if matched > 0 { meanIntensityDifference = Double(difference) / Double(matched) }
  }

  private mutating func countInline(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    var found = InlineField.all.map { Row(part: .inline, name: $0.name) }
    // The fields of a set of attributes are determined once for each set.
    var known: [InlineAttributes: [Int]] = [:]
    func fields(_ attributes: InlineAttributes) -> [Int] {
      if let fields = known[attributes] { return fields }
      let fields = InlineField.all.indices.filter { InlineField.all[$0].isSet(in: attributes) }
      known[attributes] = fields
      return fields
    }
    for run in alignment.runs(left, right) {
      let count = run.left.count
      let isSame = run.leftAttributes == run.rightAttributes
      for field in Set(fields(run.leftAttributes) + fields(run.rightAttributes)) {
        found[field].total += count
        if isSame || InlineField.all[field].agrees(run.leftAttributes, run.rightAttributes) {
          found[field].agreeing += count
        }
      }
    }
    for (string, gaps) in [
      (left, alignment.unmatchedLeft(of: left.utf16Count)),
      (right, alignment.unmatchedRight(of: right.utf16Count)),
    ] {
      for run in gaps.lazy.flatMap({ string.attributeRuns(in: $0) }) {
        for field in fields(run.attributes) { found[field].total += run.utf16Range.count }
      }
    }
    for row in found { add(row) }
  }

  private mutating func countParagraphs(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    let (ours, theirs) = (left.paragraphs, right.paragraphs)
    let pairs = alignment.paragraphPairs(ours, theirs)
    let matched = Set(pairs.compactMap(\.self))
    var compared = zip(ours, pairs).map { paragraph, index in
      (paragraph.attributes, index.map { theirs[$0].attributes } ?? ParagraphAttributes())
    }
    compared += theirs.indices.filter { !matched.contains($0) }
      .map { (ParagraphAttributes(), theirs[$0].attributes) }
    for field in ParagraphField.all {
      var row = Row(part: .paragraph, name: field.name)
      for (left, right) in compared where field.isSet(in: left) || field.isSet(in: right) {
        row.total += 1
        if field.agrees(left, right) { row.agreeing += 1 }
      }
      add(row)
    }
    var blocks: [String: Row] = [:]
    for (left, right) in compared {
      let (ours, theirs) = (left.blocks.map(\.kind), right.blocks.map(\.kind))
      for name in Set((ours + theirs).map(\.name)) {
        blocks[name, default: Row(part: .block, name: name)].total += 1
        if ours.filter({ $0.name == name }) == theirs.filter({ $0.name == name }) {
          blocks[name]?.agreeing += 1
        }
      }
    }
    for name in Block.Kind.allNames { if let row = blocks[name] { add(row) } }
  }

  private mutating func countAttachments(
    _ left: IADocument, _ right: IADocument, _ alignment: TextAlignment
  ) {
    var pairs: [(Attachment?, Attachment?)] = []
    var matched: Set<Int> = []
    for placed in left.string.attachments {
      let place = alignment.counterpart(of: placed.utf16Offset)
      let other = place.flatMap { right.string.attachment(at: $0) }
      if let place, other != nil { matched.insert(place) }
      pairs.append((placed.attachment, other))
    }
    for placed in right.string.attachments where !matched.contains(placed.utf16Offset) {
      pairs.append((nil, placed.attachment))
    }
    for field in AttachmentField.all {
      var row = Row(part: .attachment, name: field.name)
      for (ours, theirs) in pairs {
        let values = (
          ours.flatMap { field.value($0, left.attachments) },
          theirs.flatMap { field.value($0, right.attachments) }
        )
        guard values.0 != nil || values.1 != nil else { continue }
        row.total += 1
        if values.0 == values.1 { row.agreeing += 1 }
      }
      add(row)
    }
  }

  private mutating func countEntries(
    _ part: Part, _ left: [(name: String, value: String)], _ right: [(name: String, value: String)]
  ) {
    for entries in NamedEntries.pairs(left, right) {
      add(Row(part: part, name: entries.name, agreeing: entries.areEqual ? 1 : 0, total: 1))
    }
  }

  private mutating func countBookmarks(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    let there = Dictionary(
      right.bookmarks.map { ($0.name, $0.utf16Offset) }, uniquingKeysWith: { first, _ in first })
    var row = Row(part: .bookmark, name: "bookmarks")
    row.total = Set((left.bookmarks + right.bookmarks).map(\.name)).count
    for bookmark in left.bookmarks {
      guard let place = there[bookmark.name] else { continue }
      let isAtEnd = bookmark.utf16Offset == left.utf16Count && place == right.utf16Count
      if isAtEnd || alignment.counterpart(of: bookmark.utf16Offset) == place { row.agreeing += 1 }
    }
    add(row)
  }
}

/// One property of attachments for comparison.
struct AttachmentField: Sendable {
  let name: String
  /// Returns the value as text, or `nil` if it is not set.
  let value: @Sendable (Attachment, AttachmentStore) -> String?

  static let all: [AttachmentField] = [
    .init(name: "kind") { attachment, _ in attachment.kind.rawValue },
    .init(name: "content") { attachment, store in
      switch attachment.content {
      case .none: nil
      case .blob(let digest): (store[digest] == nil ? "missing " : "") + digest.description
      case .url(let url): url
      }
    },
    .init(name: "preview") { attachment, _ in attachment.preview?.description },
    .init(name: "state") { attachment, _ in attachment.state.rawValue },
    .init(name: "mediaType") { attachment, _ in attachment.mediaType },
    .init(name: "name") { attachment, _ in attachment.name },
    .init(name: "altText") { attachment, _ in attachment.altText },
    .init(name: "textBacking") { attachment, _ in attachment.textBacking },
    .init(name: "pixelSize") { attachment, _ in
      attachment.pixelWidth == nil && attachment.pixelHeight == nil
        ? nil : "\(attachment.pixelWidth ?? 0) x \(attachment.pixelHeight ?? 0)"
    },
    .init(name: "displaySize") { attachment, _ in
      attachment.displayWidth == nil && attachment.displayHeight == nil
        ? nil : "\(attachment.displayWidth ?? 0) x \(attachment.displayHeight ?? 0)"
    },
    .init(name: "location") { attachment, _ in attachment.location.map { "\($0)" } },
  ]
}

extension DocumentMetadata {
  /// The metadata that are part of a document's identity, by name.
  var identityEntries: [(name: String, value: String)] {
    var counted = self
    (counted.created, counted.modified, counted.generator) = (nil, nil, nil)
    return counted.described
  }
}
