internal import IACodec
internal import IAFiles
internal import IAText

/// Trains a dictionary on documents; with it, compact frames of similar documents become shorter.
///
/// Every tenth document is not used for training but for measuring the effect. Equal documents in
/// the same order give equal dictionaries. `Specs/ia-format.md` section 7.3 describes the file.
public struct DictionaryTraining: Sendable {
  /// The documents.
  public var collection: FileCollection
  /// The conversion whose reader reads the documents.
  public var conversion: Conversion
  /// The largest size of the dictionary in bytes.
  public var byteCount = 112_640

  /// The permitted values of `byteCount`.
  public static let byteCounts = 1024...(1 << 20)
  /// The largest number of UTF-16 units for training; documents beyond it are omitted.
  public var maximumUnitCount = 1 << 24

  /// A report on progress.
  public enum Event: Sendable {
    /// A document was read.
    case read(label: String)
    /// A file of an archive or folder was omitted or renamed.
    case omitted(FileCollection.Omission)
    /// A file could not be read as a document.
    case failed(Failure)
    /// All documents are read, and training begins.
    case learning
  }

  /// Creates a training on the documents of a collection.
  public init(_ collection: FileCollection, conversion: Conversion) {
    self.collection = collection
    self.conversion = conversion
  }

  /// Trains the dictionary and writes it; the file gets its name only when it is complete.
  ///
  /// - Parameters:
  ///   - output: The path of the dictionary; `-` is the standard output.
  ///   - replaces: Whether an existing file may be replaced. If this is a dictionary, frames that were written with it
  ///     cannot be read any more.
  ///   - onEvent: Called with each report on progress.
  /// - Returns: The size of the dictionary and its effect on the measured documents.
  /// - Throws: `Failure`; its code is `dictionary.too-little` if there is not enough text for
  ///   training, and `file.exists` if the file exists and may not be replaced.
  /// - Complexity: O(*n*); some seconds for a million units.
  public func run(
    to output: String, replaces: Bool = false, onEvent: (Event) -> Void = { _ in }
  ) throws -> DictionaryOutcome {
    // Training takes long. The output file is created first, so that errors of creating it are reported at once.
    try OutputGuard.refuse(output, asOneOf: collection.inputs, limits: collection.limits)
    if output != "-", !replaces { try OutputGuard.refuseExisting(output) }
    let sink: FileSink?
    do {
      sink = output == "-" ? nil : try FileSink(path: output, existing: replaces ? .replace : .keep)
    } catch {
      throw Failure(error, path: output)
    }
    var outcome = DictionaryOutcome()
    let (learnt, measured) = try read(&outcome, onEvent)
    onEvent(.learning)
    guard let vocabulary = Vocabulary.trained(on: learnt, byteCount: byteCount) else {
      throw Failure(
        .badInput, code: "dictionary.too-little",
        "the documents contain too little text for a dictionary, or the dictionary would be too small"
      )
    }
    do {
      if let sink {
        try sink.write(vocabulary.bytes)
        try sink.commit()
      } else {
        try DescriptorSink().write(vocabulary.bytes)
      }
    } catch {
      throw Failure(error, path: output)
    }
    outcome.id = vocabulary.id
    outcome.byteCount = vocabulary.bytes.count
    outcome.stringCount = vocabulary.stringCount
    var plain = CompactEncoder()
    var short = CompactEncoder(vocabulary: vocabulary)
    for document in measured {
      outcome.measuredByteCount += plain.encode(document).count
      outcome.savedTo += short.encode(document).count
    }
    return outcome
  }

  /// Reads the documents; every tenth is used for measuring, the others for training.
  private func read(
    _ outcome: inout DictionaryOutcome, _ onEvent: (Event) -> Void
  ) throws -> (learnt: [IADocument], measured: [IADocument]) {
    var (learnt, measured): ([IADocument], [IADocument]) = ([], [])
    var remainingUnits = maximumUnitCount
    try collection.forEach { omission in
      switch omission.kind {
      case .omitted: outcome.failedCount += 1
      case .damage: outcome.isDamaged = true
      case .renamed, .remark: break
      }
      onEvent(.omitted(omission))
    } _: { file in
      do {
        let document = try conversion.read(file.source).document
        onEvent(.read(label: file.label))
        let count = document.string.utf16Count
        if (learnt.count + measured.count) % 10 == 9 {
          measured.append(document)
        } else if count <= remainingUnits {
          remainingUnits -= count
          learnt.append(document)
        } else {
          outcome.leftOutCount += 1
        }
      } catch {
        let failure = Failure(error, path: file.label)
        guard failure.concernsOneFile else { throw failure }
        outcome.failedCount += 1
        onEvent(.failed(failure))
      }
    }
    (outcome.learntCount, outcome.measuredCount) = (learnt.count, measured.count)
    return (learnt, measured)
  }
}
