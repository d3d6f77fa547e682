import IATestSupport
import IAText
import Testing

@Suite struct StringValueTests {
  @Test func `Interpolated pieces have their own intensity and attributes`() {
    var bold = InlineAttributes()
    bold.bold = true
    let inner: IAString = "in\("ner", intensity: 70)"
    let string: IAString =
      "a\("b", intensity: 255)\(12, attributes: bold)\(inner)\(inner, intensity: 3)\(true)"
    #expect(string.text == "ab12innerinnertrue")
    let levels = string.intensityRuns(in: string.utf16Range).map(\.intensity)
    #expect(levels == [40, 100, 40, 70, 3, 40])
    #expect(string.runs.filter(\.attributes.bold).map(\.range) == [2..<4])
    #expect(string.defects() == [])
    #expect(("\(inner)" as IAString) == inner && ("" as IAString).isEmpty)
  }

  @Test func `An interpolated string brings its paragraphs and attachments`() {
    var inner = IAString("head\n")
    inner.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .header(level: 2))]), in: 0..<1)
    inner.append(.sticker("doge"))
    let string: IAString = "x\n\(inner)y"
    #expect(string.attachments.map(\.utf16Offset) == [7])
    #expect(string.canonicalParagraphs().map(\.attributes.blocks.count) == [0, 1])
    #expect(string.defects() == [])
  }

  @Test func `Text that is added continues, a string that is added keeps its own`() {
    let loud = IAString("LOUD", intensity: 90)
    let text = " text"
    let plain = IAString(" string")
    #expect((loud + text).intensities(in: 0..<9) == Array(repeating: 90, count: 9))
    #expect(
      (loud + plain).intensityRuns(in: 0..<11).map(\.intensity) == [
        90, DisplayOptions.defaultIntensity,
      ])
    var sum = loud
    sum += text
    sum += plain
    #expect(sum == loud + text + plain)
    #expect(sum.count == 16 && loud.count == 4)
  }

  @Test func `Parts are taken by every kind of range`() {
    let string = IAString("0123456789")
    #expect(string[2..<5].text == "234")
    #expect(string[2...5].text == "2345")
    #expect(string[8...].text == "89")
    #expect(string[..<2].text == "01")
    #expect(string[...1].text == "01")
    #expect(string[10..<10].isEmpty)
  }

  @Test func `A range beyond the end stops the process`() async {
    await #expect(processExitsWith: .failure) { _ = IAString("abc")[2..<4] }
    await #expect(processExitsWith: .failure) { _ = IAString("abc")[(-1)..<2] }
  }

  @Test func `Runs cut at each change of intensity or attributes`() {
    #expect(IAString().runs.isEmpty)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var string = IAString(String(repeating: "abcdefgh", count: 4))
      for _ in 0..<6 {
        let start = Int.random(in: 0..<32, using: &generator)
        let range = start..<Int.random(in: start...32, using: &generator)
        if Bool.random(using: &generator) {
          string.setIntensity(UInt8.random(in: 0...2, using: &generator), in: range)
        } else {
          string.set(\.bold, to: Bool.random(using: &generator), in: range)
        }
      }
      var units: [IAString.Run] = []
      for run in string.runs {
        #expect(run.range.lowerBound == (units.last?.range.upperBound ?? 0))
        if let last = units.last {
          #expect(last.intensity != run.intensity || last.attributes != run.attributes)
        }
        for offset in run.range {
          #expect(string.intensity(at: offset) == run.intensity)
          #expect(string.attributes(at: offset) == run.attributes)
        }
        units.append(run)
      }
      #expect(units.last?.range.upperBound == 32)
    }
  }

  @Test func `Equal strings hash equally, whatever table their attributes are in`() {
    let text = String(repeating: "long text, ", count: 5_000)
    var one = IAString(text)
    var other = IAString()
    for piece in stride(from: 0, to: text.utf16.count, by: 1_000) {
      other.append(one[piece..<min(piece + 1_000, one.count)])
    }
    one.set(\.italic, to: true, in: 5..<9)
    other.set(\.bold, to: true, in: 5..<9)
    other.set(\.italic, to: true, in: 5..<9)
    other.set(\.bold, to: false, in: 5..<9)
    #expect(one == other && one.hashValue == other.hashValue)
    let strings: Set<IAString> = [one, other, IAString("a"), IAString("a", intensity: 1), "b"]
    #expect(strings.count == 4)
  }

  @Test func `Positions of a Swift string become offsets and come back`() throws {
    let string = IAString("añ👩‍👧z")
    let text = string.text
    let woman = try #require(text.firstRange(of: "👩‍👧"))
    let range = IAString.utf16Range(of: woman, in: text)
    #expect(range == 2..<7 && string.text(in: range) == "👩‍👧")
    #expect(IAString.indices(of: range, in: text) == woman)
    #expect(IAString.indices(of: 3..<7, in: text) == nil)
    #expect(IAString.indices(of: 2..<6, in: text) == nil)
    #expect(IAString.indices(of: 0..<9, in: text) == nil)
    #expect(IAString.indices(of: 8..<8, in: text) == text.endIndex..<text.endIndex)
    // A lone surrogate is one unit in the text, too.
    let lone = IAString(units: [0x61, 0xD83D, 0x62])
    #expect(IAString.indices(of: 2..<3, in: lone.text).map { String(lone.text[$0]) } == "b")
  }

  @Test func `Text is found unit by unit`() {
    let string = IAString("aab aab")
    #expect(string.range(of: "ab") == 1..<3)
    #expect(string.range(of: "ab", in: 2..<7) == 5..<7)
    #expect(string.range(of: "ab", in: 2..<6) == nil)
    #expect(string.range(of: "aab aab!") == nil)
    #expect(string.range(of: "", in: 3..<4) == 3..<3)
  }

  @Test func `A description is short and states the content`() {
    #expect("\(IAString())" == "\"\" (0 units)")
    #expect("\(IAString("a\u{7}\"b\""))" == #""a\u{7}\"b\"" (5 units)"#)
    let loud: IAString = "softly \("LOUD", intensity: 95)"
    #expect("\(loud)" == "\"softly {95}LOUD\" (11 units, 2 runs)")
    var long = IAString(String(repeating: "a", count: 79) + "👩" + String(repeating: "b", count: 9))
    long.append(.sticker("doge"))
    long.set(\.bold, to: true, in: 0..<9)
    #expect(
      long.debugDescription
        == "\"\(String(repeating: "a", count: 79))…\" (91 units, 2 attribute runs, 1 attachment)")
    var document = IADocument(loud)
    document.metadata.title = "A \"title\""
    document.append([1, 2, 3], as: .file)
    let described = "\(document)"
    #expect(described.hasPrefix(#""A \"title\"": "softly {95}LOUD"#))
    #expect(described.hasSuffix("(12 units, 2 runs, 1 attachment) with 1 blob of 3 bytes"))
  }

  @Test func `Typed text takes its intensity from the unit before, or from what it replaces`() {
    let string: IAString = "ab\("cd", intensity: 91)"
    #expect([0, 1, 2, 3, 4].map { string.typingIntensity(for: $0..<$0) } == [40, 40, 40, 91, 91])
    #expect(string.typingIntensity(for: 1..<4) == (40 + 91 + 91) / 3)
    #expect(IAString().typingIntensity(for: 0..<0) == DisplayOptions.defaultIntensity)
  }

  @Test func `A bookmark moves with the text until it is removed`() {
    var string = IAString("abc")
    string.setBookmark("b", at: 1)
    string.setBookmark("c", at: 3)
    string.insert("xy", at: 0)
    #expect(string.bookmarks.map(\.utf16Offset) == [3, 5])
    string.removeBookmark("b")
    string.removeBookmark("none")
    #expect(string.bookmarks == [.init(utf16Offset: 5, name: "c")])
  }

  @Test func `Blobs stay until they are removed as unused`() {
    var document = IADocument("a")
    document.append([1, 2, 3], as: .file)
    document.append([4], as: .file)
    document.string.remove(1..<2)
    #expect(document.attachments.count == 2)
    document.removeUnusedBlobs()
    #expect(document.attachments.digests.map { document.attachments[$0] } == [[4]])
  }
}
