import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Borders, padding and sizes of tables in HTML")
struct TableBoxTests {
  private let red = Color(red: 255, green: 0, blue: 0)

  private func result(_ html: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(html), options: ReadOptions())
  }

  private func kinds(_ html: String) throws -> [[Block.Kind]] {
    let string = try result(html).document.string
    return string.paragraphs(in: string.utf16Range).map { $0.attributes.blocks.map(\.kind) }
  }

  private func table(_ html: String) throws -> Block.Table {
    guard case .table(let table)? = try kinds(html).first?.first else {
      Issue.record("no table")
      return .init(columns: [])
    }
    return table
  }

  private func cells(_ html: String) throws -> [Block.TableCell] {
    try kinds(html).compactMap { if case .tableCell(let cell)? = $0.last { cell } else { nil } }
  }

  @Test("Sides of cells keep style, width and colour")
  func sides() throws {
    let html = """
      <style>.x{border-top:4px double red;border-left:2px dotted #00f;vertical-align:middle;padding:3px 0}
      </style><table><tr><td class=x>a<td style='border-width:1px 2px;border-bottom-style:dashed'>b</table>
      """
    let found = try cells(html)
    #expect(try table(html).borderWidth == 0)
    #expect(
      found.map(\.borders) == [
        Sides(
          top: Border(.double, width: 3, color: red),
          left: Border(.dotted, width: 1.5, color: Color(red: 0, green: 0, blue: 255))),
        Sides(bottom: Border(.dashed, width: 0.75)),
      ])
    #expect(found[0].verticalAlignment == .center)
    #expect(found[0].padding == Sides(top: 2.25, right: 0, bottom: 2.25, left: 0))
    #expect(try result(html).report.isLossless)
  }

  @Test("A border that all cells have is that of the table")
  func common() throws {
    let html = """
      <style>td{border:1px solid #ccc;padding:4px}table{border-collapse:collapse;border:3px solid red}
      </style><table><tr><td>a<td style="border-top:none">b</table>
      """
    let grey = Border(width: 0.75, color: Color(red: 0xCC, green: 0xCC, blue: 0xCC))
    let plain = try table(html.replacing("border-top:none", with: ""))
    #expect(plain.borderBetweenRows == grey && plain.borderBetweenColumns == grey)
    #expect(plain.borders == Sides(all: Border(width: 2.25, color: red)))
    #expect(plain.padding == Sides(all: 3))
    #expect(try cells(html.replacing("border-top:none", with: "")).allSatisfy { !$0.hasDetails })
    #expect(try cells(html).last?.borders == Sides(right: grey, bottom: grey, left: grey))
  }

  @Test func `A border that is not a number is one pixel wide`() throws {
    #expect(try table("<table border=nan><tr><td>a</table>").borderWidth == 0.75)
  }

  @Test("Attributes of older pages")
  func attributes() throws {
    let html = """
      <table border=2 bordercolor=red cellpadding=8 width="50%" align=center><tr height=40>
      <td valign=bottom height="60">a<td valign=top>b</table>
      """
    let table = try table(html)
    #expect(table.borderWidth == 1.5)
    #expect(table.borders.top == Border(width: 1.5, color: red))
    #expect(table.borderBetweenRows == Border(width: 1.5, color: red))
    #expect(table.padding == Sides(all: 6))
    #expect(table.width == .percent(50))
    #expect(table.alignment == .center)
    #expect(try cells(html).map(\.verticalAlignment) == [.bottom, .top])
    #expect(try kinds(html)[0][1] == .tableRow(isHeader: false, height: .atLeast(45)))
    #expect(try self.table("<table width=100><tr><td>a</table>").width == .points(75))
  }

  @Test("Pages without statements give tables without statements")
  func nothing() throws {
    let html = "<table><tr><td>a<td>b<tr><td>c</table>"
    #expect(try table(html) == .init(columns: [.init(), .init()]))
    #expect(try cells(html).allSatisfy { !$0.hasDetails })
    #expect(try table("<table border=0><tr><td>a</table>").borderWidth == 0)
  }

  @Test(
    "Tables that place boxes have no borders of their own",
    arguments: ["cellpadding=0", "cellspacing=0", "role=presentation", "role=none"])
  func placed(attribute: String) throws {
    #expect(try table("<table \(attribute)><tr><td>a</table>").borderWidth == 0)
    #expect(try table("<table \(attribute) border=1><tr><td>a</table>").borderWidth == 0.75)
  }

  @Test(
    "Tables of which a page states how they look have the lines that it states",
    arguments: [
      "<table width=600><tr><td>a</table>", "<table style='width:50%'><tr><td>a</table>",
      "<table bgcolor=white><tr><td>a</table>", "<table><tr><td>a<td bgcolor=red>b</table>",
      "<table><tr><td style='padding:10px'>a</table>", "<table><tr><td width=20>a</table>",
      "<style>td{background:#eee}</style><table><tr><td>a</table>",
    ])
  func styled(html: String) throws {
    #expect(try table(html).borderWidth == 0)
    let lined = html.replacing("<table", with: "<table border=1")
    #expect(try table(lined).borderWidth == 0.75)
  }

  @Test("A page states the colour of text and its alignment without a statement about lines")
  func text() throws {
    let html = "<table style='color:red'><tr><td align=right style='font-weight:700'>a</table>"
    #expect(try table(html).borderWidth == nil)
  }

  @Test("A border of a style sheet is not that of the cells")
  func outer() throws {
    let table = try table(
      "<table border=0 style='border-bottom:1px solid red'><tr><td>a<td>b</table>")
    #expect(table.borderWidth == 0)
    #expect(table.borders == Sides(bottom: Border(width: 0.75, color: red)))
    #expect(table.borderBetweenColumns == nil)
  }

  @Test(
    "Absurd values are clamped or left out",
    arguments: [
      "border:1e30px solid", "border-width:-5px;border-style:solid", "padding:-1px", "height:1e9px",
      "border:solid rgb(nan,1,2)", "padding:99999px", "border:0 solid red", "height:50%",
    ])
  func absurd(css: String) throws {
    let html = "<table><tr style='\(css)'><td style='\(css)'>a<td>b</table>"
    for cell in try cells(html) {
      for border in [cell.borders.top, cell.borders.left] {
        #expect(border.map { Border.widths.contains($0.width) && $0.isVisible } ?? true)
      }
      #expect(cell.padding.top.map { (0...1_000).contains($0) } ?? true)
    }
    if case .tableRow(_, let height?) = try kinds(html)[0][1] {
      #expect((0...16_384).contains(height.points))
    }
  }

  @Test("Other elements report what only tables keep")
  func reported() throws {
    let report = try result("<p style='vertical-align:middle;height:9px'>a").report
    #expect(report.kinds.map(\.feature.rawValue).contains("size"))
  }

  @Test("A page says the borders of a table in its style sheet")
  func written() throws {
    var text = Paragraphs()
    var kind = Block.Table(columns: [.init()], borderWidth: 0)
    kind.width = .points(300)
    kind.alignment = .right
    var cell = Block.TableCell(column: 0)
    cell.borders = Sides(top: Border(.double, width: 3, color: red), left: Border.none)
    cell.verticalAlignment = .center
    cell.padding = Sides(left: 2)
    let table = text.block(.table(kind))
    let row = text.block(.tableRow(isHeader: false, height: .exactly(20)))
    text.add("a", in: [table, row, text.block(.tableCell(cell))])
    let page = try Page(text.string())
    #expect(
      page.classes == [
        ".t1{--ia-border:0;display:table;margin-left:auto;margin-right:0;width:300pt}",
        ".t2{height:20pt;--ia-height:exact}",
        ".t3{border-top:3pt double #ff0000;border-left:none;padding-left:2pt;vertical-align:middle}",
      ])
    #expect(page.losses.isEmpty)
    let semantic = try Page(
      text.string(), options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(
      semantic.losses.sorted() == ["dropped row-height", "dropped table-border"])
  }

  @Test("Tables made at random come back", arguments: ["styled", "semantic", "cocoa"])
  func random(profile: String) throws {
    var random = SystemRandomNumberGenerator()
    func border() -> Border? {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: nil
      case 1: Border.none
      default:
        Border(
          Border.Style.allCases.randomElement(using: &random) ?? .solid,
          width: Double(Int.random(in: 0...40, using: &random)) * 0.37,
          color: Bool.random(using: &random) ? red : nil)
      }
    }
    func sides() -> Sides<Border> {
      Sides(top: border(), right: border(), bottom: border(), left: border())
    }
    func length() -> Double? {
      [nil, 0, 4, 1.0 / 3, 900].randomElement(using: &random) ?? nil
    }
    for _ in 0..<60 {
      var text = Paragraphs()
      var kind = Block.Table(
        columns: [.init(), .init()], borderWidth: Bool.random(using: &random) ? nil : 0)
      if Bool.random(using: &random) { kind.borders = sides() }
      if Bool.random(using: &random) { kind.borderBetweenRows = border() }
      if Bool.random(using: &random) { kind.padding = Sides(top: length(), left: length()) }
      kind.alignment = Block.Table.Alignment.allCases.randomElement(using: &random)
      kind.width = length().map { .percent($0) }
      let table = text.block(.table(kind))
      for _ in 0..<3 {
        let row = text.block(.tableRow(isHeader: false, height: length().map { .exactly($0) }))
        for column in 0..<2 {
          var cell = Block.TableCell(column: column)
          cell.borders = sides()
          cell.padding = Sides(right: length())
          if Bool.random(using: &random) { cell.verticalAlignment = .top }
          text.add("a", in: [table, row, text.block(.tableCell(cell))])
        }
      }
      let difference = try RoundTripTests.difference(IADocument(text.string()), profile: profile)
      #expect(difference == nil)
      if difference != nil { return }
    }
  }

  @Test("Values out of range are left out", arguments: [-1, 1e9, .infinity, .nan])
  func outOfRange(value: Double) throws {
    var text = Paragraphs()
    var kind = Block.Table(columns: [.init()])
    kind.padding = Sides(all: value)
    kind.width = .percent(value)
    var cell = Block.TableCell(column: 0)
    cell.padding = Sides(top: value)
    let blocks = [
      text.block(.table(kind)), text.block(.tableRow(isHeader: false, height: .exactly(value))),
      text.block(.tableCell(cell)),
    ]
    text.add("a", in: blocks)
    #expect(try Page(text.string()).classes.isEmpty)
  }

  @Test("Many cells with borders of their own take linear time")
  func many() throws {
    let count = 20_000
    var html = "<table>"
    for cell in 0..<count {
      html += cell.isMultiple(of: 10) ? "<tr>" : ""
      html += "<td style='border-top:\(1 + cell % 999)px solid red'>a"
    }
    let string = try result(html).document.string
    #expect(string.paragraphSets.count > count)
    let page = try Page(string)
    #expect(page.html.utf8.count < 200 * count)
  }

  @Test func `A table without statements in a table without a grid has none`() throws {
    let inner = "<table><tr><td>a</table>"
    func widths(_ cell: String) throws -> [Double?] {
      try kinds("<table><tr><td \(cell)>\(inner)</table>")[0].compactMap {
        if case .table(let table) = $0 { table.borderWidth } else { nil }
      }
    }
    #expect(try widths("style='border-bottom:1px solid red'") == [0, 0])
    #expect(try widths("") == [nil, nil])
  }

  @Test func `A width with a comma is invalid`() throws {
    let css = "border-left-width:0,0018cm;border-left-style:solid"
    #expect(
      try table("<table><tr><td style='\(css)'>a<td>b</table>").borderWidth == 0)
    let sides = try cells("<table><tr><td style='\(css)'>a<td>b</table>")[0].borders
    #expect(sides == Sides(left: Border(width: 2.25)))
  }
}
