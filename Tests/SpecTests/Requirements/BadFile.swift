import Foundation
import IAArchive
import IABytes
import IAConvert
import IAFiles
import IAFormats
import IAHiddenData
import IAStickers
import IASyntax
import IATestSupport
import IAText
import Testing

/// A file of the corpus that violates one requirement of a specification.
///
/// Its name is the error code, `+`, and the modification.
struct BadFile: Sendable, CustomTestStringConvertible {
  /// The path in the corpus.
  let path: String

  var testDescription: String { path }

  /// The name without folders and suffix.
  var name: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
  }

  /// The code that the file is named after.
  var code: String { String(name.prefix { $0 != "+" }) }

  /// The suffix.
  var suffix: String {
    String(path.suffix(from: path.lastIndex(of: ".") ?? path.endIndex).dropFirst())
  }

  /// The folders with bad files, each with the specification whose requirements they violate.
  static let folders: [(spec: String, folder: String, suffixes: [String])] = [
    ("archive-format.md", "iaa/bad", [".iaa", ".iasig"]),
    ("hidden-data.md", "hidden/bad", [".record", ".html", ".md", ".rtf"]),
    ("json.md", "json/bad", [".json"]),
    ("iakit.md", "iakit/bad", [".plist"]),
    ("batch.md", "journal/bad", [".jsonl"]),
    ("worker-protocol.md", "worker/bad", [".client", ".worker"]),
    ("text-backed.md", "text/bad", [".txt"]),
    ("text-backed.md", "stickers/bad", [".json", ".plist"]),
  ]

  /// Returns all bad files of a specification, or of all specifications.
  static func all(of spec: String? = nil) throws -> [BadFile] {
    try folders.filter { spec == nil || $0.spec == spec }.flatMap { entry in
      try entry.suffixes.flatMap { try Corpus.paths(in: entry.folder, suffix: $0) }
    }.sorted().map(BadFile.init)
  }

  /// Reads the file in the strictest and in the most lenient mode of its format.
  ///
  /// - Returns: Two results: an error as `CODE OFFSET`, `read`, or notes.
  func results() throws -> [String] {
    let bytes = try Corpus.bytes(of: path)
    switch suffix {
    case "iaa": return [outcome { try Self.readArchive(bytes) }, verification(bytes)]
    case "iasig": return [outcome { _ = try ArchiveSignature(bytes) }, "-"]
    case "record": return [outcome { _ = try HiddenParagraph(packed: bytes) }, "-"]
    case "html", "md", "rtf":
      return [notes(bytes, ["html": "html", "md": "markdown", "rtf": "rtf"][suffix] ?? ""), "-"]
    case "jsonl": return journal(bytes)
    case "client", "worker": return frames(bytes)
    default: break
    }
    if path.hasPrefix("stickers/") {
      return [
        outcome { _ = try StickerPackReader(loadsImages: false).read(BytesSource(bytes)) }, "-",
      ]
    }
    let format = ["json": "json", "plist": "iakit", "txt": "text"][suffix] ?? ""
    return [document(bytes, format, isStrict: true), document(bytes, format, isStrict: false)]
  }

  private func outcome(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "read"
    } catch let error as InputError {
      return "\(error.code.rawValue) \(error.byteOffset)"
    } catch {
      return "\(error)"
    }
  }

  // MARK: Documents

  private func document(_ bytes: [UInt8], _ format: String, isStrict: Bool) -> String {
    var found = ""
    let outcome = outcome {
      let reader = try FormatRegistry.standard.reader(id: FormatID(format))
      let result = try reader.read(
        BytesSource(bytes), options: ReadOptions(isStrict: isStrict))
      found = Self.list(result.report)
    }
    return found.isEmpty ? outcome : found
  }

  /// Returns the notes of reading a document, or the error.
  private func notes(_ bytes: [UInt8], _ format: String) -> String {
    document(bytes, format, isStrict: false)
  }

  private static func list(_ report: ConversionReport) -> String {
    report.notes.map { note in
      var text = "\(note.kind.effect) \(note.kind.feature): \(note.detail)"
      if let range = note.utf16Range { text += " \(range.lowerBound)..<\(range.upperBound)" }
      if let offset = note.byteOffset { text += " at \(offset)" }
      return text
    }.joined(separator: "; ")
  }

  // MARK: Archives

  /// Opens an archive and reads every document and attachment.
  private static func readArchive(_ bytes: [UInt8]) throws {
    let archive = try ArchiveReader(MemoryStorage(bytes))
    try archive.forEachEntry { _ in }
    for ordinal in 0..<archive.documentCount { _ = try archive.document(at: ordinal) }
    let text = String(decoding: bytes, as: UTF8.self)
    for match in text.matches(of: /attachments\/([0-9a-f]{64})/) {
      if let digest = SHA256Digest(hex: String(match.output.1)) {
        _ = try archive.attachment(digest)
      }
    }
  }

  /// Verifies all bytes and documents of an archive, and returns the first damage with the file's
  /// code, or else the first damage.
  private func verification(_ bytes: [UInt8]) -> String {
    guard let archive = try? ArchiveReader(MemoryStorage(bytes)) else { return "-" }
    return outcome {
      let damages = try archive.verify(.deep).damages
      let named = damages.first { $0.error.code.rawValue == code }
      if let damage = named ?? damages.first { throw damage.error }
    }
  }

  // MARK: Journals and frames

  private func journal(_ bytes: [UInt8]) -> [String] {
    var reader = JournalReader(bytes)
    let result = outcome { while try reader.next() != nil {} }
    return [result, "\(reader.validByteCount) valid"]
  }

  /// Reads a stream on the side of the worker protocol that receives it.
  private func frames(_ bytes: [UInt8]) -> [String] {
    var receiver = FrameReceiver(isWorker: suffix == "client")
    return [outcome { try receiver.receive(bytes) }, "\(receiver.count) frames"]
  }
}

/// One side of the worker protocol, without conversions; it checks the content and direction of
/// each frame.
private struct FrameReceiver {
  let isWorker: Bool
  var count = 0

  mutating func receive(_ bytes: [UInt8]) throws {
    let bounds = WorkerFrame.Bounds(inputBytes: 1 << 16, outputBytes: 1 << 16)
    var buffer = WorkerFrameBuffer(acceptsClient: isWorker, bounds: bounds)
    buffer.append(bytes)
    while let frame = try buffer.next() {
      try check(frame)
      count += 1
    }
    try buffer.end()
  }

  private func check(_ frame: WorkerFrame) throws {
    switch frame.kind {
    case .greeting: _ = try WorkerMessages.Greeting(frame.payload)
    case .job: _ = try WorkerMessages.Job(frame.payload)
    case .sideFile: _ = try WorkerMessages.SideFile(frame.payload)
    case .introduction: _ = try WorkerMessages.Introduction(frame.payload)
    case .result: _ = try WorkerResult(frame.payload, targets: [FormatID("text")])
    case .sharedResult: _ = try WorkerMessages.sharedByteCount(frame.payload, atMost: 1 << 20)
    case .sideFileRequest: _ = try WorkerMessages.sideName(frame.payload)
    case .fault: _ = try WorkerMessages.Fault(frame.payload)
    case .member: _ = try UnpackingMessages.Member(frame.payload)
    case .omission: _ = try UnpackingMessages.Omission(frame.payload)
    case .end: _ = try UnpackingMessages.End(frame.payload)
    case .piece, .release: break
    }
  }
}
