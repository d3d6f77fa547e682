internal import IAFiles

/// The file in a target that states the numbers of the last run.
struct BatchStatusFile {
  /// The seconds since 1970 at which the run started.
  let startSeconds = ProcessTime.secondsSince1970
  private let target: String
  private var next = ContinuousClock.now

  /// Creates the file of a target without writing it.
  init(target: String) { self.target = target }

  /// Writes the numbers, at most once a second; errors, for example of a full disk, are ignored.
  ///
  /// - Parameter isEnd: Whether the run ends, so that the numbers are written even if less than a second has passed.
  mutating func write(_ summary: BatchSummary, isEnd: Bool) {
    let now = ContinuousClock.now
    guard isEnd || now >= next else { return }
    next = now + .seconds(1)
    let file = FileGroup(root: target, durability: .none)
    let status = BatchStatus.json(of: summary, startSeconds: startSeconds)
    let path = JournalPlace.status(in: target)
    guard let member = try? file.stage(status, as: path, existing: .replace) else { return }
    try? file.place(member)
    try? file.finish()
  }
}
