internal import IAFormats
public import IAText

/// The list of changes between two documents; texts are compared by words.
public struct DocumentDifference: Hashable, Sendable {
  /// One change.
  public struct Change: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case text, intensity, inline, paragraph, block, attachment, bookmark, metadata, option
    }

    /// The kind of the change.
    public var kind: Kind
    /// The name of the attribute; empty for text and intensity.
    public var name = ""
    /// The UTF-16 range in the first document; `nil` if the change concerns the whole document or
    /// occurs only in the second.
    public var left: Range<Int>?
    /// The UTF-16 range in the second document; `nil` if the change concerns the whole document or
    /// occurs only in the first.
    public var right: Range<Int>?
    /// The former value: a text, a mean intensity, a value in JSON; `-` for nothing.
    public var from: String
    /// The new value.
    public var to: String
  }

  /// The changes: those of the text in its order, then those of the whole document.
  public private(set) var changes: [Change] = []
  /// Whether all properties of both documents that define their identity are equal in canonical
  /// form.
  public let isEqual: Bool
  /// Whether the comparison ended at its limit because the texts differ too much; a longer search might find more
  /// common text.
  public let isCutShort: Bool

  /// Creates the comparison of two documents.
  ///
  /// - Complexity: That of `TextAlignment`, and O(runs · attributes).
  public init(_ left: IADocument, _ right: IADocument) {
    isEqual =
      switch left.contentComparison(with: right) {
      case .equal: true
      case .different: false
      case .unknown: left.dump().isSpelled(like: right.dump())
      }
    guard !isEqual else {
      isCutShort = false
      return
    }
    let alignment = TextAlignment(left.string, right.string, by: .words)
    isCutShort = alignment.isCutShort
    addText(left.string, right.string, alignment)
    addIntensities(left.string, right.string, alignment)
    addInline(left.string, right.string, alignment)
    addParagraphs(left.string, right.string, alignment)
    addAttachments(left, right, alignment)
    addBookmarks(left.string, right.string, alignment)
    sortByPlace()
    addEntries(.metadata, left.metadata.identityEntries, right.metadata.identityEntries)
    addEntries(.option, left.string.options.described, right.string.options.described)
  }

  /// Sorts the changes by position; changes at one position keep their order.
  private mutating func sortByPlace() {
    changes = changes.enumerated().sorted { one, other in
      let (here, there) = (one.element.left?.lowerBound ?? 0, other.element.left?.lowerBound ?? 0)
      return here == there ? one.offset < other.offset : here < there
    }.map(\.element)
  }

  private mutating func addText(_ left: IAString, _ right: IAString, _ alignment: TextAlignment) {
    var at = (left: 0, right: 0)
    let end = TextAlignment.Match(left: left.utf16Count, right: right.utf16Count, count: 0)
    for match in alignment.matches + [end] {
      let (ours, theirs) = (at.left..<match.left, at.right..<match.right)
      if !ours.isEmpty || !theirs.isEmpty {
        changes.append(
          Change(
            kind: .text, left: ours, right: theirs, from: left.text(in: ours),
            to: right.text(in: theirs)))
      }
      at = (match.left + match.count, match.right + match.count)
    }
  }

  private mutating func addIntensities(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    let (ours, theirs) = (
      left.intensities(in: left.utf16Range), right.intensities(in: right.utf16Range)
    )
    for match in alignment.matches {
      var start: Int?
      for offset in 0...match.count {
        let differs =
          offset < match.count && ours[match.left + offset] != theirs[match.right + offset]
        if differs, start == nil { start = offset }
        guard !differs, let first = start else { continue }
        start = nil
        let here = match.left + first..<match.left + offset
        let there = match.right + first..<match.right + offset
        changes.append(
          Change(
            kind: .intensity, left: here, right: there,
            from: DecimalText.oneDigit(left.meanIntensity(in: here)),
            to: DecimalText.oneDigit(right.meanIntensity(in: there))))
      }
    }
  }

  private mutating func addInline(_ left: IAString, _ right: IAString, _ alignment: TextAlignment) {
    // The last change of each attribute, which an adjacent run may extend.
    var last: [Int: Int] = [:]
    for run in alignment.runs(left, right) where run.leftAttributes != run.rightAttributes {
      for (index, field) in InlineField.all.enumerated()
      where !field.agrees(run.leftAttributes, run.rightAttributes) {
        let (from, to) = (
          field.value(for: run.leftAttributes), field.value(for: run.rightAttributes)
        )
        if let known = last[index], let before = changes[known].left,
          let beside = changes[known].right, before.upperBound == run.left.lowerBound,
          beside.upperBound == run.right.lowerBound, changes[known].from == from,
          changes[known].to == to
        {
          changes[known].left = before.lowerBound..<run.left.upperBound
          changes[known].right = beside.lowerBound..<run.right.upperBound
          continue
        }
        last[index] = changes.count
        changes.append(
          Change(
            kind: .inline, name: field.name, left: run.left, right: run.right, from: from, to: to))
      }
    }
  }

  private mutating func addParagraphs(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    let (ours, theirs) = (left.paragraphs, right.paragraphs)
    for (paragraph, index) in zip(ours, alignment.paragraphPairs(ours, theirs)) {
      guard let other = index.map({ theirs[$0] }) else { continue }
      for field in ParagraphField.all where !field.agrees(paragraph.attributes, other.attributes) {
        changes.append(
          Change(
            kind: .paragraph, name: field.name, left: paragraph.utf16Range,
            right: other.utf16Range, from: field.value(for: paragraph.attributes),
            to: field.value(for: other.attributes)))
      }
      let blocks = (paragraph.attributes.blocks.map(\.kind), other.attributes.blocks.map(\.kind))
      if blocks.0 != blocks.1 {
        changes.append(
          Change(
            kind: .block, name: "blocks", left: paragraph.utf16Range, right: other.utf16Range,
            from: Self.description(of: blocks.0), to: Self.description(of: blocks.1)))
      }
    }
  }

  private static func description(of blocks: [Block.Kind]) -> String {
    guard !blocks.isEmpty else { return "-" }
    return blocks.map { kind in
      JSONFragments.members { Block(id: 1, kind).write(to: &$0) }
    }.joined(separator: " > ")
  }

  private mutating func addAttachments(
    _ left: IADocument, _ right: IADocument, _ alignment: TextAlignment
  ) {
    for placed in left.string.attachments {
      guard let place = alignment.counterpart(of: placed.utf16Offset) else { continue }
      let other = right.string.attachment(at: place)
      for field in AttachmentField.all {
        let from = field.value(placed.attachment, left.attachments)
        let to = other.flatMap { field.value($0, right.attachments) }
        guard from != to else { continue }
        changes.append(
          Change(
            kind: .attachment, name: field.name,
            left: placed.utf16Offset..<placed.utf16Offset + 1, right: place..<place + 1,
            from: from ?? "-", to: to ?? "-"))
      }
    }
  }

  private mutating func addBookmarks(
    _ left: IAString, _ right: IAString, _ alignment: TextAlignment
  ) {
    let there = Dictionary(
      right.bookmarks.map { ($0.name, $0.utf16Offset) }, uniquingKeysWith: { first, _ in first })
    let here = Set(left.bookmarks.map(\.name))
    for bookmark in left.bookmarks {
      let place = there[bookmark.name]
      let isAtEnd = bookmark.utf16Offset == left.utf16Count && place == right.utf16Count
      if isAtEnd || (place != nil && alignment.counterpart(of: bookmark.utf16Offset) == place) {
        continue
      }
      changes.append(
        Change(
          kind: .bookmark, name: bookmark.name,
          left: bookmark.utf16Offset..<bookmark.utf16Offset, right: place.map { $0..<$0 },
          from: "\(bookmark.utf16Offset)", to: place.map { "\($0)" } ?? "-"))
    }
    for bookmark in right.bookmarks where !here.contains(bookmark.name) {
      let place = bookmark.utf16Offset..<bookmark.utf16Offset
      changes.append(
        Change(
          kind: .bookmark, name: bookmark.name, right: place, from: "-",
          to: "\(bookmark.utf16Offset)"))
    }
  }

  private mutating func addEntries(
    _ kind: Change.Kind, _ left: [(name: String, value: String)],
    _ right: [(name: String, value: String)]
  ) {
    for entries in NamedEntries.pairs(left, right) where !entries.areEqual {
      let (from, to) = (entries.left, entries.right)
      changes.append(
        Change(
          kind: kind, name: entries.name, from: from.isEmpty ? "-" : from.joined(separator: "; "),
          to: to.isEmpty ? "-" : to.joined(separator: "; ")))
    }
  }
}
