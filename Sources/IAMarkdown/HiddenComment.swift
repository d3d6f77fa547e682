internal import IABytes
internal import IAHiddenData
internal import IAText

/// The comment at the end of a document with the features that Markdown cannot show.
///
/// The first line contains the version and the number of paragraphs. The second line is the document record in base64.
/// Each further line contains the number of a paragraph, from 0, and its record in base64.
struct HiddenComment {
  /// The document record.
  var block: HiddenDocument
  /// The number of paragraphs that the document had.
  var paragraphCount: Int
  /// The records by paragraph, in order.
  var records: [(paragraph: Int, data: HiddenParagraph)]

  /// Creates the content of a comment.
  ///
  /// - Parameters:
  ///   - comment: The text of the comment.
  ///   - limits: The limits of the document record.
  ///   - damaged: Receives the numbers, from 1, of the records that cannot be decoded; they are skipped.
  /// - Throws: `InputError` if the first line or the document record cannot be read.
  init(_ comment: String, limits: Limits, damaged: inout [Int]) throws {
    let bytes = Array(comment.utf8)
    let text = bytes.span
    let lines = Self.parts(of: text, 0..<bytes.count, separator: 0x0A)
    let head = lines.first.map { Self.parts(of: text, $0, separator: 0x20) } ?? []
    guard lines.count >= 3, head.count == 3,
      let count = Int(String(decoding: bytes[head[2]], as: UTF8.self)), count >= 0
    else { throw InputError(.hiddenTruncated, at: 0) }
    paragraphCount = count
    block = try HiddenDocument(
      json: try Base64.decode(text.extracting(lines[1])), limits: limits)
    records = []
    for (index, line) in lines.dropFirst(2).dropLast().enumerated() {
      let parts = Self.parts(of: text, line, separator: 0x20)
      guard parts.count == 2, let paragraph = Int(String(decoding: bytes[parts[0]], as: UTF8.self)),
        (0..<count).contains(paragraph), paragraph > records.last?.paragraph ?? -1,
        let data = Self.record(text.extracting(parts[1]))
      else {
        damaged.append(index + 1)
        continue
      }
      records.append((paragraph, data))
    }
  }

  /// Returns the non-empty parts of a range between separators.
  private static func parts(
    of text: Span<UInt8>, _ range: Range<Int>, separator: UInt8
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for at in range where text[at] == separator {
      if at > start { parts.append(start..<at) }
      start = at + 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  private static func record(_ text: Span<UInt8>) -> HiddenParagraph? {
    guard let packed = try? Base64.decode(text) else { return nil }
    return try? HiddenParagraph(packed: packed)
  }

  /// Returns the record for each of the paragraphs that were found.
  ///
  /// Paragraphs may have been added or removed: if a record does not match its paragraph, the paragraph at the same
  /// distance from the end is tried. The same applies to the absent text in `block`; the parts that match no paragraph
  /// are removed.
  mutating func aligned(
    with string: IAString
  ) -> (paragraphs: [HiddenParagraph?], staleCount: Int) {
    let paragraphs = string.paragraphs
    let hashes = paragraphs.map { HiddenParagraph.hash(string.units(in: $0.contentRange)) }
    let shift = paragraphs.count - paragraphCount
    var aligned = [HiddenParagraph?](repeating: nil, count: paragraphs.count)
    var stale: [(paragraph: Int, data: HiddenParagraph)] = []
    for (paragraph, data) in records {
      let places = [paragraph, paragraph + shift]
      if let place = places.first(where: {
        aligned.indices.contains($0) && aligned[$0] == nil && hashes[$0] == data.textHash
      }) {
        aligned[place] = data
      } else {
        stale.append((paragraph, data))
      }
    }
    // A record that matches no paragraph keeps its old position, so that it is reported.
    for (paragraph, data) in stale where !aligned.isEmpty {
      let place = min(paragraph, aligned.count - 1)
      if aligned[place] == nil { aligned[place] = data }
    }
    let partCount = block.absent.count
    if partCount > 0 { alignAbsent(with: hashes) }
    return (aligned, partCount - block.absent.count)
  }

  /// Moves the parts of absent text to the paragraphs whose hashes they state, and removes parts that match none.
  private mutating func alignAbsent(with hashes: [UInt64]) {
    let shift = hashes.count - paragraphCount
    let empty = HiddenParagraph.hash([])
    var kept: [AbsentText] = []
    for var part in block.absent {
      let place = [part.paragraph, part.paragraph + shift].first { place in
        let hash = hashes.indices.contains(place) ? hashes[place] : empty
        return ((kept.last?.paragraph ?? 0)...hashes.count).contains(place)
          && hash == part.part.textHash
      }
      guard let place else { continue }
      part.paragraph = place
      kept.append(part)
    }
    block.absent = kept
  }
}
