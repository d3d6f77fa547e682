/// Converts many documents into one folder, in order.
///
/// The failure of a document does not stop the others. After three failures in a row because the
/// disk is full, the remaining documents are skipped. Memory does not depend on the number of
/// documents.
public struct Batch {
  /// The conversion of each document.
  public var conversion: Conversion
  /// The inputs and their outputs.
  public var plan: BatchPlan
  /// The folder for side files, relative to the output folder; `nil` for none.
  public var mediaFolder: String?

  /// The number of consecutive failures because of a full disk after which the remaining documents
  /// are skipped.
  static let maxConsecutiveFullDisks = 3

  /// Creates a batch.
  public init(conversion: Conversion, plan: BatchPlan, mediaFolder: String? = nil) {
    self.conversion = conversion
    self.plan = plan
    self.mediaFolder = mediaFolder
  }

  /// The result for one document.
  public enum Result {
    /// The document was written.
    case converted(ConversionOutcome)
    /// The document was not written.
    case failed(Failure)
    /// The conversion was not attempted because the output exists and is to be kept.
    case kept
    /// The conversion was not attempted.
    case skipped
  }

  /// The number of documents for each result.
  public struct Summary: Hashable, Sendable {
    /// Documents that were written.
    public var converted = 0
    /// Documents that a strict conversion did not write because of a loss.
    public var refused = 0
    /// Documents that were not written for another reason.
    public var failed = 0
    /// Documents whose outputs existed and were kept.
    public var kept = 0
    /// Documents that were not attempted.
    public var skipped = 0

    /// The number of documents.
    public var count: Int { converted + refused + failed + kept + skipped }

    /// The exit status of the command: that of the most severe result.
    public var status: ExitStatus {
      if skipped > 0 { return .inputOutput }
      if failed > 0 { return .someFailed }
      return refused > 0 ? .loss : .success
    }
  }

  /// Converts the documents in the order of the plan.
  ///
  /// - Parameters:
  ///   - onStart: Called before each document with its number and item; the returned closure
  ///     receives the phases of the conversion.
  ///   - onEnd: Called with the result for each document; an error that it throws ends the batch.
  /// - Returns: The number of documents for each result.
  /// - Throws: The errors of `onEnd`.
  public func run(
    onStart: (_ number: Int, BatchPlan.Item) -> ((Conversion.Phase) -> Void)?,
    onEnd: (BatchPlan.Item, Result) throws -> Void
  ) throws -> Summary {
    var summary = Summary()
    var full = 0
    for (index, item) in plan.items.enumerated() {
      guard full < Self.maxConsecutiveFullDisks else {
        summary.skipped += 1
        try onEnd(item, .skipped)
        continue
      }
      let result = convert(item, onStart(index, item))
      switch result {
      case .converted: summary.converted += 1
      case .failed(let failure) where failure.status == .loss: summary.refused += 1
      case .failed: summary.failed += 1
      case .kept: summary.kept += 1
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
    if conversion.existingOutput == .keep, OutputGuard.isTaken(item.output) { return .kept }
    do throws(Failure) {
      return .converted(
        try conversion.run(
          from: Place(argument: item.input), to: .file(item.output), mediaFolder: mediaFolder,
          onProgress: onProgress))
    } catch {
      return .failed(error)
    }
  }
}
