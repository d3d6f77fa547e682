/// Converts many documents into one folder, in order.
///
/// A document that fails does not stop the others; a disk that is full does, for then all would.
/// Memory does not depend on the number of documents.
public struct Batch {
  /// What each document is converted with.
  public var conversion: Conversion
  /// Where the inputs are and what they become.
  public var plan: BatchPlan
  /// The folder for side files, relative to the output folder; `nil` for none.
  public var mediaFolder: String?

  /// After how many documents in a row that found no room the others are skipped.
  static let fullDisksInARow = 3

  /// Creates a batch.
  public init(conversion: Conversion, plan: BatchPlan, mediaFolder: String? = nil) {
    self.conversion = conversion
    self.plan = plan
    self.mediaFolder = mediaFolder
  }

  /// What became of one document.
  public enum Result {
    /// It was written.
    case converted(ConversionOutcome)
    /// It was not.
    case failed(Failure)
    /// It was not tried.
    case skipped
  }

  /// How many documents fared how.
  public struct Summary: Hashable, Sendable {
    /// Those that were written.
    public var converted = 0
    /// Those that were not written because that would have lost something.
    public var refused = 0
    /// Those that were not written for another reason.
    public var failed = 0
    /// Those that were not tried.
    public var skipped = 0

    /// How a command that did this ends: the gravest of what happened.
    public var status: ExitStatus {
      if skipped > 0 { return .inputOutput }
      if failed > 0 { return .someFailed }
      return refused > 0 ? .loss : .success
    }
  }

  /// Converts the documents in the order of the plan.
  ///
  /// - Parameters:
  ///   - onStart: Told which document is next; the closure it returns is told how that goes.
  ///   - onEnd: Told what became of a document; throwing ends the batch.
  public func run(
    onStart: (_ number: Int, BatchPlan.Item) -> ((Conversion.Phase) -> Void)?,
    onEnd: (BatchPlan.Item, Result) throws -> Void
  ) throws -> Summary {
    var summary = Summary()
    var full = 0
    for (index, item) in plan.items.enumerated() {
      guard full < Self.fullDisksInARow else {
        summary.skipped += 1
        try onEnd(item, .skipped)
        continue
      }
      let result = convert(item, onStart(index, item))
      switch result {
      case .converted: summary.converted += 1
      case .failed(let failure) where failure.status == .loss: summary.refused += 1
      case .failed: summary.failed += 1
      case .skipped: summary.skipped += 1
      }
      if case .failed(let failure) = result, failure.isFull { full += 1 } else { full = 0 }
      try onEnd(item, result)
    }
    return summary
  }

  private func convert(
    _ item: BatchPlan.Item, _ onProgress: ((Conversion.Phase) -> Void)?
  ) -> Result {
    do throws(Failure) {
      return .converted(
        try conversion.run(
          from: .file(item.input), to: .file(item.output), mediaFolder: mediaFolder,
          onProgress: onProgress))
    } catch {
      return .failed(error)
    }
  }
}
