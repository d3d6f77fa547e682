internal import IARangeTree

/// A string as the columns that a file holds, in canonical form when made from a string.
///
/// Canonical: runs are maximal, sets and records are distinct and numbered by first use, block ids
/// from 1 as blocks open, bookmarks sorted by place and name.
package struct StringColumns: Sendable {
  /// A range of units that share one entry of a table.
  package struct Run: Hashable, Sendable {
    /// The number of units, greater than 0.
    package var count: Int
    /// The index into the table.
    package var index: Int

    /// Creates a run.
    package init(count: Int, index: Int) {
      self.count = count
      self.index = index
    }
  }

  /// An attachment in its place.
  package struct Place: Hashable, Sendable {
    /// The unit it stands at, which is U+FFFC.
    package var utf16Offset: Int
    /// The index into `records`.
    package var record: Int

    /// Creates a place.
    package init(utf16Offset: Int, record: Int) {
      self.utf16Offset = utf16Offset
      self.record = record
    }
  }

  /// The text, unit by unit.
  package var units: [UInt16] = []
  /// The intensity of each unit, 0…100.
  package var intensities: [UInt8] = []
  /// The inline attributes that occur.
  package var inlineSets: [InlineAttributes] = []
  /// Which units have which; they cover the text.
  package var inlineRuns: [Run] = []
  /// The paragraph attributes that occur.
  package var paragraphSets: [ParagraphAttributes] = []
  /// Which units have which; they cover the text and end where paragraphs do.
  package var paragraphRuns: [Run] = []
  /// The attachment records that occur.
  package var records: [Attachment] = []
  /// Where they stand, in ascending order.
  package var attachments: [Place] = []
  /// Named places, sorted by offset and then by name; names unique.
  package var bookmarks: [IAString.Bookmark] = []
  /// How the string wants to be shown.
  package var options = DisplayOptions()

  /// Creates the columns of an empty text.
  package init() {}

  /// Whether there is nothing but text and intensities, in sets that are the default ones.
  package var isPlain: Bool {
    inlineRuns.count <= 1 && paragraphRuns.count <= 1 && attachments.isEmpty && records.isEmpty
      && bookmarks.isEmpty && inlineSets.allSatisfy { $0 == InlineAttributes() }
      && paragraphSets.allSatisfy { $0 == ParagraphAttributes() } && options == DisplayOptions()
  }
}

extension StringColumns {
  /// The ranges of equal intensity; neighbours differ.
  package var intensityRuns: [Run] {
    var runs: [Run] = []
    var start = 0
    for offset in intensities.indices.dropFirst()
    where intensities[offset] != intensities[offset - 1] {
      runs.append(Run(count: offset - start, index: Int(intensities[start])))
      start = offset
    }
    if start < intensities.count {
      runs.append(Run(count: intensities.count - start, index: Int(intensities[start])))
    }
    return runs
  }
}

extension IAString {
  /// Whether there is nothing but text and intensities: no attributes, no paragraph attributes, no
  /// attachments, bookmarks or options.
  ///
  /// False for some strings whose attributes come to nothing; who writes them finds that out.
  ///
  /// - Complexity: O(1).
  package var isPlain: Bool {
    (isEmpty || tree.summary.runCount == 1 && tree.attribute(at: 0) == 0) && isPlainButInline
  }

  /// Whether there is nothing but text, intensities and inline attributes.
  ///
  /// False for some strings whose other parts come to nothing.
  ///
  /// - Complexity: O(1).
  package var isPlainButInline: Bool {
    bookmarks.isEmpty && !hasAttachments && hasPlainParagraphs && options == DisplayOptions()
  }

  /// The inline attributes alone: all sets that the string knows, used or not, the first of them
  /// the default, and runs of them.
  ///
  /// - Complexity: O(runs + sets).
  package var inlineStructure: (sets: [InlineAttributes], runs: [StringColumns.Run]) {
    let runs = tree.attributeRuns(in: utf16Range).map {
      StringColumns.Run(count: $0.count, index: Int($0.attribute))
    }
    return (inlineTable.values, runs)
  }

  /// Whether all paragraphs have the attributes of ordinary ones.
  private var hasPlainParagraphs: Bool {
    isEmpty || paragraphRuns.isAll(0)
  }

  /// Whether a U+FFFC has a record.
  private var hasAttachments: Bool {
    !isEmpty && !attachmentRuns.isAll(0)
  }

  /// The string as columns in canonical form.
  ///
  /// - Complexity: O(*n*).
  package var columns: StringColumns {
    var columns = structure
    columns.units = units(in: utf16Range)
    columns.intensities = intensities(in: utf16Range)
    return columns
  }

  /// The columns without the text and its intensities.
  ///
  /// - Complexity: O(runs).
  package var structure: StringColumns {
    var columns = StringColumns()
    columns.options = options
    columns.bookmarks = bookmarks.sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }

    let inlineValues = inlineTable.values
    // By number: a table has few entries, or the string many runs.
    var inlineIndices = [Int?](repeating: nil, count: inlineValues.count)
    columns.inlineRuns.reserveCapacity(tree.summary.runCount)
    tree.forEachAttributeRun(in: utf16Range) { run in
      let index = inlineIndices[Int(run.attribute)] ?? columns.inlineSets.count
      if index == columns.inlineSets.count {
        inlineIndices[Int(run.attribute)] = index
        columns.inlineSets.append(inlineValues[Int(run.attribute)])
      }
      columns.inlineRuns.append(.init(count: run.count, index: index))
      return true
    }

    if hasPlainParagraphs {
      if !isEmpty {
        columns.paragraphSets = [ParagraphAttributes()]
        columns.paragraphRuns = [.init(count: utf16Count, index: 0)]
      }
    } else {
      var paragraphIndices: [ParagraphAttributes: Int] = [:]
      for run in canonicalParagraphs() {
        let index = paragraphIndices[run.attributes] ?? columns.paragraphSets.count
        if index == columns.paragraphSets.count {
          paragraphIndices[run.attributes] = index
          columns.paragraphSets.append(run.attributes)
        }
        columns.paragraphRuns.append(.init(count: run.utf16Range.count, index: index))
      }
    }

    if hasAttachments {
      var recordIndices: [Attachment: Int] = [:]
      for placed in attachments {
        let index = recordIndices[placed.attachment] ?? columns.records.count
        if index == columns.records.count {
          recordIndices[placed.attachment] = index
          columns.records.append(placed.attachment)
        }
        columns.attachments.append(.init(utf16Offset: placed.utf16Offset, record: index))
      }
    }
    return columns
  }

  /// Creates a string from columns, which need not be canonical.
  ///
  /// - Precondition: The columns keep what `StringColumns` says about each of them.
  /// - Complexity: O(*n*).
  package init(_ columns: StringColumns) {
    self.init()
    let count = columns.units.count
    precondition(columns.intensities.count == count, "one intensity a unit")
    precondition(columns.paragraphRuns.reduce(0) { $0 + $1.count } == count, "paragraphs cover all")

    let inlineIDs = columns.inlineSets.map { inlineTable.id(of: $0) }
    var runs: [RangeTree.Run] = []
    for run in columns.inlineRuns {
      let id = inlineIDs[run.index]
      if runs.last?.attribute == id {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(.init(count: run.count, attribute: id))
      }
    }
    tree = RangeTree(
      units: columns.units.span, intensities: columns.intensities.span, runs: runs.span)

    let plain = ParagraphAttributes()
    if columns.paragraphRuns.allSatisfy({ columns.paragraphSets[$0.index] == plain }) {
      paragraphRuns = RunTree(count: count, value: 0)
    } else {
      let paragraphIDs = columns.paragraphSets.map { paragraphTable.id(of: $0) }
      paragraphRuns = RunTree(
        runs: columns.paragraphRuns.map { .init(count: $0.count, value: paragraphIDs[$0.index]) })
    }

    bookmarks = columns.bookmarks
    options = columns.options
    guard !columns.attachments.isEmpty else {
      attachmentRuns = RunTree(count: count, value: 0)
      return
    }

    // A record for each place, so that equal neighbours stay two.
    var attachmentRuns: [RunTree<UInt32>.Run] = []
    var end = 0
    for place in columns.attachments {
      precondition(
        columns.units[place.utf16Offset] == Self.attachmentUnit, "no U+FFFC at its place")
      records.append(columns.records[place.record])
      attachmentRuns.append(.init(count: place.utf16Offset - end, value: 0))
      attachmentRuns.append(.init(count: 1, value: UInt32(records.count)))
      end = place.utf16Offset + 1
    }
    attachmentRuns.append(.init(count: count - end, value: 0))
    self.attachmentRuns = RunTree(runs: attachmentRuns)
  }
}
