internal import IABytes
internal import IACodec
internal import IAEmbedding
internal import IAFiles
package import IAFormats
package import IAText

/// A document that is embedded in a drawing of itself (decision 0084).
package enum EmbeddedDocument {
  /// The note about a document that was taken from a drawing.
  static let kind = ConversionNote.Kind(effect: .restored, feature: .embeddedSource)

  /// Returns the document to embed in a drawing; the same document must be drawn.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - choice: The parts to embed. `all` keeps everything.
  ///   - options: The treatment of changes and hidden text.
  ///   - report: Receives the comments that are removed.
  /// - Complexity: O(*n*) in the number of paragraphs.
  package static func content(
    of document: IADocument, _ choice: DrawingOptions.Embedding, _ options: WriteOptions,
    report: inout ConversionReport
  ) -> IADocument {
    guard choice == .shown else { return document }
    var shown = document.shownText(options)
    for paragraph in shown.string.paragraphs.reversed()
    where paragraph.attributes.blocks.contains(where: \.kind.isComment) {
      report.add(
        .dropped, .annotation, "neither drawn nor embedded", utf16Range: paragraph.utf16Range)
      shown.string.remove(paragraph.utf16Range)
    }
    shown.foreignChunks = []
    shown.removeUnusedBlobs()
    return shown
  }

  /// Returns the bytes of a document to embed.
  ///
  /// - Parameter keepsMetadata: Whether the metadata are embedded.
  /// - Throws: Errors of the encoder.
  package static func bytes(of document: IADocument, keepsMetadata: Bool) throws -> [UInt8] {
    var document = document
    if !keepsMetadata { document.metadata = DocumentMetadata() }
    var sink = BytesSink()
    _ = try IAFileWriter().write(document, to: &sink, options: WriteOptions())
    return sink.bytes
  }

  /// Reads the document of a drawing and compares it with the text of the drawing.
  ///
  /// - Throws: `InputError` with a code `embedded.…`, or of a damaged document.
  package static func read(
    _ drawing: [UInt8], limits: Limits
  ) throws(InputError) -> ReadResult {
    let source = try EmbeddedSource(drawing, limits: limits)
    let document: IADocument
    do throws(InputError) {
      document = try DocumentDecoder.decode(source.bytes, limits: limits).document
    } catch {
      throw InputError(
        error.code, at: source.byteOffset, detail: "embedded document, \(error)",
        limit: error.limit)
    }
    var report = ConversionReport()
    switch source.shown {
    case .none:
      report.add(
        ConversionNote(
          kind.effect, kind.feature,
          "source taken from embedded data, not verified: a picture has no text to compare it with")
      )
    case .paragraphs, .parts:
      try compare(source, document)
      report.add(
        ConversionNote(
          kind.effect, kind.feature, "source taken from embedded data, not verified"))
    }
    return ReadResult(document, report: report)
  }

  /// Checks that a drawing shows the text of its embedded document.
  private static func compare(
    _ source: EmbeddedSource, _ document: IADocument
  ) throws(InputError) {
    var options = WriteOptions()
    let difference = difference(source.shown, document.shownText(options).string)
    guard let difference else { return }
    // A drawing of the whole document may also show the hidden text.
    if document.string.inlineSets.contains(where: \.hidden) {
      options.showsHiddenText = true
      if self.difference(source.shown, document.shownText(options).string) == nil { return }
    }
    throw InputError(.embeddedText, at: source.byteOffset, detail: difference)
  }

  /// Returns a description of the first difference between the text of a drawing and that of a document; `nil` if there
  /// is no difference.
  private static func difference(
    _ shown: EmbeddedSource.ShownText, _ string: IAString
  ) -> String? {
    switch shown {
    case .none: return nil
    case .paragraphs(let texts):
      let expected = paragraphs(of: string).filter { !$0.isEmpty }
      for (number, pair) in zip(texts, expected).enumerated() {
        if let words = pair.1.difference(from: pair.0, number: number) { return words }
      }
      guard texts.count != expected.count else { return nil }
      return "the pages show \(texts.count) paragraphs, the embedded document has \(expected.count)"
    case .parts(let parts):
      return difference(parts.sorted { $0.utf16Offset < $1.utf16Offset }, string)
    }
  }

  private static func difference(
    _ parts: [(utf16Offset: Int, text: String)], _ string: IAString
  ) -> String? {
    var next = 0
    var number = 0
    for paragraph in paragraphs(of: string, withRunning: true) {
      var text = ""
      while next < parts.count, parts[next].utf16Offset < paragraph.utf16Range.upperBound {
        text += parts[next].text
        next += 1
      }
      guard !paragraph.isRunning, !paragraph.isEmpty || !ComparedText.folded(text).isEmpty else {
        continue
      }
      if let words = paragraph.difference(from: text, number: number) { return words }
      number += 1
    }
    return next < parts.count ? "the picture shows more text than the embedded document has" : nil
  }

  /// A paragraph of the embedded document.
  private struct Paragraph {
    var utf16Range: Range<Int>
    var text: String
    var hasCapitals: Bool
    var isRunning: Bool
    /// Whether the paragraph has no text that is compared.
    var isEmpty: Bool { ComparedText.folded(text).isEmpty }

    /// Returns a description of the difference from the text of a drawing; `nil` if the texts are equal.
    func difference(from other: String, number: Int) -> String? {
      var (own, shown) = (ComparedText.folded(text), ComparedText.folded(other))
      if hasCapitals { (own, shown) = (own.uppercased(), shown.uppercased()) }
      if own == shown { return nil }
      if ComparedText.hasRightToLeft(own) {
        // Glyphs of right-to-left text are in visual order: compare the characters without their order.
        let scalars = own.unicodeScalars.sorted()
        if scalars == shown.unicodeScalars.sorted() { return nil }
      }
      return "paragraph \(number + 1) shows \(Self.excerpt(shown, own)), the embedded document has "
        + Self.excerpt(own, shown)
    }

    /// Returns an excerpt of a text that begins shortly before the first difference from another text.
    private static func excerpt(_ text: String, _ other: String) -> String {
      let common = zip(text, other).prefix { $0 == $1 }.count
      let start = max(common - 8, 0)
      let part = text.dropFirst(start)
      return "\"\(start > 0 ? "…" : "")\(part.prefix(24))\(part.count > 24 ? "…" : "")\""
    }
  }

  /// Returns the paragraphs of a text in order.
  ///
  /// - Parameter withRunning: Whether headers and footers are included.
  private static func paragraphs(
    of string: IAString, withRunning: Bool = false
  ) -> [Paragraph] {
    let hasCapitals = string.inlineSets.contains { $0.capitals != nil }
    return string.paragraphs.compactMap { paragraph in
      let isRunning = paragraph.attributes.blocks.contains(where: \.kind.isRunningText)
      guard !isRunning || withRunning else { return nil }
      let range = paragraph.contentRange
      let isRule = paragraph.attributes.blocks.last?.kind.isRule == true
      return Paragraph(
        utf16Range: paragraph.utf16Range, text: isRule ? "" : string.text(in: range),
        hasCapitals: hasCapitals
          && string.attributeRuns(in: range).contains { $0.attributes.capitals != nil },
        isRunning: isRunning)
    }
  }
}

extension Block.Kind {
  fileprivate var isComment: Bool { if case .annotation = self { true } else { false } }

  fileprivate var isRule: Bool { if case .thematicBreak = self { true } else { false } }

  fileprivate var isRunningText: Bool {
    switch self {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }
}
