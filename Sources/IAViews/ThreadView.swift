public import IALayout
public import IARender
public import IAText

/// A scrolling view of a thread: rows of self-sizing bubbles, of which only the visible ones are
/// laid out.
///
/// The view is headless: `frame(_:)` updates its pixels, `composite(onto:time:)` copies
/// them. Lengths are in pixels unless stated in points; *y* is downwards. A view, its renderer
/// and its source have one owner at a time.
///
/// One row is the *anchor*: it stays where it is when heights above it become exact, when rows are
/// inserted, and when the width or the size of text changes (decision 0060).
public final class ThreadView {
  /// The size of a view, its scales, and its margins.
  public struct Geometry: Hashable, Sendable {
    /// The size in pixels.
    public var size: PixelSize
    /// The number of pixels per point.
    public var scale: Double
    /// The factor of all sizes of text.
    public var textScale = 1.0
    /// The margins around all rows, in points.
    public var margins: Insets

    /// Creates a geometry.
    public init(
      size: PixelSize, scale: Double, textScale: Double = 1,
      margins: Insets = Insets(top: 8, left: 10, bottom: 8, right: 10)
    ) {
      self.size = size
      self.scale = scale
      self.textScale = textScale
      self.margins = margins
    }

    /// Returns whether rows have the same layout in both geometries.
    func hasSameRows(_ other: Geometry) -> Bool {
      size.width == other.size.width && scale == other.scale && textScale == other.textScale
        && margins.left == other.margins.left && margins.right == other.margins.right
    }
  }

  /// A place in the content that is kept at a place in the view.
  public struct Anchor: Hashable, Sendable {
    /// The part of a row's bubble that is at the place.
    public enum Edge: Hashable, Sendable {
      /// The top of the row, with the distance and the name above the bubble.
      case row
      /// The top of the bubble.
      case top
      /// The bottom of the bubble.
      case bottom
      /// The top of the line that contains a unit of the text.
      case line(utf16Offset: Int)
    }

    /// The row.
    public var row: Int
    /// The part of the row.
    public var edge: Edge
    /// The distance of the part from the top of the view in pixels; it may be negative.
    public var y: Int

    /// Creates an anchor.
    public init(row: Int, edge: Edge = .top, y: Int) {
      self.row = row
      self.edge = edge
      self.y = y
    }
  }

  /// The renderer.
  public let renderer: Renderer
  /// The rows.
  public let source: any RowSource
  /// The size of the view and of what is in it.
  public private(set) var geometry: Geometry
  /// The anchor, which each frame moves to a visible row.
  public private(set) var anchor: Anchor
  /// Whether a view that shows the end of the content scrolls to the new end after changes.
  public var followsEnd = true

  private let animation: RenderScheme.Animation?
  var index: RowIndex
  var sampler = HeightSampler()
  var cache: RowCache
  private var store: BackingStore
  /// The identity of the first row: it decreases when rows are inserted before it.
  private(set) var firstID = 0
  /// The visible rows of the last frame, from the top to the bottom.
  private(set) var placed: [PlacedRow] = []
  /// The top of the view on the strip of the backing store.
  private var top = 0
  private var bar = ScrollBarModel()
  /// The movement towards the end since the last frame, in pixels; `nil` after a jump or a change of the content.
  private var movement: Int?
  /// The pixels scrolled since the last frame or jump.
  private var pending = 0
  /// The offset of a jump since the last frame; `nil` for none.
  private var target: Double?
  /// Whether the last movement was towards the end.
  private(set) var isForward = true

  /// The maximum size of the cache of laid-out rows, in UTF-16 units.
  private static let cacheCapacity = 1 << 20

  /// Creates a view that shows the end of a thread.
  ///
  /// Sampled rows are laid out to estimate the heights of all others.
  ///
  /// - Parameters:
  ///   - source: The rows.
  ///   - geometry: The size of the view and of what is in it.
  ///   - animation: The fading layer, its colour and times; `nil` for static text.
  ///   - renderer: The renderer, which several views of one owner can share.
  /// - Throws: `RenderError` if the view is too large or is too narrow for text.
  public init(
    _ source: any RowSource, _ geometry: Geometry, animation: RenderScheme.Animation? = nil,
    _ renderer: Renderer
  ) throws(RenderError) {
    try Self.check(geometry)
    self.source = source
    self.geometry = geometry
    self.animation = animation
    self.renderer = renderer
    cache = RowCache(capacity: Self.cacheCapacity)
    store = try Self.store(geometry, animation, renderer)
    index = RowIndex([])
    anchor = Anchor(row: 0, y: 0)
    takeFirstSamples()
    index = RowIndex(count: source.rowCount, sampler) { source.utf16Counts(of: $0) }
    index.factor = sampler.factor
    scrollToEnd()
  }

  private static func check(_ geometry: Geometry) throws(RenderError) {
    let margins = geometry.margins
    guard geometry.scale.isFinite, geometry.scale >= 0.01, geometry.scale <= 100,
      geometry.textScale.isFinite, geometry.textScale >= 0.01, geometry.textScale <= 100,
      Double(geometry.size.width) / geometry.scale >= margins.left + margins.right + 48,
      geometry.size.height > 0
    else {
      throw RenderError(
        .page, "a view of \(geometry.size.width) x \(geometry.size.height) pixels")
    }
  }

  private static func store(
    _ geometry: Geometry, _ animation: RenderScheme.Animation?, _ renderer: Renderer
  ) throws(RenderError) -> BackingStore {
    BackingStore(
      try LayerStack(
        geometry.size, scale: geometry.scale, margins: geometry.margins, animation: animation,
        renderer))
  }

  // MARK: Measures

  private var height: Int { geometry.size.height }
  private var topInset: Int { Int((geometry.margins.top * geometry.scale).rounded()) }
  private var bottomInset: Int { Int((geometry.margins.bottom * geometry.scale).rounded()) }
  private var room: Double {
    Double(geometry.size.width) / geometry.scale - geometry.margins.left - geometry.margins.right
  }

  /// The height of the content in pixels, partly estimated.
  public var totalHeight: Double { index.total + Double(topInset + bottomInset) }

  /// Whether the end of the content was visible in the last frame.
  public var isAtEnd: Bool {
    guard let last = placed.last else { return index.count == 0 || anchor.edge == .bottom }
    return last.row == index.count - 1 && last.bottom + bottomInset <= height
  }

  /// Whether the start of the content was visible in the last frame.
  public var isAtStart: Bool {
    guard let first = placed.first else { return index.count == 0 }
    return first.row == 0 && first.top >= topInset
  }

  /// Returns the distance from the top of the view to a row's bubble in the last frame, or `nil` if
  /// the row was not visible or not laid out.
  public func bubbleTop(ofRow row: Int) -> Int? {
    placed.first { $0.row == row && $0.laidOut != nil }?.bubbleTop
  }

  // MARK: Scrolling

  /// Moves the view over the content by a number of pixels; positive values move it towards the end.
  ///
  /// The next frame limits the movement to the ends of the content.
  public func scroll(by pixels: Int) {
    guard pixels != 0 else { return }
    isForward = pixels > 0
    let pixels = min(max(pixels, -(1 << 40)), 1 << 40)
    pending += pixels
    // Finds distant rows by their estimated position instead of laying out all rows up to them.
    guard abs(pending) <= 4 * height else { return scroll(toOffset: offset + Double(pending)) }
    anchor.y -= pixels
    movement = movement.map { $0 + pixels }
  }

  /// Moves the view so that its top is at a distance from the top of the content, in pixels, partly estimated.
  ///
  /// - Complexity: O(log *n*) in the number of rows; the next frame lays out the visible rows.
  public func scroll(toOffset offset: Double) {
    guard index.count > 0 else { return }
    let offset = offset.isNaN ? 0 : min(max(offset, 0), totalHeight)
    let found = index.row(at: offset - Double(topInset))
    let y = found.top + Double(topInset) - offset
    anchor = Anchor(row: found.row, edge: .row, y: Int(min(max(y, -1e9), 1e9)))
    jumped(to: offset)
  }

  /// Moves the view so that a row's bubble is at its top.
  ///
  /// - Complexity: O(log *n*) in the number of rows; the next frame lays out the visible rows.
  public func scroll(toRow row: Int) {
    let row = min(max(row, 0), max(index.count - 1, 0))
    anchor = Anchor(row: row, y: topInset)
    jumped(to: index.top(of: row))
  }

  /// Moves the view to an anchor, such as a saved one; a row that does not exist is replaced by the nearest one.
  public func scroll(to anchor: Anchor) {
    self.anchor = anchor
    self.anchor.row = min(max(anchor.row, 0), max(index.count - 1, 0))
    self.anchor.y = min(max(anchor.y, -1_000_000_000), 1_000_000_000)
    jumped(to: index.top(of: self.anchor.row) - Double(self.anchor.y))
  }

  /// Moves the view to the end of the content: the last row is placed at the bottom of the view.
  public func scrollToEnd() {
    anchor = Anchor(row: max(index.count - 1, 0), edge: .bottom, y: height - bottomInset)
    jumped(to: max(totalHeight - Double(height), 0))
  }

  private func jumped(to offset: Double) {
    target = offset
    pending = 0
    movement = nil
  }

  /// The distance from the top of the content to the top of the view in the last frame, or after a
  /// later jump, partly estimated.
  public var offset: Double {
    if let target { return target }
    guard let first = placed.first, first.row < index.count else { return 0 }
    return index.top(of: first.row) + Double(topInset - first.top)
  }

  // MARK: Changes

  /// Notifies the view of rows that were inserted before the first one.
  public func rowsInserted(atStart count: Int) {
    guard count > 0 else { return }
    let isEmpty = index.count == 0
    insert(0..<count)
    guard !isEmpty else { return scrollToEnd() }
    firstID -= count
    anchor.row += count
    for number in placed.indices { placed[number].row += count }
    // The row that was the first one now has a gap, and perhaps a name, above its bubble.
    forget(count, keepsLayout: true)
    movement = nil
  }

  /// Notifies the view of rows that were inserted after the last one.
  public func rowsInserted(atEnd count: Int) {
    guard count > 0 else { return }
    let follows = followsEnd && isAtEnd
    insert(index.count..<index.count + count)
    movement = nil
    if follows { scrollToEnd() }
  }

  /// Notifies the view of a row whose message changed, such as one whose picture has arrived.
  public func rowChanged(_ row: Int) {
    guard 0..<index.count ~= row else { return }
    let follows = followsEnd && isAtEnd
    forget(row, keepsLayout: false)
    // The author may have changed, too.
    if row + 1 < index.count { forget(row + 1, keepsLayout: true) }
    movement = nil
    if follows { scrollToEnd() }
  }

  private func insert(_ rows: Range<Int>) {
    index.insert(rows, sampler) { source.utf16Counts(of: $0) }
  }

  private func forget(_ row: Int, keepsLayout: Bool) {
    let id = row + firstID
    index.forget(row)
    cache[id]?.indexedHeight = nil
    if !keepsLayout { cache.remove(id) }
  }

  /// Changes the geometry of the view; the anchor stays where it is.
  ///
  /// - Throws: `RenderError` if the view is too large or too narrow for text; the view does not change then.
  public func setGeometry(_ new: Geometry) throws(RenderError) {
    guard new != geometry else { return }
    try Self.check(new)
    let store = try Self.store(new, animation, renderer)
    let follows = followsEnd && isAtEnd
    anchorLine()
    let former = geometry
    geometry = new
    self.store = store
    movement = nil
    if former.scale != new.scale {
      let y = (Double(anchor.y) * new.scale / former.scale).rounded()
      anchor.y = Int(min(max(y, -1e9), 1e9))
    }
    if !former.hasSameRows(new) {
      cache.removeAll()
      index.forgetAll()
      sampler.restart()
      // The area of text grows with the square of its size, and its height is the area divided by the width. Later
      // samples correct this factor.
      let size = new.textScale * new.scale / (former.textScale * former.scale)
      let width = Double(former.size.width) / Double(new.size.width)
      index.factor = min(max(index.factor * size * size * width, 1e-3), 1e3)
    }
    if follows { scrollToEnd() }
  }

  /// Sets the anchor to the first visible line if the anchor's bubble starts above the view.
  private func anchorLine() {
    guard anchor.edge == .top, anchor.y < 0,
      let row = placed.first(where: { $0.row == anchor.row }), let laidOut = row.laidOut
    else { return }
    let bubble = laidOut.bubble
    let offset = bubble.utf16Offset(atHeight: Double(-anchor.y) / geometry.scale)
    anchor.edge = .line(utf16Offset: offset)
    anchor.y += lineTop(offset, of: bubble)
  }

  private func lineTop(_ utf16Offset: Int, of bubble: Bubble) -> Int {
    Int(min((bubble.top(ofLineAt: utf16Offset) * geometry.scale).rounded(), 1e9))
  }

  // MARK: Frames

  /// Updates the pixels of the view.
  ///
  /// - Parameter budget: The work that may be done. The next frame continues what exceeds it: until then, the
  ///   missing parts show the background, and `FrameReport.isComplete` is `false`.
  /// - Returns: Counts of the work.
  /// - Throws: `RenderError` if Cairo fails.
  public func frame(_ budget: inout FrameBudget) throws(RenderError) -> FrameReport {
    var report = FrameReport()
    let before = renderer.statistics
    (pending, target) = (0, nil)
    place(&budget, &report)
    try store.update(top: top, placed, &budget, &report)
    if report.isComplete { prepare(&budget, &report) }
    updateBar(&report)
    let after = renderer.statistics
    report.visibleRows = placed.count
    report.shapedTexts = after.shapedTexts - before.shapedTexts
    report.shapedGlyphs = after.shapedGlyphs - before.shapedGlyphs
    report.measuredTexts = after.measuredTexts - before.measuredTexts
    report.rasterisedGlyphs = after.rasterisedGlyphs - before.rasterisedGlyphs
    report.decodedPictures = after.decodedPictures - before.decodedPictures
    return report
  }

  /// Updates the pixels of the view without a budget.
  ///
  /// - Throws: `RenderError` if Cairo fails.
  public func frame() throws(RenderError) -> FrameReport {
    var budget = FrameBudget.unlimited
    return try frame(&budget)
  }

  /// Copies the pixels of the last frame to a canvas.
  ///
  /// Nothing is laid out or drawn: an animation that continues needs no frame.
  ///
  /// - Parameters:
  ///   - canvas: A canvas of the size of the view.
  ///   - time: The time in seconds on the clock that all views share.
  /// - Throws: `RenderError` if Cairo fails.
  public func composite(onto canvas: Canvas, time: Double = 0) throws(RenderError) {
    try store.composite(onto: canvas, time: time)
  }

  /// Calls a function with the pixels of the last frame, which are not copied.
  ///
  /// The next frame changes these pixels. The first call moves them to memory in which the rows of the view are
  /// contiguous at each scroll position (decision 0199).
  ///
  /// - Parameter body: A function of the pixels, row by row from the top, and of the number of pixels from
  ///   one row to the next. The lower 24 bits of a pixel are its colour; the others are undefined.
  /// - Returns: The result of the function, or `nil` if the view is animated or higher than 32,000 pixels, or if the
  ///   system has no such memory: use `composite(onto:time:)`.
  /// - Throws: `RenderError` if there is no memory.
  public func withPixels<Result>(
    _ body: (Span<UInt32>, _ stride: Int) -> Result
  ) throws(RenderError) -> Result? { try store.withPixels(body) }

  private func updateBar(_ report: inout FrameReport) {
    let place = ScrollBarModel.Place(
      offset: offset, total: totalHeight, visible: Double(height), isAtStart: isAtStart,
      isAtEnd: isAtEnd)
    bar.update(place, movement: movement)
    movement = 0
    report.scrollBar = bar.bar
    report.totalHeight = bar.total ?? totalHeight
  }

  // MARK: Rows

  /// Returns a row with its height; lays it out if it is not cached and is required or within the budget.
  func measured(
    _ row: Int, isRequired: Bool = false, _ budget: inout FrameBudget, _ report: inout FrameReport
  ) -> PlacedRow {
    let id = row + firstID
    var laidOut = cache[id]
    if laidOut == nil, isRequired || budget.allowsRow {
      laidOut = layOut(row, &report)
      budget.rows -= min(budget.rows, 1)
    }
    let author = laidOut?.bubble.author ?? source.author(at: row)
    let head = Bubble.Head(author, after: row > 0 ? self.author(of: row - 1) : nil)
    let headHeight = Int((head.height * geometry.scale).rounded())
    var height = 0
    if let laidOut {
      height = headHeight + laidOut.height
      if laidOut.indexedHeight != height {
        index.setExact(height, of: row)
        laidOut.indexedHeight = height
      }
    } else {
      report.isComplete = false
      height = max(Int(min(index.height(of: row).pixels, 1e9)), headHeight + 1)
    }
    return PlacedRow(
      row: row, laidOut: laidOut, head: head, headHeight: headHeight, top: 0, height: height)
  }

  private func author(of row: Int) -> Bubble.Author {
    cache[row + firstID]?.bubble.author ?? source.author(at: row)
  }

  private func layOut(_ row: Int, _ report: inout FrameReport) -> LaidOutRow {
    let made = sized(row)
    cache.insert(made, id: row + firstID)
    report.sizedRows += 1
    return made
  }

  func sized(_ row: Int) -> LaidOutRow {
    var message = source.message(at: row)
    message.source.looks.textScale *= geometry.textScale
    return LaidOutRow(
      renderer.bubble(message, room: room), scale: geometry.scale,
      utf16Count: message.source.document.string.utf16Count)
  }

  /// Lays out the visible rows around the anchor, and moves them so that no empty space remains beyond the ends of
  /// the content.
  private func place(_ budget: inout FrameBudget, _ report: inout FrameReport) {
    let former = placed
    placed = []
    guard index.count > 0 else { return }
    anchor.row = min(max(anchor.row, 0), index.count - 1)
    var rows = PlacedRows(measured(anchor.row, isRequired: true, &budget, &report), at: anchor) {
      lineTop($0, of: $1)
    }
    extendDown(&rows, &budget, &report)
    if rows.last.row == index.count - 1, rows.isExactBelow {
      let space = height - bottomInset - rows.last.bottom
      if space > 0 { move(&rows, by: space, &report) }
    }
    while rows.first.row > 0, rows.first.top > 0 {
      rows.prepend(measured(rows.first.row - 1, &budget, &report))
    }
    if rows.first.row == 0, rows.isExactAbove, rows.first.top > topInset {
      move(&rows, by: topInset - rows.first.top, &report)
      extendDown(&rows, &budget, &report)
    }
    anchor = rows.anchor(visible: height)
    placed = rows.visible(height)
    keepPixels(of: former)
  }

  /// Moves the view on the strip by the same distance as its content, so that the stored pixels of visible rows
  /// remain valid.
  private func keepPixels(of former: [PlacedRow]) {
    func movement(_ row: PlacedRow) -> Int? {
      guard let laidOut = row.laidOut else { return nil }
      return former.first { $0.laidOut === laidOut }.map { $0.bubbleTop - row.bubbleTop }
    }
    let kept = placed.first { $0.row == anchor.row }.flatMap(movement)
    top += kept ?? placed.lazy.compactMap(movement).first ?? 0
  }

  private func extendDown(
    _ rows: inout PlacedRows, _ budget: inout FrameBudget, _ report: inout FrameReport
  ) {
    while rows.last.row < index.count - 1, rows.last.bottom < height {
      rows.append(measured(rows.last.row + 1, &budget, &report))
    }
  }

  private func move(_ rows: inout PlacedRows, by pixels: Int, _ report: inout FrameReport) {
    rows.move(by: pixels)
    report.clampedBy += pixels
  }

  // MARK: Preparation

  /// The number of rows that a complete frame lays out ahead.
  private static let ahead = 2

  /// Lays out the rows that will probably become visible next, and samples for the estimates.
  private func prepare(_ budget: inout FrameBudget, _ report: inout FrameReport) {
    guard let first = placed.first, let last = placed.last else { return }
    var left = Self.ahead
    var row = isForward ? last.row + 1 : first.row - 1
    var distance = 0
    while left > 0, 0..<index.count ~= row, distance < height, budget.allowsRow {
      if cache[row + firstID] == nil { left -= 1 }
      distance += measured(row, isRequired: true, &budget, &report).height
      row += isForward ? 1 : -1
    }
    let isScrolling = (movement ?? 0) != 0
    let isUrgent = sampler.isNew || sampler.isOpening && isScrolling
    if left == Self.ahead || isUrgent, sampler.wantsMore, budget.allowsRow {
      report.sampledRows = takeSamples(
        sampler.portion(of: budget.rows, isScrolling: isScrolling))
      report.sizedRows += report.sampledRows
      budget.rows -= min(budget.rows, report.sampledRows)
    }
    index.factor = sampler.factor(after: index.factor)
  }

  private func samples(_ count: Int, of rowCount: Int) -> [Int] {
    source.samples(for: sampler.rows(count, of: rowCount)).prefix(count).filter {
      0..<rowCount ~= $0
    }
  }

  private func takeFirstSamples() {
    let counts = HeightSampler.counts
    for row in samples(counts.first, of: source.rowCount) {
      let made = sized(row)
      let count = source.utf16Counts(of: row..<row + 1).first ?? 0
      sampler.add(.init(utf16Count: Int(count), exact: exactHeight(made, row), estimate: 0))
    }
    sampler.fit()
  }

  /// Lays out sampled rows; returns their number.
  @discardableResult private func takeSamples(_ count: Int) -> Int {
    var taken = 0
    for row in samples(count, of: index.count) {
      guard let estimate = index.estimate(of: row) else { continue }
      let made = sized(row)
      let height = exactHeight(made, row)
      sampler.add(.init(utf16Count: 0, exact: height, estimate: estimate))
      index.setExact(height, of: row)
      taken += 1
    }
    return taken
  }

  func exactHeight(_ laidOut: LaidOutRow, _ row: Int) -> Int {
    let head = Bubble.Head(
      laidOut.bubble.author, after: row > 0 ? source.author(at: row - 1) : nil)
    return Int((head.height * geometry.scale).rounded()) + laidOut.height
  }
}
