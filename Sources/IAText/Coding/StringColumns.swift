internal import IARangeTree

/// A string as columns of a file, in canonical form if created from a string.
///
/// In canonical form, runs are maximal; sets and records are distinct and numbered by first use;
/// block ids start at 1 in the order in which blocks start; bookmarks are sorted by offset and
/// name.
public struct StringColumns: Sendable {
  /// A run of units with one entry of a table.
  public struct Run: Hashable, Sendable {
    /// The number of units, greater than 0.
    public var count: Int
    /// The index into the table.
    public var index: Int

    /// Creates a run.
    public init(count: Int, index: Int) {
      self.count = count
      self.index = index
    }
  }

  /// An attachment and its position.
  public struct Place: Hashable, Sendable {
    /// The offset of its unit, which is U+FFFC.
    public var utf16Offset: Int
    /// The index into `records`.
    public var record: Int

    /// Creates a position.
    public init(utf16Offset: Int, record: Int) {
      self.utf16Offset = utf16Offset
      self.record = record
    }
  }

  /// The text.
  public var units: [UInt16] = []
  /// The intensity of each unit, from 0 to 100.
  public var intensities: [UInt8] = []
  /// The distinct sets of inline attributes.
  public var inlineSets: [InlineAttributes] = []
  /// The inline attributes of the units; the runs cover the text.
  public var inlineRuns: [Run] = []
  /// The distinct sets of paragraph attributes.
  public var paragraphSets: [ParagraphAttributes] = []
  /// The paragraph attributes of the units; the runs cover the text and end at ends of paragraphs.
  public var paragraphRuns: [Run] = []
  /// The distinct attachment records.
  public var records: [Attachment] = []
  /// The attachments, in ascending order of their offset.
  public var attachments: [Place] = []
  /// Bookmarks, sorted by offset and then by name; names are unique.
  public var bookmarks: [IAString.Bookmark] = []
  /// The display options of the string.
  public var options = DisplayOptions()

  /// Creates the columns of an empty text.
  public init() {}

  /// Whether the columns have only text and intensities, with default attributes.
  public var isPlain: Bool {
    inlineRuns.count <= 1 && paragraphRuns.count <= 1 && attachments.isEmpty && records.isEmpty
      && bookmarks.isEmpty && inlineSets.allSatisfy { $0 == InlineAttributes() }
      && paragraphSets.allSatisfy { $0 == ParagraphAttributes() } && options == DisplayOptions()
  }
}

extension StringColumns {
  /// The runs of equal intensity; adjacent runs differ.
  public var intensityRuns: [Run] {
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
  /// Whether the string has only text and intensities, without inline attributes, paragraph attributes, attachments,
  /// bookmarks and options.
  ///
  /// The value can be false for a string whose attributes are all equal to the default; a writer
  /// detects this when it writes them.
  ///
  /// - Complexity: O(1).
  public var isPlain: Bool {
    (isEmpty || tree.summary.runCount == 1 && tree.attribute(at: 0) == 0) && hasOnlyInlineAttributes
  }

  /// Whether the string has only text, intensities and inline attributes.
  ///
  /// The value can be false for a string whose other parts are equal to the default.
  ///
  /// - Complexity: O(1).
  public var hasOnlyInlineAttributes: Bool {
    bookmarks.isEmpty && !hasAttachments && hasPlainParagraphs && options == DisplayOptions()
  }

  /// The inline attributes: all sets of the string's table, used or not, starting with the default,
  /// and their runs.
  ///
  /// - Complexity: O(*r* + *s*) in runs and sets.
  public var inlineStructure: (sets: [InlineAttributes], runs: [StringColumns.Run]) {
    let runs = tree.attributeRuns(in: utf16Range).map {
      StringColumns.Run(count: $0.count, index: Int($0.attribute))
    }
    return (inlineTable.values, runs)
  }

  /// Whether all paragraphs have default attributes.
  private var hasPlainParagraphs: Bool {
    isEmpty || paragraphRuns.isAll(0)
  }

  /// Whether any U+FFFC has a record.
  private var hasAttachments: Bool {
    !isEmpty && !attachmentRuns.isAll(0)
  }

  /// The columns of the string, in canonical form.
  ///
  /// - Complexity: O(*n*) in the units.
  public var columns: StringColumns {
    var columns = structure
    columns.units = units(in: utf16Range)
    columns.intensities = intensities(in: utf16Range)
    return columns
  }

  /// The columns without the text and its intensities.
  ///
  /// - Complexity: O(*r*) in the runs.
  public var structure: StringColumns {
    var columns = StringColumns()
    columns.options = options
    columns.bookmarks = bookmarks.sorted { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }

    let inlineValues = inlineTable.values
    // By number instead of by value: either the table has few entries, or the string has many runs.
    var inlineIndices = [Int?](repeating: nil, count: inlineValues.count)
    // The numbers in the order of their first run, so that the array of values is allocated with its exact size.
    var used: [UInt32] = []
    columns.inlineRuns.reserveCapacity(tree.summary.runCount)
    tree.forEachAttributeRun(in: utf16Range) { run in
      let index = inlineIndices[Int(run.attribute)] ?? used.count
      if index == used.count {
        inlineIndices[Int(run.attribute)] = index
        used.append(run.attribute)
      }
      columns.inlineRuns.append(.init(count: run.count, index: index))
      return true
    }
    columns.inlineSets = used.map { inlineValues[Int($0)] }

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
  /// - Precondition: Each column is as documented in `StringColumns`.
  /// - Complexity: O(*n*) in the units.
  public init(_ columns: StringColumns) {
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

    // One record for each position, so that equal adjacent attachments stay separate.
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
