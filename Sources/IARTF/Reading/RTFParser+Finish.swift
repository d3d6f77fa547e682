internal import IAFormats
internal import IAText

extension RTFParser {
  /// The document that was read.
  consuming func finish() -> ReadResult {
    endBody()
    var assembly = assemble()
    if !objects.isEmpty { assembly.string = withoutPictures(assembly.string, attachments) }
    var document = IADocument(assembly.string, metadata: metadata, attachments: attachments)
    if document.metadata.language != nil, document.metadata.language == "" {
      document.metadata.language = nil
    }
    document.string.options = baseLooks
    var result = ReadResult(document, report: report)
    if block != nil || assembly.records.contains(where: { $0?.hidden != nil }) {
      if block != nil, isInfoUntouched || infoRange.isEmpty {
        result.document.metadata = DocumentMetadata()
      }
      let restored = HiddenDataRestorer(block ?? HiddenDocument(), standIns: .rtf).restore(
        result.document, paragraphs: assembly.records.map { $0?.hidden },
        untouched: assembly.records.map { $0?.isUntouched ?? false }, lacks: .rtf,
        shownSize: base.saysSize ? Double(base.halfPoints) / 2 : nil)
      result.document = restored.document
      result.report.add(restored.report)
    }
    if let html, !html.isEmpty {
      result.embedded = EmbeddedPart(html.bytes, format: FormatID("html"))
    }
    return result
  }

  /// Ends what is still open in the body.
  private mutating func endBody() {
    if waiting { flushBytes() }
    state = RTFState()
    state.paragraph = lastParagraph
    flushSurrogate()
    if !stream.isAtParagraphStart || stream.recordStart >= 0 {
      settleParagraph(depth: stream.tables.hasOpenRow ? stream.tables.depth : 0)
    }
    closeTables()
    stream.placeAnchors()
  }

  private struct Assembly {
    var string: IAString
    var records: [RTFStream.Record?]
  }

  /// A stretch of paragraphs of one stream.
  private struct Piece {
    /// The stream; -1 for the body.
    var stream: Int
    var paragraphs: Range<Int>
  }

  /// Puts the body and all that was moved out of it in order.
  private mutating func assemble() -> Assembly {
    let body = stream
    stream = RTFStream()
    let used = streams.indices.filter { streams[$0].paragraphCount > 0 }
    guard !used.isEmpty else {
      return Assembly(string: body.builder.finish(), records: records(of: body))
    }
    let isOrdered = used.allSatisfy { streams[$0].order != nil }
    let pieces = isOrdered ? orderedPieces(of: body, used) : naturalPieces(of: body)
    let bodyString = body.builder.finish()
    var strings: [Int: (string: IAString, paragraphs: [IAString.Paragraph])] = [:]
    strings[-1] = (bodyString, Array(bodyString.paragraphs))
    for index in used {
      let string = streams[index].builder.finish()
      strings[index] = (string, Array(string.paragraphs))
    }
    var builder = IAStringBuilder()
    var all: [RTFStream.Record?] = []
    for (index, piece) in pieces.enumerated() {
      guard let source = strings[piece.stream] else { continue }
      let known = records(of: piece.stream < 0 ? body : streams[piece.stream])
      var marks = source.string.bookmarks[...]
      for number in piece.paragraphs where number < source.paragraphs.count {
        let paragraph = source.paragraphs[number]
        while let mark = marks.first, mark.utf16Offset < paragraph.utf16Range.lowerBound {
          marks.removeFirst()
        }
        var at = paragraph.utf16Range.lowerBound
        while let mark = marks.first, mark.utf16Offset < paragraph.utf16Range.upperBound {
          builder.append(source.string, utf16Range: at..<mark.utf16Offset)
          at = mark.utf16Offset
          builder.bookmark(mark.name)
          marks.removeFirst()
        }
        builder.append(source.string, utf16Range: at..<paragraph.utf16Range.upperBound)
        let isLast = index == pieces.count - 1 && number == piece.paragraphs.upperBound - 1
        builder.endParagraph(
          paragraph.attributes, terminated: !isLast && !paragraph.isTerminated)
        all.append(number < known.count ? known[number] : nil)
      }
    }
    return Assembly(string: builder.finish(), records: all)
  }

  private func records(of stream: RTFStream) -> [RTFStream.Record?] {
    guard !stream.records.isEmpty else { return [] }
    var all = [RTFStream.Record?](repeating: nil, count: stream.paragraphCount)
    for record in stream.records where record.paragraph < all.count {
      all[record.paragraph] = record
    }
    return all
  }

  /// Headers, the text with what belongs behind its paragraphs, notes, footers.
  private func naturalPieces(of body: RTFStream) -> [Piece] {
    var pieces: [Piece] = []
    for root in pageHeaders + [-1] + notes + pageFooters {
      // What is left to do, the next thing last; no recursion, though notes stand in notes.
      var todo: [(stream: Int, paragraph: Int, anchor: Int)] = [(root, 0, 0)]
      while let (index, paragraph, anchor) = todo.popLast() {
        let stream = index < 0 ? body : streams[index]
        if anchor < stream.anchors.count {
          let place = stream.anchors[anchor]
          pieces.append(
            Piece(stream: index, paragraphs: paragraph..<max(paragraph, place.paragraph)))
          todo.append((index, max(paragraph, place.paragraph), anchor + 1))
          todo.append((place.stream, 0, 0))
        } else if paragraph < stream.paragraphCount {
          pieces.append(Piece(stream: index, paragraphs: paragraph..<stream.paragraphCount))
        }
      }
    }
    return pieces.filter { !$0.paragraphs.isEmpty }
  }

  /// The order that our own writer noted.
  private func orderedPieces(of body: RTFStream, _ used: [Int]) -> [Piece] {
    var pieces: [Piece] = []
    var place = 0
    var next = 0
    for index in used.sorted(by: { (streams[$0].order ?? 0, $0) < (streams[$1].order ?? 0, $1) }) {
      let order = streams[index].order ?? 0
      let count = min(max(order - place, 0), body.paragraphCount - next)
      if count > 0 { pieces.append(Piece(stream: -1, paragraphs: next..<next + count)) }
      next += count
      pieces.append(Piece(stream: index, paragraphs: 0..<streams[index].paragraphCount))
      place += count + streams[index].paragraphCount
    }
    if next < body.paragraphCount {
      pieces.append(Piece(stream: -1, paragraphs: next..<body.paragraphCount))
    }
    return pieces
  }
}
