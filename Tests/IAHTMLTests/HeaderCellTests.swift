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

  /// Returns the attributes of the first unit that is equal to `letter`.
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

  /// Returns the alignment of each paragraph, or that of its column if the paragraph has none.
  private func alignments(_ html: String) throws -> [ParagraphAttributes.Alignment?] {
    let string = try read(html)
    return string.paragraphs(in: string.utf16Range).map { paragraph in
      var column: ParagraphAttributes.Alignment?
      var columns: [Block.Table.Column] = []
      for block in paragraph.attributes.blocks {
        if case .table(let table) = block.kind { columns = table.columns }
        if case .tableCell(let cell) = block.kind { column = columns[cell.column].alignment }
      }
      return paragraph.attributes.alignment ?? column
    }
  }

  @Test(
    arguments: [
      ("<table><tr><th>a<th align=right>b<tr><td>c<td>d</table>", [.center, .right, nil, nil]),
      ("<table><tr><th>a<td>b<tr><th>c<td>d</table>", [.center, nil, .center, nil]),
      // An element around the cell states an alignment.
      ("<table style='text-align:left'><tr><th>a<td>b</table>", [.left, .left]),
      ("<table><tr align=right><th>a<td>b</table>", [.right, .right]),
      ("<table><tr><th style='text-align:justify'>a</table>", [.justified]),
    ] as [(String, [ParagraphAttributes.Alignment?])])
  func `Text of heading cells is centred`(html: String, expected: [ParagraphAttributes.Alignment?])
    throws
  {
    #expect(try alignments(html) == expected)
  }

  @Test(arguments: [
    ("<div style='text-align:center'>", ParagraphAttributes.Alignment.center),
    ("<div style='text-align:right'><div>", .right),
    ("<table><tr><td style='text-align:center'>", .center),
    ("<div align=center>", nil), ("<center>", nil), ("<table><tr><td align=center>", nil),
    ("<div align=center><div style='text-align:inherit'>", nil),
  ])
  func `Tables inherit the alignment of style sheets, not that of attributes`(
    around: String, expected: ParagraphAttributes.Alignment?
  ) throws {
    let inner = around + "<table><tr><td>a</table>"
    #expect(try alignments(inner) == [expected])
    // In quirks mode they do not inherit alignment.
    let quirky = try HTMLReader().read(BytesSource(Array(inner.utf8))).document.string
    #expect(quirky.paragraphs(in: quirky.utf16Range).map(\.attributes.alignment) == [nil])
  }

  @Test(
    arguments: [
      ("<tr><td colspan=2>h<tr><td align=right>a<td>b", [.left, .right, nil]),
      ("<tr><td colspan=2 dir=rtl>h<tr><td align=center>a<td>b", [.right, .center, nil]),
      ("<tr><td colspan=2 align=right>h<tr><td align=right>a<td>b", [.right, .right, nil]),
      ("<tr><td colspan=2>h<tr><td>a<td align=right>b", [nil, nil, .right]),
    ] as [(String, [ParagraphAttributes.Alignment?])])
  func `A cell over several columns has its own alignment`(
    rows: String, expected: [ParagraphAttributes.Alignment?]
  ) throws {
    #expect(try alignments("<table>\(rows)</table>") == expected)
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
