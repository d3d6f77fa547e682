internal import CMeasure
public import IAFonts
public import IALayout
public import IARender
public import IAViews

/// Views that a script scrolls frame by frame, and what is counted meanwhile.
public final class ScrollRun {
  /// The measures of a run.
  public struct Setup: Sendable {
    /// The number of views.
    public var views: Int
    /// The number of rows of each.
    public var rows: Int
    /// The number of frames.
    public var frames: Int
    /// The size of a view in points.
    public var size = Size(width: 390, height: 844)
    /// The number of pixels per point.
    public var scale = 2.0
    /// Returns the calls of malloc so far; the work of each frame is kept if this is set.
    public var allocations: (@Sendable () -> Int)?
    /// Whether each frame is copied to pictures that a caller keeps.
    public var keepsPictures = false
    /// The exact height of all rows in pixels; `nil` if it is not known.
    public var exactHeight: Double?
    /// The work of one frame over all views: rows that may be laid out, and pixels that may be drawn, as pages of a view.
    ///
    /// Counts instead of time, so that every machine does the same. Eight views that jump are complete after three frames.
    public var budget = (rows: 48, pages: 8.0 / 3)

    /// Creates measures.
    public init(views: Int, rows: Int, frames: Int) {
      self.views = views
      self.rows = rows
      self.frames = frames
    }
  }

  /// The times of one frame in nanoseconds.
  public struct FrameTime: Sendable {
    /// CPU time until the exposed pixels of all views are written.
    public var exposed = 0
    /// CPU time until a contiguous picture of each view exists.
    public var contiguous = 0
    /// Elapsed time until the exposed pixels of all views are written.
    public var exposedWall = 0
    /// Elapsed time until a contiguous picture of each view exists.
    public var contiguousWall = 0
    /// CPU time until each view was copied to a picture that a caller keeps; 0 unless the setup asks for it.
    public var kept = 0
    /// Elapsed time of the same.
    public var keptWall = 0
    /// CPU time of the rows laid out ahead after the frame; 0 for scripts without.
    public var prefetch = 0
    /// Elapsed time of the same.
    public var prefetchWall = 0
  }

  /// The renderer that all views share.
  public let renderer: Renderer
  /// The views.
  public private(set) var views: [ThreadView] = []
  /// What was counted, by name.
  public private(set) var counts: [String: Double] = [:]
  private let script: ScrollScript
  private let setup: Setup
  private let sources: [EditedRows]
  private let chat: ChatRows
  /// The row in which each view types; no script types and inserts rows.
  private var typedRows: [Int?]
  /// The canvases by view, for views that need one.
  private var canvases: [Int: Canvas] = [:]
  /// The rows of pixels that were available without a copy.
  private var contiguousRows = 0
  /// The part of a pixel that each view has still to move.
  private var rest: Double = 0
  private var formerPlaces: [ThreadView.Anchor] = []
  private var incomplete = 0
  private var bars: [Double]
  /// The reports of the frame, whose memory is used again.
  private var reports: [FrameReport] = []
  /// The work of each frame; `nil` unless allocations are counted.
  private var log: FrameLog?

  /// The work of each frame by name; empty unless allocations are counted.
  public var work: [String: [Int]] { log?.values ?? [:] }

  /// Creates views and draws their first frames.
  public init(
    _ script: ScrollScript, _ setup: Setup, _ chat: ChatRows, fonts: FontCollection
  ) throws {
    self.script = script
    self.setup = setup
    renderer = Renderer(fonts: fonts, pictureBytes: script.pictureBytes)
    if setup.allocations != nil {
      log = FrameLog(exactHeight: setup.exactHeight, frames: setup.frames)
    }
    reports.reserveCapacity(setup.views)
    self.chat = chat
    sources = (0..<setup.views).map { _ in EditedRows(chat.rows(setup.rows)) }
    typedRows = Array(repeating: nil, count: setup.views)
    bars = Array(repeating: 0, count: setup.views)
    for (number, source) in sources.enumerated() {
      let view = try ThreadView(
        source, Self.geometry(setup, setup.size), animation: chat.animation, renderer)
      if !script.startsAtEnd {
        view.scroll(toOffset: view.totalHeight * (0.1 + 0.8 * Double(number) / Double(setup.views)))
      }
      views.append(view)
      var report = try view.frame()
      // The estimates are as good as they get before frames are measured.
      while !report.isSettled { report = try view.frame() }
      bars[number] = report.scrollBar.position
      // The first call allocates the second copy: memory of a view, as a canvas was.
      _ = try view.withPixels { pixels, stride in contiguousRows &+= pixels.count / stride }
    }
  }

  private static func geometry(_ setup: Setup, _ size: Size) -> ThreadView.Geometry {
    ThreadView.Geometry(
      size: PixelSize(
        width: Int(size.width * setup.scale), height: Int(size.height * setup.scale)),
      scale: setup.scale)
  }

  // MARK: Frames

  /// Performs one frame of all views and returns its times.
  public func frame(_ number: Int) throws -> FrameTime {
    let actions = script.actions(number)
    var pixels = 0
    for action in actions {
      if case .scroll(let points) = action {
        rest += points * setup.scale
        pixels = Int(rest.rounded(.towardZero))
        rest -= Double(pixels)
      }
    }
    let before = views.map(\.anchor)
    var time = FrameTime()
    let allocations = setup.allocations?() ?? 0
    let (cpu, wall) = (measure_cpu_nanoseconds(), ContinuousClock.now)
    for (index, view) in views.enumerated() {
      for action in actions { try perform(action, pixels, index, view) }
    }
    let page = views.first.map { $0.geometry.size.pixelCount } ?? 0
    var budget = FrameBudget(
      rows: setup.budget.rows, pixels: Int((setup.budget.pages * Double(page)).rounded(.up)))
    reports.removeAll(keepingCapacity: true)
    for view in views { reports.append(try view.frame(&budget)) }
    time.exposed = Int(measure_cpu_nanoseconds() - cpu)
    time.exposedWall = Self.nanoseconds(since: wall)
    for (index, view) in views.enumerated() {
      // What a caller gets without a copy; animated views are blended.
      if try view.withPixels({ pixels, stride in contiguousRows &+= pixels.count / stride }) == nil
      {
        try view.composite(
          onto: canvas(index), time: Double(number) / Double(ScrollScript.hertz))
      }
    }
    time.contiguous = Int(measure_cpu_nanoseconds() - cpu)
    time.contiguousWall = Self.nanoseconds(since: wall)
    if setup.keepsPictures {
      for (index, view) in views.enumerated() {
        try view.composite(onto: canvas(index), time: Double(number) / Double(ScrollScript.hertz))
      }
      time.kept = Int(measure_cpu_nanoseconds() - cpu)
      time.keptWall = Self.nanoseconds(since: wall)
    }
    let allocated = (setup.allocations?() ?? 0) - allocations
    if script.prefetches { try prefetch(&time) }
    let moved = count(actions, pixels, before)
    log?.add(reports, views, actions, allocations: allocated, anchorMovement: moved)
    return time
  }

  /// Lays out rows ahead, as a program does until the next frame is due.
  private func prefetch(_ time: inout FrameTime) throws {
    let (cpu, wall) = (measure_cpu_nanoseconds(), ContinuousClock.now)
    var budget = FrameBudget(rows: setup.budget.rows)
    for view in views {
      add("prefetchedRows", Double(view.prefetch(&budget, screens: 1).sizedRows))
    }
    time.prefetch = Int(measure_cpu_nanoseconds() - cpu)
    time.prefetchWall = Self.nanoseconds(since: wall)
  }

  private static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  private func perform(
    _ action: ScrollAction, _ pixels: Int, _ index: Int, _ view: ThreadView
  ) throws {
    switch action {
    case .scroll: view.scroll(by: pixels)
    case .jump(let fraction):
      if index == 0 { formerPlaces = views.map(\.anchor) }
      // Each view goes elsewhere.
      let place = fraction + Double(index) / Double(views.count)
      view.scroll(toOffset: view.totalHeight * place.truncatingRemainder(dividingBy: 1))
    case .back: if formerPlaces.indices.contains(index) { view.scroll(to: formerPlaces[index]) }
    case .end: view.scrollToEnd()
    case .typing(let units):
      // A shorter text than before starts a new box.
      if units <= 6 || typedRows[index] == nil {
        typedRows[index] = min(view.anchor.row + 1, sources[index].rowCount - 1)
      }
      let row = typedRows[index] ?? 0
      sources[index].replace(row, with: chat.typed(units))
      view.rowChanged(row)
    case .history(let count):
      sources[index].grow(atStart: count, atEnd: 0)
      view.rowsInserted(atStart: count)
    case .arrival(let count):
      sources[index].grow(atStart: 0, atEnd: count)
      view.rowsInserted(atEnd: count)
    case .rotation:
      var geometry = view.geometry
      geometry.size = PixelSize(width: geometry.size.height, height: geometry.size.width)
      try view.setGeometry(geometry)
    case .textScale(let scale):
      var geometry = view.geometry
      geometry.textScale = scale
      try view.setGeometry(geometry)
    }
  }

  /// Returns the picture of a view after the last frame, without its animation.
  public func picture(of view: Int) throws -> Bitmap {
    try views[view].composite(onto: canvas(view))
    return try canvas(view).bitmap
  }

  /// Returns the canvas of a view, which has its size.
  private func canvas(_ index: Int) throws -> Canvas {
    let size = views[index].geometry.size
    if let canvas = canvases[index], canvas.size == size { return canvas }
    let canvas = try Canvas(size, renderer)
    canvases[index] = canvas
    return canvas
  }

  // MARK: Counts

  private func add(_ name: String, _ value: Double) { counts[name, default: 0] += value }

  private func raise(_ name: String, _ value: Double) {
    counts[name] = max(counts[name] ?? 0, value)
  }

  /// Adds the work of a frame to the counts, and returns the pixels by which anchors moved.
  private func count(
    _ actions: [ScrollAction], _ pixels: Int, _ before: [ThreadView.Anchor]
  ) -> Int {
    var movement = 0
    var inserted = 0
    var leaves = false
    var moves = pixels != 0
    for action in actions {
      switch action {
      case .history(let count): inserted += count
      case .jump, .back, .end, .arrival: leaves = true
      case .scroll, .typing: break
      case .rotation, .textScale: moves = false
      }
    }
    for (index, report) in reports.enumerated() {
      add("exposedPixels", Double(report.exposedPixels))
      add("writtenPixels", Double(report.writtenPixels))
      add("clearedPixels", Double(report.clearedPixels))
      add("sizedRows", Double(report.sizedRows))
      add("sampledRows", Double(report.sampledRows))
      add("shapedTexts", Double(report.shapedTexts))
      add("shapedGlyphs", Double(report.shapedGlyphs))
      add("measuredTexts", Double(report.measuredTexts))
      add("rasterisedGlyphs", Double(report.rasterisedGlyphs))
      add("decodedPictures", Double(report.decodedPictures))
      let view = views[index]
      if !leaves, before[index].edge == .top, report.isComplete,
        let y = view.bubbleTop(ofRow: before[index].row + inserted)
      {
        let expected = before[index].y - pixels + report.clampedBy
        movement += abs(y - expected)
        add("anchorMovement", Double(abs(y - expected)))
        add("anchorChecks", 1)
      }
      let change = report.scrollBar.position - bars[index]
      if moves, !leaves, inserted == 0, change * Double(pixels) < 0 { add("barBackwards", 1) }
      bars[index] = report.scrollBar.position
    }
    if reports.contains(where: { !$0.isComplete }) {
      incomplete += 1
      add("incompleteFrames", 1)
    } else {
      raise("framesUntilComplete", Double(incomplete + 1))
      incomplete = 0
    }
    add("frames", 1)
    return movement
  }
}
