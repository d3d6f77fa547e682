import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Documents are equal after writing and reading, and a second writing gives the same bytes.
struct RTFRoundTripTests {
  enum Way: String, CaseIterable {
    case word, cocoa, folder

    func write(_ document: IADocument) throws -> BytesSink {
      var sink = BytesSink(keepsSideFiles: self == .folder)
      let writer: any DocumentWriter = self == .folder ? RTFDWriter() : RTFWriter()
      let profile = self == .word ? "word" : "cocoa"
      _ = try writer.write(document, to: &sink, options: WriteOptions(profile: profile))
      return sink
    }

    func read(_ sink: BytesSink) throws -> ReadResult {
      let files = Dictionary(uniqueKeysWithValues: sink.sideFiles.map { ($0.name, $0.bytes) })
      let source = BytesSource(sink.bytes, sideFiles: files)
      let reader: any DocumentReader = self == .folder ? RTFDReader() : RTFReader()
      return try reader.read(source, options: ReadOptions())
    }
  }

  private let bold: InlineAttributes = {
    var bold = InlineAttributes()
    bold.bold = true
    return bold
  }()
  private let italic: InlineAttributes = {
    var italic = InlineAttributes()
    italic.italic = true
    return italic
  }()

  private func check(_ document: IADocument, _ way: Way, _ comment: String) throws {
    let written = try way.write(document)
    let result = try way.read(written)
    let difference = RTFWriterTests.difference(result.document, document)
    try #require(difference == nil, "\(comment)")
    let stale = result.report.notes.filter { $0.kind.feature == .staleHiddenData }
    #expect(stale.isEmpty, "\(comment)")
    let again = try way.write(result.document)
    #expect(again.bytes == written.bytes, "\(comment)")
    #expect(again.sideFiles.map(\.name) == written.sideFiles.map(\.name), "\(comment)")
  }

  @Test(arguments: try Corpus.documents(), Way.allCases)
  func corpusComesBack(entry: Corpus.Entry, way: Way) throws {
    try check(entry.document, way, entry.name)
  }

  @Test(arguments: Way.allCases)
  func halvesOfAPairKeepTheirAttributes(way: Way) throws {
    for other in [InlineAttributes(), italic] {
      for cut in 0...4 {
        // Two supplementary characters; bold ends before, within, between, within and after them.
        let units: [UInt16] = [0xD83D, 0xDE00, 0xD83D, 0xDE01]
        var builder = IAStringBuilder()
        builder.append(units: units[..<cut], attributes: builder.intern(bold))
        builder.append(units: units[cut...], attributes: builder.intern(other))
        builder.append("a", attributes: builder.intern(other))
        builder.endParagraph(ParagraphAttributes())
        try check(IADocument(builder.finish()), way, "cut at \(cut)")
      }
    }
  }

  @Test(arguments: Way.allCases)
  func nestedCellsBelowMergedOnesStay(way: Way) throws {
    let outer = [
      Block(id: 1, .table(.init(columns: [.init()]))), Block(id: 2, .tableRow(isHeader: false)),
      Block(id: 3, .tableCell(.init(column: 0))),
      Block(id: 4, .table(.init(columns: [.init(), .init(), .init()]))),
    ]
    var builder = IAStringBuilder()
    func add(_ text: String, row: Int, _ cell: Block.TableCell, id: Int) {
      builder.append(text)
      builder.endParagraph(
        ParagraphAttributes(
          blocks: outer + [
            Block(id: row, .tableRow(isHeader: false)), Block(id: id, .tableCell(cell)),
          ]))
    }
    add("a", row: 5, .init(column: 0, columnSpan: 2, rowSpan: 2), id: 6)
    add("b", row: 7, .init(column: 2), id: 8)
    // No merged cell extends into this row.
    add("", row: 9, .init(column: 0), id: 10)
    add("c", row: 9, .init(column: 1), id: 11)
    add("", row: 9, .init(column: 2), id: 12)
    try check(IADocument(builder.finish()), way, "cells below merged ones")
  }

  @Test(arguments: Way.allCases)
  func lineFeedsKeepTheirAttributesWithoutARecord(way: Way) throws {
    var builder = IAStringBuilder()
    builder.append("all of it\n", attributes: builder.intern(bold))
    builder.append("a ", attributes: builder.intern(bold))
    builder.append("part\n", attributes: builder.intern(italic))
    builder.append("plain\n")
    builder.append("\n", attributes: builder.intern(italic))
    builder.append("text")
    builder.append("\n", attributes: builder.intern(bold))
    try check(IADocument(builder.finish()), way, "attributes of line feeds")
  }

  @Test(arguments: Way.allCases, [1, 2, 3, 4])
  func randomDocumentsComeBack(way: Way, part: UInt64) throws {
    var random = RandomDocument(seed: 2026 + part)
    for number in 0..<RandomInputs.count(ofAll: 85) {
      try check(random.next(), way, "part \(part), document \(number)")
    }
  }
}
