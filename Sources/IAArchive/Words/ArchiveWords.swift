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

  private var reading: MemberContent {
    MemberContent(source: archive.source, limits: archive.limits)
  }

  /// Reads a whole index of words.
  ///
  /// - Throws: `archive.checksum` if it does not match the hash in its name; the errors of
  ///   `WordIndex.init`, at their offset in the file; `archive.limit`; the source's errors.
  func index(_ member: ZipMember) throws -> WordIndex {
    guard case .attachment(let digest, _) = member.name else {
      throw InputError(.archiveIndex, at: member.offset, detail: member.name.path)
    }
    let bytes = try reading.content(of: member, checks: false)
    guard SHA256Digest(of: bytes) == digest else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    return try moved(member) { try WordIndex(bytes, limits: archive.limits) }
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
    let checks = Dictionary(
      archive.blocks.map { ($0.number, $0.text.crc32) }, uniquingKeysWith: { first, _ in first })
    for member in archive.directory.members where member.isWordIndex {
      do {
        let (blocks, mayContain) = try self.blocks(of: member, with: words) { number, check in
          guard checks[number] == check else {
            throw Self.otherBlock(number, at: member.contentOffset)
          }
        }
        for (block, number) in blocks.enumerated() where !mayContain[block] {
          numbers.insert(number)
        }
      } catch let error as InputError {
        onDamage(error)
      }
    }
    return numbers
  }

  /// Returns the blocks of an index, and whether each may contain the text of a query.
  ///
  /// For an index of version 2, only the head and the parts that may have words of the query are read
  /// and checked.
  ///
  /// - Parameter check: Is called with the number of each block and the CRC-32 that its text must have.
  private func blocks(
    of member: ZipMember, with query: WordQuery, check: (Int, UInt32) throws -> Void
  ) throws -> (blocks: Range<Int>, mayContain: [Bool]) {
    let start = try reading.start(of: member, byteCount: WordIndexHead.fixedByteCount)
    guard try moved(member, { try WordIndex.version(start) }) > 1 else {
      let index = try index(member)
      for (number, crc32) in zip(index.blocks, index.checks) { try check(number, crc32) }
      return (index.blocks, try moved(member) { try index.mayContain(query) })
    }
    let head = try moved(member) {
      let byteCount = try WordIndexHead.byteCount(start, of: member.storedByteCount)
      return try WordIndexHead(
        reading.stored(0..<byteCount, of: member), of: member.storedByteCount)
    }
    for (number, crc32) in zip(head.blocks, head.checks) { try check(number, crc32) }
    let mayContain = try moved(member) {
      try head.mayContain(query, limits: archive.limits) { try reading.stored($0, of: member) }
    }
    return (head.blocks, mayContain)
  }

  /// Calls a function, and rethrows an error of an index at its offset in the file.
  private func moved<Value>(_ member: ZipMember, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as InputError {
      throw error.moved(by: member.contentOffset)
    }
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
      let text = try reading.content(of: place.text, checks: true)
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
