import IAFonts
public import IAText

/// Lays out a text in containers, updates the layout after edits, and answers queries about it.
///
/// A text is a sequence of blocks: paragraphs, and tables with all their cells. A block is laid out
/// when its position is first queried; until then its height is estimated, so that opening a long
/// text takes time only for its visible part. Text flows from the first container into the next;
/// the last one receives the rest, whatever its height.
///
/// A storage notifies its managers of changes (`TextStorage`); `setString` replaces all text.
/// Documentation/Layout.md describes what is cached and what invalidates it. A manager has one
/// owner at a time, also for queries, because they lay out blocks; managers that share a typesetter
/// have the same owner.
///
/// Footnotes, headers and footers are ordinary paragraphs here; the pagination of IARender places
/// them on pages.
public final class LayoutManager {
  /// The fonts, styles and shaper that the layout shares with other layouts.
  ///
  /// Assigning another typesetter, for example one with another text scale or scheme, discards the
  /// layout of the text.
  public var typesetter: Typesetter {
    didSet { if typesetter !== oldValue { restart() } }
  }
  /// The areas that the text flows through, at least one; assigning other areas breaks the lines
  /// again.
  ///
  /// - Precondition: There is at least one container.
  public var containers: [TextContainer] {
    didSet {
      precondition(!containers.isEmpty, "a layout needs a container")
      if containers != oldValue { reshape() }
    }
  }

  /// The areas of `containers` as one flow; computed again when they change.
  var shape: FlowShape
  /// The blocks of the text with their layouts and heights; this manager is the only owner.
  var index = HeightIndex()
  /// The text, and a window of it.
  var reader: SourceReader
  /// The averages of the blocks that were laid out for the current containers and typesetter.
  var estimator = HeightEstimator()
  /// Draws paragraphs; its buffers are reused.
  var drawing: ParagraphDrawing
  /// Identifies the text and containers that tasks on other threads were made for.
  var generation = Generation()
  /// The lengths of paragraphs that are stored in pieces, and of the pieces.
  var pieceLength = PieceLength()
  /// The cut of the text at the line limit of the last container.
  var cut = Cut.unknown

  /// Creates a manager without text.
  ///
  /// - Precondition: There is at least one container.
  public init(_ typesetter: Typesetter, containers: [TextContainer]) {
    precondition(!containers.isEmpty, "a layout needs a container")
    self.typesetter = typesetter
    self.containers = containers
    shape = FlowShape(containers)
    reader = SourceReader(IAString())
    let font = typesetter.itemiser.shaper.font(for: FontRequest())
    drawing = ParagraphDrawing(typesetter.itemiser.shaper.instance(of: font))
    setString(IAString())
  }

  /// The text of the layout.
  public var string: IAString { reader.string }

  /// Replaces the text.
  ///
  /// - Complexity: O(*n*) in the units, to find the blocks; blocks are laid out when they are
  ///   queried.
  public func setString(_ string: IAString) {
    generation = Generation()
    reader.replaceString(string)
    var entries = BlockScanner.entries(of: string, in: string.utf16Range, withEnd: true)
    cut = .unknown
    estimate(&entries)
    index = HeightIndex(entries)
    updateDependentBlocks(from: 0)
  }

  private func restart() {
    estimator = HeightEstimator()
    setString(string)
  }

  // MARK: Blocks

  /// Lays out the block that starts at a unit, at a position in the flow.
  func layOut(_ entry: BlockEntry, start: Int, top: Double) -> BlockLayout {
    if entry.table != 0 { return layOutTable(entry, start: start, top: top) }
    let (paragraph, range) = typesetter.itemise(at: start, &reader)
    return layOut(paragraph, range, top: top)
  }

  /// Breaks the lines of a paragraph at a position in the flow.
  func layOut(_ paragraph: ParagraphItems, _ range: Range<Int>, top: Double) -> BlockLayout {
    let region = shape.regions[shape.region(at: top)]
    let width = paragraph.style.placedWidth ?? region.width
    let column = Column.plain(left: region.left, width: width)
    var (lines, height) = typesetter.breakLines(
      of: paragraph, reader.snapshot, start: range.lowerBound, in: column)
    var bound: Double?
    if !shape.isUniform, !shape.isPlain(from: top, to: top + height) {
      (lines, height) = typesetter.breakLines(
        of: paragraph, reader.snapshot, start: range.lowerBound, in: .shaped(shape, top: top))
      bound = top
    }
    let part = BlockLayout.Part(
      paragraph: paragraph, lines: lines, y: 0, height: height, left: region.left,
      width: width, utf16Start: 0)
    estimator.learn(part)
    return BlockLayout(
      parts: bound == nil ? pieces(of: part, start: range.lowerBound) : [part],
      utf16Count: range.count, height: height, top: bound, region: shape.innerRegion(at: top))
  }

  /// Breaks the lines of a block that has a layout again.
  private func rebreak(_ found: BlockLayout, _ entry: BlockEntry, start: Int, top: Double)
    -> BlockLayout
  {
    if entry.table != 0 { return layOutTable(entry, start: start, top: top, known: found) }
    let paragraph = ParagraphItems.joined(found.parts.map(\.paragraph))
    return layOut(paragraph, start..<start + entry.utf16Count, top: top)
  }

  /// Breaks all existing lines again, after the containers changed.
  private func reshape() {
    generation = Generation()
    shape = FlowShape(containers)
    estimator = HeightEstimator()
    cut = .unknown
    var entries = index.entries()
    var start = 0
    var top = 0
    for number in entries.indices {
      if let known = entries[number].layout {
        let y = Double(top) / BlockLayout.unitsPerPoint
        entries[number].set(rebreak(known, entries[number], start: start, top: y))
      }
      start += entries[number].utf16Count
      top += entries[number].height
    }
    estimate(&entries)
    index = HeightIndex(entries)
    updateDependentBlocks(from: 0)
  }

  // MARK: Layout on demand

  /// Lays out every block.
  ///
  /// - Complexity: O(*n*) in the size of the text without layout.
  public func ensureLayout() {
    guard index.total.unlaid > 0 else { return }
    reader.readAhead = 1 << 16
    defer { reader.readAhead = 0 }
    if index.total.unlaid * 16 < index.count {
      while let found = index.firstUnlaid() { layOut(found.number) }
      return updateDependentBlocks(from: 0)
    }
    var entries = index.entries()
    var start = 0
    var top = 0
    for number in entries.indices {
      if entries[number].layout == nil {
        entries[number].set(
          layOut(entries[number], start: start, top: Double(top) / BlockLayout.unitsPerPoint))
      }
      start += entries[number].utf16Count
      top += entries[number].height
    }
    index = HeightIndex(entries)
    updateDependentBlocks(from: 0)
  }

  /// Lays out the blocks of the flow between two heights.
  func ensureLayout(from top: Double, to bottom: Double) {
    guard index.total.unlaid > 0, var found = index.block(atHeight: top) else { return }
    while found.top < bottom {
      if found.entry.layout == nil { layOut(found.number) }
      guard let next = index.block(found.number + 1) else { return }
      found = next
    }
  }

  /// Lays out one block at its current position.
  func layOut(_ number: Int) {
    guard let found = index.block(number) else { return }
    index.set(layOut(found.entry, start: found.start, top: found.top), of: number)
  }

  /// Returns the layout of a block, created if there is none yet; `nil` if the block does not
  /// exist.
  func layout(_ number: Int) -> BlockLayout? {
    guard let found = index.block(number) else { return nil }
    if let known = found.entry.layout { return known }
    let made = layOut(found.entry, start: found.start, top: found.top)
    index.set(made, of: number)
    return made
  }
}
