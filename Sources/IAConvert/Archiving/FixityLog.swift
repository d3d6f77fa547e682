internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IASyntax

/// A log of verifications: one JSON object in a line for each verified archive.
public struct FixityLog: Sendable {
  private let path: String?
  private let date: String?
  private let limits: Limits

  /// The first bytes of each line.
  private static let prefix = Array("{\"archive\":".utf8)

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - path: The file to append to, which is created if it does not exist; `nil` to record the results
  ///     of `.iaa` archives in these archives.
  ///   - date: The date of the verification in the form `2026-11-23T12:00:00Z`; `nil` for none.
  ///   - collection: The archives to verify.
  /// - Throws: `Failure` with `usage.log` if the file is one of the archives or is not a log; `file.…`.
  public init(_ path: String?, date: String?, for collection: FileCollection) throws {
    self.path = path
    self.date = date
    limits = collection.limits
    guard let path else { return }
    try OutputGuard.refuse(
      path, asOneOf: collection.inputs, limits: limits,
      detail: "is verified, and the log would change it; --log names another file")
    guard FileIdentity(path: path) != nil else { return }
    do {
      let file = try RandomAccessFile(path: path)
      let start = try file.bytes(in: 0..<min(Self.prefix.count, file.byteCount))
      guard start.isEmpty || start == Self.prefix else {
        throw Failure(
          .usage, path: path, code: "usage.log",
          "the file is not a log of verifications; nothing was appended")
      }
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Appends the result for an archive, and waits until it is on the disk.
  ///
  /// A result of a damaged archive, or of an input that is not an `.iaa` archive, is recorded only in a
  /// file.
  ///
  /// - Throws: `Failure`.
  public func append(_ result: ArchiveCheck.InputResult) throws(Failure) {
    do {
      let line = line(result)
      if let path {
        let file = try AppendedFile(appendingTo: path)
        try file.append(line)
        try file.sync()
      } else if Container.isArchive(result.input), result.failure == nil,
        result.outcome.faults.isEmpty, result.outcome.others.isEmpty
      {
        try ContainerWork.record(
          String(decoding: line.dropLast(), as: UTF8.self), in: result.input, date: date)
      }
    } catch {
      throw Failure(error, path: path ?? result.input)
    }
  }

  /// Returns the result for an archive as the JSON object of the log, with its failures.
  public func object(_ result: ArchiveCheck.InputResult) -> String {
    let line = String(decoding: line(result, listsFailures: true), as: UTF8.self)
    return line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  private func line(
    _ result: ArchiveCheck.InputResult, listsFailures: Bool = false
  ) -> [UInt8] {
    var writer = JSONWriter(style: .compact)
    writer.beginObject()
    writer.member("archive", result.input)
    if let date { writer.member("date", date) }
    writer.member("program", SuiteVersion.program)
    if Container.isArchive(result.input),
      let reader = try? ArchiveReader(Container.Source(result.input), limits: limits)
    {
      writer.member("directory", (try? reader.directoryDigest().description) ?? "-")
      writer.key("generation")
      writer.integer(reader.generation)
      writer.key("documents")
      writer.integer(reader.documentCount)
    }
    writer.member("check", result.check)
    writer.key("members")
    writer.beginObject()
    for kind in ContentCheck.allCases {
      guard let count = result.outcome.counts[kind] else { continue }
      writer.key(kind.rawValue)
      writer.integer(count)
    }
    writer.endObject()
    let faults = result.outcome.faults + result.outcome.others + (result.failure.map { [$0] } ?? [])
    writer.key("faults")
    writer.beginArray()
    for code in Set(faults.map(\.code)).sorted() { writer.string(code) }
    writer.endArray()
    writer.member("result", Self.word(result))
    if listsFailures { Self.write(faults, &writer) }
    writer.endObject()
    var bytes = writer.finish()
    if bytes.last != 0x0A { bytes.append(0x0A) }
    return bytes
  }

  private static func write(_ failures: [Failure], _ writer: inout JSONWriter) {
    writer.key("failures")
    writer.beginArray()
    for failure in failures {
      writer.beginObject()
      if let path = failure.path { writer.member("path", path) }
      writer.member("code", failure.code)
      if let offset = failure.byteOffset {
        writer.key("offset")
        writer.integer(offset)
      }
      writer.member("detail", failure.detail)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func word(_ result: ArchiveCheck.InputResult) -> String {
    if result.failure != nil { return "not read" }
    switch result.outcome.status {
    case .success: return "intact"
    case .damage: return "damaged"
    case .badInput: return "no archive"
    default: return "incomplete"
    }
  }
}

extension ContainerWork {
  /// Records the result of a verification in an archive, as a generation of its own.
  static func record(_ line: String, in path: String, date: String?) throws {
    var table = MetadataTable()
    table.add(fixity: line)
    var additions = Additions()
    additions.date = date
    additions.metadata = table
    _ = try add(FileCollection([]), to: path, additions) { _ in }
  }
}
