internal import IABytes
internal import IAFiles
internal import IAFormats

/// Decides, before a document is converted, whether the outputs of earlier runs are still valid.
struct EarlierResults {
  /// The folder of the outputs.
  private let target: String
  private let formats: [FormatDescriptor]
  private let options: BatchOptions
  private let limits: Limits
  private let check: OutputCheck

  /// Creates the decision for a target.
  ///
  /// - Parameters:
  ///   - target: The folder of the outputs.
  ///   - formats: The formats that are written.
  ///   - options: The settings of the batch.
  ///   - limits: The limits for reading a document that is hashed.
  init(target: String, formats: [FormatDescriptor], options: BatchOptions, limits: Limits) {
    self.target = target
    self.formats = formats
    self.options = options
    self.limits = limits
    check = OutputCheck(target: target, trustsTimes: options.trustsTimes)
  }

  /// Returns the result of a document that need not be converted, or `nil` if it must be converted.
  ///
  /// - Parameters:
  ///   - entry: The newest entry of the document in the journal; `nil` if there is none.
  ///   - isCurrent: Whether the same program with the same options has made the entry.
  func result(
    for document: PlannedDocument, _ entry: JournalEntry?, _ isCurrent: Bool
  ) -> BatchDocument.Result? {
    guard let entry else { return keptResult(for: document) }
    guard isCurrent, FileNames.name(of: entry.input) == FileNames.name(of: document.path),
      isUnchanged(document, entry)
    else { return keptResult(for: document) }
    guard entry.status == .converted else {
      return options.retriesFailures ? nil : .failedBefore(code: entry.code ?? "")
    }
    var changed: String?
    for output in entry.outputs {
      switch check.state(of: output) {
      case .same: continue
      case .missing: return nil
      case .different: changed = changed ?? target + "/" + output.path
      }
    }
    guard let changed else { return .unchanged }
    switch options.existingOutput {
    case .keep: return .kept
    case .keepChanged: return .changed(OutputStage.changed(changed))
    case .backUp, .replace: return nil
    }
  }

  private func keptResult(for document: PlannedDocument) -> BatchDocument.Result? {
    guard options.existingOutput == .keep else { return nil }
    let isTaken = formats.contains {
      FileStamp.isTaken(target + "/" + OutputStage.path(of: document.name, $0))
    }
    return isTaken ? .kept : nil
  }

  /// Returns whether an input, and the files beside it that its conversion used, are those that the journal records.
  private func isUnchanged(_ document: PlannedDocument, _ entry: JournalEntry) -> Bool {
    guard isSameInput(document, entry) else { return false }
    guard let beside = entry.beside else { return true }
    // The files of a folder that is a document are part of its hash.
    let source = Place.source(ofFile: document.path, root: document.root) as? FileSource
    guard let source else { return false }
    return SideFileTally.isUnchanged(
      beside, of: source, limits: limits, trustsTimes: options.trustsTimes)
  }

  /// Returns whether an input is the one that the journal records.
  private func isSameInput(_ document: PlannedDocument, _ entry: JournalEntry) -> Bool {
    guard let stamp = FileStamp(path: document.path) else { return false }
    if stamp.isRegular {
      guard stamp.byteCount == entry.inputByteCount else { return false }
      if options.trustsTimes, entry.inputNanoseconds != 0,
        stamp.nanoseconds == entry.inputNanoseconds
      {
        return true
      }
    }
    return (try? Fingerprint.digest(of: document.path, limits: limits)) == entry.inputDigest
  }
}
