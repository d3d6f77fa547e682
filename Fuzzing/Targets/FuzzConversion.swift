internal import IABytes
internal import IAConvert
internal import IAFiles
internal import IAFormats
internal import IARenderFormats
internal import IAText

/// Converts a document of a text format to another format and reads the output again: the report
/// must name each difference.
///
/// The first byte selects the input format, the second byte the output format, its profile and
/// whether hidden data is written.
@Sendable func fuzzConversion(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard bytes.count > 2, let document = document(of: bytes.dropFirst(2), kind: bytes[0]) else {
    return
  }
  try require(document.string.defects().isEmpty, "the document is valid")
  let output = TextOutput.all[Int(bytes[1] >> 1) % TextOutput.all.count]
  var conversion = Conversion(to: output.writer.descriptor.id)
  conversion.inputFormat = .ia
  conversion.writeOptions = WriteOptions(
    profile: output.profile, keepsHiddenData: bytes[1] & 1 == 0)
  do {
    let stored = try document.data(as: .ia).bytes
    var sink = BytesSink(keepsSideFiles: output.writer.descriptor.folderDocument != nil)
    let report = try conversion.run(from: BytesSource(stored), to: &sink).report
    guard let reader = output.reader else { return }
    let files = Dictionary(uniqueKeysWithValues: sink.sideFiles.map { ($0.name, $0.bytes) })
    let back = try reader.read(
      BytesSource(sink.bytes, sideFiles: files),
      options: ReadOptions(profile: output.profile == "marked" ? "marked" : nil)
    ).document
    let missing = DocumentDifference(document, back).changes(notIn: report)
    try require(missing.isEmpty, "a report names each difference: \(missing)")
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

/// Draws a document of a text format as a PDF file or a picture; an error must be a `Failure`.
///
/// The first byte selects the input format, the second byte the size of the page.
@Sendable func fuzzDrawing(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard bytes.count > 2, let document = document(of: bytes.dropFirst(2), kind: bytes[0]),
    document.string.utf16Count <= 20_000
  else { return }
  let side = Double(bytes[1] & 0x7F) * 8 + 40
  let isPaged = bytes[1] < 0x80
  do {
    let drawing =
      isPaged
      ? try document.pdf(page: .init(width: side, height: side * 1.5))
      : try document.png(width: side, scale: 1)
    let signature = isPaged ? Array("%PDF-".utf8) : [0x89] + Array("PNG".utf8)
    try require(drawing.bytes.starts(with: signature), "a drawing has the signature of its format")
  } catch let failure as FuzzFailure {
    throw failure
  } catch is Failure {
    // A limit, or a page that is too small for text.
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}

/// Returns the document read from bytes in a format, or `nil` if the reader refuses them.
private func document(of bytes: ArraySlice<UInt8>, kind: UInt8) -> IADocument? {
  let formats: [FormatID] = [.rtf, .html, .markdown]
  let format = formats[Int(kind) % formats.count]
  let start = format == .rtf && !bytes.starts(with: Array("{\\rtf".utf8)) ? "{\\rtf1 " : ""
  return try? IADocument(Array(start.utf8) + bytes, as: format)
}

/// A format that has a writer, with one of its profiles.
private struct TextOutput: Sendable {
  let writer: any DocumentWriter
  let reader: (any DocumentReader)?
  let profile: String?

  static let all = FormatRegistry.standard.entries.flatMap { entry -> [TextOutput] in
    guard let writer = entry.writer else { return [] }
    let profiles: [String?] = writer.descriptor.profiles.map(\.name)
    return (profiles.isEmpty ? [nil] : profiles).map {
      TextOutput(writer: writer, reader: entry.reader, profile: $0)
    }
  }
}
