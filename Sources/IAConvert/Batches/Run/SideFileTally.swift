internal import IABytes
internal import IAFiles
internal import IASyntax
internal import Synchronization

/// The files beside a document that its conversion requested, in the order of the first request for each.
///
/// Missing files are included, because the result of the conversion depends on them as well.
package struct SideFileTally: Sendable {
  /// The contents of a file beside a document.
  enum Contents {
    /// There is no such file, or its name is unsafe.
    case absent
    /// The file exceeds a limit.
    case tooLarge
    /// The file was read.
    case bytes([UInt8])
  }

  private var names: [String] = []
  private var known: Set<ExactText> = []
  private var contents = SHA256Hasher()
  /// The sizes and times; `nil` if one of them is unknown.
  private var stamps: SHA256Hasher? = SHA256Hasher()

  /// Creates an empty tally.
  package init() {}

  /// Adds the result of a request; only the first result for a name counts.
  mutating func add(_ name: String, _ found: Contents, _ stamp: FileStamp?) {
    guard known.insert(ExactText(name)).inserted else { return }
    names.append(name)
    let start = Array(name.utf8) + [0]
    contents.update(start)
    switch found {
    case .absent: contents.update([0])
    case .tooLarge: contents.update([1])
    case .bytes(let bytes):
      contents.update([2])
      contents.update(SHA256Digest(of: bytes).bytes)
    }
    if case .absent = found { return add(start, nil) }
    guard let stamp else { return stamps = nil }
    add(start, stamp)
  }

  /// Adds the stamp of a file that was not read; `nil` for a file that is absent.
  private mutating func add(_ start: [UInt8], _ stamp: FileStamp?) {
    stamps?.update(start)
    guard let stamp else { return stamps?.update([0]) ?? () }
    var record: [UInt8] = [1]
    RecordBytes.append(UInt64(bitPattern: Int64(stamp.byteCount)), to: &record)
    RecordBytes.append(UInt64(bitPattern: Int64(stamp.nanoseconds)), to: &record)
    stamps?.update(record)
  }

  /// The record of the files for the journal; `nil` if no file was requested.
  var record: SideFileRecord? {
    guard !names.isEmpty else { return nil }
    return SideFileRecord(
      names: names, digest: contents.finish(),
      stamps: stamps.map { String($0.finish().description.prefix(16)) })
  }

  /// Returns whether the files of a record are unchanged.
  ///
  /// - Parameters:
  ///   - source: The document.
  ///   - trustsTimes: Whether equal sizes and times suffice.
  /// - Complexity: O(the size of the files), O(their number) if sizes and times suffice.
  static func isUnchanged(
    _ record: SideFileRecord, of source: FileSource, limits: Limits, trustsTimes: Bool
  ) -> Bool {
    if trustsTimes, let stamps = record.stamps {
      var tally = SideFileTally()
      for name in record.names {
        tally.add(Array(name.utf8) + [0], source.sideFileStamp(named: name))
      }
      if tally.stamps?.finish().description.hasPrefix(stamps) == true { return true }
    }
    let recording = RecordedSource(source)
    for name in record.names { _ = try? recording.sideFile(named: name, limits: limits) }
    return recording.tally.record?.digest == record.digest
  }
}

/// A source that records the side files that a conversion requests.
///
/// Requests that exceed the limits of a worker get no file, so that a conversion has the same result in this process as
/// in a worker.
final class RecordedSource: DocumentSource {
  private let original: FileSource
  private let state = Mutex(State())

  private struct State {
    var tally = SideFileTally()
    var requests = 0
    var byteCount = 0
  }

  /// Creates a source.
  init(_ original: FileSource) { self.original = original }

  /// The files that were requested.
  var tally: SideFileTally { state.withLock(\.tally) }

  var name: String? { original.name }

  func bytes(limits: Limits) throws -> [UInt8] { try original.bytes(limits: limits) }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    guard WorkerMessages.isSafe(sideName: name, original.root != nil),
      name.utf8.count <= WorkerMessages.maxSideNameBytes
    else { return nil }
    return try state.withLock { state in
      guard state.byteCount <= WorkerMessages.maxSideFileBytes,
        state.requests < WorkerMessages.maxSideFileRequests
      else { return nil }
      state.requests += 1
      let bytes = try state.tally.read(name, of: original, limits: limits)
      state.byteCount += bytes?.count ?? 0
      return bytes
    }
  }
}

extension SideFileTally {
  /// Reads a file beside a document and adds it.
  ///
  /// - Throws: As `FileSource.sideFile(named:limits:)`.
  mutating func read(_ name: String, of source: FileSource, limits: Limits) throws -> [UInt8]? {
    do {
      guard let (bytes, stamp) = try source.stampedSideFile(named: name, limits: limits) else {
        add(name, .absent, nil)
        return nil
      }
      add(name, .bytes(bytes), stamp)
      return bytes
    } catch {
      add(
        name, error is InputError ? .tooLarge : .absent,
        error is InputError ? source.sideFileStamp(named: name) : nil)
      throw error
    }
  }
}
