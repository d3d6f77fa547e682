public import IABytes
internal import IAFiles
internal import IASyntax

extension JournalLine {
  /// The version of the format.
  static let version = 1
  /// The longest line in bytes, without its line feed.
  package static let maximumByteCount = 32 << 20
  /// The end of a line: the member `crc`, whose value covers the bytes before it.
  private static let checkStart = Array(",\"crc\":\"".utf8)
  private static let checkByteCount = 8 + 8 + 2

  /// The line with its checksum and its line feed.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    switch self {
    case .run(let run):
      writer.key("v")
      writer.integer(Self.version)
      writer.member("journal", "iaconv")
      writer.member("program", run.program)
      writer.member("options", run.options)
    case .document(let entry): Self.write(entry, to: &writer)
    }
    writer.endObject()
    var line = writer.finish()
    line.removeLast()
    return line + Self.checkStart + Self.check(of: line) + Array("\"}\n".utf8)
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Returns the checksum of bytes as eight hexadecimal digits.
  private static func check(of bytes: [UInt8]) -> [UInt8] {
    let check = CRC32C.of(bytes.span)
    return stride(from: 28, through: 0, by: -4).map { hexDigits[Int(check >> UInt32($0) & 0xF)] }
  }

  private static func write(_ entry: JournalEntry, to writer: inout JSONWriter) {
    writer.member("name", entry.name)
    writer.member("in", entry.input)
    writer.key("bytes")
    writer.integer(entry.inputByteCount)
    writer.key("time")
    writer.integer(entry.inputNanoseconds)
    writer.member("sha256", entry.inputDigest.description)
    if let beside = entry.beside { write(beside, to: &writer) }
    writer.member("status", entry.status.rawValue)
    if let code = entry.code { writer.member("code", code) }
    writer.key("out")
    writer.beginArray()
    for output in entry.outputs {
      writer.beginObject()
      writer.member("path", output.path)
      writer.key("bytes")
      writer.integer(output.byteCount)
      writer.key("time")
      writer.integer(output.nanoseconds)
      writer.member("sha256", output.digest.description)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ beside: SideFileRecord, to writer: inout JSONWriter) {
    writer.key("beside")
    writer.beginObject()
    writer.member(list: "names", beside.names) { $0.string($1) }
    writer.member("sha256", beside.digest.description)
    if let stamps = beside.stamps { writer.member("stamps", stamps) }
    writer.endObject()
  }

  /// Creates the content of a line by reading it.
  ///
  /// - Parameters:
  ///   - line: The bytes without the line feed.
  ///   - offset: The offset of the line in the journal, which errors name.
  /// - Throws: `InputError` with `journal.damaged`, with `journal.version` for a run of a newer
  ///   version, or with `journal.foreign` for a run of another program.
  package init(_ line: [UInt8], at offset: Int) throws(InputError) {
    let content = try Self.checked(line, at: offset)
    do throws(InputError) {
      let table = try JSONTable(content, limits: Self.limits)
      let root = table.root
      if root["journal"] != nil {
        self = .run(try Self.run(root, at: offset))
      } else {
        self = .document(try Self.entry(root))
      }
    } catch {
      guard error.code != .journalVersion, error.code != .journalForeign else { throw error }
      throw InputError(
        .journalDamaged, at: offset + min(error.byteOffset, line.count), detail: error.detail)
    }
  }

  private static let limits: Limits = {
    var limits = Limits.standard
    limits.inputBytes = maximumByteCount
    limits.depth = 4
    limits.entries = maximumByteCount
    return limits
  }()

  /// Returns the object without its checksum.
  private static func checked(_ line: [UInt8], at offset: Int) throws(InputError) -> [UInt8] {
    guard line.count <= maximumByteCount else {
      throw InputError(.journalDamaged, at: offset, detail: "a line is too long")
    }
    let start = line.count - checkByteCount
    guard start > 0, line[start..<start + 8] == checkStart[...], line.suffix(2) == [0x22, 0x7D]
    else { throw InputError(.journalDamaged, at: offset, detail: "a line has no checksum") }
    let content = Array(line[..<start])
    guard line[(start + 8)..<(start + 16)] == check(of: content)[...] else {
      throw InputError(.journalDamaged, at: offset, detail: "the checksum of a line is wrong")
    }
    return content + [0x7D]
  }

  private static func run(_ root: JSONValue, at offset: Int) throws(InputError) -> JournalRun {
    guard try root.require("journal").requireText() == "iaconv" else {
      throw InputError(.journalForeign, at: offset, detail: "the journal of another program")
    }
    let version = try root.require("v").requireInteger(in: 0...Int.max)
    guard version == Self.version else {
      throw InputError(
        .journalVersion, at: offset,
        detail:
          "version \(version), known is \(Self.version); use the newer program, or another target")
    }
    return JournalRun(
      program: try root.require("program").requireText(),
      options: try root.require("options").requireText())
  }

  private static func entry(_ root: JSONValue) throws(InputError) -> JournalEntry {
    var outputs: [JournalEntry.Output] = []
    for output in try root.require("out").requireElements() {
      let path = try output.require("path")
      outputs.append(
        .init(
          path: try relativePath(path), byteCount: try size(output.require("bytes")),
          nanoseconds: try output.require("time").requireInteger(),
          digest: try digest(output.require("sha256"))))
    }
    let status = try root.require("status")
    guard let known = JournalEntry.Status(rawValue: try status.requireText()) else {
      throw InputError(.journalDamaged, at: status.byteOffset, detail: "an unknown status")
    }
    return JournalEntry(
      name: try relativePath(root.require("name")), input: try root.require("in").requireText(),
      inputByteCount: try size(root.require("bytes")),
      inputNanoseconds: try root.require("time").requireInteger(),
      inputDigest: try digest(root.require("sha256")), beside: try root["beside"].map(beside),
      status: known,
      code: try root["code"]?.requireText(), outputs: outputs)
  }

  private static func beside(_ value: JSONValue) throws(InputError) -> SideFileRecord {
    let list = try value.require("names")
    var names: [String] = []
    var known: Set<ExactText> = []
    for element in try list.requireElements() {
      let name = try element.requireText()
      guard WorkerMessages.isSafe(sideName: name, true),
        name.utf8.count <= WorkerMessages.maxSideNameBytes, known.insert(ExactText(name)).inserted,
        names.count < WorkerMessages.maxSideFileRequests
      else {
        throw InputError(
          .journalDamaged, at: element.byteOffset, detail: "the name of a file beside a document")
      }
      names.append(name)
    }
    return SideFileRecord(
      names: names, digest: try digest(value.require("sha256")),
      stamps: try value["stamps"]?.requireText())
  }

  private static func size(_ value: JSONValue) throws(InputError) -> Int {
    try value.requireInteger(in: 0...Int.max)
  }

  private static func digest(_ value: JSONValue) throws(InputError) -> SHA256Digest {
    guard let digest = SHA256Digest(hex: try value.requireText()) else {
      throw InputError(.journalDamaged, at: value.byteOffset, detail: "no hash")
    }
    return digest
  }

  /// Returns a path that stays in the target.
  private static func relativePath(_ value: JSONValue) throws(InputError) -> String {
    let path = try value.requireText()
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual([0x2E]) && !part.elementsEqual([0x2E, 0x2E])
        && !part.contains(0)
    }
    guard isSafe else {
      throw InputError(.journalDamaged, at: value.byteOffset, detail: "a path leads elsewhere")
    }
    return path
  }
}

extension InputError.Code {
  /// A line of a batch's journal is damaged; a run with a renamed journal
  /// converts all documents again.
  public static let journalDamaged = InputError.Code(rawValue: "journal.damaged")
  /// The file in the place of a batch's journal is something else.
  public static let journalForeign = InputError.Code(rawValue: "journal.foreign")
  /// A newer version of the program wrote the journal of a batch.
  public static let journalVersion = InputError.Code(rawValue: "journal.version")
}
