import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

@Suite struct KitSpecTests {
  @Test func `The example of the specification does what it says`() throws {
    let fences = try SpecFence.all(of: "iakit.md")
    let example = try #require(fences.first { $0.words == ["xml", "example"] })
    let dump = try #require(fences.first { $0.words == ["dump"] })
    let reader = try FormatRegistry.standard.reader(id: FormatID("iakit"))
    let result = try reader.read(
      BytesSource(example.content), options: ReadOptions(isStrict: true))
    #expect(result.document.dump() == dump.content)
  }
}
