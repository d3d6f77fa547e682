import IAFonts
import IAText

/// Identifies a text and its containers at one time.
final class Generation: Sendable {}

/// The layout of a part of a text, independent of its manager.
///
/// A value without references to its manager: it has the text, the positions of blocks, and the
/// numbering of the manager's typesetter at the time of its creation. It may run on any thread.
/// Several tasks may run at the same time: each has a typesetter and a word cache of its own, over
/// one `FontCollection`.
public struct LayoutTask: Sendable {
  /// A block without a layout.
  struct Block: Sendable {
    var number: Int
    var start: Int
    var utf16Count: Int
    var table: Int
  }

  let generation: Generation
  let string: IAString
  let containers: [TextContainer]
  let blocks: [Block]
  let fonts: FontCollection
  let numbering: TextShaper.Numbering
  let table: StyleTable

  /// The number of units to be laid out.
  public var utf16Count: Int { blocks.reduce(0) { $0 + $1.utf16Count } }

  /// Lays out the blocks.
  ///
  /// If lines depend on their position, blocks are made for a position where they do not.
  ///
  /// - Complexity: O(*n*) in the units of its blocks.
  public func run() -> Result {
    let typesetter = Typesetter(fonts, numbering, table)
    let manager = LayoutManager(typesetter, containers: containers)
    manager.reader = SourceReader(string)
    manager.reader.readAhead = 1 << 16
    let top = manager.shape.dependentHeight
    var layouts: [(number: Int, layout: BlockLayout)] = []
    layouts.reserveCapacity(blocks.count)
    for block in blocks {
      let entry = BlockEntry(utf16Count: block.utf16Count, table: block.table)
      layouts.append((block.number, manager.layOut(entry, start: block.start, top: top)))
    }
    let made = typesetter.itemiser.shaper.numbering
    return Result(
      generation: generation, layouts: layouts,
      instances: Array(made.instances.dropFirst(numbering.instances.count)),
      languages: Array(made.languages.dropFirst(numbering.languages.count)),
      styles: Array(typesetter.itemiser.table.styles.dropFirst(table.styles.count)),
      paints: Array(typesetter.itemiser.table.paints.dropFirst(table.paints.count)),
      known: .init(
        fonts: numbering.instances.count, languages: numbering.languages.count,
        styles: table.styles.count, paints: table.paints.count),
      statistics: typesetter.statistics)
  }

  /// Blocks that a task has laid out, to be passed to the manager.
  public struct Result: Sendable {
    let generation: Generation
    let layouts: [(number: Int, layout: BlockLayout)]
    /// The fonts, languages, styles and paints that the task has numbered itself.
    let instances: [FontInstance]
    let languages: [String]
    let styles: [TextStyle]
    let paints: [Paint]
    /// The number of entries of the numbering at the start of the task.
    let known: Counts
    let statistics: Typesetter.Statistics

    struct Counts: Sendable {
      var fonts: Int
      var languages: Int
      var styles: Int
      var paints: Int
    }
  }
}

extension LayoutManager {
  /// Returns the blocks without a layout, as tasks with about the same number of units.
  ///
  /// Run the tasks on any threads, and pass their results to `adopt`. Until then the manager can be
  /// queried, and lays out the queried blocks itself.
  ///
  /// - Parameter count: The number of tasks, at least 1; the result has fewer if there are fewer
  ///   blocks.
  /// - Complexity: O(*n*) in the blocks.
  public func layoutTasks(_ count: Int) -> [LayoutTask] {
    var blocks: [LayoutTask.Block] = []
    var start = 0
    for (number, entry) in index.entries().enumerated() {
      if entry.layout == nil {
        blocks.append(
          .init(number: number, start: start, utf16Count: entry.utf16Count, table: entry.table))
      }
      start += entry.utf16Count
    }
    let total = blocks.reduce(0) { $0 + $1.utf16Count + 1 }
    let share = total / max(count, 1) + 1
    let numbering = typesetter.itemiser.shaper.numbering
    var tasks: [LayoutTask] = []
    var first = 0
    var units = 0
    for (index, block) in blocks.enumerated() {
      units += block.utf16Count + 1
      guard units >= share || index == blocks.count - 1 else { continue }
      tasks.append(
        LayoutTask(
          generation: generation, string: string, containers: containers,
          blocks: Array(blocks[first...index]), fonts: typesetter.fonts, numbering: numbering,
          table: typesetter.itemiser.table))
      first = index + 1
      units = 0
    }
    return tasks
  }

  /// Stores the layouts of tasks; blocks that were laid out in the meantime keep their layout.
  ///
  /// - Returns: Whether the text and the containers are still those of the tasks; if not, nothing
  ///   is stored.
  /// - Complexity: O(*n*) in the blocks.
  @discardableResult
  public func adopt(_ results: [LayoutTask.Result]) -> Bool {
    guard results.allSatisfy({ $0.generation === generation }) else { return false }
    var entries = index.entries()
    for result in results {
      let numbers = TaskNumbers(result, &typesetter.itemiser)
      for (number, layout) in result.layouts where entries[number].layout == nil {
        entries[number].set(numbers.map { layout.renumbered($0) } ?? layout)
      }
      typesetter.brokenLines += result.statistics.brokenLines
      typesetter.itemiser.paragraphCount += result.statistics.itemisedParagraphs
    }
    index = HeightIndex(entries)
    updateDependentBlocks(from: 0)
    return true
  }

  /// Lays out all blocks on several threads.
  ///
  /// - Parameter tasks: The number of parts into which the text is divided, usually the number of
  ///   cores.
  public nonisolated(nonsending) func ensureLayout(tasks count: Int) async {
    let tasks = layoutTasks(count)
    let results = await withTaskGroup(of: LayoutTask.Result.self) { group in
      for task in tasks { group.addTask { task.run() } }
      var results: [LayoutTask.Result] = []
      for await result in group { results.append(result) }
      return results
    }
    adopt(results)
    ensureLayout()
  }
}

/// The mapping from numbers that a task has assigned to those of the manager.
struct TaskNumbers {
  private let known: LayoutTask.Result.Counts
  private let fonts: [FontID]
  private let styles: [UInt32]
  private let paints: [UInt32]

  /// Creates the mapping, or `nil` if the task has assigned no number, so that its layouts need no
  /// change.
  init?(_ result: LayoutTask.Result, _ itemiser: inout Itemiser) {
    guard
      !(result.instances.isEmpty && result.languages.isEmpty && result.styles.isEmpty
        && result.paints.isEmpty)
    else { return nil }
    let known = result.known
    var fonts: [FontID] = []
    for instance in result.instances { fonts.append(itemiser.shaper.font(of: instance)) }
    var languages: [UInt16] = []
    for name in result.languages { languages.append(itemiser.shaper.language(name)) }
    var styles: [UInt32] = []
    for var style in result.styles {
      let font = Int(style.font.rawValue) - known.fonts
      if font >= 0 { style.font = fonts[font] }
      let language = Int(style.language) - known.languages
      if language >= 0 { style.language = languages[language] }
      styles.append(itemiser.table.number(of: style))
    }
    var paints: [UInt32] = []
    for paint in result.paints { paints.append(itemiser.table.number(of: paint)) }
    self.known = known
    self.fonts = fonts
    self.styles = styles
    self.paints = paints
  }

  func renumber(_ run: inout ItemRun) {
    let font = Int(run.font.rawValue) - known.fonts
    if font >= 0 { run.font = fonts[font] }
    let style = Int(run.style) - known.styles
    if style >= 0 { run.style = styles[style] }
  }

  func paint(_ number: UInt32) -> UInt32 {
    let own = Int(number) - known.paints
    return own >= 0 ? paints[own] : number
  }
}

extension BlockLayout {
  /// Returns the same layout with the manager's numbers.
  func renumbered(_ numbers: TaskNumbers) -> BlockLayout {
    var parts = parts
    for index in parts.indices {
      parts[index].paragraph = parts[index].paragraph.renumbered(numbers)
    }
    return BlockLayout(
      parts: parts, fills: fills, tables: tables, utf16Count: utf16Count, units: height, top: top,
      region: region)
  }
}

extension ParagraphItems {
  fileprivate func renumbered(_ numbers: TaskNumbers) -> ParagraphItems {
    var runs = runs
    for index in runs.indices { numbers.renumber(&runs[index]) }
    var paints = paints
    for index in paints.indices { paints[index].paint = numbers.paint(paints[index].paint) }
    var marker = marker
    if var own = marker {
      numbers.renumber(&own.run)
      own.paint = numbers.paint(own.paint)
      marker = own
    }
    return ParagraphItems(
      utf16Count: utf16Count, style: style, items: items, runs: runs, paints: paints,
      boxes: boxes, frames: frames, baseLevel: baseLevel, reorders: reorders,
      shownUnits: shownUnits,
      marker: marker, startsParagraph: startsParagraph)
  }
}
