internal import IAText

/// Finds the code blocks whose `pre` element has the attributes of their lines: those of all lines are equal, except
/// that only the first line has space above and only the last one space below.
struct CodeBoxes {
  private var found: [Int: ParagraphAttributes] = [:]
  private var refused: Set<Int> = []
  /// The id of the code block of the last run, with the attributes of all its lines so far.
  private var current: (id: Int, box: ParagraphAttributes)?

  /// Returns the attributes of the code blocks of a text by the ids of the blocks; blocks without attributes are left
  /// out.
  ///
  /// - Complexity: O(1) if no lines of code have attributes of their own, otherwise O(*n*) in the runs of paragraphs.
  static func found(in string: IAString, _ sets: [ParagraphAttributes]) -> [Int:
    ParagraphAttributes]
  {
    guard sets.contains(where: { id(of: $0) != nil && !$0.hasOrdinaryLooks }) else { return [:] }
    var boxes = CodeBoxes()
    var start = 0
    string.forEachParagraphRun { run in
      let set = sets[Int(run.number)]
      // Only space above or below distinguishes the lines of a run.
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

  /// Adds a run of lines.
  ///
  /// - Parameter isLong: Whether it has several lines, of which each has space above or below.
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
