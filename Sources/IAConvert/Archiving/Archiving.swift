public import IAFormats

/// Brings the documents of a collection into a folder or an archive, in their own format or another.
public struct Archiving: Sendable {
  /// Where the documents come from.
  public var collection: FileCollection
  /// What converts them; `nil` to take every file over as it is.
  public var conversion: Conversion?
  /// Whether they become the payload of a bag.
  public var isBag = false
  /// Whether an archive that has the output's name is replaced.
  public var replacesArchive = false

  /// What was done.
  public struct Summary: Hashable, Sendable {
    /// How many documents were written.
    public var written = 0
    /// How many lost something.
    public var lossy = 0
    /// How many files were left out.
    public var omitted = 0
    /// Whether documents of a damaged archive are missing, or not whole.
    public var isDamaged = false
  }

  /// What became of a file.
  public enum Event: Sendable {
    /// It was written under a path, with what was lost.
    case written(CollectedFile, path: String, ConversionReport)
    /// It was left out, or renamed.
    case omitted(FileCollection.Omission)
    /// It is no document that can be read.
    case failed(CollectedFile, Failure)
  }

  /// Prepares to archive a collection.
  public init(_ collection: FileCollection, conversion: Conversion?) {
    self.collection = collection
    self.conversion = conversion
  }

  /// Writes all documents to a folder or archive, which appears when all is written.
  ///
  /// A file that is no document is left out and told of; a strict conversion that would lose
  /// something ends it all.
  ///
  /// - Parameters:
  ///   - output: The path of the folder or archive.
  ///   - onEvent: Told of every file.
  /// - Throws: `Failure`: `usage.overlap` if the output is an input, `file.exists` if it exists and
  ///   may not be replaced.
  public func run(to output: String, onEvent: (Event) -> Void) throws -> Summary {
    try OutputGuard.refuse(output, asOneOf: collection.inputs, limits: collection.limits)
    if !replacesArchive { try OutputGuard.refuseExisting(output) }
    let tree: OutputTree
    do {
      tree = try OutputTree(path: output, isBag: isBag, replaces: replacesArchive)
    } catch {
      throw Failure(error, path: output)
    }
    let summary = try run(onEvent: onEvent, add: tree.add)
    do {
      try tree.commit()
    } catch {
      throw Failure(error, path: output)
    }
    return summary
  }

  /// Hands over each document with its path; `add` returns the path that it got.
  func run(
    onEvent: (Event) -> Void, add: (String, [UInt8]) throws -> String
  ) throws -> Summary {
    var summary = Summary()
    let suffix = try conversion.map { conversion in
      let format = try conversion.registry.writer(id: conversion.outputFormat).descriptor
      return format.suffixes.first ?? format.id.rawValue
    }
    try collection.forEach { omission in
      switch omission.kind {
      case .omitted: summary.omitted += 1
      case .damage: summary.isDamaged = true
      case .renamed, .remark: break
      }
      onEvent(.omitted(omission))
    } _: { file in
      do {
        let (bytes, report) = try converted(file)
        let path = try add(suffix.map { Self.path(file.path, suffix: $0) } ?? file.path, bytes)
        summary.written += 1
        if !report.isLossless { summary.lossy += 1 }
        onEvent(.written(file, path: path, report))
      } catch {
        let failure = Failure(error, path: file.label)
        guard failure.concernsOneFile else { throw failure }
        summary.omitted += 1
        onEvent(.failed(file, failure))
      }
    }
    return summary
  }

  private func converted(_ file: CollectedFile) throws -> ([UInt8], ConversionReport) {
    guard let conversion else {
      return (try file.source.bytes(limits: collection.limits), ConversionReport())
    }
    let sink = CollectingSink()
    let outcome = try conversion.run(from: file.source, to: sink)
    return (sink.bytes, outcome.report)
  }

  /// Returns a path with another suffix.
  static func path(_ path: String, suffix: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].lastIndex(of: ".").flatMap { $0 > slash ? $0 : nil }
    return path[..<(dot ?? path.endIndex)] + "." + suffix
  }
}

/// A document in memory that others can look into.
private final class CollectingSink: DocumentSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
