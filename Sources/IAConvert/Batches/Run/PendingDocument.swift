internal import IABytes
internal import IAFiles
internal import IASyntax

/// A document that is being converted, and its entry in the journal.
struct PendingDocument {
  /// The document.
  var document: PlannedDocument
  /// The path of the input in reports and in the journal.
  var label: String
  /// The size and time of the input before it was read.
  var stamp: FileStamp?
  /// The newest entry in the journal, with the outputs of earlier ones.
  var previous: JournalEntry?

  /// Returns the entry of the document without its outputs; `nil` if the input may have changed during the conversion.
  ///
  /// - Parameters:
  ///   - digest: The hash of the bytes that were converted; `nil` if it is unknown.
  ///   - beside: The files beside the input that the conversion requested.
  ///   - limits: The limits for reading a document that is hashed.
  func entry(
    _ digest: SHA256Digest?, _ beside: SideFileRecord?, limits: Limits
  ) -> JournalEntry? {
    let now = FileStamp(path: document.path)
    let isSame = now != nil && now == stamp
    var digest = digest
    if stamp?.isRegular != true || digest == nil {
      digest = try? Fingerprint.digest(of: document.path, limits: limits)
    }
    guard let digest else { return nil }
    return JournalEntry(
      name: document.name, input: label, inputByteCount: stamp?.byteCount ?? document.byteCount,
      inputNanoseconds: isSame ? now?.nanoseconds ?? 0 : 0, inputDigest: digest, beside: beside,
      status: .converted, outputs: [])
  }

  /// Returns the entry of a document that was refused because of its content; `nil` if another attempt may have another
  /// result.
  func refusal(
    _ failure: Failure, _ beside: SideFileRecord?, limits: Limits
  ) -> JournalEntry? {
    let isFinal =
      failure.status == .loss
      || failure.status == .badInput && !failure.code.hasPrefix("worker.")
        && !failure.code.hasPrefix("memory.")
    guard isFinal, var entry = entry(failure.refused?.inputDigest, beside, limits: limits),
      entry.inputNanoseconds != 0
    else { return nil }
    entry.status = .refused
    entry.code = failure.code
    // The outputs of an earlier conversion still belong to the batch.
    entry.outputs = previous?.outputs ?? []
    return entry
  }

  /// Returns the paths, relative to the target, of the outputs in formats that only earlier runs wrote.
  ///
  /// - Parameter outputs: The outputs of this run.
  func remainingOutputs(besides outputs: [JournalEntry.Output]) -> Set<ExactText> {
    guard let earlier = previous?.outputs, !earlier.isEmpty else { return [] }
    let name = document.name
    let written = Set(outputs.map { ExactText(JournalIndex.output($0.path, of: name)) })
    let others = earlier.lazy
      // Side files are excluded, because other documents may share them.
      .filter { FilePaths.rest(of: $0.path, after: name + ".") != nil }
      .map { ExactText(JournalIndex.output($0.path, of: name)) }
    return Set(others).subtracting(written)
  }
}

/// A document of the open group of a batch.
struct ConvertedDocument {
  var document: PlannedDocument
  var outcomes: [ConversionOutcome]
  var staged: OutputStage.Document
  /// The line of the journal; `nil` if the document is not recorded.
  var line: [UInt8]?
  var usage: JobUsage
}
