internal import IABytes
internal import IAZip

extension WordIndex {
  /// The content of the member, of version 2.
  ///
  /// - Complexity: O(*n*) in the size of the lists.
  var bytes: [UInt8] { encoded(partByteCount: WordIndexHead.partByteCount) }

  /// Returns the content of the member, of version 2.
  ///
  /// - Parameter partByteCount: The size of the words after which a part ends.
  func encoded(partByteCount: Int) -> [UInt8] {
    var entries = ByteWriter()
    var stored = ByteWriter()
    var filters = SequenceFilter()
    let parts = parts(of: partByteCount)
    for part in parts {
      let words = list.words[part.words]
      let stream = Deflate.compress(
        Array(words + list.sizes[part.sizes] + list.postings[part.postings]))
      let first = words.prefix { $0 != 0x0A }
      let filter = filters.filter(of: words)
      for number in [
        part.wordCount, words.count, words.count + part.sizes.count + part.postings.count,
        stream.count, first.count,
      ] {
        entries.varint(number)
      }
      entries.append(Array(first))
      entries.varint(filter.count)
      entries.append(filter)
      stored.append(stream)
      stored.fixed(CRC32C.of(stream.span))
    }
    let headByteCount =
      WordIndexHead.fixedByteCount + 4 * checks.count + entries.count
      + WordIndexHead.checkByteCount
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(2))
    writer.fixed(UInt16(0))
    let wordCount = parts.reduce(0) { $0 + $1.wordCount }
    for number in [firstBlock, checks.count, wordCount, parts.count, headByteCount] {
      writer.fixed(UInt32(number))
    }
    for check in checks { writer.fixed(check) }
    writer.append(entries.bytes)
    writer.fixed(CRC32C.of(writer.bytes.span))
    writer.append(stored.bytes)
    return writer.bytes
  }

  /// Returns the ranges of the parts in the lists.
  private func parts(
    of partByteCount: Int
  ) -> [(wordCount: Int, words: Range<Int>, sizes: Range<Int>, postings: Range<Int>)] {
    var parts: [(wordCount: Int, words: Range<Int>, sizes: Range<Int>, postings: Range<Int>)] = []
    var (word, size, posting) = (0, 0, list.postings.startIndex)
    while word < list.words.count {
      let start = (word, size, posting)
      var wordCount = 0
      while word < list.words.count, word - start.0 < partByteCount {
        while list.words[word] != 0x0A { word += 1 }
        word += 1
        wordCount += 1
        posting += list.size(at: &size)
      }
      parts.append((wordCount, start.0..<word, start.1..<size, start.2..<posting))
    }
    return parts
  }

  /// Creates an index from the content of a member of version 2.
  ///
  /// - Throws: The errors of `init(_:limits:)`, also if the words do not ascend or a filter is not that of
  ///   its words.
  init(version2 bytes: [UInt8], limits: Limits) throws(InputError) {
    let headByteCount = try WordIndexHead.byteCount(bytes, of: bytes.count)
    let head = try WordIndexHead(Array(bytes[..<headByteCount]), of: bytes.count)
    var (words, sizes, postings): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var filters = SequenceFilter()
    var remaining = limits.outputBytes
    var last: ArraySlice<UInt8>?
    for part in head.parts {
      let list = try head.list(part, Array(bytes[part.range]), atMost: remaining)
      remaining -= part.byteCount
      let filter = head.bytes[part.filter]
      guard filter.elementsEqual(filters.filter(of: list.words[...], byteCount: filter.count))
      else { throw Self.damage(at: part.filter.lowerBound, "filter") }
      guard Self.isAscending(list.words, after: &last) else {
        throw Self.damage(at: part.stored.lowerBound, "order of words")
      }
      words += list.words
      sizes += list.sizes
      postings += list.postings
    }
    self.init(
      firstBlock: head.firstBlock, checks: head.checks,
      list: WordList(
        words: words, sizes: sizes, postings: postings, blockCount: head.checks.count))
  }

  /// Returns whether words, each followed by 0A, are in ascending order.
  ///
  /// - Parameter last: The word before the first one; it is replaced by the last one.
  private static func isAscending(_ words: [UInt8], after last: inout ArraySlice<UInt8>?) -> Bool {
    var start = 0
    while let end = words[start...].firstIndex(of: 0x0A) {
      let word = words[start..<end]
      if let last, !last.lexicographicallyPrecedes(word) { return false }
      last = word
      start = end + 1
    }
    return true
  }
}
