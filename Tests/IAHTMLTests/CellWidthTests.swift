import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Widths and marks that pages of other programs state")
struct CellWidthTests {
  private func table(_ page: String) throws -> (Block.Table, isLossless: Bool) {
    let result = try HTMLReader().read(BytesSource(Array(page.utf8)))
    for block in result.document.string.paragraphs[0].attributes.blocks {
      if case .table(let table) = block.kind { return (table, result.report.isLossless) }
    }
    throw CancellationError()
  }

  @Test(arguments: [
    ("<table><tr><td width=100>a<td>b</table>", [76.5, nil]),
    ("<table cellpadding=4><tr><td width=100>a<td>b</table>", [81, nil]),
    ("<table><tr><td style='width:92.3pt;padding:0 5.4pt'>a<td>b</table>", [103.1, nil]),
    ("<table><tr><td>a<td>b<tr><td width=40>c<td width=80px>d</table>", [31.5, 61.5]),
    ("<table><tr><td colspan=2 width=400>a<tr><td>b<td width=80>c</table>", [nil, 61.5]),
    ("<table><tr><td rowspan=2>a<td>b<tr><td width=80>c</table>", [nil, 61.5]),
    ("<table width=600><tr><td width='50%'>a<td>b</table>", [225, nil]),
    ("<table width='50%'><tr><td style='width:40%'>a<td style='width:60%'>b</table>", [90, 135]),
    ("<table><col width=200><tr><td width=100>a<td>b</table>", [150, nil]),
    ("<table><tr><td width=0>a<td width=99999>b</table>", [nil, 4000]),
  ])
  func `Cells state the widths of columns`(page: String, widths: [Double?]) throws {
    let (table, isLossless) = try table(page)
    #expect(table.columns.map(\.width) == widths)
    #expect(isLossless)
  }

  @Test func `A share of a table without a width is reported`() throws {
    let (table, isLossless) = try table("<table><tr><td width='30%'>a<td>b</table>")
    #expect(table.columns.map(\.width) == [nil, nil])
    #expect(!isLossless)
  }

  @Test(arguments: [
    ("<ul style='list-style:none'><li>a</ul>", ""), ("<ul><li>a</ul>", nil),
    ("<style>ul{list-style:none}</style><ul><li>a</ul>", ""),
    ("<style>li{list-style-type:none}</style><ul><li>a</ul>", ""),
    ("<style>nav ul{list-style:none}</style><ul><li>a</ul>", nil),
    ("<style>ul{list-style:square}</style><ul><li>a</ul>", "\u{25AA}"),
    ("<style>ol{list-style:none}</style><ol><li>a</ol>", ""),
    ("<ul type=circle><li>a</ul>", "\u{25E6}"),
  ])
  func `A list has the mark that browsers show`(page: String, marker: String?) throws {
    let document = try HTMLReader().read(BytesSource(Array(page.utf8))).document
    let kind = document.string.paragraphs[0].attributes.blocks.first?.kind
    #expect(kind == .unorderedList(marker: marker))
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    #expect(try HTMLReader().read(BytesSource(sink.bytes)).document.string == document.string)
  }

  @Test func `Items without marks are in one list`() throws {
    let page = "<style>li{list-style:none}</style><ol><li>a<li>b<ol><li>c</ol><li>d</ol>"
    let result = try HTMLReader().read(BytesSource(page))
    let lists = result.document.string.paragraphs.map { $0.attributes.blocks.first }
    #expect(Set(lists).count == 1 && lists.first??.kind == .unorderedList(marker: ""))
  }

  @Test func `A list inside one without marks has marks`() throws {
    let page = "<ul style='list-style:none'><li>a<ul><li>b</ul><ol><li>c</ol></ul>"
    let string = try HTMLReader().read(BytesSource(Array(page.utf8))).document.string
    let kinds = string.paragraphs.map { $0.attributes.blocks.last { $0.kind.isListKind }?.kind }
    #expect(
      kinds == [
        .unorderedList(marker: ""), .unorderedList(marker: nil),
        .orderedList(.init(numbering: .decimal, start: 1)),
      ])
  }
}

extension Block.Kind {
  fileprivate var isListKind: Bool {
    switch self {
    case .orderedList, .unorderedList: true
    default: false
    }
  }
}
