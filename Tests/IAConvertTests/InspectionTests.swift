import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

@Suite struct InspectionTests {
  private func inspection(of document: IADocument) throws -> DocumentInspection {
    var sink = BytesSink()
    let writer = try FormatRegistry.standard.writer(id: FormatID("json"))
    _ = try writer.write(document, to: &sink, options: WriteOptions())
    let bytes = sink.bytes
    let input = try Conversion(to: FormatID("json")).read(BytesSource(bytes, name: "a.json"))
    return try DocumentInspection(of: input)
  }

  @Test func `The counts equal those of the document`() throws {
    var string = IAString("Two words. ", intensity: 10)
    string.append(IAString("Loud 👍🏽!\n", intensity: 90))
    string.append(.sticker("sun"), intensity: 0)
    let found = try inspection(of: IADocument(string))
    #expect(found.format == FormatID("json"))
    #expect(found.utf16Count == 11 + 11 + 1)
    #expect(found.characterCount == 11 + 8 + 1)
    #expect(found.wordCount == 3)
    #expect(found.paragraphCount == 2)
    #expect(found.lowestIntensity == 0)
    #expect(found.highestIntensity == 90)
    #expect(found.intensityRunCount == 3)
    #expect(found.histogram[10] == 11)
    #expect(found.histogram[90] == 11)
    #expect(found.histogram.reduce(0, +) == found.utf16Count)
    #expect(found.stickerCount == 1)
    #expect(found.attachmentCounts.isEmpty)
  }

  @Test func `Links are counted once, and attachments with their bytes`() throws {
    var string = IAString("one two three")
    string.set(\.link, to: .init("https://example.org/"), in: 0..<7)
    string.set(\.bold, to: true, in: 0..<3)
    string.set(\.link, to: .init("https://example.com/"), in: 8..<13)
    var document = IADocument(string)
    let blob = document.attachments.insert(Array("four".utf8))
    document.string.append(Attachment(.file, content: .blob(blob), name: "a.txt"))
    let found = try inspection(of: document)
    #expect(found.linkCount == 2)
    #expect(found.attachmentByteCount == 4)
    #expect(found.attachmentCounts == [.file: 1])
  }

  @Test func `An empty document has no intensities`() throws {
    let found = try inspection(of: IADocument())
    #expect(found.lowestIntensity == nil)
    #expect(found.sentenceCount == 0)
    #expect(found.histogram.allSatisfy { $0 == 0 })
  }

  @Test func `Control characters in names of metadata do not reach the terminal`() throws {
    var document = IADocument(IAString("x"))
    document.metadata.custom = [.init("\u{1B}]0;owned\u{7}", "\u{1B}[2J")]
    let lines = try inspection(of: document).lines
    #expect(lines.contains { $0.contains("owned") })
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test(arguments: Smoothing.allCases)
  func `Segments cover the text, and their mean is its mean`(smoothing: Smoothing) throws {
    var string = IAString("One two. Three\nfour", intensity: 0)
    for offset in string.utf16Range {
      string.setIntensity(UInt8(offset * 5), in: offset..<offset + 1)
    }
    let means = try UnitMeans(of: string, over: smoothing)
    #expect(means.units.first?.utf16Range.lowerBound == 0)
    #expect(means.units.last?.utf16Range.upperBound == string.utf16Count)
    for (unit, next) in zip(means.units, means.units.dropFirst()) {
      #expect(unit.utf16Range.upperBound == next.utf16Range.lowerBound)
    }
    let sum = means.units.reduce(0) { $0 + $1.mean * Double($1.utf16Range.count) }
    let mean = string.meanIntensity(in: string.utf16Range)
    #expect(abs(sum / Double(string.utf16Count) - mean) < 1e-9)
  }

  @Test func `Charts fit their columns and have colours only if requested`() throws {
    let string = IAString(String(repeating: "word \u{1B}[31m ", count: 300), intensity: 77)
    let means = try UnitMeans(of: string, over: .sentence)
    let histogram = (0...100).map { $0 * $0 }
    for columns in [0, 40, 80, 200] {
      let chart = IntensityChart(columns: columns)
      let lines = chart.lines(ofHistogram: histogram) + chart.lines(of: means, in: string)
      #expect(chart.lines(ofHistogram: histogram).count == 21)
      for line in lines {
        #expect(line.count <= max(columns, 40), "\(line)")
        #expect(!line.contains("\u{1B}"))
      }
    }
    let painted = IntensityChart(colors: 256).lines(ofHistogram: histogram)
    #expect(painted.contains { $0.contains("\u{1B}[38;5;") })
    #expect(painted.allSatisfy { !$0.contains("\u{1B}") || $0.contains("\u{1B}[0m") })
  }
}
