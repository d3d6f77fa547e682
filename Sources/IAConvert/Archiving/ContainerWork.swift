internal import IAArchive
internal import IABytes
internal import IAFormats

/// What is done with an archive of the suite as a whole.
public enum ContainerWork {
  /// Adds the documents of a collection as a new generation; nothing earlier changes.
  ///
  /// - Parameters:
  ///   - collection: The documents.
  ///   - path: The archive.
  ///   - onEvent: Told of every file.
  /// - Throws: `Failure`; the archive is then as it was.
  public static func add(
    _ collection: FileCollection, to path: String, onEvent: (Archiving.Event) -> Void
  ) throws -> Archiving.Summary {
    try OutputGuard.refuse(path, asOneOf: collection.inputs, limits: collection.limits)
    let sink: ContainerSink
    do {
      sink = try ContainerSink(path: path, appends: true)
    } catch {
      throw Failure(error, path: path)
    }
    do {
      let summary = try Archiving(collection, conversion: Conversion(to: Container.format))
        .run(onEvent: onEvent) { name, bytes in
          try sink.add(name, bytes)
          return name
        }
      try sink.finish()
      return summary
    } catch {
      sink.cancel()
      throw Failure(error, path: path)
    }
  }

  /// What came of a repair.
  public struct Repair: Hashable, Sendable {
    /// What was done, in a line.
    public let summary: String
    /// What is missing, in lines; empty if every document is there and whole.
    public let missing: [Failure]
  }

  /// Repairs an archive into a new file.
  ///
  /// - Parameters:
  ///   - output: The repaired archive, which keeps an account of what is missing.
  ///   - replaces: Whether a file that has its name may be replaced.
  /// - Throws: `Failure`, with the status of damage if not one document is left.
  public static func repair(
    _ path: String, to output: String, replaces: Bool = false
  ) throws -> Repair {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let report = try ArchiveRepair.repair(
        Container.Source(path, locks: true), to: FileStorage(target))
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
    var words = LossWords.lines(report.lost)
    if report.expectedDocumentCount == nil {
      words.append(
        "how many documents the archive had is not known: the end of its newest generation is lost")
    }
    for loss in report.earlierLosses where !loss.isAccepted {
      words += LossWords.lines(loss.documents).map { "since an earlier repair: " + $0 }
    }
    return words.map { Failure(.damage, path: path, code: "archive.lost", $0) }
  }

  /// Accepts what earlier repairs of an archive could not save, and stores that in the archive.
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

  /// Writes the documents of all generations to a new archive of one.
  ///
  /// - Returns: What was done, in a line.
  /// - Throws: `Failure`.
  public static func compact(
    _ path: String, to output: String, replaces: Bool = false
  ) throws -> String {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let reader = try ArchiveReader(Container.Source(path, locks: true))
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let summary = try reader.compact(to: FileStorage(target))
      try target.commit()
      return "\(summary.documentCount) documents, \(summary.byteCount) bytes, "
        + "were \(reader.byteCount)\n"
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Signs an archive; the signature is a file of its own.
  ///
  /// - Parameter key: A file with the 32 bytes of an Ed25519 private key.
  /// - Throws: `Failure`.
  public static func sign(_ path: String, key: String, to output: String) throws {
    try OutputGuard.refuse(output, asOneOf: [path, key])
    do {
      let reader = try ArchiveReader(Container.Source(path))
      let signature = try ArchiveSignature(
        signing: reader, privateKey: try FileSource(path: key).bytes(limits: keyLimits))
      let sink = try FileSink(path: output)
      try sink.write(signature.bytes)
      try sink.commit()
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Checks a signature.
  ///
  /// - Parameters:
  ///   - signature: The file of the signature.
  ///   - key: A file with the 32 bytes of an Ed25519 public key.
  /// - Throws: `Failure` with the status of damage for a signature that does not hold.
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
    let words: String
    switch verdict {
    case .valid: return
    case .otherKey: words = "signed by another key"
    case .earlierGeneration(let number): words = "only generation \(number) is signed"
    case .otherArchive: words = "signs another archive, or another state of this one"
    case .forged: words = "the signature does not hold"
    }
    throw Failure(.damage, path: path, code: "archive.signature", words)
  }

  /// Fails if an archive may not be written to a path.
  private static func refuse(
    _ output: String, madeOf input: String, replaces: Bool
  ) throws(Failure) {
    try OutputGuard.refuse(output, asOneOf: [input])
    if !replaces { try OutputGuard.refuseExisting(output) }
  }

  private static let keyLimits = Limits(inputBytes: 32)
}
