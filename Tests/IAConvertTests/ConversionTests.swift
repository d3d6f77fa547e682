import IABytes
import IAConvert
import IAFiles
import IAFormats
import IASyntax
import IAText
import Testing

@Suite struct ConversionTests {
  private let markdown = BytesSource("# Title\n\nSome *text*.\n", name: "a.md")

  @Test func `Markdown is converted to each writable format`() throws {
    let registry = FormatRegistry.standard
    for target in registry.entries where target.writer != nil {
      var conversion = Conversion(to: target.descriptor.id)
      conversion.hashes = true
      let sink = RecordingSink()
      let outcome = try conversion.run(from: markdown, to: sink)
      #expect(outcome.inputFormat == FormatID("markdown"))
      #expect(outcome.outputFormat == target.descriptor.id)
      #expect(outcome.inputByteCount == 22)
      #expect(outcome.outputs.map(\.byteCount) == [sink.bytes.count])
      #expect(outcome.outputs.first?.digest == SHA256Digest(of: sink.bytes))
      #expect(!sink.bytes.isEmpty)
    }
  }

  @Test func `A sink of value type receives the bytes after its earlier content`() throws {
    var sink = BytesSink()
    sink.write(Array("<!-- before -->".utf8))
    let outcome = try Conversion(to: FormatID("html")).run(from: markdown, to: &sink)
    let written = try #require(outcome.outputs.first?.byteCount)
    #expect(written > 100)
    #expect(sink.bytes.count == written + 15)
    #expect(sink.text.hasPrefix("<!-- before --><!DOCTYPE html>"))
  }

  @Test func `A sink of value type receives side files`() throws {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    var document = IADocument(IAString("\u{FFFC}"))
    var attachment = Attachment(.image, content: .blob(document.attachments.insert(picture)))
    attachment.mediaType = "image/png"
    document.string.setAttachment(attachment, at: 0)
    let json = try document.written(as: "json")
    for format in ["html", "rtfd", "markdown"] {
      var conversion = Conversion(to: FormatID(format))
      conversion.writeOptions.linksMedia = true
      var sink = BytesSink(keepsSideFiles: true)
      let outcome = try conversion.run(from: BytesSource(json), to: &sink)
      #expect(sink.sideFiles.map(\.bytes) == [picture], "\(format)")
      #expect(outcome.outputs.dropFirst().map(\.path) == sink.sideFiles.map(\.name), "\(format)")
    }
  }

  @Test func `A sink of value type keeps its state after an error`() throws {
    var sink = FullSink(capacity: 3)
    #expect(throws: FullSink.Full.self) {
      try Conversion(to: FormatID("text")).run(from: markdown, to: &sink)
    }
    #expect(sink.attempts == 1)
  }

  @Test func `A strict conversion refuses losses and reports them`() throws {
    var conversion = Conversion(to: FormatID("text"))
    conversion.isStrict = true
    let refusal = #expect(throws: RefusedLoss.self) {
      try conversion.run(from: markdown, to: RecordingSink())
    }
    #expect(refusal?.outcome.report.counts.keys.contains { $0.feature == .italic } == true)
    #expect(refusal?.outcome.outputs.isEmpty == true)
    conversion.outputFormat = FormatID("json")
    #expect(try conversion.run(from: markdown, to: RecordingSink()).report.isLossless)
  }

  @Test func `An unknown profile is reported before the source is read`() {
    var conversion = Conversion(to: FormatID("html"))
    conversion.writeOptions.profile = "none"
    #expect(throws: UnknownProfile.self) {
      try conversion.run(from: FailingSource(), to: RecordingSink())
    }
  }

  @Test func `Limits apply to each format`() {
    for entry in FormatRegistry.standard.entries where entry.reader != nil {
      var conversion = Conversion(to: FormatID("json"))
      conversion.inputFormat = entry.descriptor.id
      conversion.readOptions.limits.inputBytes = 21
      let error = #expect(throws: InputError.self) {
        try conversion.run(from: markdown, to: RecordingSink())
      }
      #expect(error?.code == .inputSize)
    }
  }

  @Test func `Phases are reported in order`() throws {
    var phases: [Conversion.Phase] = []
    let sink = RecordingSink()
    _ = try Conversion(to: FormatID("html")).run(from: markdown, to: sink) { phases.append($0) }
    #expect(phases.prefix(2) == [.reading, .parsing(byteCount: 22)])
    #expect(phases.last == .writing(byteCount: sink.bytes.count))
  }
}

/// A sink of value type that refuses more bytes than its capacity.
private struct FullSink: DocumentSink {
  struct Full: Error {}

  let capacity: Int
  var attempts = 0

  mutating func write(_ bytes: [UInt8]) throws {
    attempts += 1
    if bytes.count > capacity { throw Full() }
  }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}

extension IADocument {
  fileprivate func written(as format: String) throws -> [UInt8] {
    let writer = try FormatRegistry.standard.writer(id: FormatID(format))
    var sink = BytesSink()
    _ = try writer.write(self, to: &sink, options: WriteOptions())
    return sink.bytes
  }
}

private final class RecordingSink: DocumentSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}

private struct FailingSource: DocumentSource {
  struct WasRead: Error {}

  var name: String? { "a.md" }

  func bytes(limits: Limits) throws -> [UInt8] { throw WasRead() }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? { throw WasRead() }
}
