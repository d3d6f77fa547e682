internal import IACodec
internal import IAFormats
internal import IAText

/// Learns a dictionary from documents, with which others like them become shorter compact frames.
///
/// Every tenth document is kept out of it, and then tells what it saves. Equal documents in the same
/// order give equal dictionaries. `Specs/ia-format.md` section 7.3 describes the file.
public struct DictionaryTraining: Sendable {
  /// Where the documents come from.
  public var collection: FileCollection
  /// What reads them.
  public var conversion: Conversion
  /// How many bytes the dictionary may have.
  public var byteCount = 112_640

  /// How large a dictionary may be asked for.
  public static let byteCounts = 1024...(1 << 20)
  /// How many UTF-16 units are learnt from at most; the documents behind them are left out.
  public static let maximumUnitCount = 1 << 24

  /// What happens underway.
  public enum Event: Sendable {
    /// A document was read.
    case read(label: String)
    /// A file was left out of an archive or folder, or renamed.
    case omitted(FileCollection.Omission)
    /// A file is no document that can be read.
    case failed(Failure)
    /// All is read, and learning begins.
    case learning
  }

  /// Prepares to learn from the documents of a collection.
  public init(_ collection: FileCollection, conversion: Conversion) {
    self.collection = collection
    self.conversion = conversion
  }

  /// Learns, and writes the dictionary, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - output: The path of the dictionary.
  ///   - onEvent: Told what happens.
  /// - Throws: `Failure`; its code is `dictionary.too-little` if there is nothing to learn.
  /// - Complexity: O(*n*); some seconds a million units.
  public func run(
    to output: String, onEvent: (Event) -> Void = { _ in }
  ) throws -> DictionaryOutcome {
    // Learning takes long: whether the file can be made is found out before.
    try OutputGuard.refuse(output, asOneOf: collection.inputs, limits: collection.limits)
    let sink: FileSink
    do {
      sink = try FileSink(path: output)
    } catch {
      throw Failure(error, path: output)
    }
    var outcome = DictionaryOutcome()
    let (learnt, measured) = try read(&outcome, onEvent)
    onEvent(.learning)
    guard let vocabulary = Vocabulary.trained(on: learnt, byteCount: byteCount) else {
      throw Failure(
        .badInput, code: "dictionary.too-little",
        "no text to learn from, or no dictionary of so few bytes")
    }
    do {
      try sink.write(vocabulary.bytes)
      try sink.commit()
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

  /// The documents to learn from, and every tenth.
  private func read(
    _ outcome: inout DictionaryOutcome, _ onEvent: (Event) -> Void
  ) throws -> (learnt: [IADocument], measured: [IADocument]) {
    var (learnt, measured): ([IADocument], [IADocument]) = ([], [])
    var room = Self.maximumUnitCount
    try collection.forEach { omission in
      if omission.renamed == nil { outcome.failedCount += 1 }
      onEvent(.omitted(omission))
    } _: { file in
      do {
        let document = try conversion.read(file.source).document
        onEvent(.read(label: file.label))
        let count = document.string.utf16Count
        if (learnt.count + measured.count) % 10 == 9 {
          measured.append(document)
        } else if count <= room {
          room -= count
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
