internal import IAText

/// Finds the code blocks whose `pre` element can carry the attributes of their lines.
///
/// All lines must have equal attributes, except that only the first one has space above and only
/// the last one space below.
struct CodeBoxes {
  private var found: [Int: ParagraphAttributes] = [:]
  private var refused: Set<Int> = []
  /// The id of the code block of the last run, and the attributes of all its lines so far.
  private var current: (id: Int, box: ParagraphAttributes)?

  /// Returns the shared line attributes of the code blocks of a text by block id; blocks without
  /// such attributes are omitted.
  ///
  /// - Complexity: O(*s*) in the number of sets if no line of code has attributes of its own,
  ///   otherwise O(*n*) in the number of paragraphs.
  static func found(in string: IAString, _ sets: [ParagraphAttributes]) -> [Int:
    ParagraphAttributes]
  {
    guard sets.contains(where: { id(of: $0) != nil && !$0.hasOrdinaryLooks }) else { return [:] }
    var boxes = CodeBoxes()
    var start = 0
    string.forEachParagraphRun { run in
      let set = sets[Int(run.number)]
      // The lines of a run are equal; only repeated space above or below is a difference.
      let isLong =
        set.spacingBefore != nil || set.spacingAfter != nil
        ? string.numberedParagraphs(in: start..<run.end).count > 1 : false
      boxes.add(set, isLong: isLong)
      start = run.end
    }
    boxes.endBlock()
    return boxes.found
  }

  private static func id(of set: ParagraphAttributes) -> Int? {
    set.blocks.last { if case .codeBlock = $0.kind { true } else { false } }?.id
  }

  /// Adds a run of lines with equal attributes.
  ///
  /// - Parameter isLong: Whether the run has several lines, each with space above or below.
  private mutating func add(_ set: ParagraphAttributes, isLong: Bool) {
    var line = set
    line.direction = nil
    guard let id = Self.id(of: set) else { return endBlock() }
    if isLong { refused.insert(id) }
    guard let (last, box) = current, last == id else {
      endBlock()
      if found.removeValue(forKey: id) != nil { refused.insert(id) }
      current = (id, line)
      return
    }
    if box.spacingAfter != nil || line.spacingBefore != nil { refused.insert(id) }
    line.spacingBefore = box.spacingBefore
    var earlier = box
    earlier.spacingAfter = line.spacingAfter
    if earlier != line { refused.insert(id) }
    current = (id, line)
  }

  private mutating func endBlock() {
    if let (id, box) = current, !refused.contains(id), !box.hasOrdinaryLooks { found[id] = box }
    current = nil
  }
}
