import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// The weight of text in heading cells (`th`) and header rows.
@Suite struct HeaderCellTests {
  private func read(_ html: String) throws -> IAString {
    try HTMLReader().read(BytesSource(Array("<!DOCTYPE html><body>\(html)".utf8))).document.string
  }

  /// The attributes of the first unit that is equal to that of a letter.
  private func attributes(of letter: Character, in string: IAString) throws -> InlineAttributes {
    let wanted = try #require(String(letter).utf16.first)
    let offset = try #require(Array(string.units(in: string.utf16Range)).firstIndex(of: wanted))
    return try #require(string.attributeRuns(in: offset..<offset + 1).first).attributes
  }

  @Test func `Heading cells of a header row state no weight, other cells of it do`() throws {
    let string = try read(
      "<table><thead><tr><th>a<th style='font-weight:normal'>b<td>c<td><b>d</b></thead>"
        + "<tr><td>e<td>f<td>g<td>h</table>")
    #expect(try attributes(of: "a", in: string) == InlineAttributes())
    #expect(try attributes(of: "b", in: string).fontWeight == 400)
    #expect(try attributes(of: "c", in: string).fontWeight == 400)
    #expect(try attributes(of: "d", in: string).bold)
    #expect(try attributes(of: "e", in: string) == InlineAttributes())
  }

  @Test func `Heading cells of ordinary rows are bold`() throws {
    let string = try read(
      "<table><tr><th>a<td>b<tr><th><i>c</i><td>d<tr><th style='font-weight:normal'>e<td>f</table>")
    #expect(try attributes(of: "a", in: string).bold)
    #expect(!(try attributes(of: "b", in: string).bold))
    #expect(try attributes(of: "c", in: string).bold)
    #expect(!(try attributes(of: "e", in: string).bold))
  }

  @Test func `A weight of 400 in a header row is written, and read back`() throws {
    let string = try read("<table><thead><tr><td>c<th>a</thead><tr><td>e<td>f</table>")
    var sink = BytesSink()
    _ = try HTMLWriter().write(
      IADocument(string), to: &sink, options: WriteOptions(keepsHiddenData: false))
    let back = try HTMLReader().read(BytesSource(sink.bytes)).document.string
    #expect(try attributes(of: "c", in: back).fontWeight == 400)
    #expect(try attributes(of: "a", in: back) == InlineAttributes())
  }
}
