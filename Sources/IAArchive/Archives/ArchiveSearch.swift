public import IABytes

/// A text to search for in the documents of archives.
///
/// The UTF-8 bytes of the text are compared without normalisation. A match does not extend over the end of a paragraph.
public struct ArchiveQuery: Hashable, Sendable {
  /// A paragraph that contains the text.
  public struct Hit: Hashable, Sendable {
    /// The number of the paragraph, from 1.
    public let paragraph: Int
    /// The offset of the paragraph in UTF-16 units.
    public let offset: Int
    /// The paragraph without its line end, or the part around the match if it is longer than
    /// `maximumExcerptByteCount` bytes of UTF-8.
    public let text: String
  }

  /// The maximum size of a hit's text in bytes, without the ellipses that mark omitted text.
  public static let maximumExcerptByteCount = 480

  private let needle: [UInt8]
  /// The text as it is stored in a text member.
  private let escaped: [UInt8]
  private let ignoresCase: Bool
  /// The words of the query for indexes; `nil` if it has none.
  let words: WordQuery?

  /// Creates a query; returns `nil` if the text is empty or contains U+000A, which no paragraph does.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - ignoresCase: Whether to compare the lower-case forms of the texts.
  public init?(_ text: String, ignoresCase: Bool = false) {
    guard !text.isEmpty, !text.unicodeScalars.contains("\n") else { return nil }
    let text = ignoresCase ? text.lowercased() : text
    needle = Array(text.utf8)
    self.ignoresCase = ignoresCase
    words = WordQuery(needle, ignoresCase: ignoresCase)
    var line: [UInt8] = []
    TextLines.append(Array(text.utf16), to: &line)
    escaped = Array(line.dropLast())
  }

  /// Returns whether a line of a text member may contain the text; to be certain, the line must be decoded.
  func mayMatch(_ line: Span<UInt8>) -> Bool {
    ignoresCase || Self.offset(of: escaped, in: line) != nil
  }

  /// Returns the paragraphs of a document that contain the text.
  func hits(in units: [UInt16]) -> [Hit] {
    var hits: [Hit] = []
    var start = 0
    var number = 0
    while start <= units.count {
      let end = units[start...].firstIndex(of: 0x0A) ?? units.count
      number += 1
      let text = String(decoding: units[start..<end], as: UTF16.self)
      let bytes = Array((ignoresCase ? text.lowercased() : text).utf8)
      if let place = Self.offset(of: needle, in: bytes.span) {
        hits.append(Hit(paragraph: number, offset: start, text: Self.excerpt(text, around: place)))
      }
      start = end + 1
    }
    return hits
  }

  /// Returns a text; if it is too long, the part of it that begins a third of the maximum size before an offset.
  private static func excerpt(_ text: String, around offset: Int) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > maximumExcerptByteCount else { return text }
    func boundary(_ place: Int) -> Int {
      var place = min(max(place, 0), bytes.count)
      while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
      return place
    }
    let start = boundary(min(offset - maximumExcerptByteCount / 3, bytes.count - 1))
    let end = max(start, boundary(start + maximumExcerptByteCount))
    return (start > 0 ? "…" : "") + String(decoding: bytes[start..<end], as: UTF8.self)
      + (end < bytes.count ? "…" : "")
  }

  /// Returns the offset of the first occurrence of bytes, or `nil` if there is none.
  private static func offset(of needle: [UInt8], in bytes: Span<UInt8>) -> Int? {
    guard let first = needle.first else { return 0 }
    var start = 0
    while let place = UnitLoops.index(of: first, in: bytes, from: start) {
      guard bytes.count - place >= needle.count else { return nil }
      if needle.indices.allSatisfy({ bytes[place + $0] == needle[$0] }) { return place }
      start = place + 1
    }
    return nil
  }
}

extension ArchiveReader {
  /// Searches the texts of the current documents, one block after another.
  ///
  /// Only the texts are read, without intensities, attributes and attachments, and the CRC-32 of each text is checked.
  /// If an index of words shows that a block does not contain the text, the block is not read and its damage is not
  /// reported. The result is the same with and without indexes. A damaged index is reported and not used.
  ///
  /// - Parameters:
  ///   - query: The text to search for.
  ///   - usesIndex: Whether to use indexes of words.
  ///   - onDamage: Is called with the error of each block, and each index of words, that cannot be
  ///     read.
  ///   - body: Is called with each document that contains the text, and with the paragraphs that contain it.
  /// - Throws: The source's errors and those of `body`.
  /// - Complexity: O(*n*) in the size of the texts.
  public func search(
    _ query: ArchiveQuery, usesIndex: Bool = true, onDamage: (InputError) -> Void,
    _ body: (ArchiveEntry, [ArchiveQuery.Hit]) throws -> Void
  ) throws {
    let skipped =
      usesIndex ? try ArchiveWords(archive: self).blocks(without: query, onDamage: onDamage) : []
    for block in blocks where !skipped.contains(block.number) {
      var found: [(entry: ArchiveEntry, hits: [ArchiveQuery.Hit])] = []
      do {
        found = try query.documents(in: block, of: self)
      } catch let error as InputError {
        onDamage(error)
      }
      for (entry, hits) in found { try body(entry, hits) }
    }
  }
}

extension ArchiveQuery {
  /// Returns the current documents of a block that contain the text, with the paragraphs that contain it.
  fileprivate func documents(
    in block: ArchiveReader.BlockPlace, of archive: ArchiveReader
  ) throws -> [(entry: ArchiveEntry, hits: [Hit])] {
    let text = try MemberContent(source: archive.source, limits: archive.limits)
      .content(of: block.text, checks: true)
    guard mayMatch(text.span) else { return [] }
    let ends: [Int]
    do { ends = try TextLines.ends(of: text, count: block.index.count) } catch {
      throw error.moved(by: block.text.contentOffset)
    }
    var segment: EntrySegment?
    var found: [(entry: ArchiveEntry, hits: [Hit])] = []
    var start = 0
    for (index, end) in ends.enumerated() {
      let line = start..<end
      start = end + 1
      guard archive.isCurrent(block.index.firstOrdinal + index),
        mayMatch(text.span.extracting(line))
      else { continue }
      let units: [UInt16]
      do { units = try TextLines.units(line, of: text) } catch {
        throw error.moved(by: block.text.contentOffset)
      }
      let hits = self.hits(in: units)
      guard !hits.isEmpty else { continue }
      let names = try segment ?? archive.segment(block)
      segment = names
      found.append(
        (
          ArchiveEntry(
            ordinal: block.index.firstOrdinal + index, id: names.ids[index],
            name: names.name(index)), hits
        ))
    }
    return found
  }
}
