internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAHiddenData
internal import IAText

extension HTMLWalk {
  /// Returns the document with the conversion report, after restoring hidden data.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - sideFile: Returns the bytes of a file beside the page, or `nil`.
  consuming func finish(
    _ bytes: [UInt8], sideFile: (_ name: String) -> [UInt8]?
  ) -> ReadResult {
    if page.styles.isExhausted {
      page.report.add(.dropped, .styleSheet, "too many rules to look through")
    }
    if page.styles.hasLongVariables {
      page.report.add(
        .dropped, .styleSheet, "custom properties of more than \(StyleVariables.maxTokens) tokens")
    }
    var read = pictures.document
    read.string = page.builder.finish()
    for (offset, space) in page.text.code.spacesBelow {
      read.string.updateParagraphAttributes(in: offset..<(offset + 1)) { $0.spacingAfter = space }
    }
    read.printedPlacement.clearings = page.places.floats.clearings
    read.printedPlacement.plainLinks = page.places.plainLinks
    read.printedPlacement.inkLinks = page.places.inkLinks
    let boxes = page.places.inlineBoxes(in: read.string)
    read.printedPlacement.inlineBoxes = boxes.kept
    for lost in boxes.lost {
      page.noteDeclarations(lost.boxed.box.unread(isBlank: lost.isBlank), at: lost.byteOffset)
    }
    if !isOwn { read.printedPlacement.pageSpacing = page.places.spaces.spacing }
    read.metadata = survey.metadata
    read.string.options = baseLooks
    let shownPage = survey.sheet.page.layout.isEmpty ? nil : survey.sheet.page.layout
    read.string.options.page = shownPage
    guard isOwn, !options.ignoresHiddenData, let block = hiddenDocument() else {
      if isOwn, !survey.hasFinalLineEnd { read.string.removeFinalLineEnd() }
      return ReadResult(read, report: page.report)
    }
    if survey.hiddenDocument != nil {
      // The record is more precise than the style sheet, unless the page was edited since.
      let isUnchanged = block.options.page.map { PageRule($0).found == shownPage } ?? false
      read.string.options = DisplayOptions(page: isUnchanged ? nil : shownPage)
    }
    for blob in survey.blobs {
      let text = Array(blob.utf8)
      if let bytes = try? Base64.decode(text.span) { read.attachments.insert(bytes) }
    }
    read.metadata = Self.changed(survey.metadata, against: block.metadata)
    var paragraphs = [HiddenParagraph?](repeating: nil, count: page.paragraphCount)
    for record in page.records { paragraphs[record.paragraph] = record.data }
    let unshown = HiddenDataEncoder.UnshownAttributes(
      inline: unshownLooks(of: read.string), paragraph: { $0 })
    func restore(refusesDistortions: Bool) -> RestoredDocument {
      HiddenDataRestorer(block, standIns: .html, refusesDistortions: refusesDistortions)
        .restoreVisible(
          read, paragraphs: paragraphs, unshown: unshown, shownSize: baseLooks.fontSize,
          figures: figures)
    }
    var found = restore(refusesDistortions: false)
    if found.isDistorted, !isOutput(bytes, of: found.result.document, sideFile) {
      found = restore(refusesDistortions: true)
    }
    let restored = found.result
    guard isProved(restored.document, shown: read) else {
      page.report.add(.dropped, .refusedHiddenData, "all: text would change its place")
      read.metadata = survey.metadata
      read.string.options = baseLooks
      read.string.options.page = shownPage
      return ReadResult(read, report: page.report)
    }
    page.report.add(restored.report)
    return ReadResult(restored.document, report: page.report)
  }

  /// Returns the function that selects the inline attributes that the page cannot show.
  ///
  /// A page without fonts, sizes and colours counts as one of the profile `semantic`.
  private func unshownLooks(
    of shown: IAString
  ) -> @Sendable (InlineAttributes) -> InlineAttributes {
    if survey.isCocoa {
      return HiddenDataEncoder.UnshownAttributes.html(.cocoa(isDerived: true)).inline
    }
    let semantic = HiddenDataEncoder.UnshownAttributes.html(.semantic).inline
    let hasLooks = shown.inlineSets.contains { !semantic($0).isPlain }
    return hasLooks ? HiddenDataEncoder.UnshownAttributes.html(.styled).inline : semantic
  }

  /// Returns whether the file is exactly the output of the writer for a document, in one of the
  /// profiles.
  private func isOutput(
    _ bytes: [UInt8], of document: IADocument, _ sideFile: (_ name: String) -> [UInt8]?
  ) -> Bool {
    (survey.isCocoa ? ["cocoa"] : ["semantic", "styled"]).contains { profile in
      HiddenDataProof(
        HTMLReader(), HTMLWriter(), profile: profile, hasSideFiles: true, limits: options.limits
      ).isOutput(bytes, of: document, from: .html, sideFile: sideFile)
    }
  }

  /// Returns whether a restored document shows the same content as the page.
  ///
  /// This holds if both have the same block structure; otherwise the document is written again and
  /// compared.
  private func isProved(_ restored: IADocument, shown: IADocument) -> Bool {
    if ShownStructure(restored.string) == ShownStructure(shown.string) { return true }
    return HiddenDataProof(
      HTMLReader(), HTMLWriter(), hasSideFiles: true, limits: options.limits
    ).holds(for: restored, shown: ShownContent(shown), byteCount: survey.byteCount)
  }

  /// Returns the hidden document record; an empty one if the page has only paragraph records or
  /// blobs, and `nil` without hidden data.
  private mutating func hiddenDocument() -> HiddenDocument? {
    guard let text = survey.hiddenDocument else {
      return page.records.isEmpty && survey.blobs.isEmpty ? nil : HiddenDocument()
    }
    do {
      let base64 = Array(text.utf8)
      return try HiddenDocument(json: Base64.decode(base64.span), limits: options.limits)
    } catch {
      page.report.add(.dropped, .damagedHiddenData, "\(error)")
      return nil
    }
  }

  /// Returns the metadata that differs from the hidden metadata, because the page was edited after
  /// it was written.
  private static func changed(
    _ shown: DocumentMetadata, against hidden: DocumentMetadata
  ) -> DocumentMetadata {
    var changed = shown
    func shownAs(_ text: String?) -> String? { text.map(TextEncoder.shown) }
    if changed.title == shownAs(hidden.title) { changed.title = nil }
    if changed.authors == hidden.authors.map(TextEncoder.shown) { changed.authors = [] }
    if changed.subject == shownAs(hidden.subject) { changed.subject = nil }
    let keywords = hidden.keywords.map(TextEncoder.shown).joined(separator: ", ")
      .split(separator: ",").map { $0.trimmingASCIISpace() }.filter { !$0.isEmpty }
    if changed.keywords == keywords { changed.keywords = [] }
    if changed.created == shownAs(hidden.created) { changed.created = nil }
    if changed.modified == shownAs(hidden.modified) { changed.modified = nil }
    if changed.language == hidden.language { changed.language = nil }
    // In pages with hidden data, custom metadata is only there.
    changed.custom = []
    return changed
  }
}

extension IAString {
  /// The last unit, or `nil` if the text is empty.
  var lastUnit: UInt16? { units(in: max(utf16Count - 1, 0)..<utf16Count).last }

  /// Removes the U+000A of the last paragraph, unless that paragraph is empty.
  fileprivate mutating func removeFinalLineEnd() {
    let last = units(in: max(utf16Count - 2, 0)..<utf16Count)
    guard last.count == 2, last[1] == 0x0A, last[0] != 0x0A else { return }
    remove(utf16Count - 1..<utf16Count)
  }
}

extension TextEncoder {
  /// Returns text as it appears in the page: characters that HTML does not allow become U+FFFD.
  static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isAllowed($0.value) ? $0 : "\u{FFFD}" }))
  }
}
