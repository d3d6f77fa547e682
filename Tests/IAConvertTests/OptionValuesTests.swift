import IAConvert
import IAText
import Testing

@Suite struct OptionValuesTests {
  @Test func `Size units are powers of 1024`() {
    #expect(OptionValues.byteCount("0") == 0)
    #expect(OptionValues.byteCount("4096") == 4096)
    #expect(OptionValues.byteCount("64k") == 65_536)
    #expect(OptionValues.byteCount("64KiB") == 65_536)
    #expect(OptionValues.byteCount("3M") == 3 << 20)
    #expect(OptionValues.byteCount("2GB") == 2 << 30)
    for text in ["", "k", "-1", "1.5M", "1 M", "1T", "٣", "9999999999G", "99999999999999999999"] {
      #expect(OptionValues.byteCount(text) == nil, "\(text)")
    }
  }

  @Test func `Smoothing segments have names and the labels of the source system`() {
    for smoothing in Smoothing.allCases {
      #expect(OptionValues.smoothing("\(smoothing)") == smoothing)
      #expect(OptionValues.smoothing(smoothing.rawValue) == smoothing)
      #expect(OptionValues.smoothing(smoothing.shortLabel) == smoothing)
    }
    #expect(OptionValues.smoothing("WORD") == .word)
    #expect(OptionValues.smoothing("letter") == nil)
  }

  @Test func `Schemes are found by name, ignoring case`() throws {
    #expect(try SchemeChoice("weight", edition: .fixed).name == "WeightScheme")
    #expect(try SchemeChoice("HueGYRScheme", edition: .legacy).name == "HueGYRScheme")
    #expect(try SchemeChoice(nil, edition: .fixed).name == nil)
    let legacy = try SchemeChoice(nil, edition: .legacy).schemes
    #expect(legacy == RenderScheme.builtIn(.legacy))
    let failure = #expect(throws: Failure.self) { try SchemeChoice("no", edition: .fixed) }
    #expect(failure?.status == .usage)
  }
}
