import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// Borders, padding, alignment and sizes of tables, rows and cells.
@Suite struct RTFTableFormatTests {
  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)
  private static let colors = "{\\colortbl;\\red255\\green0\\blue0;\\red0\\green0\\blue255;}"

  /// The tables, rows and cells around each paragraph.
  private struct Places {
    var tables: [Block.Table] = []
    var heights: [Block.RowHeight?] = []
    var cells: [Block.TableCell] = []

    init(_ kinds: [[Block.Kind]]) {
      for kind in kinds.joined() {
        switch kind {
        case .table(let table): tables.append(table)
        case .tableRow(_, let height): heights.append(height)
        case .tableCell(let cell): cells.append(cell)
        default: break
        }
      }
    }
  }

  private func places(_ rows: String) throws -> Places {
    Places(try readRTF("{\\rtf1\(Self.colors)\(rows)}").document.string.blockKinds)
  }

  @Test(
    arguments: [
      ("", nil), ("\\clcbpat1", 0xFF0000), ("\\clshdng0\\clcfpat2\\clcbpat1", 0xFF0000),
      ("\\clshdng5000", 0x808080), ("\\clshdng5000\\clcfpat2\\clcbpat1", 0x800080),
      ("\\clcfpat2\\clshdng10000", 0x0000FF), ("\\clcbpat77", nil), ("\\clshdng-5", nil),
    ] as [(String, UInt32?)])
  func `Cells have the colour of their background and pattern`(words: String, color: UInt32?) throws
  {
    let found = try places("\\trowd\(words)\\cellx2000\\pard\\intbl a\\cell\\row")
    #expect(found.cells.first?.shading == color.map { Color($0) })
  }

  @Test func `Forms of lines that borders of tables do not have are reported`() throws {
    func notes(_ words: String) throws -> [String] {
      try readRTF("{\\rtf1\\trowd\(words)\\cellx2000\\pard\\intbl a\\cell\\row}").report.notes
        .filter { $0.kind.feature == .tableBorder }.map(\.detail)
    }
    #expect(try notes("\\clbrdrt\\brdrs\\clbrdrl\\brdrdb\\brdrw20") == [])
    #expect(try notes("\\clbrdrt\\brdrtriple\\brdrw20") == ["brdrtriple"])
    #expect(try notes("\\trbrdrt\\brdrwavy") == ["brdrwavy"])
  }

  private func document(
    _ table: Block.Table, _ rows: [(Block.RowHeight?, [Block.TableCell])]
  ) -> IADocument {
    var builder = IAStringBuilder()
    var id = 1
    for (height, cells) in rows {
      id += 1
      let row = Block(id: id, .tableRow(isHeader: false, height: height))
      for cell in cells {
        id += 1
        builder.append("x")
        builder.endParagraph(
          ParagraphAttributes(
            blocks: [Block(id: 1, .table(table)), row, Block(id: id, .tableCell(cell))]))
      }
    }
    return IADocument(builder.finish())
  }

  @Test func `Cells without the end of their row are a row, which the text after them is not in`()
    throws
  {
    func read(_ rows: String) throws -> (texts: [String], hasNote: Bool) {
      let result = try readRTF("{\\rtf1\\trowd\\cellx2000\\cellx4000\(rows)}")
      let string = result.document.string
      let texts = string.paragraphs.map { paragraph in
        let text = String(decoding: string.units(in: paragraph.contentRange), as: UTF16.self)
        let cells = paragraph.attributes.blocks.compactMap { block -> String? in
          guard case .tableCell(let cell) = block.kind else { return nil }
          return "\(cell.column):"
        }
        return cells.joined() + text
      }
      return (texts, result.report.notes.contains { $0.kind.feature == .tableRow })
    }
    let first = "\\pard\\intbl a\\cell b\\cell\\row"
    for (rows, texts) in [
      (
        "\(first)\\pard\\intbl c\\cell d\\cell\\pard e\\par f\\par",
        ["0:a", "1:b", "0:c", "1:d", "e", "f"]
      ),
      ("\(first)\\pard\\intbl c\\cell d\\cell", ["0:a", "1:b", "0:c", "1:d"]),
      ("\(first)\\pard\\intbl c\\cell d\\par\\pard e", ["0:a", "1:b", "0:c", "1:d", "e"]),
      ("\(first)\\pard\\intbl c\\par\\pard d\\par", ["0:a", "1:b", "c", "d"]),
      ("\\pard\\intbl c\\par\\pard d\\par\\trowd\\cellx9\(first)", ["c", "d", "0:a", "1:b"]),
    ] {
      let found = try read(rows)
      #expect(found.texts == texts)
      #expect(found.hasNote)
    }
    #expect(try !read(first).hasNote)
    #expect(try !read("\(first)\\pard\\intbl c\\par\\pard d\\cell\\row").hasNote)
  }

  @Test func `Columns without a width have what the cell around leaves`() throws {
    func table(_ widths: [Double?], _ width: Block.Table.Width? = nil) -> Block.Table {
      var table = Block.Table(columns: widths.map { .init(width: $0) }, borderWidth: 0)
      table.padding = Sides(all: 0)
      table.width = width
      return table
    }
    var path: [Block] = []
    for (level, kind) in [
      table([nil], .points(400)), table([nil, 100]), table([nil], .percent(50)), table([nil, 20]),
    ].enumerated() {
      path += [
        Block(id: 3 * level + 1, .table(kind)),
        Block(id: 3 * level + 2, .tableRow(isHeader: false)),
        Block(id: 3 * level + 3, .tableCell(.init(column: 0))),
      ]
    }
    var builder = IAStringBuilder()
    builder.append("x")
    builder.endParagraph(ParagraphAttributes(blocks: path))
    let text = try writtenRTF(
      IADocument(builder.finish()), WriteOptions(keepsHiddenData: false)
    ).text
    let edges = text.matches(of: /\\cellx(\d+)/).map { Int($0.1) }
    // The column widths: 400 points; 300 and 100; half of 300; 130 and 20.
    for edge in [8000, 6000, 3000, 2600] { #expect(edges.contains(edge), "\(edges)") }
  }

  @Test func `Merged cells with one edge are one cell`() throws {
    let row = "\\trowd\\cellx1000\\cellx2000\\cellx3000\\intbl a\\cell b\\cell c\\cell\\row"
    let merged =
      "\\trowd\\clmgf\\cellx2000\\clmrg\\cellx2000\\cellx3000\\intbl d\\cell\\cell e\\cell\\row"
    let found = try places(row + merged)
    #expect(found.tables.first?.columns.count == 3)
    #expect(found.cells.map(\.column) == [0, 1, 2, 0, 2])
    #expect(found.cells.map(\.columnSpan) == [1, 1, 1, 2, 1])
  }

  @Test func `Sides of cells keep form, width and colour, and others have none`() throws {
    let found = try places(
      """
      \\trowd\\trrh600\\trqc\\clvertalc\\clbrdrt\\brdrdb\\brdrw20\\brdrcf1\\clbrdrl\\brdrdot\\brdrw40\\brdrcf2
      \\clbrdrb\\brdrnone\\cellx1000\\clvertalb\\clbrdrb\\brdrdash\\brdrw15\\cellx2000
      \\intbl a\\cell b\\cell\\row
      """)
    #expect(found.tables.map(\.borderWidth) == [0, 0])
    #expect(found.tables.first?.alignment == .center)
    #expect(found.heights == [.atLeast(30), .atLeast(30)])
    #expect(
      found.cells.map(\.borders) == [
        Sides(
          top: Border(.double, width: 3, color: red), left: Border(.dotted, width: 2, color: blue)),
        Sides(bottom: Border(.dashed, width: 0.75)),
      ])
    #expect(found.cells.map(\.verticalAlignment) == [.center, .bottom])
  }

  @Test func `Borders of rows are those of the table if all rows agree`() throws {
    let borders = "\\trbrdrt\\brdrs\\brdrw30\\trbrdrb\\brdrs\\brdrw30\\trbrdrh\\brdrs\\brdrw10"
    let row = "\\trowd\(borders)\\cellx1000\\intbl a\\cell\\row"
    let table = try #require(try places(row + row).tables.first)
    #expect(table.borders == Sides(top: Border(width: 1.5), bottom: Border(width: 1.5)))
    #expect(table.borderBetweenRows == Border(width: 0.5))
    #expect(table.borderBetweenColumns == nil)
    // A cell states the same border as the row.
    let cell = "\\trowd\(borders)\\clbrdrt\\brdrs\\brdrw30\\cellx1000\\intbl a\\cell\\row"
    let found = try places(cell + row)
    #expect(found.cells.allSatisfy { !$0.hasDetails })
    let other = "\\trowd\\cellx1000\\intbl a\\cell\\row"
    let mixed = try places(row + other)
    #expect(mixed.tables.first?.borders.isEmpty == true)
    #expect(
      mixed.cells.map(\.borders) == [
        Sides(top: Border(width: 1.5), bottom: Border(width: 0.5)), Sides(),
      ])
  }

  @Test func `The lower border of a cell over rows is that of its last row`() throws {
    let found = try places(
      """
      \\trowd\\clvmgf\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row
      \\trowd\\clvmrg\\clbrdrb\\brdrs\\brdrw40\\cellx1000\\cellx2000\\intbl\\cell d\\cell\\row
      """)
    #expect(found.cells.first?.rowSpan == 2)
    #expect(found.cells.first?.borders == Sides(bottom: Border(width: 2)))
  }

  @Test func `Padding has a unit, and cells exchange left and top`() throws {
    let found = try places(
      """
      \\trowd\\trgaph70\\trpaddt40\\trpaddft3\\trpaddb90\\trpaddr7\\trpaddfr0\\clpadl300\\clpadfl3\\clpadt60\\clpadft3\\cellx1000
      \\intbl a\\cell\\row
      """)
    #expect(found.tables.first?.padding == Sides(top: 2, right: 3.5, bottom: 4.5, left: 3.5))
    #expect(found.cells.first?.padding == Sides(top: 15, left: 3))
    let usual = try places(
      "\\trowd\\trgaph108\\trpaddl108\\trpaddfl3\\trpaddt0\\trpaddft3\\cellx1000\\intbl a\\cell\\row"
    )
    #expect(usual.tables.first?.padding == Sides(top: 0, right: 5.4, bottom: 0, left: 5.4))
  }

  @Test(
    arguments: [
      ("", Sides(all: 0)), ("\\trgaph108", Sides(top: 0, right: 5.4, bottom: 0, left: 5.4)),
      ("\\trgaph108\\trpaddfl0\\trpaddft0\\trpaddfb0\\trpaddfr0", Sides()),
      ("\\trgaph70\\trpaddft0\\trpaddfl3", Sides(right: 3.5, bottom: 0, left: 3.5)),
    ] as [(String, Sides<Double>)])
  func `Text touches the upper and lower side of cells, unless only the unit 0 is stated`(
    words: String, padding: Sides<Double>
  ) throws {
    let row = "\\trowd\(words)\\cellx1000\\intbl a\\cell\\row"
    let found = try places(row + row)
    #expect(found.tables.map(\.padding) == [padding, padding])
    #expect(found.cells.allSatisfy { !$0.hasDetails })
  }

  @Test(arguments: [Sides(), Sides(left: 5.4), Sides(top: 0, bottom: 0), Sides(all: 0)])
  func `Padding that a table does not state is read back as such`(
    padding: Sides<Double>
  ) throws {
    var table = Block.Table(columns: [.init(width: 50)])
    table.padding = padding
    var cell = Block.TableCell(column: 0)
    cell.padding = Sides(right: 7)
    let document = self.document(table, [(nil, [cell])])
    let text = try writtenRTF(document, WriteOptions(keepsHiddenData: false)).text
    let found = Places(try readRTF(text).document.string.blockKinds)
    #expect(found.tables.first?.padding == padding)
    #expect(found.cells.first?.padding == cell.padding)
  }

  @Test(
    arguments: [
      ("\\trftsWidth3\\trwWidth5000", .points(250)), ("\\trftsWidth2\\trwWidth2500", .percent(50)),
      ("\\trftsWidth1\\trwWidth7", nil), ("\\trwWidth5000", nil),
      ("\\trftsWidth3\\trwWidth2147483647", .points(1584)), ("\\trftsWidth3\\trwWidth-5", nil),
    ] as [(String, Block.Table.Width?)])
  func `The width of a table has a unit`(words: String, width: Block.Table.Width?) throws {
    let found = try places("\\trowd\(words)\\cellx1000\\intbl a\\cell\\row")
    #expect(found.tables.first?.width == width)
  }

  @Test(arguments: ["\\brdrw-7", "\\brdrw2147483647", "\\brdrcf-2147483648", "\\brdrw"])
  func `Numbers out of range are clamped`(words: String) throws {
    let found = try places(
      """
      \\trowd\\trrh-2147483648\\trgaph-1\\clbrdrt\\brdrdb\(words)\\clpadt-9\\clpadft3\\cellx1000
      \\intbl a\\cell\\row
      """)
    let border = try #require(found.cells.first?.borders.top)
    #expect(Border.widths.contains(border.width / 3))
    #expect(found.tables.first?.padding == Sides(all: 0))
    #expect(found.heights == [.exactly(1584)])
  }

  private func rewritten(_ document: IADocument) throws -> (first: String, second: String) {
    let options = WriteOptions(keepsHiddenData: false)
    let first = try writtenRTF(document, options).text
    return (first, try writtenRTF(try readRTF(first).document, options).text)
  }

  @Test func `A table that states everything is written as it was read`() throws {
    var table = Block.Table(columns: [.init(width: 50), .init(width: 60)], borderWidth: 0)
    table.borders = Sides(top: Border(.double, width: 3, color: red), left: Border(width: 1))
    table.borderBetweenRows = Border(.dotted, width: 1)
    table.borderBetweenColumns = Border(.dashed, width: 1, color: blue)
    table.padding = Sides(top: 1, right: 2, bottom: 3, left: 4)
    table.alignment = .right
    table.width = .percent(50)
    var cell = Block.TableCell(column: 0)
    cell.borders = Sides(bottom: Border(width: 2), left: Border.none)
    cell.padding = Sides(top: 9)
    cell.verticalAlignment = .center
    let document = self.document(
      table, [(.exactly(30), [cell, .init(column: 1)]), (.atLeast(12), [.init(column: 0), cell])])
    let (first, second) = try rewritten(document)
    #expect(first == second)
    #expect(first.contains("\\trqr\\trftsWidth2\\trwWidth2500"))
    #expect(first.contains("\\clvertalc\\clbrdrt\\brdrdb\\brdrw20\\brdrcf"))
    #expect(first.contains("\\clpadfl3\\clpadl180"))
    // Hidden data restores what RTF control words cannot distinguish.
    let restored = try readRTF(try writtenRTF(document, WriteOptions()).text).document
    #expect(restored.string.blockKinds == document.string.blockKinds)
  }

  @Test func `Columns without a width and alignment at the top are statements`() throws {
    var table = Block.Table(columns: [.init(), .init(width: 50), .init()], borderWidth: 0)
    table.padding = Sides(top: 0, right: 0, bottom: 0, left: 0)
    var (upper, centred) = (Block.TableCell(column: 0), Block.TableCell(column: 1))
    upper.verticalAlignment = .top
    centred.verticalAlignment = .center
    let document = document(
      table,
      [
        (nil, [.init(column: 0, columnSpan: 2), .init(column: 2)]),
        (nil, [upper, centred, .init(column: 2)]),
      ])
    let (first, second) = try rewritten(document)
    #expect(first == second)
    let read = try readRTF(first).document
    #expect(read.string.blockKinds == document.string.blockKinds)
    // Word states both even if its users did not set them.
    let word = first.replacing("intensity-suite", with: "Word")
    let found = try Places(readRTF(word).document.string.blockKinds)
    #expect(found.tables.first?.columns.allSatisfy { $0.width != nil } == true)
    #expect(found.cells.map(\.verticalAlignment) == [nil, nil, nil, .center, nil])
  }

  @Test func `Tables without statements have only the control words of all tables`() throws {
    let text = try writtenRTF(
      document(.init(columns: [.init()]), [(nil, [.init(column: 0, shading: red)])]),
      WriteOptions()
    ).text
    let border = ["t", "l", "b", "r"].map { "\\clbrdr\($0)\\brdrs\\brdrw10" }.joined()
    let open = ["l", "t", "b", "r"].map { "\\trpaddf\($0)0" }.joined()
    #expect(
      text.contains(
        "\\trowd\\trgaph108\\trleft0\(open)\(border)\\clshdng0\\clcbpat2\\clftsWidth1\\cellx"))
  }

  @Test func `Random borders survive being written and read`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      func border() -> Border? {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: nil
        case 1: Border.none
        default:
          Border(
            Border.Style.allCases.randomElement(using: &random) ?? .solid,
            width: Double(Int.random(in: 1...40, using: &random)) * 0.15,
            color: Bool.random(using: &random) ? red : nil)
        }
      }
      func sides() -> Sides<Border> {
        Sides(top: border(), right: border(), bottom: border(), left: border())
      }
      var table = Block.Table(
        columns: [.init(), .init()], borderWidth: Bool.random(using: &random) ? nil : 0)
      table.borders = sides()
      table.borderBetweenRows = border()
      let rows = (0..<3).map { _ in
        (
          Block.RowHeight?.none,
          (0..<2).map { column in
            var cell = Block.TableCell(column: column)
            cell.borders = sides()
            return cell
          }
        )
      }
      let (first, second) = try rewritten(document(table, rows))
      let (_, third) = try rewritten(try readRTF(second).document)
      #expect(second == third, "\(first)")
    }
  }

  @Test func `Many cells with borders of their own take linear time`() throws {
    let count = 20_000
    var text = "{\\rtf1"
    for row in 0..<count / 10 {
      text += "\\trowd"
      for cell in 0..<10 {
        text += "\\clbrdrt\\brdrs\\brdrw\(1 + (row * 10 + cell) % 999)\\cellx\(cell * 500 + 500)"
      }
      text += "\\intbl" + String(repeating: " a\\cell", count: 10) + "\\row"
    }
    let document = try readRTF(text + "}").document
    #expect(document.string.paragraphSets.count >= count)
    let written = try writtenRTF(document, WriteOptions(keepsHiddenData: false)).text
    #expect(written.utf8.count < 400 * count)
  }
}
