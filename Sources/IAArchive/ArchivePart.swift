package import IABytes
internal import IASyntax

/// A part of an archive that fuzzing and tests decode separately from arbitrary bytes.
///
/// `read` first corrects the checksums of the bytes, so that the checks of the checksums do not reject them.
package enum ArchivePart: Int, CaseIterable, Sendable {
  case segment, textLine, index, manifest, record, signature, block, recoveryHead, directory
  case parityHead, nameList, metadata, keys, tail, wordIndex

  /// Decodes bytes as this part.
  ///
  /// - Throws: The decoder's `InputError`.
  package func read(_ bytes: [UInt8], limits: Limits) throws {
    switch self {
    case .segment:
      _ = try EntrySegment(bytes, count: Int(bytes.last ?? 0), limits: limits)
    case .textLine: _ = try TextLines.units(0..<bytes.count, of: bytes)
    case .index:
      guard bytes.count > 4 else { return }
      let index = try GenerationIndex(Self.checked(GenerationIndex.sync + bytes.dropFirst(8)))
      for block in index.blocks { _ = try index.segment(block, limits: limits) }
    case .manifest: _ = try Manifest(bytes)
    case .record: _ = try GenerationRecord(bytes)
    case .signature: _ = try ArchiveSignature(bytes)
    case .block:
      let member = try BlockMember(Self.block(bytes), allowsMore: true)
      _ = try EntrySegment(member.segment, count: member.count, limits: limits)
    case .recoveryHead:
      var head = Array((RecoveryHead.sync + bytes.dropFirst(8)).prefix(1020))
      head += [UInt8](repeating: 0, count: 1024 - head.count)
      if let head = RecoveryHead(Self.checked(head)) { _ = RecoveryMap(head.plan).directoryOffset }
    case .parityHead: try Self.readParityHead(bytes)
    case .nameList: try Self.readNameList(bytes)
    case .metadata: try Self.readMetadata(bytes)
    case .keys: try Self.readKeys(bytes)
    case .tail: try Self.readTail(bytes)
    case .wordIndex: try Self.readWordIndex(bytes, limits)
    case .directory:
      let storage = MemoryStorage(bytes)
      let seal = GenerationSeal(
        version: 2, generation: 1, documentCount: 0, merkleRoot: MerkleTree().root,
        record: MerkleTree().root)
      let count = min(0xFFFE, bytes.count / 62)
      storage.bytes += ZipHeaders.end(
        memberCount: count, directoryByteCount: bytes.count, at: 0, comment: seal.comment)
      _ = try ArchiveDirectory(storage, endRecordAt: bytes.count, limits: limits)
    }
  }

  /// Decodes bytes as a head of recovery data of version 2, with the sync marker and the checksum corrected.
  ///
  /// - Throws: `archive.header` if an accepted head is not encoded to the same bytes, or its plan places the
  ///   recovery data inside the protected bytes.
  private static func readParityHead(_ bytes: [UInt8]) throws(InputError) {
    let count = ParityPlan.headByteCount
    var head = Array((RecoveryHead.sync + bytes.dropFirst(8)).prefix(count))
    head += [UInt8](repeating: 0, count: count - head.count)
    let checked = checked(head)
    guard let head = ParityHead(checked) else { return }
    let plan = head.plan
    guard head.bytes == checked, plan.isValid, plan.parityRowCount > 0, plan.byteCount > 0 else {
      throw InputError(.archiveHeader, at: 0, detail: "a head that is accepted is not valid")
    }
  }

  /// Decodes bytes as a list of names.
  ///
  /// An accepted list is encoded and decoded again.
  ///
  /// - Throws: `archive.record` if the second list differs from the first.
  private static func readNameList(_ bytes: [UInt8]) throws(InputError) {
    guard let list = NameList(bytes) else { return }
    guard let again = NameList(list.bytes), again.entries == list.entries else {
      throw InputError(
        .archiveRecord, at: 0, detail: "a list of names is not read as it was written")
    }
  }

  /// Decodes bytes as a list of metadata.
  ///
  /// An accepted list is encoded and decoded again.
  ///
  /// - Throws: The decoder's errors; `archive.block` if the second list differs from the first.
  private static func readMetadata(_ bytes: [UInt8]) throws(InputError) {
    let list = try MetadataList(bytes)
    guard try MetadataList(list.bytes) == list else {
      throw InputError(.archiveBlock, at: -1, detail: "metadata are not read as they were written")
    }
  }

  /// Decodes bytes as a file with a private and with a public key.
  ///
  /// - Throws: The decoder's errors; an error with the offset -1 if a key is accepted that does not
  ///   have 32 bytes, or is not read again as it was written.
  private static func readKeys(_ bytes: [UInt8]) throws(InputError) {
    var first: InputError?
    do throws(InputError) {
      let key = try SigningKeys.privateKey(in: bytes)
      guard key.count == 32, try SigningKeys.privateKey(in: SigningKeys.pem(privateKey: key)) == key
      else { throw InputError(.archiveKey, at: -1, detail: "a private key") }
      _ = try SigningKeys.publicKey(of: key)
    } catch {
      first = error
    }
    let key = try SigningKeys.publicKey(in: bytes)
    guard key.count == 32, try SigningKeys.publicKey(in: SigningKeys.pem(publicKey: key)) == key
    else { throw InputError(.archiveKey, at: -1, detail: "a public key") }
    if let first { throw first }
  }

  /// Decodes bytes as the end of a file with an unfinished merge.
  ///
  /// The first 16 bytes are the offset and the number of the new bytes in its trailer; the other bytes are the file
  /// before the trailer.
  ///
  /// - Throws: `archive.block` if the content that is read differs from the content that the
  ///   trailer states.
  private static func readTail(_ bytes: [UInt8]) throws {
    guard bytes.count >= 16 else { return }
    var reader = ByteReader(8..<16)
    let count = Int(clamping: try reader.fixed(8, bytes.span))
    let file = Array(bytes[16...])
    var trailer = TailReplacement.sync + [1, 0, 0, 0] + bytes[..<16]
    trailer += SHA256Digest(of: Array(file.suffix(min(count, file.count)))).bytes + [0, 0, 0, 0]
    let storage = MemoryStorage(file + checked(trailer))
    guard let found = try TailReplacement.find(in: storage) else { return }
    let source = try ReplacedTailSource.resolved(storage)
    let whole = Array(file[..<found.offset]) + found.bytes
    var parts: [UInt8] = []
    while parts.count < whole.count { parts += try source.read(7, at: parts.count) }
    try TailReplacement.finish(in: storage)
    guard try source.byteCount() == whole.count, parts == whole, storage.bytes == whole,
      try source.read(1, at: whole.count).isEmpty
    else { throw InputError(.archiveBlock, at: -1, detail: "a replaced end") }
  }

  /// Decodes bytes as an index of words, searches it, and encodes and decodes it again.
  ///
  /// - Throws: The decoder's errors; `archive.block` with the offset -1 if the second index differs from the first, or
  ///   if a search of the parts of version 2 and a search of the whole index have different results.
  private static func readWordIndex(_ bytes: [UInt8], _ limits: Limits) throws {
    let bytes = wordIndex(bytes)
    var found: [[Bool]] = []
    let queries = [false, true].compactMap {
      WordQuery(Array("a word inside".utf8), ignoresCase: $0)
    }
    var failure: InputError?
    do {
      if try WordIndex.version(bytes) == 2 {
        let head = try WordIndexHead(
          Array(bytes[..<WordIndexHead.byteCount(bytes, of: bytes.count)]), of: bytes.count)
        for query in queries {
          found.append(try head.mayContain(query, limits: limits) { Array(bytes[$0]) })
        }
      }
    } catch let error as InputError {
      failure = error
    }
    let index = try WordIndex(bytes, limits: limits)
    let expected = try queries.map { try index.mayContain($0) }
    if let failure { throw InputError(failure.code, at: -1, detail: "a part of a whole index") }
    guard try WordIndex(index.bytes, limits: limits) == index else {
      throw InputError(.archiveBlock, at: -1, detail: "a word index is not read as it was written")
    }
    guard found.isEmpty || found == expected else {
      throw InputError(.archiveBlock, at: -1, detail: "other blocks than those of the whole index")
    }
  }

  /// Returns the bytes as an index of words: with the sync marker, and the checks of version 2 corrected.
  private static func wordIndex(_ bytes: [UInt8]) -> [UInt8] {
    var index = WordIndex.sync + bytes.dropFirst(8)
    guard (try? WordIndex.version(index)) == 2,
      let count = try? WordIndexHead.byteCount(index, of: index.count)
    else { return index }
    index.replaceSubrange(..<count, with: checked(Array(index[..<count])))
    guard let head = try? WordIndexHead(Array(index[..<count]), of: index.count) else {
      return index
    }
    for part in head.parts {
      index.replaceSubrange(part.range, with: checked(Array(index[part.range])))
    }
    return index
  }

  /// Returns bytes whose last four bytes are replaced by the CRC-32C of those before.
  private static func checked(_ bytes: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Array(bytes.dropLast(4)))
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  /// Returns the bytes as a data member: with the sync marker, sizes that fit the byte count, and
  /// both checksums corrected.
  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    var block = BlockMember.sync + bytes.dropFirst(8)
    guard block.count >= BlockMember.headByteCount + 8 else { return block }
    let segment = min(Int(block[44]), block.count - BlockMember.headByteCount - 8)
    let columns = block.count - BlockMember.headByteCount - 8 - segment
    var sizes = ByteWriter()
    sizes.fixed(UInt32(segment))
    sizes.fixed(UInt32(columns))
    block.replaceSubrange(44..<52, with: sizes.bytes)
    let headEnd = BlockMember.headByteCount + segment
    let head = checked(Array(block[..<(headEnd + 4)]))
    return head + checked(Array(block[(headEnd + 4)...]))
  }
}
