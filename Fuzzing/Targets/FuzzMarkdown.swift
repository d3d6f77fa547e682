internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAMarkdown
internal import IAText

/// Checks that a document read from Markdown is equal after writing and reading if the report is
/// lossless, and that writing it again gives the same bytes.
@Sendable func fuzzMarkdown(_ bytes: [UInt8]) throws(FuzzFailure) {
  guard let document = try? MarkdownReader().read(BytesSource(bytes)).document else { return }
  do {
    for keepsHiddenData in [true, false] {
      let options = WriteOptions(keepsHiddenData: keepsHiddenData)
      var sink = BytesSink()
      let report = try MarkdownWriter().write(document, to: &sink, options: options)
      let written = sink.bytes
      let back = try MarkdownReader().read(BytesSource(written)).document
      guard report.isLossless else { continue }
      try require(back == document, "what was written reads the same")
      var second = BytesSink()
      _ = try MarkdownWriter().write(back, to: &second, options: options)
      try require(second.bytes == written, "a second writing is the same")
    }
  } catch let failure as FuzzFailure {
    throw failure
  } catch {
    throw FuzzFailure(description: "\(error)")
  }
}
