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

  /// Repairs an archive into a new file.
  ///
  /// - Returns: What was done, in a line.
  /// - Throws: `Failure`, with the status of damage where documents are lost.
  public static func repair(_ path: String, to output: String) throws -> String {
    do {
      let target = try UpdatedFile(creating: output)
      let scratch = try UpdatedFile(creating: output + ".scratch")
      let report = try withExtendedLifetime((target, scratch)) {
        try ArchiveRepair.repair(
          Container.Source(path, locks: true), to: DescriptorStorage(target.descriptor),
          scratch: DescriptorStorage(scratch.descriptor))
      }
      try target.commit()
      let lost = report.lostOrdinals.reduce(0) { $0 + $1.count }
      guard lost == 0 else {
        throw Failure(
          .damage, path: path, code: "archive.lost",
          "\(report.documentCount) documents saved, \(lost) lost: "
            + report.lostOrdinals.prefix(8).map { "\($0.lowerBound)…\($0.upperBound - 1)" }
            .joined(separator: ", "))
      }
      return "\(report.documentCount) documents, \(report.restoredRowCount) rows restored\n"
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Writes the documents of all generations to a new archive of one.
  ///
  /// - Returns: What was done, in a line.
  /// - Throws: `Failure`.
  public static func compact(_ path: String, to output: String) throws -> String {
    do {
      let opened = try Container.Opened(path, .standard, locks: true)
      let target = try UpdatedFile(creating: output)
      let summary = try opened.reader.compact(to: DescriptorStorage(target.descriptor))
      try target.commit()
      return "\(summary.documentCount) documents, \(summary.byteCount) bytes, "
        + "were \(opened.reader.byteCount)\n"
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Signs an archive; the signature is a file of its own.
  ///
  /// - Parameter key: A file with the 32 bytes of an Ed25519 private key.
  /// - Throws: `Failure`.
  public static func sign(_ path: String, key: String, to output: String) throws {
    do {
      let opened = try Container.Opened(path, .standard)
      let signature = try ArchiveSignature(
        signing: opened.reader, privateKey: try FileSource(path: key).bytes(limits: keyLimits))
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
      let opened = try Container.Opened(path, .standard)
      let read = try ArchiveSignature(
        try FileSource(path: signature).bytes(limits: Limits(inputBytes: 1 << 16)))
      verdict = try read.check(
        opened.reader, publicKey: try FileSource(path: key).bytes(limits: keyLimits))
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

  private static let keyLimits = Limits(inputBytes: 32)
}
