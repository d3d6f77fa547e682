import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

/// The requested display is stored where it can be; an unknown scheme is a loss.
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
    // A second conversion without a request keeps it.
    let again = try convert(bytes, from: format, to: format).bytes
    #expect(again == bytes)
  }

  @Test(arguments: ["ia", "json"]) func withoutARequestNothingIsStored(_ format: String) throws {
    let bytes = try convert(Array("a".utf8), from: "text", to: format).bytes
    #expect(try IADocument(bytes, as: FormatID(format)).string.options == DisplayOptions())
  }

  @Test(arguments: ["ia", "json"]) func aSchemeOfAFileIsRefused(_ format: String) throws {
    for scheme in [
      RenderScheme(name: "Own", steps: 2), RenderScheme(name: "HueGYRScheme", steps: 2),
    ] {
      #expect(throws: Failure.self) {
        try convert(Array("a".utf8), from: "text", to: format) {
          $0.schemes.insert(scheme, at: 0)
          $0.display.renderScheme = scheme.name
        }
      }
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
