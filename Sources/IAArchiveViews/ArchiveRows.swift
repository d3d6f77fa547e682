public import IAArchive
internal import IABytes
public import IARender
public import IAText
public import IAViews

/// The current documents of an archive as the rows of a view.
///
/// Earlier versions and removed documents have no row. A document is read when its row is laid out.
/// The reader caches one block. Therefore each view, or each group of views that show the same
/// place, should have its own rows and reader.
///
/// Heights are estimated from the sizes of blocks in the directory. Opening a thread reads about three
/// blocks for samples and one block for the visible rows.
///
/// If a document cannot be read, its row shows the error. A damaged block is read only once.
public final class ArchiveRows: RowSource {
  /// The cached properties of a row that was read.
  private struct Facts {
    var author: Bubble.Author
    var utf16Count: UInt32
  }

  private let archive: ArchiveReader
  private let makeMessage: (IADocument) -> Renderer.Message
  private let blocks: [ArchiveOutline.Block]
  private let superseded: [Int]
  /// The row of the first current document of each block; for a block without one, that of the next block that has one.
  private let firstRows: [Int]
  /// The errors of damaged blocks, by their position in `blocks`.
  private var damagedBlocks: [Int: InputError] = [:]
  /// The properties of the rows that were read, at most `maximumFacts`.
  private var facts: [Int: Facts] = [:]
  /// The total length, in UTF-16 units and in bytes of UTF-8, of the starts of the first documents that were read.
  private var learned = (documents: 0, units: 0, bytes: 0)

  /// The number of rows.
  public let rowCount: Int

  /// The maximum number of rows: an index of a few bytes can state 2³¹ documents.
  static let maximumRows = 1 << 24
  private static let maximumFacts = 4096
  /// The number of documents from which the mean number of bytes per UTF-16 unit is computed, and the maximum number
  /// of units that are counted in each.
  private static let learning = (documents: 64, units: 4096)
  /// The number of samples that are taken from one block.
  private static let samplesOfBlock = 8

  /// Creates rows.
  ///
  /// - Parameters:
  ///   - archive: The archive, which must not change while the rows are used.
  ///   - makeMessage: Returns the message of a document; it must return equal messages for equal documents. If a
  ///     document cannot be read, the function is called with a document that states the error.
  /// - Throws: `archive.limit` if the archive has more than 2²⁴ current documents.
  /// - Complexity: O(*b* + *s* log *s*) for *b* blocks and *s* superseded documents.
  public init(
    _ archive: ArchiveReader, makeMessage: @escaping (IADocument) -> Renderer.Message
  ) throws {
    self.archive = archive
    self.makeMessage = makeMessage
    let outline = ArchiveOutline(archive)
    (blocks, superseded) = (outline.blocks, outline.superseded)
    rowCount = try Self.checked(archive.currentDocumentCount)
    var place = 0
    var firstRows: [Int] = []
    for block in blocks {
      while place < superseded.count, superseded[place] < block.ordinals.lowerBound { place += 1 }
      firstRows.append(block.ordinals.lowerBound - place)
    }
    self.firstRows = firstRows
  }

  /// Creates rows whose authors are those of the documents.
  ///
  /// - Parameters:
  ///   - archive: The archive, which must not change while the rows are used.
  ///   - ownAuthor: The author whose messages are on the right; `nil` for none.
  ///   - looks: The way in which intensities are shown.
  /// - Throws: `archive.limit` if the archive has more than 2²⁴ current documents.
  public convenience init(
    _ archive: ArchiveReader, ownAuthor: String? = nil, looks: Looks = Looks()
  ) throws {
    try self.init(archive) { document in
      let sender = document.metadata.authors.first
      let isOwn = sender != nil && sender == ownAuthor
      return Renderer.Message(
        Renderer.Source(document, looks: looks), isOwn: isOwn, sender: isOwn ? nil : sender)
    }
  }

  /// Returns the number of rows unchanged, after checking it against `maximumRows`.
  ///
  /// - Throws: `archive.limit` if there are too many rows.
  static func checked(_ rowCount: Int) throws(InputError) -> Int {
    guard rowCount <= maximumRows else {
      throw InputError.exceeds(
        .archiveLimit, limit: "entries", maximum: maximumRows, seen: rowCount, at: 0)
    }
    return rowCount
  }

  // MARK: Rows

  /// Returns the message of a row, or a message that states why its document cannot be read.
  ///
  /// - Precondition: The row exists.
  /// - Complexity: O(*n*) in the size of the document; O(*b*) in the size of its block if another
  ///   block was read last.
  public func message(at row: Int) -> Renderer.Message {
    let document: IADocument
    do {
      document = try read(row)
      learn(document.string)
    } catch {
      document = Self.standIn(error)
    }
    let message = makeMessage(document)
    if facts.count >= Self.maximumFacts { facts.removeAll(keepingCapacity: true) }
    facts[row] = Facts(
      author: message.author,
      utf16Count: UInt32(clamping: message.source.document.string.utf16Count))
    return message
  }

  /// Returns the author of a row.
  ///
  /// - Precondition: The row exists.
  /// - Complexity: O(1) if the row was read before, otherwise that of `message(at:)`.
  public func author(at row: Int) -> Bubble.Author { facts[row]?.author ?? message(at: row).author }

  private func read(_ row: Int) throws -> IADocument {
    precondition(0..<rowCount ~= row, "row \(row) of \(rowCount)")
    let ordinal = ordinal(of: row)
    let block = block(of: row)
    if let error = damagedBlocks[block] { throw error }
    do {
      try archive.openBlock(of: ordinal)
    } catch let error as InputError {
      damagedBlocks[block] = error
      throw error
    }
    do {
      return try archive.document(at: ordinal)
    } catch {
      // The text can be intact although an attachment is damaged.
      return try archive.document(at: ordinal, loadsAttachments: false)
    }
  }

  private static func standIn(_ error: any Error) -> IADocument {
    let reason = (error as? InputError)?.code.rawValue ?? "\(error)"
    var text = IAString("This message cannot be read: \(reason)")
    text.set(\.italic, to: true, in: text.utf16Range)
    return IADocument(text)
  }

  // MARK: Lengths

  /// Returns the approximate lengths of messages in UTF-16 units: the exact length of a row that was read, otherwise
  /// the mean length in its block.
  ///
  /// The mean is the size of the block's text in bytes, converted by the ratio of units to bytes in the documents read
  /// so far.
  ///
  /// - Precondition: The rows exist.
  /// - Complexity: O(*r*) in the number of rows; no document is read.
  public func utf16Counts(of rows: Range<Int>) -> [UInt32] {
    var counts: [UInt32] = []
    counts.reserveCapacity(rows.count)
    var block = block(of: rows.lowerBound)
    while counts.count < rows.count {
      let end = min(self.rows(of: block).upperBound, rows.upperBound)
      let new = max(end - rows.lowerBound - counts.count, 0)
      counts += repeatElement(meanLength(of: block), count: new)
      block += 1
    }
    if rows.count == 1 {
      if let known = facts[rows.lowerBound] { counts[0] = known.utf16Count }
    } else {
      for (row, known) in facts where rows ~= row {
        counts[row - rows.lowerBound] = known.utf16Count
      }
    }
    return counts
  }

  private func meanLength(of block: Int) -> UInt32 {
    let (ordinals, textByteCount) = (blocks[block].ordinals, blocks[block].textByteCount)
    // Each text is terminated by a line feed.
    let bytes = max(textByteCount - ordinals.count, 0)
    let unitsOfByte = learned.bytes > 0 ? Double(learned.units) / Double(learned.bytes) : 1
    let mean = Double(bytes) / Double(max(ordinals.count, 1)) * unitsOfByte
    return UInt32(min(mean.rounded(), 1e9))
  }

  private func learn(_ string: IAString) {
    guard learned.documents < Self.learning.documents else { return }
    let units = min(string.utf16Count, Self.learning.units)
    learned.documents += 1
    learned.units += units
    learned.bytes += string.units(in: 0..<units).reduce(0) { $0 + Self.utf8Count($1) }
  }

  /// Returns the number of bytes that a UTF-16 unit adds to a text in UTF-8.
  ///
  /// Each half of a surrogate pair counts as two of the four bytes of its character.
  private static func utf8Count(_ unit: UInt16) -> Int {
    switch unit {
    case ..<0x80: 1
    case ..<0x800, 0xD800...0xDFFF: 2
    default: 3
    }
  }

  /// Returns sample rows from few blocks: for every eight suggested rows, eight rows of the same block.
  ///
  /// The first row of a block is excluded, because the height of a row depends on the author of the
  /// row before.
  public func samples(for suggested: [Int]) -> [Int] {
    var samples: [Int] = []
    for start in stride(from: 0, to: suggested.count, by: Self.samplesOfBlock) {
      let group = suggested[start..<min(start + Self.samplesOfBlock, suggested.count)]
      let rows = rows(of: block(of: group[start + group.count / 2])).dropFirst()
      guard rows.count > group.count, rows.lowerBound > samples.last ?? -1 else {
        samples += group
        continue
      }
      samples += (0..<group.count).map { rows.lowerBound + $0 * rows.count / group.count }
    }
    return samples
  }

  // MARK: Blocks

  /// Returns the position in `blocks` of the block that contains a row; 0 if there are no rows.
  private func block(of row: Int) -> Int {
    max(Self.partition(firstRows.count) { firstRows[$0] > row } - 1, 0)
  }

  private func rows(of block: Int) -> Range<Int> {
    firstRows[block]..<(block + 1 < firstRows.count ? firstRows[block + 1] : rowCount)
  }

  private func ordinal(of row: Int) -> Int {
    row + Self.partition(superseded.count) { superseded[$0] - $0 > row }
  }

  /// Returns the first index that satisfies a condition which all later indices also satisfy, or
  /// `count`.
  private static func partition(_ count: Int, _ isLater: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
