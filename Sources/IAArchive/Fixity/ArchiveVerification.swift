public import IABytes
internal import IASyntax
internal import IAText
internal import IAZip

/// The parts of an archive that a verification reads.
public enum VerificationDepth: Hashable, Sendable {
  /// Headers, directories, fixity members, indexes, and a sample of `perThousand` of 1,000 other
  /// members. Equal seeds select equal members.
  case sample(perThousand: Int, seed: UInt64)
  /// Every byte of the file, compared with the stored hashes.
  case stored
  /// As `stored`; in addition every member is decompressed and compared with the manifest, and
  /// every document is decoded.
  case deep

  /// Returns a number from 0 to 999, the same for the same offset and seed in each version.
  static func sampleNumber(ofOffset offset: Int, seed: UInt64) -> Int {
    var mixed = UInt64(truncatingIfNeeded: offset) &* 0x9E37_79B9_7F4A_7C15 ^ seed
    mixed = (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
    return Int((mixed ^ mixed >> 32) % 1000)
  }
}

/// The result of a verification.
public struct VerificationReport: Hashable, Sendable {
  /// A damaged part of an archive.
  public struct Damage: Hashable, Sendable {
    /// The error, with its offset in the file.
    public let error: InputError
    /// The name of the damaged member; empty if the damage is not in a member.
    public let member: String
    /// The documents that cannot be read because of the damage; empty if there are none.
    public let ordinals: Range<Int>
  }

  /// The check of a member's stored bytes.
  public enum Check: Hashable, Sendable {
    /// By their SHA-256.
    case hash
    /// By their CRC-32.
    case checksum
    /// They were not read, because they are not in the sample or their header is damaged.
    case notRead
  }

  /// A member and the way it was checked.
  public struct Member: Hashable, Sendable {
    /// The name in the ZIP file.
    public let path: String
    /// The check that was made, independent of its result.
    public let check: Check
  }

  /// All members, in the order of the file.
  public internal(set) var members: [Member] = []
  /// The loss records of earlier repairs.
  public internal(set) var losses: [DocumentLoss] = []
  /// The damage, in the order of the file.
  public internal(set) var damages: [Damage] = []
  /// The number of members that were compared with their hash.
  public internal(set) var checkedMemberCount = 0
  /// The number of bytes that were read.
  public internal(set) var checkedByteCount = 0
  /// The number of documents that were decoded.
  public internal(set) var decodedDocumentCount = 0
  /// The number of bytes after the archive, for example those of an interrupted append or of a
  /// newer generation with a damaged directory.
  public internal(set) var lostByteCount = 0

  /// Whether no damage was found and no bytes follow the archive.
  public var isIntact: Bool { damages.isEmpty && lostByteCount == 0 }
  /// Whether an earlier repair lost documents and no person has accepted the loss.
  public var hasUnacceptedLosses: Bool { losses.contains { !$0.isAccepted } }
}

extension ArchiveReader {
  /// Verifies the archive.
  ///
  /// - Parameters:
  ///   - depth: The parts to read.
  ///   - progress: Is called after each member with the number of bytes read so far.
  /// - Returns: The damage, and how each member was checked.
  /// - Throws: The source's errors and those of `progress`. Damage is reported in the result.
  /// - Complexity: O(*n*) in the size of the file; with a sample, in the size of the selected
  ///   members.
  public func verify(
    _ depth: VerificationDepth = .stored, progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws -> VerificationReport {
    var check = VerificationPass(archive: self, depth: depth)
    try check.run(progress)
    return check.report
  }
}

/// A verification in progress.
private struct VerificationPass {
  let archive: ArchiveReader
  let depth: VerificationDepth
  var report = VerificationReport()
  private var storedHashes: [MemberName: SHA256Digest] = [:]
  private var contentHashes: [MemberName: SHA256Digest] = [:]
  private var blocks: [Int: ArchiveReader.BlockPlace] = [:]

  init(archive: ArchiveReader, depth: VerificationDepth) {
    self.archive = archive
    self.depth = depth
    for block in archive.blocks { blocks[block.number] = block }
  }

  mutating func run(_ progress: (Int) throws -> Void) throws {
    report.lostByteCount = archive.lostByteCount
    if archive.lostByteCount > 0 {
      add(
        InputError(
          .archiveMissingDirectory, at: archive.byteCount,
          detail: "\(archive.lostByteCount) bytes after the archive"))
    }
    if archive.hasUnfinishedMerge {
      add(
        InputError(
          .archiveMissingDirectory, at: archive.byteCount,
          detail: "a merge of generations was interrupted; the next addition finishes it"))
    }
    try checkFixityMembers()
    do {
      report.losses = try archive.losses()
    } catch is InputError {}  // The damaged member is found below.
    for generation in archive.directory.generations {
      for member in archive.directory.members[generation.members] {
        try check(member, of: generation)
        try progress(report.checkedByteCount)
      }
      try checkDirectory(of: generation)
    }
    if depth == .deep {
      try decodeDocuments(progress)
      try checkWordIndexes(progress)
    }
    report.damages.sort { $0.error.byteOffset < $1.error.byteOffset }
  }

  private mutating func add(
    _ error: InputError, member: MemberName? = nil, ordinals: Range<Int> = 0..<0
  ) {
    report.damages.append(
      VerificationReport.Damage(error: error, member: member?.path ?? "", ordinals: ordinals))
  }

  /// Runs a part of the verification; adds an `InputError` to the report, and rethrows other
  /// errors.
  ///
  /// - Returns: The result of `body`, or `nil` after an `InputError`.
  private mutating func recordingDamage<Value>(
    _ member: MemberName, at offset: Int, _ body: () throws -> Value
  ) throws -> Value? {
    do { return try body() } catch let error as InputError {
      let place = error.byteOffset >= offset ? error.byteOffset : offset
      add(
        InputError(error.code, at: place, detail: error.detail, limit: error.limit),
        member: member)
      return nil
    }
  }

  // MARK: Fixity members

  /// Checks the chain of hashes: from the comment of the directory through the records to the lines of the manifests.
  private mutating func checkFixityMembers() throws {
    let archive = archive
    var tree = MerkleTree()
    for generation in archive.directory.generations {
      let number = generation.number
      let name = MemberName.record(generation: number)
      let place = offset(of: name, in: generation)
      let record = try recordingDamage(name, at: place) {
        try archive.record(number)
      }
      guard let record else { continue }
      let hashes = record.generations.last
      let lines = try lines(
        .manifest(generation: number), hashes?.manifest, generation)
      for line in lines {
        tree.append(line.bytes)
        contentHashes[line.name] = line.digest
        checkName(of: line, generation)
      }
      for line in try self.lines(
        .storedHashes(generation: number), hashes?.storedHashes, generation)
      {
        storedHashes[line.name] = line.digest
      }
      if record.generations.count != number || record.merkleRoot != tree.root {
        add(
          InputError(.archiveRecord, at: place, detail: "Merkle root"), member: name)
      }
    }
    let seal = archive.directory.seal
    let last = try recordingDamage(
      .record(generation: seal.generation), at: archive.directory.offset
    ) {
      try archive.content(
        of: .record(generation: seal.generation), generation: seal.generation)
    }
    if let last, SHA256Digest(of: last) != seal.record {
      add(
        InputError(.archiveRecord, at: archive.directory.offset, detail: "hash of the record"),
        member: .record(generation: seal.generation))
    }
    if seal.merkleRoot != tree.root {
      add(InputError(.archiveRecord, at: archive.directory.offset, detail: "Merkle root"))
    }
  }

  /// Returns the offset of the content of a member, or of its generation if it has no such member.
  private func offset(
    of name: MemberName, in generation: ArchiveDirectory.Generation
  ) -> Int {
    let members = archive.directory.members[generation.members]
    return members.first { $0.name == name }?.contentOffset ?? generation.offset
  }

  /// Checks that the name of an attachment or original file is the hash that the manifest lists.
  private mutating func checkName(
    of line: Manifest.Line, _ generation: ArchiveDirectory.Generation
  ) {
    let named: SHA256Digest
    switch line.name {
    case .attachment(let digest, _), .original(let digest, _): named = digest
    default: return
    }
    guard named != line.digest,
      let member = archive.directory.members[generation.members].first(where: {
        $0.name == line.name
      })
    else { return }
    add(
      InputError(.archiveAttachment, at: member.offset, detail: line.name.path), member: line.name)
  }

  /// Returns the lines of a manifest or a list of stored hashes; empty if it does not match its
  /// hash, or does not list each member of its generation once and in order.
  private mutating func lines(
    _ name: MemberName, _ digest: SHA256Digest?, _ generation: ArchiveDirectory.Generation
  ) throws -> [Manifest.Line] {
    let archive = archive
    let place = offset(of: name, in: generation)
    let lines = try recordingDamage(name, at: place) { () throws -> [Manifest.Line] in
      let bytes = try archive.content(of: name, generation: generation.number)
      guard SHA256Digest(of: bytes) == digest else {
        throw InputError(.archiveChecksum, at: place, detail: name.path)
      }
      let lines: [Manifest.Line]
      do throws(InputError) {
        lines = try Manifest(bytes).lines
      } catch {
        throw error.moved(by: place)
      }
      let named = archive.directory.members[generation.members]
        .filter { !$0.name.isFixityMember }
      guard lines.map(\.name) == named.map(\.name) else {
        throw InputError(
          .archiveRecord, at: place, detail: "names in \(name.path)")
      }
      return lines
    }
    return lines ?? []
  }

  // MARK: Members

  /// Returns whether a member is in the sample; `true` for fixity members, and for all members
  /// without a sample.
  private func isChosen(_ member: ZipMember) -> Bool {
    guard case .sample(let perThousand, let seed) = depth, !member.name.isFixityMember else {
      return true
    }
    return VerificationDepth.sampleNumber(ofOffset: member.offset, seed: seed) < max(0, perThousand)
  }

  private mutating func check(
    _ member: ZipMember, of generation: ArchiveDirectory.Generation
  ) throws {
    guard isChosen(member) else {
      return report.members.append(.init(path: member.name.path, check: .notRead))
    }
    var hasher = SHA256Hasher()
    var crc: UInt32 = 0
    let header = ZipHeaders.local(member)
    var position = member.offset
    while position < member.end {
      let bytes = try archive.source.read(
        min(1 << 20, member.end - position), at: position)
      guard !bytes.isEmpty else { break }
      if position == member.offset,
        let wrong = zip(bytes, header).enumerated().first(where: {
          $0.element.0 != $0.element.1
        })
      {
        add(
          InputError(
            .archiveHeader, at: position + wrong.offset,
            detail: "local header of \(member.name.path)"),
          member: member.name, ordinals: ordinals(of: member.name))
        report.members.append(.init(path: member.name.path, check: .notRead))
        return
      }
      if member.name.isFixityMember {
        let start = position == member.offset ? header.count : 0
        crc = Deflate.crc32(bytes.span.extracting(min(start, bytes.count)...), after: crc)
      } else {
        hasher.update(bytes)
      }
      position += bytes.count
    }
    report.checkedMemberCount += 1
    report.members.append(
      .init(path: member.name.path, check: member.name.isRecovery ? .checksum : .hash))
    report.checkedByteCount += position - member.offset
    // The hashes of other fixity members were checked before; recovery data have only a CRC-32.
    let isValid =
      member.name.isFixityMember
      ? !member.name.isRecovery || crc == member.crc32
      : storedHashes[member.name] == hasher.finish()
    guard !isValid || position < member.end else {
      if depth == .deep { try checkContent(member) }
      return
    }
    add(
      InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path),
      member: member.name, ordinals: ordinals(of: member.name))
  }

  private mutating func checkContent(_ member: ZipMember) throws {
    guard let digest = contentHashes[member.name] else { return }
    let archive = archive
    _ = try recordingDamage(member.name, at: member.contentOffset) {
      // The content of other members is the stored bytes, whose hash was checked.
      guard member.name.isDeflated else { return }
      let bytes = try MemberContent(source: archive.source, limits: archive.limits)
        .content(of: member, checks: true)
      guard SHA256Digest(of: bytes) == digest else {
        throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
      }
    }
  }

  /// Returns the ordinals of the documents that cannot be read without a member.
  private func ordinals(of name: MemberName) -> Range<Int> {
    switch name {
    case .text(let number), .data(let number):
      guard let block = blocks[number]?.index else { return 0..<0 }
      return block.firstOrdinal..<block.firstOrdinal + block.count
    default: return 0..<0
    }
  }

  /// Compares the directory of a generation with the one that results from its members and its record.
  private mutating func checkDirectory(of generation: ArchiveDirectory.Generation) throws {
    let name = MemberName.record(generation: generation.number)
    let archive = archive
    _ = try recordingDamage(name, at: generation.directoryOffset) {
      let content = try archive.content(of: name, generation: generation.number)
      let record = try GenerationRecord(content)
      let seal = GenerationSeal(
        version: record.version, generation: generation.number,
        documentCount: record.documentCount, merkleRoot: record.merkleRoot,
        record: SHA256Digest(of: content))
      let expected = ZipHeaders.directory(
        Array(archive.directory.members[..<generation.members.upperBound]),
        at: generation.directoryOffset, comment: seal.comment)
      let found = try archive.source.read(
        generation.end - generation.directoryOffset, at: generation.directoryOffset)
      guard found != expected else { return }
      let first = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }
      throw InputError(
        .archiveHeader,
        at: generation.directoryOffset + (first?.offset ?? min(found.count, expected.count)),
        detail: "directory of generation \(generation.number)")
    }
    report.checkedByteCount += generation.end - generation.directoryOffset
  }

  // MARK: Documents

  private mutating func decodeDocuments(_ progress: (Int) throws -> Void) throws {
    let archive = archive
    for member in archive.metadataMembers {
      _ = try recordingDamage(member.name, at: member.contentOffset) {
        try archive.metadataList(member)
      }
    }
    let known = report.damages.map(\.ordinals)
    for block in archive.blocks {
      let range = block.index.firstOrdinal..<block.index.firstOrdinal + block.index.count
      guard !known.contains(range) else { continue }
      do {
        _ = try archive.segment(block)
        for ordinal in range {
          let document = try archive.document(at: ordinal, loadsAttachments: false)
          try checkAttachments(document.usedDigests)
          report.decodedDocumentCount += 1
        }
      } catch let error as InputError {
        let isText = block.text.offset..<block.text.end ~= error.byteOffset
        add(
          InputError(error.code, at: error.byteOffset, detail: error.detail),
          member: isText ? .text(block.number) : .data(block.number), ordinals: range)
      }
      try progress(report.checkedByteCount)
    }
  }

  /// Compares each index of words with the texts of its blocks.
  private mutating func checkWordIndexes(_ progress: (Int) throws -> Void) throws {
    let words = ArchiveWords(archive: archive)
    for member in archive.directory.members where member.isWordIndex {
      _ = try recordingDamage(member.name, at: member.contentOffset) {
        try words.compare(words.index(member), at: member.contentOffset)
      }
      try progress(report.checkedByteCount)
    }
  }

  /// Checks that the manifest lists the hash of each attachment that the archive contains; a
  /// document may refer to attachments that it does not contain.
  private func checkAttachments(_ digests: [SHA256Digest]) throws {
    for digest in digests {
      guard let index = archive.positions.attachments[digest] else { continue }
      guard contentHashes[archive.directory.members[index].name] == digest else {
        throw InputError(
          .archiveAttachment, at: archive.directory.members[index].offset,
          detail: digest.description)
      }
    }
  }
}
