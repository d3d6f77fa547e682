internal import IALayout
public import IARender
public import IAViews

/// The total height that a view shows for a thread, beside the exact one.
public struct ThreadHeights {
  /// What a view of one thread showed.
  public struct Found: Sendable {
    /// The difference to the exact height after frames that moved by one screen, as a fraction.
    public var error = 0.0
    /// The largest change of the learned height from one frame to the next, as a fraction.
    public var learnedChange = 0.0
    /// The largest change of the height that the scroll bar shows, as a fraction.
    public var barChange = 0.0
    /// The rows that were sampled until one screen had been scrolled, without those of the creation.
    public var sampledRows = 0
  }

  private let chat: ChatRows
  private let geometry: ThreadView.Geometry
  private let renderer: Renderer
  /// The heights of the distinct messages in pixels, without the heads above them.
  private let distinct: [Double]

  /// The pixels by which a frame moves until one screen has been scrolled: a fling of 8,000 points per second.
  private static let movement = 134

  /// Lays out each distinct message once.
  public init(_ chat: ChatRows, _ geometry: ThreadView.Geometry, _ renderer: Renderer) {
    self.chat = chat
    self.geometry = geometry
    self.renderer = renderer
    let room =
      Double(geometry.size.width) / geometry.scale - geometry.margins.left - geometry.margins.right
    let source = chat.rows(chat.distinctCount)
    distinct = (0..<chat.distinctCount).map { row in
      (renderer.bubble(source.message(at: row), room: room).size.height * geometry.scale)
        .rounded(.up)
    }
  }

  /// Returns the height of a number of rows.
  public func exactHeight(of rows: Int) -> Double {
    let source = chat.rows(rows)
    var sum = (geometry.margins.top + geometry.margins.bottom) * geometry.scale
    var former: Bubble.Author?
    for row in 0..<rows {
      let author = source.author(at: row)
      sum += distinct[row % distinct.count]
      sum += (Bubble.Head(author, after: former).height * geometry.scale).rounded()
      former = author
    }
    return sum
  }

  /// Opens a view, scrolls it by one screen from the end, and then by flings.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - flings: The number of further frames, in which flings follow each other.
  public func measure(rows: Int, flings: Int) throws -> Found {
    let view = try ThreadView(chat.rows(rows), geometry, renderer)
    var found = Found()
    var last: (learned: Double, bar: Double?) = (view.totalHeight, nil)
    func frame() throws {
      let report = try view.frame()
      found.sampledRows += report.sampledRows
      found.learnedChange = max(found.learnedChange, abs(view.totalHeight / last.learned - 1))
      if let bar = last.bar {
        found.barChange = max(found.barChange, abs(report.totalHeight / bar - 1))
      }
      last = (view.totalHeight, report.totalHeight)
    }
    try frame()
    for _ in 0..<geometry.size.height / Self.movement + 1 {
      view.scroll(by: -Self.movement)
      try frame()
    }
    found.error = view.totalHeight / exactHeight(of: rows) - 1
    let sampled = found.sampledRows
    for number in 0..<flings {
      let points = ScrollScript.fling(number % ScrollScript.hertz, velocity: -ScrollScript.velocity)
      view.scroll(by: Int(points * geometry.scale))
      try frame()
    }
    found.sampledRows = sampled
    return found
  }
}
