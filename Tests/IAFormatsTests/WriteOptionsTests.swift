import IAFormats
import IAText
import Testing

@Suite struct WriteOptionsTests {
  @Test func `Options keep what they are created with`() {
    let packs = [StickerPack(name: "Dogs", stickers: [.init(name: "doge", imageName: "doge.png")])]
    let options = WriteOptions(
      profile: "styled", display: DisplayOptions(fontSize: 9), schemes: [.weight()],
      keepsHiddenData: false, terminalColors: 16, stickerPacks: packs)
    #expect(options.profile == "styled")
    #expect(options.display == DisplayOptions(fontSize: 9))
    #expect(options.schemes.map(\.name) == [RenderScheme.weight().name])
    #expect(!options.keepsHiddenData)
    #expect(options.terminalColors == 16)
    #expect(options.stickerPacks == packs)
    #expect(WriteOptions().keepsHiddenData && WriteOptions().terminalColors == 16_777_216)
  }

  @Test func `The caller's display options override those of the document, these the defaults`() {
    var document = IADocument(IAString("a"))
    document.string.options = DisplayOptions(fontFamily: "Serif", fontSize: 12)
    let options = WriteOptions(display: DisplayOptions(fontSize: 9))
    var expected = DisplayOptions.engineDefaults
    expected.fontFamily = "Serif"
    expected.fontSize = 9
    #expect(options.effectiveDisplay(for: document) == expected)
  }

  @Test func `A scheme is found by its name with or without the suffix`() throws {
    let options = WriteOptions()
    let last = try #require(options.schemes.last)
    #expect(last.name.hasSuffix("Scheme") && last.name != options.schemes.first?.name)
    for name in [last.name, String(last.name.dropLast("Scheme".count))] {
      #expect(options.scheme(for: DisplayOptions(renderScheme: name)).name == last.name)
    }
  }

  @Test func `The first scheme replaces an unknown one`() {
    let schemes = Array(RenderScheme.builtIn().reversed())
    for name in ["Rainbow", "", nil] {
      let display = DisplayOptions(renderScheme: name)
      #expect(WriteOptions(schemes: schemes).scheme(for: display).name == schemes[0].name)
      #expect(WriteOptions(schemes: []).scheme(for: display).name == RenderScheme.weight().name)
    }
  }
}

@Suite struct FormatDescriptorTests {
  private let descriptor = FormatDescriptor(
    id: FormatID("html"), title: "HTML", suffixes: ["html", "htm"], mediaTypes: ["text/html"],
    profiles: [.init("styled", "with CSS"), .init("semantic", "without CSS")], isTextual: false,
    folderDocument: "index.html")

  @Test func `A descriptor keeps what it is created with`() {
    #expect(descriptor.id == .html)
    #expect(descriptor.title == "HTML")
    #expect(descriptor.suffixes == ["html", "htm"])
    #expect(descriptor.mediaTypes == ["text/html"])
    #expect(descriptor.profiles.map(\.summary) == ["with CSS", "without CSS"])
    #expect(!descriptor.isTextual)
    #expect(descriptor.folderDocument == "index.html")
  }

  @Test func `The first profile is the default, and others are found by name`() throws {
    #expect(try descriptor.profile(named: nil) == "styled")
    #expect(try descriptor.profile(named: "styled") == "styled")
    #expect(try descriptor.profile(named: "semantic") == "semantic")
    let plain = FormatDescriptor(id: .json, title: "JSON", suffixes: [], mediaTypes: [])
    #expect(try plain.profile(named: nil) == "")
  }

  @Test func `An unknown profile is an error that lists the known ones`() {
    #expect(throws: UnknownProfile(name: "Styled", known: ["styled", "semantic"])) {
      try descriptor.profile(named: "Styled")
    }
  }
}
