internal import IABytes
internal import IACodec
internal import IAText

/// A block whose text and columns were checked, and whose documents can be decoded.
struct OpenBlock {
  let number: Int
  let count: Int
  private let text: [UInt8]
  private let textOffset: Int
  private let lineEnds: [Int]
  private var decoder: BlockDecoder

  /// Creates an open block.
  ///
  /// - Parameters:
  ///   - member: The data member.
  ///   - text: The decompressed text.
  ///   - textOffset: The offset of the stored text in the file, for errors.
  ///   - dataOffset: The offset of the content of the data member in the file, for errors.
  ///   - limits: The limits of the decoder of the columns.
  ///   - dictionary: The dictionary of the columns; `nil` if they have none.
  /// - Throws: `archive.checksum` if the text does not match its checksum; `archive.text`;
  ///   `archive.block`; an `ia.…` code.
  init(
    _ member: BlockMember, text: [UInt8], at textOffset: Int, data dataOffset: Int, limits: Limits,
    dictionary: CompressionDictionary?
  ) throws(InputError) {
    guard text.count == member.textByteCount, CRC32C.of(text.span) == member.textCheck else {
      throw InputError(
        .archiveChecksum, at: textOffset, detail: MemberName.text(member.number).path)
    }
    do {
      lineEnds = try TextLines.ends(of: text, count: member.count)
    } catch {
      throw InputError(error.code, at: textOffset, detail: error.detail)
    }
    let columns = dataOffset + BlockMember.headByteCount + member.segment.count + 4
    do {
      decoder = try BlockDecoder(member.block, limits: limits, dictionary: dictionary)
    } catch {
      throw error.moved(by: columns)
    }
    guard decoder.documentCount == member.count, !decoder.holdsText else {
      throw InputError(
        .archiveBlock, at: columns, detail: "columns of \(decoder.documentCount) documents")
    }
    number = member.number
    count = member.count
    self.text = text
    self.textOffset = textOffset
  }

  /// Decodes a document without the bytes of its attachments.
  ///
  /// - Parameter index: The position of the document in the block, from 0.
  /// - Throws: `archive.text` or an `ia.…` code, at the offset of the stored text.
  mutating func document(_ index: Int) throws(InputError) -> IADocument {
    let start = index == 0 ? 0 : lineEnds[index - 1] + 1
    do {
      let units = try TextLines.units(start..<lineEnds[index], of: text)
      return try decoder.document(at: index, units: units)
    } catch {
      throw InputError(
        error.code, at: textOffset,
        detail: "document \(index) of block \(number): \(error.detail)")
    }
  }
}
