internal import IAArchive
internal import IABytes
internal import IAFiles

/// Operations on an `.iaa` archive as a whole.
public enum ContainerWork {
  /// Appends the documents of a collection as a new generation; earlier generations do not change.
  ///
  /// - Parameters:
  ///   - collection: The documents.
  ///   - path: The path of the archive.
  ///   - recoveryPercent: The size of the generation's recovery data in percent, 0 to 100.
  ///   - onEvent: Called with the result for every file.
  /// - Returns: The number of written and omitted files.
  /// - Throws: `Failure`; the archive is then unchanged.
  public static func add(
    _ collection: FileCollection, to path: String, recoveryPercent: Int = 10,
    onEvent: (Archiving.Event) -> Void
  ) throws -> Archiving.Summary {
    try OutputGuard.refuse(path, asOneOf: collection.inputs, limits: collection.limits)
    let sink: ContainerSink
    do {
      sink = try ContainerSink(path: path, appends: true, recoveryPercent: recoveryPercent)
    } catch {
      throw Failure(error, path: path)
    }
    do {
      let summary = try Archiving(collection, conversion: Conversion(to: Container.format))
        .run(onEvent: onEvent) { name, bytes, origin in
          try sink.add(name, bytes, origin: origin)
          return name
        }
      try sink.finish()
      return summary
    } catch {
      sink.cancel()
      throw Failure(error, path: path)
    }
  }

  /// The result of a repair.
  public struct Repair: Hashable, Sendable {
    /// The number of recovered documents and rows, as one line of text.
    public let summary: String
    /// The losses, one for each line of a message; empty if every document is complete.
    public let missing: [Failure]
  }

  /// Repairs an archive into a new file.
  ///
  /// - Parameters:
  ///   - path: The path of the damaged archive.
  ///   - output: The path of the repaired archive, which records the losses.
  ///   - recoveryFile: The path of a separate file with recovery data, or `nil`.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  /// - Returns: The result and the losses.
  /// - Throws: `Failure`; its status is damage if no document can be recovered.
  public static func repair(
    _ path: String, to output: String, recoveryFile: String? = nil, replaces: Bool = false
  ) throws -> Repair {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      if let recoveryFile { try OutputGuard.refuse(output, asOneOf: [recoveryFile]) }
      let recovery = try recoveryFile.map { try Container.Source($0) }
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let report = try ArchiveRepair.repair(
        Container.Source(path, locks: true), recoveryFile: recovery, to: FileStorage(target))
      try target.commit()
      let total = report.expectedDocumentCount.map { "\($0)" } ?? "an unknown number"
      return Repair(
        summary: "\(report.documentCount) documents of \(total), "
          + "\(report.restoredRowCount) rows restored\n",
        missing: missing(report, path))
    } catch let error as InputError where error.code == .archiveLost {
      throw Failure(.damage, path: path, code: error.code.rawValue, error.detail)
    } catch {
      throw Failure(error, path: path)
    }
  }

  private static func missing(_ report: RepairReport, _ path: String) -> [Failure] {
    var lines = LossMessages.lines(report.lost)
    if report.expectedDocumentCount == nil {
      lines.append(
        "the original number of documents is unknown: the end of the newest generation is lost")
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

  /// Writes the documents of all generations to a new archive with one generation.
  ///
  /// - Returns: The number of documents and bytes, as one line of text.
  /// - Throws: `Failure`.
  public static func compact(
    _ path: String, to output: String, recoveryPercent: Int = 10, replaces: Bool = false
  ) throws -> String {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let reader = try ArchiveReader(Container.Source(path, locks: true))
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let summary = try reader.compact(
        to: FileStorage(target), options: ArchiveOptions(recoveryPercent: recoveryPercent))
      try target.commit()
      return "\(summary.documentCount) documents, \(summary.byteCount) bytes, "
        + "were \(reader.byteCount)\n"
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Writes recovery data for an archive to a separate file; the archive does not change.
  ///
  /// Every stored byte is verified first, so that recovery data never protect damage.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - output: The path of the file with recovery data.
  ///   - percent: The size of the recovery data in percent of the archive, 1 to 100.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  /// - Returns: The number of bytes, as one line of text.
  /// - Throws: `Failure`, with the status of damage if the archive is damaged.
  public static func protect(
    _ path: String, to output: String, percent: Int, replaces: Bool = false
  ) throws -> String {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let reader = try ArchiveReader(Container.Source(path, locks: true))
      if let damage = try reader.verify(.stored).damages.first {
        throw Failure(.damage, path: path, code: damage.error.code.rawValue, damage.error.detail)
      }
      let target = try UpdatedFile(creating: output, replaces: replaces)
      try ArchiveRecoveryFile.write(for: reader, to: FileStorage(target), percent: percent)
      let byteCount = try target.byteCount()
      try target.commit()
      return "\(byteCount) bytes of recovery data for \(reader.byteCount)\n"
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Signs an archive and writes the signature to a separate file.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - key: The path of a file with the 32 bytes of an Ed25519 private key.
  ///   - output: The path of the signature.
  /// - Throws: `Failure`.
  public static func sign(_ path: String, key: String, to output: String) throws {
    try OutputGuard.refuse(output, asOneOf: [path, key])
    do {
      let reader = try ArchiveReader(Container.Source(path))
      let keyBytes = try FileSource(path: key).bytes(limits: keyLimits)
      let signature: ArchiveSignature
      do {
        signature = try ArchiveSignature(signing: reader, privateKey: keyBytes)
      } catch {
        // The archive was read before, so only the key can be invalid.
        throw Failure(error, path: key)
      }
      let sink = try FileSink(path: output)
      try sink.write(signature.bytes)
      try sink.commit()
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Verifies the signature of an archive.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - signature: The path of the signature.
  ///   - key: The path of a file with the 32 bytes of an Ed25519 public key.
  /// - Throws: `Failure`; its status is damage if the signature is not valid for the archive.
  public static func checkSignature(of path: String, signature: String, key: String) throws {
    let verdict: ArchiveSignature.Verdict
    do {
      let reader = try ArchiveReader(Container.Source(path))
      let read = try ArchiveSignature(
        try FileSource(path: signature).bytes(limits: Limits(inputBytes: 1 << 16)))
      verdict = try read.check(
        reader, publicKey: try FileSource(path: key).bytes(limits: keyLimits))
    } catch {
      throw Failure(error, path: path)
    }
    let message: String
    switch verdict {
    case .valid: return
    case .otherKey: message = "signed by another key"
    case .earlierGeneration(let number): message = "only generation \(number) is signed"
    case .otherArchive: message = "signs another archive, or another state of this one"
    case .forged: message = "the signature does not hold"
    }
    throw Failure(.damage, path: path, code: "archive.signature", message)
  }

  /// Throws if an archive may not be written to a path.
  private static func refuse(
    _ output: String, madeOf input: String, replaces: Bool
  ) throws(Failure) {
    try OutputGuard.refuse(output, asOneOf: [input])
    if !replaces { try OutputGuard.refuseExisting(output) }
  }

  private static let keyLimits = Limits(inputBytes: 32)
}
