import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

/// Stores the requested display options if the format supports them; an unknown scheme is a loss.
@Suite struct SchemeStorageTests {
  private func convert(
    _ bytes: [UInt8], from input: String, to output: String,
    _ change: (inout WriteOptions) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], report: ConversionReport) {
    var conversion = Conversion(to: FormatID(output))
    conversion.inputFormat = FormatID(input)
    change(&conversion.writeOptions)
    var sink = BytesSink()
    let report = try conversion.run(from: BytesSource(bytes), to: &sink).report
    return (sink.bytes, report)
  }

  @Test(arguments: ["ia", "json"]) func theRequestedDisplayIsStored(_ format: String) throws {
    let (bytes, report) = try convert(Array("a".utf8), from: "text", to: format) {
      $0.display.renderScheme = "HueGYRScheme"
      $0.display.smoothing = .word
      $0.display.fontSize = 30
    }
    #expect(report.isLossless)
    let options = try IADocument(bytes, as: FormatID(format)).string.options
    #expect(options == DisplayOptions(renderScheme: "HueGYRScheme", smoothing: .word))
    // A second conversion without a request keeps them.
    let again = try convert(bytes, from: format, to: format).bytes
    #expect(again == bytes)
  }

  @Test(arguments: ["ia", "json"]) func withoutARequestNothingIsStored(_ format: String) throws {
    let bytes = try convert(Array("a".utf8), from: "text", to: format).bytes
    #expect(try IADocument(bytes, as: FormatID(format)).string.options == DisplayOptions())
  }

  /// A scheme that only its definition describes, and a variant of a known scheme.
  private static let own: [RenderScheme] = {
    var traffic = RenderScheme(name: "Traffic", steps: 3)
    traffic.colors = [Color(0x00752E), Color(0x8A6100), Color(0xC4161C)]
    let legible = RenderScheme.builtIn(.legible).first { $0.name == "HueGYRScheme" }
    let finer = RenderScheme.builtIn().first { $0.name == "WeightScheme" }?.resampled(steps: 40)
    return [traffic] + [legible, finer].compactMap(\.self)
  }()

  private func document(_ scheme: RenderScheme) -> IADocument {
    var string = IAString("softly LOUD\n")
    string.setIntensity(95, in: 7..<11)
    var document = IADocument(string)
    document.setScheme(scheme)
    return document
  }

  @Test(arguments: ["ia", "json"], own)
  func `An unknown scheme is stored with its definition`(
    format: String, scheme: RenderScheme
  ) throws {
    let (bytes, report) = try convert(Array("a".utf8), from: "text", to: format) {
      $0.schemes.insert(scheme, at: 0)
      $0.display.renderScheme = scheme.name
    }
    #expect(report.isLossless)
    let found = try IADocument(bytes, as: FormatID(format))
    #expect(found.string.options.renderScheme == scheme.name)
    #expect(try found.definedScheme() == scheme)
    #expect(found.attachments.count == 1)
    // A conversion keeps it, and a writer without this scheme uses the definition.
    let again = try convert(bytes, from: format, to: format)
    #expect(again.bytes == bytes && again.report.isLossless)
    #expect(WriteOptions().scheme(for: found) == scheme)
    var requested = WriteOptions()
    requested.display.renderScheme = "AlphaScheme"
    #expect(requested.scheme(for: found).name == "AlphaScheme")
  }

  @Test func `A known scheme is stored by its name`() throws {
    let document = document(RenderScheme.weight())
    #expect(document.string.options.schemeDefinition == nil && document.attachments.count == 0)
  }

  @Test(arguments: own) func `Parts of a document keep the definition`(
    scheme: RenderScheme
  ) throws {
    let document = document(scheme)
    #expect(try document.subdocument(0..<6).definedScheme() == scheme)
    var other = document
    other.setScheme(RenderScheme.weight())
    other.removeUnusedBlobs()
    #expect(other.attachments.count == 0)
    var bare = document
    bare.removeSchemeDefinition()
    #expect(bare.attachments.count == 0 && bare.string.options.renderScheme == scheme.name)
  }

  @Test(arguments: ["html", "rtf", "markdown", "text"], own)
  func `Other formats report the loss of a definition`(
    format: String, scheme: RenderScheme
  ) throws {
    let document = document(scheme)
    let json = try document.data(as: FormatID("json")).bytes
    let (bytes, report) = try convert(json, from: "json", to: format)
    let losses = report.losses.filter { $0.kind.feature == .renderScheme }
    #expect(losses.contains { $0.detail.contains(scheme.name) }, "\(report.notes)")
    let found = try IADocument(bytes, as: FormatID(format))
    #expect(found.string.options.schemeDefinition == nil && found.attachments.count == 0)
  }

  @Test func `A missing, damaged or differently named definition is reported`() throws {
    var missing = document(Self.own[0])
    missing.attachments = AttachmentStore()
    #expect(throws: InputError.self) { try missing.definedScheme() }
    var damaged = missing
    damaged.string.options.schemeDefinition = damaged.attachments.insert(
      Array("{\"steps\":0}".utf8))
    #expect(throws: InputError.self) { try damaged.definedScheme() }
    var renamed = document(Self.own[0])
    renamed.string.options.renderScheme = "Other"
    #expect(throws: InputError.self) { try renamed.definedScheme() }
    for document in [missing, damaged, renamed] {
      let json = try document.data(as: FormatID("json")).bytes
      let report = try convert(json, from: "json", to: "ansi").report
      #expect(report.counts[.init(effect: .dropped, feature: .renderScheme)] == 1)
      #expect(WriteOptions().scheme(for: document) == RenderScheme.weight())
    }
  }

  @Test(arguments: ["html", "rtf", "ansi"]) func anUnknownSchemeIsALoss(_ format: String) throws {
    var document = IADocument(IAString("a\n"))
    document.string.options.renderScheme = "Missing"
    let json = try document.data(as: FormatID("json")).bytes
    let notes = try convert(json, from: "json", to: format).report.notes
    #expect(notes.contains { $0.kind.feature == .renderScheme && $0.kind.effect.isLoss })
    let known = try convert(json, from: "json", to: format) {
      $0.schemes.append(RenderScheme(name: "Missing", steps: 1))
    }
    #expect(!known.report.notes.contains { $0.detail.contains("unknown") })
    let requested = try convert(json, from: "json", to: format) {
      $0.display.renderScheme = "WeightScheme"
    }
    #expect(!requested.report.notes.contains { $0.detail.contains("unknown") })
    #expect(try convert(json, from: "json", to: "ia").report.isLossless)
  }
}
