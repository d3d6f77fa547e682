internal import IAArchive
internal import IABytes
internal import IAFiles

extension ContainerWork {
  /// The result of a repair.
  public struct Repair: Hashable, Sendable {
    /// The number of recovered documents and rows.
    public let summary: Summary
    /// The losses, one for each line of a message; empty if every document is complete.
    public let missing: [Failure]
    /// Remarks: later additions may be missing without a trace, or the recovery file does not belong to the archive.
    public let remarks: [Failure]
  }

  /// Repairs an archive into a new file.
  ///
  /// - Parameters:
  ///   - path: The path of the damaged archive.
  ///   - output: The path of the repaired archive, which records the losses.
  ///   - recoveryFile: The path of a separate file with recovery data, or `nil`.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  ///   - onProgress: Called with the number of bytes read so far; there are several passes.
  /// - Returns: The result and the losses.
  /// - Throws: `Failure`; its status is damage if no document can be recovered.
  public static func repair(
    _ path: String, to output: String, recoveryFile: String? = nil, replaces: Bool = false,
    onProgress: (Int) -> Void = { _ in }
  ) throws -> Repair {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      if let recoveryFile { try OutputGuard.refuse(output, asOneOf: [recoveryFile]) }
      let recovery = try recoveryFile.map { try Self.recoveryData($0) }
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let report = try ArchiveRepair.repair(
        Container.Source(path, locks: true), recoveryFile: recovery, to: FileStorage(target),
        progress: onProgress)
      try target.commit()
      let total = report.expectedDocumentCount.map { "\($0)" } ?? "an unknown number"
      let missing = missing(report, path)
      let summary = Summary(
        "\(counted(report.documentCount, "document")) of \(total), "
          + "\(counted(report.restoredRowCount, "row")) restored",
        [
          "documents": report.documentCount, "expected": report.expectedDocumentCount,
          "restoredRows": report.restoredRowCount, "losses": missing.count,
        ])
      var remarks: [Failure] = []
      if report.lacksEnd, missing.isEmpty {
        remarks.append(
          Failure(
            .success, path: path, code: InputError.Code.archiveMissingDirectory.rawValue,
            "the end of the file was missing; if the archive had later additions, they are lost with "
              + "it"))
      }
      if let remark = remark(on: report.recoveryFileUse) {
        remarks.append(
          Failure(.success, path: recoveryFile, code: recoveryFileCode, remark))
      }
      return Repair(summary: summary, missing: missing, remarks: remarks)
    } catch let error as InputError where error.code == .archiveLost {
      throw Failure(.damage, path: path, code: error.code.rawValue, error.detail)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Returns the message about the use of a separate recovery file in a repair; `nil` if it was used as usual.
  private static func remark(on use: RepairReport.FileUse) -> String? {
    switch use {
    case .usual: nil
    case .refused: "has the recovery data of another archive, which were not used"
    case .alone:
      "the damaged file has nothing of what these recovery data protect; all is restored from them"
    case .earlier:
      "protects an earlier state; generations of it were merged since, and what is before them was restored"
    case .outdated:
      "protects an earlier state, of which generations were merged since, and restores nothing; after "
        + "additions, iaconv archive protect writes it anew"
    case .insufficient:
      "was not used: it is of another archive, or more of what it protects is damaged, or was merged since, than "
        + "it can restore"
    }
  }

  private static let recoveryFileCode = "archive.recovery-file"

  /// Opens a separate file of recovery data.
  ///
  /// - Throws: `Failure` with `archive.recovery-file` if the file is not a recovery file; `FileError`.
  private static func recoveryData(_ path: String) throws -> Container.Source {
    let source = try Container.Source(path)
    guard try ArchiveRecoveryFile.isRecoveryFile(source) else {
      throw Failure(
        .badInput, path: path, code: recoveryFileCode,
        "has no recovery data of an archive; iaconv archive protect writes them")
    }
    return source
  }

  private static func missing(_ report: RepairReport, _ path: String) -> [Failure] {
    var lines = LossMessages.lines(report.lost)
    if let offset = report.foreignBlockOffset {
      lines.append(LossMessages.foreign(offset))
    } else if report.expectedDocumentCount == nil {
      let dropped = report.droppedByteCount
      lines.append(
        "the original number of documents is unknown: "
          + (dropped > 0
            ? "\(dropped) bytes follow the newest generation that could be restored"
            : "the end of the newest generation is lost"))
    }
    for loss in report.earlierLosses where !loss.isAccepted {
      lines += LossMessages.lines(loss.documents).map { "lost in an earlier repair: " + $0 }
    }
    return lines.map { Failure(.damage, path: path, code: "archive.lost", $0) }
  }

  /// Accepts the losses that earlier repairs recorded, and stores the acceptance in the archive.
  static func acceptLosses(of path: String) throws {
    let file = try UpdatedFile(existing: path)
    let storage = FileStorage(file)
    let losses = try ArchiveReader(storage).losses().filter { !$0.isAccepted }
    guard !losses.isEmpty else { return }
    let writer = try ArchiveWriter(storage)
    do {
      for loss in losses { try writer.accept(loss) }
      _ = try writer.finish()
    } catch {
      try? writer.cancel()
      throw error
    }
  }
}
