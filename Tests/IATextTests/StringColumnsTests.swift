import IATestSupport
import IAText
import Testing

/// Strings as columns, and parts of documents.
@Suite struct StringColumnsTests {
  @Test func `The runs of equal intensity cover the text`() {
    var columns = StringColumns()
    #expect(columns.intensityRuns == [])
    columns.intensities = [40, 40, 90, 90, 90, 40]
    #expect(
      columns.intensityRuns == [
        .init(count: 2, index: 40), .init(count: 3, index: 90), .init(count: 1, index: 40),
      ])
  }

  @Test func `Columns need not be canonical: equal neighbours become one run`() {
    var bold = InlineAttributes()
    bold.bold = true
    var columns = StringColumns()
    columns.units = Array("abcdef".utf16)
    columns.intensities = [40, 40, 50, 60, 60, 60]
    columns.inlineSets = [bold, InlineAttributes(), bold]
    columns.inlineRuns = [
      .init(count: 1, index: 1), .init(count: 2, index: 0), .init(count: 2, index: 2),
      .init(count: 1, index: 1),
    ]
    columns.paragraphSets = [ParagraphAttributes()]
    columns.paragraphRuns = [.init(count: 6, index: 0)]
    let string = IAString(columns)
    #expect(string.defects() == [])
    #expect(string.text == "abcdef" && string.intensities(in: 0..<6) == columns.intensities)
    #expect(string.runs.filter(\.attributes.bold).map(\.range).first?.lowerBound == 1)
    #expect(
      (0..<6).map { string.attributes(at: $0).bold } == [false, true, true, true, true, false])
  }

  @Test func `A part of a text in a Swift string is found from its start`() {
    let text = "a\u{1F389}b"
    #expect(IAString.indices(of: 0..<4, in: text).map { text[$0] } == text[...])
    #expect(IAString.indices(of: 0..<1, in: text).map { text[$0] } == "a")
    #expect(IAString.indices(of: 1..<3, in: text).map { text[$0] } == "\u{1F389}")
    #expect(IAString.indices(of: -1..<3, in: text) == nil)
    #expect(IAString.indices(of: 0..<2, in: text) == nil)
    #expect(IAString.indices(of: 2..<4, in: text) == nil)
    #expect(IAString.indices(of: 0..<5, in: text) == nil)
  }

  @Test func `The record of an attachment is replaced`() {
    var string = IAString("a")
    string.append(.sticker("doge"))
    string.setAttachment(.sticker("cat"), at: 1)
    #expect(string.attachments.map(\.attachment) == [.sticker("cat")])
    #expect(string.attachments.map(\.utf16Offset) == [1])
    #expect(string.defects() == [])
  }

  @Test func `A document that replaces a range brings its text and its blobs`() {
    var document = IADocument("one two")
    var other = IADocument("2")
    other.append([1, 2, 3], as: .file, name: "three")
    document.replace(4..<7, with: other)
    #expect(document.string.text == "one 2\u{FFFC}")
    #expect(document.attachments == other.attachments)
    #expect(document.string.attachments.map(\.utf16Offset) == [5])
  }

  @Test func `The size of a JPEG is in its frame header, after its tables`() {
    func jpeg(_ markers: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = [0xFF, 0xD8]
      for marker in markers {
        bytes += [0xFF, marker, 0, 11, 8, 0, 48, 1, 64, 3, 1, 2, 3]
      }
      return bytes
    }
    for table in [0xC4, 0xC8, 0xCC, 0xDB, 0xE0] as [UInt8] {
      #expect(MediaType.pixelSize(of: jpeg([table])) == nil, "\(table)")
      var bytes = jpeg([table, 0xC2])
      bytes[7] = 99
      let size = MediaType.pixelSize(of: bytes)
      #expect(size?.width == 320 && size?.height == 48, "\(table)")
    }
    #expect(MediaType.pixelSize(of: jpeg([0xC5]))?.width == 320)
    #expect(MediaType.pixelSize(of: Array(jpeg([0xC5]).prefix(9))) == nil)
  }

  @Test func `An empty text that is appended changes nothing`() {
    var bold = InlineAttributes()
    bold.bold = true
    var builder = IAStringBuilder()
    builder.append("a")
    let style = builder.intern(bold)
    builder.append("", attributes: style)
    builder.append("b")
    let string = builder.finish()
    #expect(string == IAString("ab") && string.defects() == [])
    #expect(string.runs.count == 1)
  }
}
