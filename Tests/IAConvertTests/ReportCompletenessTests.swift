import Foundation
import IACorpus
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAConvert

/// Checks that a note of the conversion explains each difference between a document and its output
/// read back.
///
/// `Scripts/complete` checks the same for any number of documents.
@Suite("The report is complete")
struct ReportCompletenessTests {
  private func conversion(
    of document: IADocument, to format: String, _ profile: String?, keepsHiddenData: Bool
  ) throws -> (difference: DocumentDifference, report: ConversionReport) {
    var conversion = Conversion(to: FormatID(format))
    conversion.inputFormat = FormatID("ia")
    conversion.writeOptions = WriteOptions(profile: profile, keepsHiddenData: keepsHiddenData)
    var sink = BytesSink(keepsSideFiles: format == "rtfd")
    let stored = try document.data(as: FormatID("ia")).bytes
    let report = try conversion.run(from: BytesSource(stored), to: &sink).report
    let files = Dictionary(uniqueKeysWithValues: sink.sideFiles.map { ($0.name, $0.bytes) })
    let back = try FormatRegistry.standard.reader(id: FormatID(format)).read(
      BytesSource(sink.bytes, sideFiles: files),
      options: ReadOptions(profile: profile == "marked" ? profile : nil)
    ).document
    return (DocumentDifference(document, back), report)
  }

  @Test(
    "A note explains each difference of generated documents",
    arguments: [
      ("html", "styled"), ("html", "semantic"), ("html", "cocoa"), ("rtf", "word"),
      ("rtf", "cocoa"), ("rtfd", "cocoa"), ("markdown", nil), ("ia", nil), ("json", "document"),
      ("text", "verbatim"), ("text", "marked"), ("text", "layout"),
    ] as [(String, String?)])
  func generated(format: String, profile: String?) throws {
    var random = RandomDocument(seed: 16)
    var different = 0
    for number in 0..<RandomInputs.count(ofAll: 25) {
      let document = random.next()
      for keepsHiddenData in [false, true] {
        let (difference, report) = try conversion(
          of: document, to: format, profile, keepsHiddenData: keepsHiddenData)
        if !difference.isEqual { different += 1 }
        let unexplained = difference.changes(notIn: report)
        #expect(unexplained.isEmpty, "document \(number): \(unexplained.prefix(3))")
        #expect(difference.isEqual || !report.isLossless, "document \(number)")
      }
    }
    #expect((different == 0) == ["ia", "json"].contains(format))
  }

  @Test(
    "A note explains each difference of generated documents with sections",
    arguments: [
      ("html", "styled"), ("html", "semantic"), ("html", "cocoa"), ("rtf", "word"),
      ("rtf", "cocoa"), ("markdown", nil), ("ia", nil), ("json", "document"),
    ] as [(String, String?)])
  func sections(format: String, profile: String?) throws {
    var random = RandomDocument(seed: 115)
    for number in 0..<20 {
      let document = random.sections()
      for keepsHiddenData in [false, true] {
        // Markdown gives header rows to tables without them.
        if format == "markdown", keepsHiddenData { continue }
        let (difference, report) = try conversion(
          of: document, to: format, profile, keepsHiddenData: keepsHiddenData)
        let unexplained = difference.changes(notIn: report)
        #expect(unexplained.isEmpty, "document \(number): \(unexplained.prefix(3))")
        #expect(difference.isEqual || !report.isLossless, "document \(number)")
      }
    }
  }

  @Test("A value that a format rounds or limits is reported, with its range")
  func rounding() throws {
    var document = IADocument(IAString("plain spaced plain\n"))
    document.string.set(\.letterSpacing, to: 134.25, in: 6..<12)
    let (_, report) = try conversion(
      of: document, to: "html", nil, keepsHiddenData: false)
    let note = try #require(report.notes.first)
    #expect(note.kind == .init(effect: .approximated, feature: .letterSpacing))
    #expect(note.detail == "134.25 → 100" && note.utf16Range == 6..<12)
    #expect(report.notes.count == 1)
    #expect(
      try conversion(of: document, to: "html", nil, keepsHiddenData: true).report.isLossless)
  }

  @Test(
    "A note explains each loss of text that may be invisible",
    arguments: ["styled", "semantic", "cocoa"])
  func invisible(profile: String) throws {
    var dice = SeededGenerator(seed: 131)
    for number in 0..<RandomInputs.count(ofAll: 150) {
      var builder = IAStringBuilder()
      for _ in 0..<1 + dice.below(4) {
        for _ in 0..<dice.below(5) {
          var set = InlineAttributes()
          set.foreground = dice.pick([
            nil, .white, .black, Color(red: 9, green: 9, blue: 9, alpha: 0),
          ])
          set.background = dice.pick([nil, nil, .white, .black])
          set.fontSize = dice.pick([nil, 12, 0.75, 0.2])
          if dice.chance(10) { set.horizontalScale = 5 }
          if dice.chance(10) { set.hidden = true }
          if dice.chance(10) { set.tags = [.init("a", "b")] }
          if dice.chance(10) { set.link = .init("https://a.example/") }
          let attributes = builder.intern(set)
          let text = dice.pick(["word ", "\u{2028}", "\n", "x", " "])
          builder.append(text, intensity: dice.pick([40, 40, 77]), attributes: attributes)
          if dice.chance(20) { builder.append(unit: 0xD83D, attributes: attributes) }
          if dice.chance(20) { builder.append(unit: 0xDE00, attributes: attributes) }
        }
        var paragraph = ParagraphAttributes()
        if dice.chance(20) { paragraph.shading = dice.pick([.white, .black]) }
        builder.endParagraph(paragraph)
      }
      let document = IADocument(builder.finish())
      let (difference, report) = try conversion(
        of: document, to: "html", profile, keepsHiddenData: true)
      let unexplained = difference.changes(notIn: report)
      #expect(unexplained.isEmpty, "document \(number): \(unexplained.prefix(3))")
      #expect(difference.isEqual || !report.isLossless, "document \(number)")
    }
  }

  @Test("A strict conversion refuses losses that are found only by reading back")
  func strict() throws {
    var document = IADocument(IAString("a\n"))
    document.string.set(\.letterSpacing, to: 134.25, in: 0..<1)
    var conversion = Conversion(to: FormatID("html"))
    conversion.isStrict = true
    conversion.writeOptions.keepsHiddenData = false
    let stored = try document.data(as: FormatID("ia")).bytes
    var sink = BytesSink()
    #expect(throws: RefusedLoss.self) { try conversion.run(from: BytesSource(stored), to: &sink) }
  }

  @Test("Notes have offsets in the document, also after omitted text")
  func offsets() throws {
    var document = IADocument(IAString("one two three four five\n"))
    document.string.set(\.hidden, to: true, in: 4..<8)
    document.string.updateAttributes(in: 14..<19) { $0.deletion = TrackedChange() }
    document.string.set(\.bold, to: true, in: 19..<23)
    for format in ["text", "ansi"] {
      var sink = BytesSink()
      let report = try FormatRegistry.standard.writer(id: FormatID(format))
        .write(document, to: &sink, options: WriteOptions())
      #expect(!sink.text.contains("two") && !sink.text.contains("four"))
      #expect(sink.text.contains("five"))
      #expect(report.notes.first { $0.kind.feature == .hiddenText }?.utf16Range == 4..<8)
      #expect(report.notes.first { $0.kind.feature == .trackedChange }?.utf16Range == 14..<19)
      if format == "text" {
        #expect(report.notes.first { $0.kind.feature == .bold }?.utf16Range == 19..<23)
      }
    }
  }

  @Test("A difference without a note for its feature and range is not explained")
  func unexplained() {
    var left = IADocument(IAString("plain bold plain bold\n"))
    left.string.set(\.bold, to: true, in: 6..<10)
    left.string.set(\.bold, to: true, in: 17..<21)
    let difference = DocumentDifference(left, IADocument(IAString("plain bold plain bold\n")))
    func unexplained(_ notes: ConversionNote...) -> [Range<Int>?] {
      var report = ConversionReport()
      for note in notes { report.add(note) }
      return difference.changes(notIn: report).map(\.left)
    }
    #expect(unexplained() == [6..<10, 17..<21])
    #expect(unexplained(.init(.dropped, .italic)) == [6..<10, 17..<21])
    #expect(unexplained(.init(.hidden, .bold)) == [6..<10, 17..<21])
    #expect(unexplained(.init(.dropped, .bold, utf16Range: 0..<8)) == [17..<21])
    #expect(unexplained(.init(.dropped, .bold)) == [])
    let many = (0...ConversionReport.notesPerKind).map {
      ConversionNote(.dropped, .bold, utf16Range: $0 + 100..<$0 + 101)
    }
    var report = ConversionReport()
    for note in many { report.add(note) }
    #expect(difference.changes(notIn: report).isEmpty)
  }
}

/// The limit of the output size: 16 MiB, or 200 times the size of the document if that is more.
@Suite("Size of the output")
struct WritingBudgetTests {
  private static func table(columns: Int, rows: Int) -> [UInt8] {
    let first = String(repeating: "<td rowspan=65534>", count: columns - 1)
    return Array(
      ("<table><tr>" + first + "<td>a" + String(repeating: "<tr><td>", count: rows)).utf8)
  }

  private func size(_ page: [UInt8], _ format: String) throws -> Int {
    var conversion = Conversion(to: FormatID(format))
    conversion.inputFormat = FormatID("html")
    var sink = BytesSink()
    _ = try conversion.run(from: BytesSource(page), to: &sink)
    return sink.bytes.count
  }

  @Test("Cells that span thousands of rows give RTF of linear size")
  func spans() throws {
    let page = Self.table(columns: 63, rows: 4600)
    #expect(page.count < 40_000)
    let byteCount = try size(page, "rtf")
    #expect(byteCount < 16 << 20, "\(byteCount)")
    // Tables of usual size keep all spans.
    let small = Self.table(columns: 63, rows: 250)
    var conversion = Conversion(to: FormatID("rtf"))
    conversion.inputFormat = FormatID("html")
    var sink = BytesSink()
    let outcome = try conversion.run(from: BytesSource(small), to: &sink)
    #expect(!outcome.report.counts.keys.contains { $0.feature == .table })
    #expect(sink.text.components(separatedBy: "\\clvmrg").count > 250 * 62)
  }

  @Test("An output beyond the budget is refused with a code")
  func refusal() throws {
    var document = IADocument(IAString("a\n"))
    let budget = WritingBudget(for: document, limits: .standard)
    #expect(budget.byteCount == 16 << 20)
    try budget.check(16 << 20)
    #expect(throws: InputError.self) { try budget.check(16 << 20 + 1) }
    do { try budget.check(1 << 30) } catch {
      #expect(error.code == .outputExpansion && error.code.rawValue == "output.expansion")
    }
    _ = document.attachments.insert([UInt8](repeating: 1, count: 1 << 20))
    #expect(WritingBudget(for: document, limits: .standard).byteCount == 200 * (1 << 20 + 2))
  }

  @Test("A conversion stops at the budget")
  func conversion() throws {
    // One picture of 20,000 bytes that is shown 2,000 times expands 22 KB to 54 MB.
    var document = IADocument(IAString(""))
    let picture =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [UInt8](repeating: 1, count: 20_000)
    let attachment = document.attachment(holding: picture, as: .image)
    for _ in 0..<2_000 { document.string.append(attachment) }
    let stored = try document.data(as: FormatID("ia")).bytes
    var conversion = Conversion(to: FormatID("rtf"))
    conversion.inputFormat = FormatID("ia")
    var sink = BytesSink()
    do {
      _ = try conversion.run(from: BytesSource(stored), to: &sink)
      Issue.record("not refused: \(sink.bytes.count) bytes")
    } catch let error as InputError {
      #expect(error.code == .outputExpansion)
      #expect(sink.bytes.count <= 16 << 20)
    }
  }
  /// A writer with a given format id that writes 17 MiB.
  private struct LargeWriter: DocumentWriter {
    let descriptor: FormatDescriptor

    func write(
      _ document: IADocument, to sink: inout some DocumentSink, options: WriteOptions
    ) throws -> ConversionReport {
      try sink.write([UInt8](repeating: 0, count: 17 << 20))
      return ConversionReport()
    }
  }

  @Test("Page pictures have no size limit", arguments: [("png", true), ("large", false)])
  func pictures(format: String, isWritten: Bool) throws {
    let descriptor = FormatDescriptor(
      id: FormatID(format), title: "Large", suffixes: [format], mediaTypes: [])
    let text = try #require(FormatRegistry.standard.entry(id: FormatID("text")))
    let registry = FormatRegistry([
      text, .init(descriptor, writer: LargeWriter(descriptor: descriptor)),
    ])
    var conversion = Conversion(to: FormatID(format))
    conversion.registry = registry
    conversion.inputFormat = FormatID("text")
    var sink = BytesSink()
    let outcome = try? conversion.run(from: BytesSource(Array("a\n".utf8)), to: &sink)
    #expect((outcome != nil) == isWritten)
    #expect(sink.bytes.count == (isWritten ? 17 << 20 : 0))
  }
}
