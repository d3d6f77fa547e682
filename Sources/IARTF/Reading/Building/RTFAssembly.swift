internal import IAText

/// Assembles the text of the document from the body and the separate streams.
struct RTFAssembly {
  /// A range of paragraphs of one stream.
  private struct Piece {
    /// The index of the stream; `nil` for the body.
    var stream: Int?
    var paragraphs: Range<Int>
  }

  /// The text of a stream and its paragraphs.
  private struct Source {
    var string: IAString
    var paragraphs: [IAString.Paragraph]

    init(_ stream: RTFStream) {
      string = stream.text.finish()
      paragraphs = Array(string.paragraphs)
    }

    /// Assigns the header or footer to all pages.
    mutating func showOnAllPages() {
      for index in paragraphs.indices where !paragraphs[index].attributes.blocks.isEmpty {
        let block = paragraphs[index].attributes.blocks[0]
        paragraphs[index].attributes.blocks[0] = Block(id: block.id, block.kind.on(.all))
      }
    }

    /// Sets the placement and the appearance of the text box.
    mutating func setBox(_ box: Block.TextBox) {
      for index in paragraphs.indices {
        guard let block = paragraphs[index].attributes.blocks.first, block.textBox != nil else {
          continue
        }
        paragraphs[index].attributes.blocks[0] = Block(id: block.id, .textBox(box))
      }
    }
  }

  /// The text.
  let string: IAString
  /// The hidden data of each paragraph, or `nil` if it has none; may be empty if no paragraph has any.
  let records: [RTFStream.Record?]

  /// Creates the text of a document from its streams in order.
  init(_ document: RTFDocumentBuilder) {
    let (body, streams) = (document.stream, document.streams)
    let used = streams.indices.filter { streams[$0].paragraphCount > 0 }
    guard !used.isEmpty else {
      string = Self.withSections(body.text.finish(), document.page)
      records = Self.records(of: body)
      return
    }
    let isOrdered = used.allSatisfy { streams[$0].order != nil }
    let pieces =
      isOrdered ? Self.orderedPieces(of: document, used) : Self.naturalPieces(of: document)
    var bodySource = Source(body)
    for (number, section) in document.page.sections where number < bodySource.paragraphs.count {
      bodySource.paragraphs[number].attributes.section = section
    }
    var sources: [Int: Source] = [:]
    for index in used {
      sources[index] = Source(streams[index])
      if let box = document.boxes[index] { sources[index]?.setBox(box) }
      if document.textsOfAllPages.contains(index) { sources[index]?.showOnAllPages() }
    }
    var builder = IAStringBuilder()
    var all: [RTFStream.Record?] = []
    for (index, piece) in pieces.enumerated() {
      guard let source = piece.stream.map({ sources[$0] }) ?? bodySource else { continue }
      let known = Self.records(of: piece.stream.map { streams[$0] } ?? body)
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
    string = builder.finish()
    records = all
  }

  /// Returns the text of the body with the sections of its paragraphs.
  private static func withSections(_ string: IAString, _ page: RTFPage) -> IAString {
    guard page.hasSections else { return string }
    var string = string
    let ranges = string.paragraphs.map(\.utf16Range)
    for (number, section) in page.sections where number < ranges.count {
      string.updateParagraphAttributes(in: ranges[number]) { $0.section = section }
    }
    return string
  }

  /// Returns the hidden data of each paragraph of a stream; empty if there is none.
  private static func records(of stream: RTFStream) -> [RTFStream.Record?] {
    guard !stream.records.isEmpty else { return [] }
    var all = [RTFStream.Record?](repeating: nil, count: stream.paragraphCount)
    for record in stream.records where record.paragraph < all.count {
      all[record.paragraph] = record
    }
    return all
  }

  /// Returns headers, the body with the streams anchored after its paragraphs, notes, and footers; in a
  /// document of several sections, footers precede the body, and each section follows its own
  /// headers and footers.
  private static func naturalPieces(of document: RTFDocumentBuilder) -> [Piece] {
    var pieces: [Piece] = []
    var roots: [Int?] = document.pageHeaders
    let hasSections = document.page.hasSections
    if hasSections { roots += document.pageFooters as [Int?] }
    roots.append(nil)
    roots += document.notes as [Int?]
    if !hasSections { roots += document.pageFooters as [Int?] }
    let bodyAnchors = anchors(of: document)
    for root in roots {
      // A stack of pending work instead of recursion, because notes can be nested.
      var todo: [(stream: Int?, paragraph: Int, anchor: Int)] = [(root, 0, 0)]
      while let (index, paragraph, anchor) = todo.popLast() {
        let stream = index.map { document.streams[$0] } ?? document.stream
        let anchors = index == nil ? bodyAnchors : stream.anchors
        if anchor < anchors.count {
          let place = anchors[anchor]
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

  /// Returns the places of the streams in the body, with the headers and footers of later sections
  /// after those at the end of the paragraph before.
  private static func anchors(of document: RTFDocumentBuilder) -> [RTFStream.Anchor] {
    let (own, texts) = (document.stream.anchors, document.sectionTexts)
    guard !texts.isEmpty else { return own }
    var anchors: [RTFStream.Anchor] = []
    var next = 0
    for text in texts {
      while next < own.count, own[next].paragraph <= text.paragraph {
        anchors.append(own[next])
        next += 1
      }
      anchors.append(text)
    }
    return anchors + own[next...]
  }

  /// Returns the streams in the order that the suite's writer recorded.
  private static func orderedPieces(of document: RTFDocumentBuilder, _ used: [Int]) -> [Piece] {
    let streams = document.streams
    let bodyCount = document.stream.paragraphCount
    var pieces: [Piece] = []
    var place = 0
    var next = 0
    for index in used.sorted(by: { (streams[$0].order ?? 0, $0) < (streams[$1].order ?? 0, $1) }) {
      let order = streams[index].order ?? 0
      let count = min(max(order - place, 0), bodyCount - next)
      if count > 0 { pieces.append(Piece(stream: nil, paragraphs: next..<next + count)) }
      next += count
      pieces.append(Piece(stream: index, paragraphs: 0..<streams[index].paragraphCount))
      place += count + streams[index].paragraphCount
    }
    if next < bodyCount { pieces.append(Piece(stream: nil, paragraphs: next..<bodyCount)) }
    return pieces
  }
}
