import IABytes
import IAText
import Testing

@Suite struct SchemeJSONTests {
  @Test func everyBuiltInSchemeReadsBackFromItsJSON() throws {
    for edition in RenderScheme.Edition.allCases {
      for scheme in RenderScheme.builtIn(edition) {
        #expect(try RenderScheme(json: scheme.json) == scheme)
      }
    }
  }

  @Test func aSchemeOfOnesOwnIsRead() throws {
    let text = """
      {"scheme": "Dots", "steps": 2, "colors": ["#000000", "#FF000080"], "bold": "nextStep",
       "animation": {"fadingLayer": "top", "fadingColor": "#112233", "duration": 0.5,
                     "top": [0, 1], "bottom": [1, 1]}}
      """
    let scheme = try RenderScheme(json: Array(text.utf8))
    #expect(scheme.colors.last?.alpha == 0x80)
    #expect(scheme.step(of: 49) == 0 && scheme.step(of: 50) == 1)
    #expect(scheme.animation?.parameters.duration == 0.5)
  }

  @Test(arguments: [
    (#"{"scheme":"x","steps":0}"#, "json.number-range", 22),
    (#"{"scheme":"x","steps":2,"weights":[400]}"#, "scheme.steps", 34),
    (#"{"scheme":"x","steps":1,"colors":["red"]}"#, "scheme.value", 34),
    (#"{"scheme":"x","steps":1,"opacities":[1.5]}"#, "scheme.value", 37),
    (#"{"scheme":"x","steps":1,"size":[1]}"#, "scheme.key", 24),
    (#"{"scheme":"x","steps":1,"bold":"more"}"#, "scheme.value", 31),
    (#"{"scheme":"x","steps":1,"animation":{"speed":1}}"#, "scheme.key", 37),
  ])
  func eachDefectIsNamedWithItsPlace(text: String, code: String, offset: Int) throws {
    let error = #expect(throws: InputError.self) {
      try RenderScheme(json: Array(text.utf8))
    }
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == offset)
  }
}
