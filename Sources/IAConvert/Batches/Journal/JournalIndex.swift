internal import IABytes
internal import IAFiles

/// An index of a journal that finds the newest entry of each document by its name or its input.
///
/// Its memory does not depend on the number of entries.
struct JournalIndex {
  private var file: RandomAccessFile
  private let identity: FileIdentity?
  /// The last 256 bytes before `validByteCount`, which are compared to detect that the journal was rewritten.
  private var lastBytes: [UInt8] = []
  /// The entries by the hashes of their names, and by those of the paths of their inputs.
  private var names: EntryPlaces
  private var inputs: EntryPlaces
  /// The entries by the hashes of the paths of files beside their inputs.
  private var sideFiles: EntryPlaces
  private var addedCount = 0

  /// The number of appended entries from which the journal must be read and indexed again.
  private static let maxAddedCount = 10_000

  /// The runs of the journal.
  private(set) var runs: [JournalRun] = []
  /// The number of entries.
  private(set) var count = 0
  /// The size of the journal without a torn last line.
  private(set) var validByteCount = 0

  /// Creates the index by reading a journal.
  ///
  /// - Throws: `InputError` with a code `journal.…`, `FileError`.
  init(path: String, scratchFolder: String) throws {
    identity = FileIdentity(path: path)
    file = try RandomAccessFile(path: path)
    var sorters = (
      names: RecordSorter(scratchFolder: scratchFolder),
      inputs: RecordSorter(scratchFolder: scratchFolder),
      sideFiles: RecordSorter(scratchFolder: scratchFolder)
    )
    var reader = JournalReader(file)
    while let (line, offset) = try reader.next() {
      switch line {
      case .run(let run):
        if runs.last != run { runs.append(run) }
      case .document(let entry):
        let place = EntryPlaces.Place(offset: offset, run: max(runs.count - 1, 0))
        try sorters.names.add(EntryPlaces.record(place, of: entry.name))
        try sorters.inputs.add(EntryPlaces.record(place, of: entry.input))
        for path in entry.beside?.paths(beside: entry.input) ?? [] {
          try sorters.sideFiles.add(EntryPlaces.record(place, of: path))
        }
        count += 1
      }
    }
    names = try EntryPlaces(&sorters.names, scratchFolder: scratchFolder)
    inputs = try EntryPlaces(&sorters.inputs, scratchFolder: scratchFolder)
    sideFiles = try EntryPlaces(&sorters.sideFiles, scratchFolder: scratchFolder)
    validByteCount = reader.validByteCount
    lastBytes = try bytesBeforeEnd()
  }

  /// Returns the index of the same journal with the lines that were appended since.
  ///
  /// - Parameter path: The path of the journal.
  /// - Returns: The index; `nil` if the journal is another file or was not only appended to, or if 10,000
  ///   entries were appended, so that it should be read again.
  /// - Throws: `InputError` with a code `journal.…`, `FileError`.
  /// - Complexity: O(the number of lines that were appended since `init`).
  func extended(path: String) throws -> JournalIndex? {
    guard addedCount < Self.maxAddedCount, let identity, FileIdentity(path: path) == identity else {
      return nil
    }
    var next = self
    next.file = try RandomAccessFile(path: path)
    guard next.file.byteCount >= validByteCount, try next.bytesBeforeEnd() == lastBytes else {
      return nil
    }
    var reader = JournalReader(next.file, from: validByteCount)
    while let (line, offset) = try reader.next() {
      switch line {
      case .run(let run):
        if next.runs.last != run { next.runs.append(run) }
      case .document(let entry):
        let place = EntryPlaces.Place(offset: offset, run: max(next.runs.count - 1, 0))
        next.names.append(place, of: entry.name)
        next.inputs.append(place, of: entry.input)
        for path in entry.beside?.paths(beside: entry.input) ?? [] {
          next.sideFiles.append(place, of: path)
        }
        next.addedCount += 1
        next.count += 1
      }
    }
    next.validByteCount = reader.validByteCount
    next.lastBytes = try next.bytesBeforeEnd()
    return next
  }

  /// Returns the last bytes of the lines that were read.
  private func bytesBeforeEnd() throws(FileError) -> [UInt8] {
    try file.bytes(in: max(0, validByteCount - 256)..<validByteCount)
  }

  /// Returns the newest entry of a document and the run that made it, or `nil` if there is none.
  ///
  /// - Throws: `FileError`; `InputError` if the journal was changed since it was read.
  func entry(_ name: String) throws -> (entry: JournalEntry, run: JournalRun)? {
    var marks = EntryPlaces.Marks()
    return try entry(name, marking: &marks)
  }

  /// Returns the newest entry of a document and the run that made it, or `nil` if there is none.
  ///
  /// - Parameter marks: The place of the entry is added.
  /// - Throws: As `entry(_:)`.
  func entry(
    _ name: String, marking marks: inout EntryPlaces.Marks
  ) throws -> (entry: JournalEntry, run: JournalRun)? {
    var newest: (entry: JournalEntry, run: JournalRun)?
    try forEachEntry(name) { entry, run, place in
      newest = (entry, run)
      marks.insert(place)
      return false
    }
    return newest
  }

  /// Calls a function with the newest entry of each document that has no mark, in the order of the journal.
  ///
  /// Only the lines of these documents are read.
  ///
  /// - Throws: As `entry(_:)`, and the errors of `body`.
  func forEachEntry(
    besides marks: EntryPlaces.Marks, scratchFolder: String, _ body: (JournalEntry) throws -> Void
  ) throws {
    var offsets = RecordSorter(scratchFolder: scratchFolder)
    try names.forEachNewest(besides: marks) { place in
      var record: [UInt8] = []
      RecordBytes.append(UInt64(place.offset), to: &record)
      try offsets.add(record)
    }
    var sorted = try offsets.sorted()
    while let record = try sorted.next() {
      let offset = Int(RecordBytes.number(record, at: 0, byteCount: 8))
      if let entry = try entry(at: offset) { try body(entry) }
    }
  }

  /// Returns the outputs of a document from all of its entries; if several entries list the same output, the newest
  /// counts.
  ///
  /// Runs with other options write other files. If an output is a folder, all of its files come from the same entry.
  ///
  /// - Parameters:
  ///   - name: The name of the document.
  ///   - isExcluded: Returns whether the outputs of an entry are left out, such as those of another input with the
  ///     same name.
  /// - Throws: As `entry(_:)`.
  func outputs(
    of name: String, excluding isExcluded: (JournalEntry) -> Bool = { _ in false }
  ) throws -> [JournalEntry.Output] {
    var found: [JournalEntry.Output] = []
    var known: Set<Substring> = []
    try forEachEntry(name) { entry, _, _ in
      if !isExcluded(entry) {
        found += entry.outputs.filter { !known.contains(Self.output($0.path, of: name)) }
      }
      known.formUnion(entry.outputs.map { Self.output($0.path, of: name) })
      return true
    }
    return found
  }

  /// Returns the output to which a file belongs: its own path, or the folder if the output of the document is a folder.
  static func output(_ path: String, of name: String) -> Substring {
    guard let rest = FilePaths.rest(of: path, after: name + "."),
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/"))
    else { return path[...] }
    return path[..<slash]
  }

  /// Returns the name of the newest entry of an input, or `nil` if there is no entry.
  ///
  /// - Parameter input: The path of the input as the run read it.
  /// - Throws: As `entry(_:)`.
  func name(ofInput input: String) throws -> String? {
    var name: String?
    try inputs.forEach(of: input) { place in
      guard let entry = try entry(at: place.offset), entry.input.isExactly(input) else {
        return true
      }
      name = entry.name
      return false
    }
    return name
  }

  /// Returns the paths of the inputs whose conversion requested a file beside them.
  ///
  /// - Throws: As `entry(_:)`.
  func inputs(beside path: String) throws -> Set<ExactText> {
    var found: Set<ExactText> = []
    try sideFiles.forEach(of: path) { place in
      if let entry = try entry(at: place.offset) { found.insert(ExactText(entry.input)) }
      return true
    }
    return found
  }

  /// Calls a function with the entries of a document, the newest first, until it returns `false`.
  private func forEachEntry(
    _ name: String, _ body: (JournalEntry, JournalRun, EntryPlaces.Place) -> Bool
  ) throws {
    try names.forEach(of: name) { place in
      guard runs.indices.contains(place.run), let entry = try entry(at: place.offset),
        entry.name.isExactly(name)
      else { return true }
      return body(entry, runs[place.run], place)
    }
  }

  private func entry(at offset: Int) throws -> JournalEntry? {
    var count = 1 << 10
    while true {
      let bytes = try file.bytes(in: offset..<min(offset + count, max(offset, validByteCount)))
      if let end = bytes.firstIndex(of: 0x0A) {
        guard case .document(let entry) = try JournalLine(Array(bytes[..<end]), at: offset) else {
          return nil
        }
        return entry
      }
      guard bytes.count == count, count <= JournalLine.maximumByteCount else {
        throw InputError(.journalDamaged, at: offset, detail: "a line has no end")
      }
      count *= 4
    }
  }
}
