import Foundation
import IABytes
import IAConvert
import IAEmbedding
import IAFiles
import IAFormats
import IARenderFormats
import IATestSupport
import IAText
import Testing

@Suite struct EmbeddingTests {
  private func drawn(
    _ document: IADocument, _ id: String, _ embedding: DrawingOptions.Embedding? = .shown
  ) throws -> (bytes: [UInt8], report: ConversionReport) {
    var options = DrawingOptions()
    options.embedding = embedding
    let registry = FormatRegistry.standard.drawing(CairoDrawing().entries(options))
    var sink = BytesSink()
    let report = try registry.writer(id: FormatID(id)).write(
      document, to: &sink, options: WriteOptions())
    return (sink.bytes, report)
  }

  private func read(_ bytes: [UInt8]) throws -> Conversion.Input {
    var conversion = Conversion(to: FormatID("json"))
    conversion.readsEmbeddedSource = true
    return try conversion.read(BytesSource(bytes))
  }

  private static let formats = ["pdf", "svg", "png"]
  private static let kind = ConversionNote.Kind(effect: .restored, feature: .embeddedSource)

  @Test(arguments: formats)
  func `Documents of the corpus are read back from their drawings`(id: String) throws {
    for entry in try Corpus.documents() where id != "png" || entry.name != "long-report" {
      let document = entry.document
      let (bytes, report) = try drawn(document, id, .all)
      let reasons = report.notes.filter { $0.kind.feature == .embeddedSource }.map(\.detail)
      // Some characters may be missing from all installed fonts.
      #expect(reasons.isEmpty || entry.name == "mixed-scripts", "\(entry.name): \(reasons)")
      guard reasons.isEmpty else { continue }
      let input = try read(bytes)
      #expect(input.document == document, "\(entry.name)")
      #expect(input.report.counts == [Self.kind: 1])
    }
  }

  /// Returns a document with all content that is embedded only on request.
  private func secretive() -> IADocument {
    var builder = IAStringBuilder()
    builder.append("Shown")
    var hidden = InlineAttributes()
    hidden.hidden = true
    builder.append(" concealed", attributes: builder.intern(hidden))
    var deleted = InlineAttributes()
    deleted.deletion = .init(author: "Reviewer")
    builder.append(" erased", attributes: builder.intern(deleted))
    builder.endParagraph(ParagraphAttributes())
    builder.append("remarked")
    builder.endParagraph(
      ParagraphAttributes(blocks: [Block(id: 1, .annotation(.init(author: "Critic")))]))
    builder.append("Last")
    var document = IADocument(builder.finish())
    document.metadata.title = "Secretive title"
    return document
  }

  @Test(arguments: formats)
  func `Hidden text, deletions, comments and metadata are embedded only on request`(
    id: String
  ) throws {
    let document = secretive()
    let shown = try read(try drawn(document, id).bytes).document
    #expect(shown.string.text == "Shown\nLast")
    #expect(shown.metadata == DocumentMetadata())
    let tables = "\(shown.string.inlineSets) \(shown.string.paragraphSets)"
    for word in ["Reviewer", "Critic"] { #expect(!tables.contains(word)) }
    let all = try read(try drawn(document, id, .all).bytes).document
    #expect(all == document)
  }

  @Test(arguments: formats)
  func `Drawings have no source by default`(id: String) throws {
    let (bytes, _) = try drawn(secretive(), id, nil)
    #expect(!EmbeddedSource.isPresent(in: bytes))
    let error = #expect(throws: InputError.self) { try read(bytes) }
    #expect(error?.code == .embeddedMissing)
  }

  @Test func `A picture reports that it has no text to compare`() throws {
    let input = try read(try drawn(IADocument(IAString("Text")), "png").bytes)
    #expect(input.report.notes.first?.detail.contains("no text to compare") == true)
  }

  @Test func `An animation has no source, which is reported`() throws {
    let report = try drawn(IADocument(IAString("Text")), "apng").report
    #expect(report.counts[.init(effect: .dropped, feature: .embeddedSource)] == 1)
  }

  // MARK: Forgeries

  private func code(of bytes: [UInt8]) -> InputError.Code? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return (error as? InputError)?.code
    }
  }

  private let contract = IADocument(IAString("Sum 100 in all.\nSecond line."))

  @Test func `An unchanged PDF is written again and accepted`() throws {
    let bytes = try drawn(contract, "pdf").bytes
    #expect(PDFForgery(bytes).bytes == bytes)
    #expect(code(of: bytes) == nil)
  }

  @Test(
    arguments: [
      // Other glyphs.
      ("(Sum 100 in all.)Tj", "(Sum 001 in all.)Tj"),
      ("(Second line.)Tj", "(Second)Tj"),
      // Other glyphs with the same text as `ActualText`.
      (
        "(Sum 100 in all.)Tj",
        "/Span << /ActualText <feff00530075006d002000310030003000200069006e00200061006c006c002e> >> BDC "
          + "(Sum 001 in all.)Tj EMC"
      ),
      // Text outside all structure elements.
      ("/P << /MCID 0 >> BDC", "(100)Tj /P << /MCID 0 >> BDC"),
      // A font whose character map names another digit.
      ("<31> <0031>", "<31> <0039>"),
    ])
  func `A PDF that shows another text is refused`(text: String, other: String) throws {
    var forgery = PDFForgery(try drawn(contract, "pdf").bytes)
    let isFound = forgery.replace(text, by: other)
    try #require(isFound)
    let found = code(of: forgery.bytes)
    #expect(found == .embeddedText || found == .embeddedForm, "\(String(describing: found))")
  }

  @Test(
    arguments: [
      ("(Sum 100 in all.)Tj", "3 Tr (Sum 100 in all.)Tj"), ("/AF [", "/AG ["),
      ("/S /Document", "/S /Document /K [ ]"), ("beginbfchar", "beginbfrange"),
      ("/StructTreeRoot", "/AcroForm << >> /StructTreeRoot"),
    ])
  func `A PDF of another form is refused`(text: String, other: String) throws {
    var forgery = PDFForgery(try drawn(contract, "pdf").bytes)
    let isFound = forgery.replace(text, by: other)
    try #require(isFound)
    #expect(code(of: forgery.bytes) == .embeddedForm)
  }

  @Test func `Added bytes, as those of an update, are refused`() throws {
    let bytes = try drawn(contract, "pdf").bytes
    #expect(code(of: bytes + Array("\n".utf8)) == .embeddedForm)
    #expect(code(of: bytes + bytes) == .embeddedForm)
  }

  @Test func `A source of another document is refused`() throws {
    let other = IADocument(IAString("Sum 900 in all.\nSecond line."))
    let svg = String(decoding: try drawn(contract, "svg").bytes, as: UTF8.self)
    let forged = svg.replacing("Sum 100", with: "Sum 900")
    #expect(code(of: Array(forged.utf8)) == .embeddedText)
    let foreign = String(decoding: try drawn(other, "svg").bytes, as: UTF8.self)
    let metadata = try #require(foreign.firstMatch(of: /<metadata>.*<\/metadata>/)?.output)
    let swapped = svg.replacing(/<metadata>.*<\/metadata>/, with: metadata)
    #expect(code(of: Array(swapped.utf8)) == .embeddedText)
  }

  @Test(arguments: formats)
  func `Truncated and changed drawings end with an error or the same document`(
    id: String
  ) throws {
    let bytes = try drawn(contract, id).bytes
    var random = SeededGenerator(seed: 84)
    for _ in 0..<300 {
      var changed = bytes
      changed[random.below(bytes.count)] = UInt8(random.below(256))
      do {
        #expect(try read(changed).document.string.text == contract.string.text)
      } catch let error as InputError {
        #expect(error.byteOffset <= bytes.count)
      }
      _ = code(of: Array(bytes.prefix(random.below(bytes.count))))
    }
  }

  // MARK: Other programs

  private func run(_ name: String, _ arguments: [String], on pdf: [UInt8]) throws -> String? {
    let program = "/usr/bin/\(name)"
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments + [file.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `Other programs find the source in a PDF`() throws {
    var document = try Corpus.document("every-block")
    document.metadata.title = "Title"
    var options = DrawingOptions()
    options.embedding = .shown
    options.hasContents = true
    let registry = FormatRegistry.standard.drawing(CairoDrawing().entries(options))
    var sink = BytesSink()
    _ = try registry.writer(id: FormatID("pdf")).write(
      document, to: &sink, options: WriteOptions())
    if let list = try run("pdfdetach", ["-list"], on: sink.bytes) {
      #expect(list == "1 embedded files\n1: source.ia\n")
    }
    if let words = try run("qpdf", ["--check"], on: sink.bytes) {
      #expect(words.contains("No syntax or stream encoding errors found"))
    }
    if let facts = try run("pdfinfo", [], on: sink.bytes) {
      #expect(facts.contains("Tagged:          yes"))
    }
  }
}
