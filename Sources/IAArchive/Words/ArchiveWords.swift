internal import IABytes
internal import IASyntax
internal import IAZip

extension ZipMember {
  /// Whether the member is an index of words.
  var isWordIndex: Bool {
    if case .attachment(_, WordIndex.suffix) = name { true } else { false }
  }
}

/// The indexes of words of an archive.
struct ArchiveWords {
  let archive: ArchiveReader

  /// Reads an index of words.
  ///
  /// - Throws: `archive.checksum` if it does not match the hash in its name; the errors of
  ///   `WordIndex.init`, at their offset in the file; `archive.limit`; the source's errors.
  func index(_ member: ZipMember) throws -> WordIndex {
    guard case .attachment(let digest, _) = member.name else {
      throw InputError(.archiveIndex, at: member.offset, detail: member.name.path)
    }
    let bytes = try MemberContent(source: archive.source, limits: archive.limits)
      .content(of: member, checks: false)
    guard SHA256Digest(of: bytes) == digest else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    do { return try WordIndex(bytes, limits: archive.limits) } catch {
      throw error.moved(by: member.contentOffset)
    }
  }

  /// Returns the numbers of the blocks that cannot contain the text of a query, according to the
  /// indexes of words.
  ///
  /// An index is not used for a block whose text has another CRC-32 than the index states.
  ///
  /// - Parameter onDamage: Is called with the error of each index that cannot be used.
  /// - Throws: The source's errors.
  func blocks(
    without query: ArchiveQuery, onDamage: (InputError) -> Void
  ) throws -> Set<Int> {
    var numbers: Set<Int> = []
    guard archive.hasWordIndex, let words = query.words else { return numbers }
    let places = Dictionary(
      archive.blocks.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    for member in archive.directory.members where member.isWordIndex {
      do {
        let index = try self.index(member)
        let mayContain = try index.mayContain(words)
        for (block, number) in index.blocks.enumerated() {
          guard let place = places[number], place.text.crc32 == index.checks[block] else {
            throw Self.otherBlock(number, at: member.contentOffset)
          }
        }
        for (block, number) in index.blocks.enumerated() where !mayContain[block] {
          numbers.insert(number)
        }
      } catch let error as InputError {
        onDamage(error)
      }
    }
    return numbers
  }

  private static func otherBlock(_ number: Int, at offset: Int) -> InputError {
    InputError(
      .archiveIndex, at: offset,
      detail: "word index: block \(number) has another text or is missing")
  }

  /// Compares an index of words with the texts of its blocks.
  ///
  /// - Throws: `archive.index` if it is not the index of these texts; `archive.text` and
  ///   `archive.checksum` if a text is damaged.
  func compare(_ index: WordIndex, at offset: Int) throws {
    var collector = WordCollector()
    for number in index.blocks {
      guard let place = archive.blocks.first(where: { $0.number == number }) else {
        throw Self.otherBlock(number, at: offset)
      }
      let text = try MemberContent(source: archive.source, limits: archive.limits)
        .content(of: place.text, checks: true)
      var lines: [UInt8] = []
      var start = 0
      for end in try TextLines.ends(of: text, count: place.index.count) {
        TextLines.append(try TextLines.units(start..<end, of: text), to: &lines)
        start = end + 1
      }
      collector.add(block: number, text: lines, check: place.text.crc32)
    }
    guard collector.finish() == index else {
      throw InputError(
        .archiveIndex, at: offset, detail: "word index: the words differ from those of the texts")
    }
  }
}
