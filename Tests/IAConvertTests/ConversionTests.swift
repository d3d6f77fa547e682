import IABytes
import IAConvert
import IAFormats
import IASyntax
import IAText
import Testing

@Suite struct ConversionTests {
  private let markdown = BytesSource("# Title\n\nSome *text*.\n", name: "a.md")

  @Test func `Every readable format goes to every writable one`() throws {
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

  @Test func `A strict conversion refuses losses and says which`() throws {
    var conversion = Conversion(to: FormatID("text"))
    conversion.isStrict = true
    let refusal = #expect(throws: RefusedLoss.self) {
      try conversion.run(from: markdown, to: RecordingSink())
    }
    #expect(refusal?.outcome.report.counts.keys.contains { $0.feature == "italic" } == true)
    #expect(refusal?.outcome.outputs.isEmpty == true)
    conversion.outputFormat = FormatID("json")
    #expect(try conversion.run(from: markdown, to: RecordingSink()).report.isLossless)
  }

  @Test func `A wrong profile is told before anything is read`() {
    var conversion = Conversion(to: FormatID("html"))
    conversion.writeOptions.profile = "none"
    #expect(throws: UnknownProfile.self) {
      try conversion.run(from: FailingSource(), to: RecordingSink())
    }
  }

  @Test func `Limits hold for every format`() {
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

  @Test func `Phases are told in order`() throws {
    var phases: [Conversion.Phase] = []
    let sink = RecordingSink()
    _ = try Conversion(to: FormatID("html")).run(from: markdown, to: sink) { phases.append($0) }
    #expect(phases.prefix(2) == [.reading, .parsing(byteCount: 22)])
    #expect(phases.last == .writing(byteCount: sink.bytes.count))
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
