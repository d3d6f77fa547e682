public import IABytes
package import IAFiles
internal import IAZip

/// Reads the regular files of an archive in order.
///
/// No files are written. Entries that are not regular files, are encrypted, or have an unsafe path are skipped and
/// listed. A ZIP archive that contradicts itself is refused before the library reads it.
public struct ForeignArchiveReader: ~Copyable {
  /// A file of the archive.
  public struct Entry: Hashable, Sendable {
    /// The path, which is safe to use below a folder.
    public let path: ArchivePath
    /// The offset of the entry in the archive in bytes: of its header in a ZIP archive, otherwise the position of the
    /// library.
    public let byteOffset: Int
  }

  /// The treatment of a file with the same path as an earlier file.
  public enum CollisionRule: String, Hashable, Sendable, CaseIterable {
    /// The later file is skipped.
    case refuse
    /// The later file gets a number before its suffix.
    case suffix
  }

  /// The format of the archive.
  public let format: ForeignArchiveFormat
  /// The entries that were skipped so far.
  public private(set) var skipped = SkippedEntries()

  /// Whether a checksum of each file's content is compared when it is read.
  ///
  /// This is `true` for ZIP, and for tar.zst if every zstd frame has a content checksum. A plain tar archive has no
  /// checksums of contents. The library does not report whether a 7-Zip archive has them.
  public let checksContents: Bool

  private let handle: ArchiveHandle
  /// The frames of a tar.zst archive, which are checked at the end.
  private let frames: ZstdFrames?
  private let file: RandomAccessFile?
  private let limits: Limits
  private let budget: ArchiveBudget
  private let rule: CollisionRule
  private let maximumOutput: Int
  private var output = 0
  private var entryCount = 0
  private var paths = PathTable()
  /// The entries of a ZIP archive in the order of their offsets, in which the library reads them.
  private let directory: [ZipEntry]?
  /// The size that the archive states for the current entry, in bytes; `nil` if it states none.
  private var expected: Int?
  private var isDone = false

  /// Creates a reader for an archive in memory.
  ///
  /// - Throws: `InputError` if the bytes are not an archive, or contradict themselves.
  public init(
    _ bytes: [UInt8], limits: Limits = .standard, budget: ArchiveBudget = .standard,
    collisions rule: CollisionRule = .refuse
  ) throws {
    guard let format = ForeignArchiveFormat.detected(inPrefix: Array(bytes.prefix(512))) else {
      throw InputError(.unpackFormat, at: 0)
    }
    let maximum = budget.outputBytes(for: bytes.count)
    let checked = try format == .zip ? Self.checked(ZipBytes(bytes), budget, maximum) : nil
    let frames =
      format == .tarZstd ? ZstdFrames(byteCount: bytes.count) { Array(bytes[$0]) } : nil
    self.init(
      try ArchiveHandle(bytes, format: format), format, checked, nil, frames,
      try frames?.haveChecksums(), limits, budget, rule, maximum)
  }

  /// Creates a reader for an archive in a file, which is not loaded into memory as a whole.
  ///
  /// - Throws: `FileError`, or `InputError` if the file is not an archive or contradicts itself.
  public init(
    path: String, limits: Limits = .standard, budget: ArchiveBudget = .standard,
    collisions rule: CollisionRule = .refuse
  ) throws {
    try self.init(
      RandomAccessFile(path: path), limits: limits, budget: budget, collisions: rule)
  }

  /// Creates a reader for an archive in an open file, which only one reader may use at a time.
  ///
  /// - Throws: `FileError`, or `InputError` if the file is not an archive or contradicts itself.
  package init(
    _ file: RandomAccessFile, limits: Limits = .standard, budget: ArchiveBudget = .standard,
    collisions rule: CollisionRule = .refuse
  ) throws {
    let prefix = try file.bytes(in: 0..<min(512, file.byteCount))
    guard let format = try ForeignArchiveFormat.detected(inPrefix: prefix) ?? Self.damaged(file)
    else { throw InputError(.unpackFormat, at: 0) }
    let maximum = budget.outputBytes(for: file.byteCount)
    let checked = try format == .zip ? Self.checked(ZipFile(file: file), budget, maximum) : nil
    let frames =
      format == .tarZstd
      ? ZstdFrames(byteCount: file.byteCount) { try file.bytes(in: $0) } : nil
    let haveChecksums = try frames?.haveChecksums()
    self.init(
      try ArchiveHandle(descriptor: file.descriptor, format: format), format, checked, file,
      frames, haveChecksums, limits, budget, rule, maximum)
  }

  private init(
    _ handle: ArchiveHandle, _ format: ForeignArchiveFormat, _ checked: CheckedDirectory?,
    _ file: RandomAccessFile?, _ frames: ZstdFrames?, _ haveChecksums: Bool?,
    _ limits: Limits, _ budget: ArchiveBudget, _ rule: CollisionRule,
    _ maximumOutput: Int
  ) {
    self.handle = handle
    self.format = format
    self.file = file
    self.frames = frames
    checksContents = haveChecksums ?? (format == .zip)
    self.limits = limits
    self.budget = budget
    self.rule = rule
    self.maximumOutput = maximumOutput
    directory = checked?.entries
    if let checked { skipped = SkippedEntries(remarks: checked.remarks) }
  }

  /// Loads the files that readers need besides archives, for a process that cannot open files later.
  package static func loadFiles() { ArchiveHandle.loadFiles() }

  /// Advances to the next file.
  ///
  /// - Returns: The file, or `nil` after the last.
  /// - Throws: `InputError` if the archive is damaged or exceeds a limit, `FileError` if its file
  ///   was changed meanwhile.
  public mutating func next() throws -> Entry? {
    while !isDone {
      guard let header = try handle.next() else {
        try finish()
        return nil
      }
      entryCount += 1
      guard entryCount <= budget.entries else {
        throw InputError.exceeds(
          .unpackLimit, limit: "entries", maximum: budget.entries, seen: entryCount,
          at: handle.byteOffset)
      }
      if let entry = try accept(header) { return entry }
    }
    return nil
  }

  /// Reads the content of the file that `next` returned; may be called once for each file.
  ///
  /// - Throws: `InputError` if it is damaged, or larger than allowed.
  public mutating func contents() throws(InputError) -> [UInt8] {
    let maximum = limits.inputBytes
    if let expected, expected > maximum { throw tooLarge(expected) }
    var bytes: [UInt8] = []
    while true {
      let piece = try handle.read(upTo: Self.pieceSize)
      if piece.isEmpty { break }
      try count(piece.count)
      guard piece.count <= maximum - bytes.count else { throw tooLarge(bytes.count + piece.count) }
      bytes.append(contentsOf: piece)
    }
    if let expected, expected != bytes.count {
      throw InputError(
        .unpackDamaged, at: handle.byteOffset,
        detail: "\(bytes.count) bytes of a file of \(expected)")
    }
    return bytes
  }

  private static let pieceSize = 1 << 18

  private func tooLarge(_ seen: Int) -> InputError {
    .exceeds(
      .inputSize, limit: "inputBytes", maximum: limits.inputBytes, seen: seen,
      at: handle.byteOffset)
  }

  /// Adds to the total decompressed size, and throws if it exceeds the limit.
  private mutating func count(_ bytes: Int) throws(InputError) {
    output += bytes
    guard output <= maximumOutput else {
      throw .exceeds(
        .unpackLimit, limit: "totalBytes", maximum: maximumOutput, seen: output,
        at: handle.byteOffset)
    }
  }
}

// MARK: - Entries

extension ForeignArchiveReader {
  /// Checks the directory and the local headers of a ZIP archive.
  private static func checked(
    _ input: some ZipInput, _ budget: ArchiveBudget, _ maximumOutput: Int
  ) throws(InputError) -> CheckedDirectory {
    let directory = try ZipDirectory(input, maximumEntries: budget.entries)
    var total = 0
    for entry in directory.entries {
      let (sum, overflow) = total.addingReportingOverflow(entry.byteCount)
      total = sum
      guard !overflow, total <= maximumOutput else {
        throw .exceeds(
          .unpackLimit, limit: "totalBytes", maximum: maximumOutput,
          seen: overflow ? .max : total, at: entry.directoryOffset)
      }
    }
    return CheckedDirectory(
      entries: directory.entries.sorted { $0.headerOffset < $1.headerOffset },
      remarks: directory.remarks)
  }

  /// The supported methods of ZIP: stored, deflated, zstd.
  private static var methods: [Int] { [0, 8, 93] }

  /// Accepts or skips an entry; returns `nil` if it is skipped.
  private mutating func accept(_ header: ArchiveHandle.Header) throws -> Entry? {
    var header = header
    var byteOffset = handle.byteOffset
    if let directory {
      guard entryCount <= directory.count else {
        throw InputError(.unpackEntries, at: byteOffset, detail: "more than \(directory.count)")
      }
      let entry = directory[entryCount - 1]
      byteOffset = entry.headerOffset
      // For a link, the library reports the content as the target, and no size.
      let hasSize = header.isRegular && header.byteCount != nil
      guard !hasSize || header.byteCount == entry.byteCount else {
        throw InputError(.unpackEntries, at: byteOffset, detail: "another size")
      }
      header.name = entry.isUTF8 ? entry.name : CodePage437.utf8(entry.name)
      header.byteCount = entry.byteCount
      header.isRegular = header.isRegular && entry.isRegular
      header.isFolder = header.isFolder || entry.isFolder
      header.isEncrypted = header.isEncrypted || entry.isEncrypted
      if entry.isRegular, !Self.methods.contains(entry.method) {
        return skip(header, .unpackMethod, "\(entry.method)", byteOffset)
      }
    }
    expected = header.byteCount
    if header.isFolder {
      try drain()
      return nil
    }
    guard header.isRegular, !header.hasHoles else {
      try drain()
      return skip(
        header, .unpackNotRegular, "a link, a device, a pipe or a sparse file, which is left out",
        byteOffset)
    }
    guard !header.isEncrypted else {
      return skip(
        header, .unpackEncrypted, "decrypt it with another program, which asks for the passphrase",
        byteOffset)
    }
    do throws(ArchivePath.Unsafe) {
      let path = try ArchivePath(header.name)
      guard let other = paths.take(path, at: byteOffset) else {
        return Entry(path: path, byteOffset: byteOffset)
      }
      if rule == .suffix, let numbered = paths.takeNumbered(path, at: byteOffset) {
        skipped.addRenamed(header.name, numbered, at: byteOffset)
        return Entry(path: numbered, byteOffset: byteOffset)
      }
      skipped.add(
        header.name, InputError(.unpackCollision, at: byteOffset, other: other))
    } catch {
      skipped.add(header.name, InputError(.unpackPath, at: byteOffset, detail: error.reason))
    }
    try drain()
    return nil
  }

  private mutating func skip(
    _ header: ArchiveHandle.Header, _ code: InputError.Code, _ detail: String, _ byteOffset: Int
  ) -> Entry? {
    skipped.add(header.name, InputError(code, at: byteOffset, detail: detail))
    return nil
  }

  /// Reads a skipped entry to its end, so that its decompressed size is counted.
  ///
  /// A skipped entry of a ZIP archive is not decompressed. The holes of a sparse file are not counted.
  private mutating func drain() throws(InputError) {
    guard format != .zip else { return }
    while let byteCount = try handle.skipBlock() { try count(byteCount) }
  }

  private mutating func finish() throws {
    isDone = true
    if let directory, directory.count != entryCount {
      throw InputError(
        .unpackEntries, at: handle.byteOffset, detail: "\(entryCount) of \(directory.count)")
    }
    try frames?.check(maximum: maximumOutput)
    try file?.checkUnchanged()
  }
}

extension ForeignArchiveReader {
  /// Returns whether a file is an archive of a supported format, or begins or ends like one.
  package static func isArchive(_ file: RandomAccessFile) throws -> Bool {
    let prefix = try file.bytes(in: 0..<min(512, file.byteCount))
    return try ForeignArchiveFormat.detected(inPrefix: prefix) != nil || damaged(file) != nil
  }

  /// Returns ZIP for a file with damaged first bytes whose name has the suffix of ZIP and whose end contains the
  /// signature of an end record; otherwise `nil`.
  private static func damaged(_ file: RandomAccessFile) throws -> ForeignArchiveFormat? {
    guard ForeignArchiveFormat(fileName: file.path) == .zip else { return nil }
    let start = max(0, file.byteCount - 22 - 0xFFFF)
    let tail = try file.bytes(in: start..<file.byteCount)
    let mark: [UInt8] = [0x50, 0x4B, 5, 6]
    let isMarked = tail.indices.contains {
      tail[$0] == 0x50 && tail[$0...].starts(with: mark)
    }
    return isMarked ? .zip : nil
  }
}

/// The checked directory of a ZIP archive.
private struct CheckedDirectory {
  /// The entries in the order of their offsets.
  let entries: [ZipEntry]
  let remarks: [InputError]
}

/// A ZIP archive in a file.
private struct ZipFile: ZipInput {
  let file: RandomAccessFile

  var byteCount: Int { file.byteCount }

  func bytes(in range: Range<Int>) throws(InputError) -> [UInt8] {
    do throws(FileError) {
      return try file.bytes(in: range)
    } catch {
      throw InputError(.unpackDamaged, at: range.lowerBound, detail: "\(error)")
    }
  }
}
